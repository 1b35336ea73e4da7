import type { BenchN8n, BenchNode, Run } from './n8n';
import { list } from './nodes';
import type { BenchService, Received } from './service';
import { interleave, median, medianOf, show } from './statistics';

/** The same requests made by this package's node and by HTTP Request. */
export interface Comparison {
	label: string;
	count: number;
	/** How many channels the items go to in turn. */
	channels: number;
	rounds: number;
	ours: BenchNode;
	theirs: BenchNode;
	/** What the request of an item must look like. */
	expected(index: number): { method: string; path: string; body: unknown };
	/** Of requests that this says the same of, ours must keep the order of the items. */
	lane?(request: Received): string;
}

/** Medians of a comparison. */
export interface Compared {
	label: string;
	/** Items a second, ours over theirs. */
	ratio: number;
	blockMs: number;
	rows: string[][];
}

export const HEADER = ['', 'node', 'items/s', 'ratio', 'longest block', 'memory growth'];

/**
 * Runs a comparison and checks each run: every item was sent once with the right body, and came out, in order.
 *
 * @throws Error when a node did not do its work
 */
export async function compare(n8n: BenchN8n, service: BenchService, comparison: Comparison): Promise<Compared> {
	const { label, count, channels, rounds } = comparison;
	const workflow = async (name: string, node: BenchNode) =>
		await n8n.publish(`${label}: ${name}`, [list(service.origin, count, channels), node]);
	const [ours, theirs] = [await workflow('ours', comparison.ours), await workflow('HTTP Request', comparison.theirs)];
	const candidate = (name: string, target: typeof ours, ordered: boolean) => ({
		name,
		run: async () => {
			service.reset();
			const run = await n8n.run(target);
			check(name, comparison, service.received, run, ordered);
			return { ...run, output: [] };
		},
	});
	const results = await interleave([candidate('ours', ours, true), candidate('theirs', theirs, false)], rounds);
	const rate = (name: string) => (1000 * count) / medianOf(results, name, ({ durationMs }) => durationMs);
	const block = (name: string) => medianOf(results, name, ({ blockMs }) => blockMs);
	const growth = (name: string) => medianOf(results, name, ({ growthBytes }) => growthBytes) / 1024 ** 2;
	const ratio = rate('ours') / rate('theirs');
	const row = (name: string, node: string) => [
		label,
		node,
		show(rate(name)),
		show(rate(name) / rate('theirs')),
		`${show(block(name))} ms`,
		`${show(growth(name))} MB`,
	];
	return {
		label,
		ratio,
		blockMs: median((results.get('ours') ?? []).map(({ blockMs }) => blockMs)),
		rows: [row('ours', 'Messaging Platform'), row('theirs', 'HTTP Request')],
	};
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
