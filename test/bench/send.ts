import { BenchN8n, floor, httpRequest, plainGet, platform, type BenchNode, type Run } from './n8n';
import { type Bench, type Candidate, interleave, show } from './report';
import { CHANNELS, listItems, startBenchService, type BenchService } from './service';

const SLOW_MS = 2_000;
const OURS = platform('message', 'send', {
	sendTo: 'chat',
	chat: { __rl: true, mode: 'id', value: '={{ $json.chatRef }}' },
	text: '={{ $json.text }}',
});

function theirs(origin: string): BenchNode {
	const body =
		'={ "channel": "tg", "channelId": {{ $json.channelId }}, "chatId": "chat", "text": {{ JSON.stringify($json.text) }} }';
	return httpRequest('POST', `${origin}/api/messages`, { sendBody: true, specifyBody: 'json', jsonBody: body });
}

/** The node that fetches the items: `count` of them for `channels` channels. */
const list = (origin: string, count: number, channels: number) => plainGet(`${origin}/list?count=${count}&channels=${channels}`);

/** The bodies to send, as a node that has nothing to prepare gets them. */
const bodiesOf = (count: number, channels: number) =>
	listItems(count, channels).map(({ channelId, text }) => JSON.stringify({ channel: 'tg', channelId, chatId: 'chat', text }));

/** Checks that every message was sent once, and, except for HTTP Request, in the order of the items of a channel. */
function check(label: string, bodies: string[], service: BenchService, { output }: Run, ordered: boolean): void {
	const fail = (what: string) => {
		throw new Error(`${label}: ${what}`);
	};
	if (output.length !== bodies.length) fail(`${output.length} items came out instead of ${bodies.length}`);
	if (service.received.length !== bodies.length) fail(`${service.received.length} of ${bodies.length} messages arrived`);
	const wanted = new Map(bodies.map((body, index) => [body, index]));
	const last = new Map<string, number>();
	for (const received of service.received) {
		const { channel, channelId, chatId, text, ...more } = JSON.parse(received) as Record<string, unknown>;
		const body = JSON.stringify({ channel, channelId, chatId, text, ...more });
		const index = wanted.get(body);
		if (index === undefined) return fail(`unexpected: ${body}`);
		wanted.delete(body);
		if (ordered && (last.get(String(channelId)) ?? -1) > index) fail(`item ${index} overtook another on ${String(channelId)}`);
		last.set(String(channelId), index);
	}
}

/**
 * The same messages sent by this package's node, by HTTP Request, and by a node that has nothing else to do: a row of medians for
 * each.
 */
async function compare(n8n: BenchN8n, service: BenchService, count: number, channels: number, rounds: number) {
	const label = `${count.toLocaleString('en-US')} messages, ${channels} channel${channels === 1 ? '' : 's'}`;
	const bodies = bodiesOf(count, channels);
	const items = list(service.origin, count, channels);
	service.ready = listItems(count, channels).map(({ channelId }, index) => ({ lane: channelId, body: bodies[index] ?? '' }));
	const candidate = async (name: string, nodes: BenchNode[], ordered = true): Promise<Candidate<Run>> => {
		const workflow = await n8n.publish(`${label}: ${name}`, nodes);
		return {
			name,
			run: async () => {
				service.reset();
				const run = await n8n.run(workflow);
				check(`${label}, ${name}`, bodies, service, run, ordered);
				return { ...run, output: [] };
			},
		};
	};
	const bare = floor('messages', `${service.origin}/api/messages`);
	const candidates = [
		await candidate('Messaging Platform', [items, OURS]),
		await candidate('HTTP Request', [items, theirs(service.origin)], false),
		await candidate('the floor', [plainGet(`${service.origin}/ready`), bare]),
	];
	const results = await interleave(candidates, rounds);
	const rate = ({ durationMs }: Run) => (1000 * count) / durationMs;
	return candidates.map(({ name }) => [
		label,
		name,
		show(results.median(name, rate)),
		show(results.ratio(name, 'HTTP Request', rate)),
		show(results.ratio(name, 'the floor', rate)),
		`${show(results.median(name, ({ blockMs }) => blockMs))} ms`,
		`${show(results.median(name, ({ growthBytes }) => growthBytes) / 1024 ** 2)} MB`,
	]);
}

/** Counts the connections that are open at once when the platform takes 2 s for each response. */
async function peakSockets(n8n: BenchN8n, service: BenchService, count: number, name: string, node: BenchNode) {
	const workflow = await n8n.publish(`Slow: ${name}`, [list(service.origin, count, CHANNELS), node]);
	service.reset();
	service.delayMs = SLOW_MS;
	await n8n.run(workflow);
	service.delayMs = 0;
	if (service.received.length !== count) throw new Error(`${name} sent ${service.received.length} of ${count} messages`);
	return [name, String(service.sockets.peak)];
}

/** Sending text messages, against HTTP Request with the same credential and a node that does nothing else. */
export const benchSend: Bench = async ({ small, print }) => {
	const service = await startBenchService();
	const n8n = await BenchN8n.start(service);
	try {
		const full: Array<[number, number, number]> = [
			[1_000, CHANNELS, 7],
			[1_000, 1, 7],
			[10_000, CHANNELS, 3],
		];
		const sizes = small ? [[200, CHANNELS, 1] as const] : full;
		const rows = [];
		for (const [count, channels, rounds] of sizes) {
			print(`${count} messages to ${channels} channels`);
			rows.push(...(await compare(n8n, service, count, channels, rounds)));
		}
		const slow = small ? 40 : 200;
		print(`${slow} messages to a service that takes ${SLOW_MS / 1000} s`);
		const sockets = [
			await peakSockets(n8n, service, slow, 'Messaging Platform', OURS),
			await peakSockets(n8n, service, slow, 'HTTP Request', theirs(service.origin)),
		];
		return {
			tables: [
				{ header: ['', 'node', 'items/s', 'ratio', 'share of the floor', 'longest block', 'memory growth'], rows },
				{ header: [`${slow} messages, the platform takes 2 s`, 'connections at once'], rows: sockets },
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
