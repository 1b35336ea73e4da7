import { type INodeExecutionData, sleep } from 'n8n-workflow';
import { Lanes, Paces, type Plan } from '../../../../nodes/MessagingPlatform/run/lanes';
import { waitFor } from '../../../helpers/waitFor';

type Send = Exclude<Awaited<ReturnType<Plan['run']>>, INodeExecutionData[]>;

/** As many items are under way at once. */
const AT_ONCE = 10;

const outputOf = (name: string): INodeExecutionData[] => [{ json: { name } }];

/** The pause between two messages to a channel, in ms. */
const PAUSE_MS = 60;

/** Lets everything continue that can. */
const settle = async () => await sleep(0);

/** Items whose runs end when the test says so. */
class Items {
	private readonly course = { isOver: false, end: new AbortController() };

	readonly lanes = new Lanes(Object.assign(this.course, { over: this.course.end.signal }), new Paces());

	/** The started items, in this order. */
	readonly begun: string[] = [];

	readonly outputs: Array<[number, INodeExecutionData[] | undefined]> = [];

	readonly errors: Array<[number, unknown]> = [];

	private readonly ends = new Map<string, () => void>();

	private count = 0;

	/** Lets nothing new start. */
	over(): void {
		this.course.isOver = true;
		this.course.end.abort();
	}

	/** A run that ends when the test says so. */
	run(name: string): () => Promise<INodeExecutionData[]> {
		return async () => {
			this.begun.push(name);
			await new Promise<void>((resolve) => this.ends.set(name, resolve));
			return outputOf(name);
		};
	}

	/** A message that is ready at once, in parts whose sending ends when the test says so. */
	message(...parts: string[]): () => Promise<Send> {
		return async () => async (inTurn) => {
			let output: INodeExecutionData[] | undefined;
			for (const part of parts) output = await inTurn(this.run(part));
			return output;
		};
	}

	add(name: string, plan: Omit<Plan, 'run'> = {}, run: Plan['run'] = this.run(name)): void {
		const taker = {
			taken: (index: number, output: INodeExecutionData[] | undefined) => void this.outputs.push([index, output]),
			failed: (index: number, error: unknown) => void this.errors.push([index, error]),
		};
		this.lanes.add({ index: this.count++, plan: { ...plan, run }, taker });
	}

	async end(name: string): Promise<void> {
		this.ends.get(name)?.();
		await settle();
	}
}

describe('messages to one channel', () => {
	const pace = (channel: string, intervalMs = 0) => ({ pace: async () => ({ channel, intervalMs }) });

	test.each([
		['the end of the one before', async () => await Promise.resolve([])],
		['a failure, too: the message may have arrived', async () => await Promise.reject(new Error('no answer'))],
	])('keep its interval to %s', async (_what, next) => {
		const items = new Items();
		items.add('a1', { lane: 'a', ...pace('a', PAUSE_MS) }, async () => async (inTurn) => await inTurn(next));
		items.add('a2', { lane: 'a', ...pace('a', PAUSE_MS) }, items.message('a2'));
		items.add('b1', { lane: 'b', ...pace('b', PAUSE_MS) }, items.message('b1'));
		const started = performance.now();
		await settle();
		expect(items.begun).toEqual(['b1']);
		await waitFor(() => items.begun.length === 2);
		expect(performance.now() - started).toBeGreaterThanOrEqual(PAUSE_MS - 1);
	});

	test('are prepared before their turn comes', async () => {
		const items = new Items();
		const made: string[] = [];
		const ready = (name: string) => async () => (made.push(name), await items.message(name)());
		items.add('a1', { lane: 'a', ...pace('x') }, ready('a1'));
		items.add('b1', { lane: 'b', ...pace('x') }, ready('b1'));
		await settle();
		expect([made, items.begun]).toEqual([['a1', 'b1'], ['a1']]);
		await items.end('a1');
		expect(items.begun).toEqual(['a1', 'b1']);
	});

	test('are sent while ten others are being prepared: other executions wait for the channel meanwhile', async () => {
		const items = new Items();
		items.add('a1', { lane: 'a', ...pace('a') }, items.message('a1'));
		const uploads = Array.from({ length: AT_ONCE }, (_, index) => `upload ${index}`);
		for (const name of uploads) items.add(name, { lane: name, ...pace(name) });
		await settle();
		expect(items.begun.sort()).toEqual(['a1', ...uploads]);
	});
});

test.each([
	['that sends nothing', async () => []],
	['that is not to begin anymore', undefined],
])('for an item %s no one looks up the pace of its channel', async (_which, run) => {
	const items = new Items();
	if (run === undefined) items.over();
	let asked = 0;
	items.add('a1', { lane: 'a', pace: async () => void (asked += 1) }, run);
	await items.lanes.areOver();
	expect([asked, items.begun, items.outputs]).toEqual([0, [], [[0, run && []]]]);
});

describe('an item that sends more than once', () => {
	const pace = async () => ({ channel: 'a', intervalMs: PAUSE_MS });
	const twoParts = (items: Items) => items.message('part 1', 'part 2');

	test('finishes at its pace when another one failed, while those that wait do not begin', async () => {
		const items = new Items();
		items.add('long', { lane: 'a', pace }, twoParts(items));
		items.add('next', { lane: 'a', pace });
		items.add('other', { lane: 'b', pace }, items.message('other'));
		await settle();
		items.over();
		await settle();
		// for one that does not begin there is nothing to wait for
		expect(items.outputs).toEqual([[2, undefined]]);
		await items.end('part 1');
		expect(items.begun).toEqual(['part 1']);
		await waitFor(() => items.begun.length === 2);
		await items.end('part 2');
		expect(items.begun).toEqual(['part 1', 'part 2']);
		expect(items.outputs.slice(1)).toEqual([
			[0, outputOf('part 2')],
			[1, undefined],
		]);
	});

	test('does not begin when another one failed while it was prepared', async () => {
		const items = new Items();
		items.add('long', { pace }, async () => (items.over(), await twoParts(items)()));
		await items.lanes.areOver();
		expect([items.begun, items.outputs]).toEqual([[], [[0, undefined]]]);
	});
});
