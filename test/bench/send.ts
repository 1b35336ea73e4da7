import type { Bench } from './bench';
import { compare, HEADER, type Comparison } from './items';
import { BenchN8n } from './n8n';
import { httpRequest, list, located, platform } from './nodes';
import type { Report } from './report';
import { CHANNELS, listItems, startBenchService, type BenchService } from './service';

const SLOW_MS = 2_000;
const fields = { sendTo: 'chat', chat: located('={{ $json.chatRef }}'), text: '={{ $json.text }}' };
const ours = platform('message', 'send', fields);

function theirs(origin: string) {
	const body =
		'={ "channel": "tg", "channelId": {{ $json.channelId }}, "chatId": "chat", "text": {{ JSON.stringify($json.text) }} }';
	return httpRequest('POST', `${origin}/api/messages`, body);
}

/** Messages to send, as a comparison. */
function sends(service: BenchService, count: number, channels: number, rounds: number): Comparison {
	const items = listItems(count, channels);
	return {
		label: `${count.toLocaleString('en-US')} messages, ${channels} channel${channels === 1 ? '' : 's'}`,
		...{ count, channels, rounds, ours, theirs: theirs(service.origin) },
		expected: (index) => {
			const { channelId, text } = items[index] ?? { channelId: 0, text: '' };
			return { method: 'POST', path: '/api/messages', body: { channel: 'tg', channelId, chatId: 'chat', text } };
		},
		lane: ({ body }) => /"channelId":(\d+)/.exec(body)?.[1] ?? '',
	};
}

/** Counts the connections that are open at once when the platform takes 2 s for each response. */
async function peakSockets(n8n: BenchN8n, service: BenchService, count: number): Promise<{ ours: number; theirs: number }> {
	const measure = async (name: string, node: typeof ours) => {
		const workflow = await n8n.publish(`Slow: ${name}`, [list(service.origin, count, CHANNELS), node]);
		service.reset();
		service.delayMs = SLOW_MS;
		await n8n.run(workflow);
		service.delayMs = 0;
		if (service.received.length !== count) throw new Error(`${name} sent ${service.received.length} of ${count} messages`);
		return service.sockets.peak;
	};
	return { ours: await measure('ours', ours), theirs: await measure('HTTP Request', theirs(service.origin)) };
}

/** Sending text messages, against HTTP Request with the same credential and a node that does nothing else. */
export const benchSend: Bench = async ({ small, print }): Promise<Report> => {
	const service = await startBenchService();
	const n8n = await BenchN8n.start(service, {}, print);
	try {
		const sizes: Array<[number, number, number]> = small
			? [[200, CHANNELS, 1]]
			: [
					[1_000, CHANNELS, 7],
					[1_000, 1, 7],
					[10_000, CHANNELS, 3],
				];
		const rows = [];
		for (const [count, channels, rounds] of sizes) {
			print(`${count} messages to ${channels} channels`);
			rows.push(...(await compare(n8n, service, sends(service, count, channels, rounds))));
		}
		const slow = small ? 40 : 200;
		print(`${slow} messages to a service that takes ${SLOW_MS / 1000} s`);
		const sockets = await peakSockets(n8n, service, slow);
		return {
			name: 'send',
			tables: [
				{ header: HEADER, rows: rows },
				{
					header: [`${slow} messages, the platform takes 2 s`, 'connections at once'],
					rows: [
						['Messaging Platform', String(sockets.ours)],
						['HTTP Request', String(sockets.theirs)],
					],
				},
			],
			conditions:
				'The time is that of the node alone, as n8n records it. The server in the place of the platform responds at once. Medians of ' +
				`${sizes.map(([count, , rounds]) => `${rounds} runs (${count.toLocaleString('en-US')})`).join(', ')} after a warm-up. ` +
				"Ratios are medians of the rounds' ratios. " +
				'Every body is checked, and so is the order within each channel, except for HTTP Request.',
		};
	} finally {
		await n8n.stop();
		await service.close();
	}
};
