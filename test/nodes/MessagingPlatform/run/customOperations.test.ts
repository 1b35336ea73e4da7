import { type IDataObject, type NodeOperationError, sleep } from 'n8n-workflow';
import type { Operation } from '../../../../nodes/MessagingPlatform/run/operation';
import { Failure } from '../../../../nodes/shared/failure';
import { type Given, outputOf, run } from './runLoop';

/** Returns the node's error message. */
async function failureOf(prepare: Operation['prepare'], given: Given = {}): Promise<IDataObject> {
	try {
		await run(prepare, given);
	} catch (error) {
		const { message, description, context } = error as NodeOperationError;
		return { message, description: description ?? '', context };
	}
	throw new Error('It did not fail.');
}

/** Items of which some are refused: when their parameters are prepared, or when they run. */
const refusing =
	(indexes: number[], when: 'prepared' | 'run', description?: string): Operation['prepare'] =>
	(item) => {
		const refused = () => Failure.ofValue(`No. ${item.index} is <b>wrong</b>`, description);
		if (when === 'prepared' && indexes.includes(item.index)) throw refused();
		return {
			lane: 'one',
			run: async () => {
				if (indexes.includes(item.index)) throw refused();
				return outputOf(item);
			},
		};
	};

const all: Operation['prepare'] = (item) => ({ run: async () => outputOf(item) });

describe('the error of a node that stops at a failure', () => {
	test.each<[string, number, number[], string]>([
		['that none went through', 3, [0], 'Check it. None of the 3 items were processed.'],
		['which one went through', 3, [1], 'Check it. Item 1 of 3 was already processed. Leave it out when you run the node again.'],
		[
			'which ones went through',
			5,
			[3],
			'Check it. Items 1 to 3 of 5 were already processed. Leave them out when you run the node again.',
		],
		['nothing of other items where it had one', 1, [0], 'Check it.'],
	])('is %s', async (_what, items, refused, description) => {
		expect((await failureOf(refusing(refused, 'run', 'Check it'), { items })).description).toBe(description);
	});

	test('is that of the first item that failed, whichever finished first', async () => {
		const failing =
			(wait: (index: number) => number): Operation['prepare'] =>
			(item) => ({
				run: async () => {
					await sleep(wait(item.index));
					throw Failure.ofValue(`No. ${item.index}`);
				},
			});
		expect((await failureOf(failing((index) => 20 - 10 * index))).message).toBe('Item 1 of 3: No. 0');
		expect((await failureOf(failing((index) => 10 * index))).message).toBe('Item 1 of 3: No. 0');
	});
});

describe('the batches of Request Options', () => {
	/** The start of the items, in ms, and how many were finished then. */
	async function begun(batch: unknown, items: number): Promise<Array<{ after: number; through: number }>> {
		const start = performance.now();
		let through = 0;
		const begins: Array<{ after: number; through: number }> = [];
		const prepare: Operation['prepare'] = (item) => ({
			run: async () => {
				begins.push({ after: performance.now() - start, through });
				await sleep(20);
				through += 1;
				return outputOf(item);
			},
		});
		await run(prepare, { items, requestOptions: { batching: { batch } } });
		return begins;
	}

	test('have their size, and a pause after all of the one before are finished', async () => {
		const begins = await begun({ batchSize: 2, batchInterval: 60 }, 5);
		expect(begins.map(({ through }) => through)).toEqual([0, 0, 2, 2, 4]);
		expect(begins[2]?.after).toBeGreaterThanOrEqual(79);
		expect(begins[4]?.after).toBeGreaterThanOrEqual(158);
	});

	test.each<[string, unknown, number[]]>([
		['a size with a fraction counts without it', { batchSize: 2.9, batchInterval: 1 }, [0, 0, 2]],
		['a size of 0 is one item', { batchSize: 0, batchInterval: 1 }, [0, 1, 2]],
		['a negative size is one item', { batchSize: -1, batchInterval: 1 }, [0, 1, 2]],
		['a size that is no number is one item', { batchSize: '2', batchInterval: 1 }, [0, 1, 2]],
		['a pause that is no number is none', { batchSize: 1, batchInterval: '60000' }, [0, 0, 0]],
		['a pause of 0 is none', { batchSize: 1, batchInterval: 0 }, [0, 0, 0]],
		['without either there is none', {}, [0, 0, 0]],
	])('%s', async (_rule, batch, through) => {
		expect((await begun(batch, 3)).map((one) => one.through)).toEqual(through);
	});
});

describe('an execution that is stopped', () => {
	const partly = (description?: string) =>
		Failure.ofValue('The rest was not sent', description).with({ sent: { ids: ['1'], of: 2, begin: 'x' } });

	test('ends as canceled, says what is finished and what is half done, and begins nothing', async () => {
		const stop = new AbortController();
		const begun: number[] = [];
		const prepare: Operation['prepare'] = (item) => ({
			lane: item.index < 2 ? 'one' : `${item.index}`,
			run: async () => {
				begun.push(item.index);
				if (item.index === 0) return outputOf(item);
				await sleep(10);
				stop.abort();
				if (item.index === 3) throw Failure.ofValue('Refused', 'Not half done');
				if (item.index === 4) throw partly();
				throw partly('Only part 1 of 2 was sent');
			},
		});
		const { message, description } = await failureOf(
			(item) => (item.index === 11 ? { lane: 'one', run: async () => outputOf(item) } : prepare(item)),
			{ items: 12, signal: stop.signal },
		);
		expect(message).toBe('The execution was canceled');
		expect(description).toContain('Item 1 of 12 was already processed. Leave it out when you run the node again.');
		expect(description).toContain('Item 2: Only part 1 of 2 was sent.');
		expect(description).toMatch(/Item 5:(?: Item|$)/);
		expect(description).not.toContain('Item 4:');
		expect(begun).not.toContain(11);
	});

	test('begins nothing if it was stopped before it began, even if failures are output', async () => {
		const stop = new AbortController();
		stop.abort();
		const prepared: number[] = [];
		const { message, description } = await failureOf((item) => (prepared.push(item.index), all(item)), {
			signal: stop.signal,
			continueOnFail: true,
		});
		expect(message).toBe('The execution was canceled');
		expect(description).toBe('None of the 3 items were processed.');
		expect(prepared).toEqual([]);
	});
});
