import type { Bench } from '../bench';
import type { BenchNode } from '../n8n';
import { located, platform } from '../nodes';
import { target } from '../report';
import { CHANNELS } from '../service';
import { median, show } from '../statistics';
import { Workbench } from './measure';

const SIZES = [10, 100, 1_000];
const ROUNDS = 3;

const ACTIONS = '/endUserNotifications/chainActions';

/** Messages with an automatic reply button: the same one in all messages, or a different one in each. */
function mailing(run: number, isOwn: boolean): BenchNode {
	const reply = isOwn ? `"Order ${run}-" + $json.number + " is on its way"` : `"Order list ${run} is closed"`;
	return platform('message', 'send', {
		...{ sendTo: 'chat', chat: located('={{ $json.chatRef }}'), text: '={{ $json.text }}', buttonsInput: 'json' },
		buttonsJson: `={{ [{ "type": "ActionButton", "text": "Where is it?", "answer": { "text": ${reply} } }] }}`,
	});
}

/** Counts what the platform keeps: prepared messages and chain actions, which no one can delete. */
function keepRecords(bench: Workbench) {
	const actions: string[] = [];
	let replies = 0;
	bench.service.routes.set('POST /preparedMessages', (body) => {
		replies += 1;
		return JSON.stringify({ $count: 1, $value: { ...JSON.parse(body), id: `reply-${replies}` } });
	});
	bench.service.routes.set(`POST ${ACTIONS}`, (body) => {
		const action = JSON.stringify({ ...JSON.parse(body), id: `action-${actions.length + 1}`, enabled: true });
		actions.push(action);
		return `{"$count":1,"$value":${action}}`;
	});
	bench.service.routes.set(`GET ${ACTIONS}`, () => `{"$count":${actions.length},"$items":[${actions.join()}]}`);
	return { counts: () => ({ actions: actions.length, replies }) };
}

/** Measures the cost of automatic reply buttons when one mailing creates more of them. */
export const benchGrowthButtons: Bench = async ({ small, print }) => {
	const bench = await Workbench.start(print);
	const sizes = small ? [10, 50] : SIZES;
	const rounds = small ? 1 : ROUNDS;
	const records = keepRecords(bench);
	try {
		const times = new Map<string, number[]>();
		const nameOf = (count: number, isOwn: boolean) => `${count} ${isOwn}`;
		let run = 0;
		for (let round = 0; round <= rounds; round += 1) {
			for (const [count, isOwn] of sizes.flatMap((size) => [[size, true] as const, [size, false] as const])) {
				run += 1;
				const before = records.counts();
				const { durationMs, count: sent } = await bench.measure(`/list?count=${count}&channels=${CHANNELS}`, mailing(run, isOwn));
				const after = records.counts();
				const made = isOwn ? count : 1;
				if (after.actions - before.actions !== made || after.replies - before.replies !== made || sent !== count) {
					throw new Error(`${count} messages with ${made} buttons: ${JSON.stringify({ before, after, sent })}`);
				}
				const name = nameOf(count, isOwn);
				if (round > 0) times.set(name, [...(times.get(name) ?? []), durationMs / count]);
			}
		}
		const time = (count: number, isOwn: boolean) => median(times.get(nameOf(count, isOwn)) ?? []);
		const [middle = 0, most = 0] = sizes.slice(-2);
		const growth = time(most, true) / time(middle, true);
		return {
			name: 'growth-buttons',
			tables: [
				{
					header: ['messages', 'per message, each with its own button', 'per message, all with the same button'],
					rows: sizes.map((count) => [
						count.toLocaleString('en-US'),
						`${show(time(count, true))} ms`,
						`${show(time(count, false))} ms`,
					]),
				},
			],
			targets: [
				target(
					`with its own button, a message takes up to 1.10 times as long among ${most.toLocaleString('en-US')} as among ${middle}`,
					growth,
					growth <= 1.1,
					show(growth),
				),
			],
			pictures: [
				{
					file: 'growth-buttons',
					title: 'A mailing with automatic replies',
					x: { title: 'messages in one run', logarithmic: true },
					y: { title: 'time per message (ms)' },
					curves: [
						{ name: 'each with its own button', points: sizes.map((count) => [count, time(count, true)]) },
						{ name: 'all with the same button', points: sizes.map((count) => [count, time(count, false)]) },
					],
				},
			],
			conditions: `One button per message, ${CHANNELS} channels. The simulated platform responds at once and keeps what was made before. Each message with its own button also needs a prepared message and a chain action. Medians of ${rounds} rounds through all sizes after a warm-up. Each record must be made once.`,
		};
	} finally {
		await bench.stop();
	}
};
