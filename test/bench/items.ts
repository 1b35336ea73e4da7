import type { BenchN8n, BenchNode, Run } from './n8n';
import { floor, list, ready } from './nodes';
import type { BenchService, ReadyRequest, Received } from './service';
import { type Candidate, interleave, medianOf, ratioOf, show } from './statistics';

/** The same requests made by this package's node, by HTTP Request, and by a node that has nothing else to do. */
export interface Comparison {
	label: string;
	count: number;
	/** Number of channels that the items go to in turn. */
	channels: number;
	rounds: number;
	ours: BenchNode;
	theirs: BenchNode;
	/** Checks the request of an item. */
	expected(index: number): { method: string; path: string; body: unknown };
	/** Groups requests: ours and the floor must keep the order of the items within a group. */
	lane?(request: Omit<Received, 'method'>): string;
}

export const HEADER = ['', 'node', 'items/s', 'ratio', 'share of the floor', 'longest block', 'memory growth'];

/** The requests that a node makes that finds them ready. */
function readyRequests({ count, expected, lane }: Comparison, origin: string): ReadyRequest[] {
	return Array.from({ length: count }, (_, index) => {
		const { method, path, body } = expected(index);
		const text = body === null ? '' : JSON.stringify(body);
		return {
			...{ method, url: encodeURI(`${origin}${path}`) },
			...(text !== '' && { body: text }),
			...(lane && { lane: lane({ path, body: text }) }),
		};
	});
}

/**
 * Runs a comparison, makes a row of medians for each candidate, and checks each run: every item was sent once with the right
 * body, and came out, in order.
 */
export async function compare(n8n: BenchN8n, service: BenchService, comparison: Comparison): Promise<string[][]> {
	const { label, count, channels, rounds } = comparison;
	service.ready = readyRequests(comparison, service.origin);
	const items = list(service.origin, count, channels);
	const candidate = async (name: string, nodes: BenchNode[], ordered: boolean): Promise<Candidate<Run>> => {
		const workflow = await n8n.publish(`${label}: ${name}`, nodes);
		return {
			name,
			run: async () => {
				service.reset();
				const run = await n8n.run(workflow);
				check(name, comparison, service.received, run, ordered);
				return { ...run, output: [] };
			},
		};
	};
	const results = await interleave(
		[
			await candidate('Messaging Platform', [items, comparison.ours], true),
			await candidate('HTTP Request', [items, comparison.theirs], false),
			await candidate('the floor', [ready(service.origin), floor('requests')], true),
		],
		rounds,
	);
	const rate = ({ durationMs }: Run) => (1000 * count) / durationMs;
	const ratio = (name: string) => ratioOf(results, name, 'HTTP Request', rate);
	const share = (name: string) => ratioOf(results, name, 'the floor', rate);
	return [...results.keys()].map((name) => [
		label,
		name,
		show(medianOf(results, name, rate)),
		show(ratio(name)),
		show(share(name)),
		`${show(medianOf(results, name, ({ blockMs }) => blockMs))} ms`,
		`${show(medianOf(results, name, ({ growthBytes }) => growthBytes) / 1024 ** 2)} MB`,
	]);
}

function check(
	name: string,
	{ label, count, expected, lane }: Comparison,
	received: Received[],
	run: Run,
	ordered: boolean,
): void {
	const fail = (what: string) => {
		throw new Error(`${label}, ${name}: ${what}`);
	};
	if (run.output.length !== count) fail(`${run.output.length} items came out instead of ${count}`);
	if (received.length !== count) fail(`the service got ${received.length} requests instead of ${count}`);
	const keyOf = (method: string, path: string, body: unknown) => `${method} ${path} ${JSON.stringify(body ?? null)}`;
	const wanted = new Map(
		Array.from({ length: count }, (_, index) => {
			const { method, path, body } = expected(index);
			return [keyOf(method, path, body), index];
		}),
	);
	const seen = new Set<number>();
	const last = new Map<string, number>();
	for (const request of received) {
		const body: unknown = request.body === '' ? null : JSON.parse(request.body);
		const index = wanted.get(keyOf(request.method, request.path, body));
		if (index === undefined || seen.has(index)) return fail(`unexpected: ${request.method} ${request.path} ${request.body}`);
		seen.add(index);
		if (!ordered || lane === undefined) continue;
		const key = lane(request);
		if ((last.get(key) ?? -1) > index) fail(`item ${index} overtook another on ${key}`);
		last.set(key, index);
	}
}
