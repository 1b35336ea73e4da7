import { type IExecuteFunctions, type INodeExecutionData, sleep } from 'n8n-workflow';
import { objectOf } from '../../shared/json';
import { Failure, nodeError } from '../../shared/failure';
import { asWritten, inOneParagraph, listItems } from '../../shared/texts';
import { Execution } from './execution';
import { failedItem, reportsFailures, thrownFailure } from './failures';
import { Item } from './item';
import type { Journal } from './journal';
import type { NodeMemory } from './memory';
import type { Taker } from './lanes';
import type { Operation, Resource } from './operation';

/** n8n's event loop is given back after this many ms of preparing items. */
const SLICE_MS = 10;

/** The "Batching" that n8n offers under Request Options: a pause in ms after so many items; 0 when the user set none. */
function batchingOf(functions: IExecuteFunctions): { size: number; pauseMs: number } {
	const options: unknown = functions.getNodeParameter('requestOptions', 0, {});
	const { batchSize, batchInterval } = objectOf(objectOf(objectOf(options).batching).batch);
	return {
		size: typeof batchSize === 'number' && batchSize > 0 ? Math.floor(batchSize) : 1,
		pauseMs: typeof batchInterval === 'number' ? batchInterval : 0,
	};
}

class Loop implements Taker {
	private readonly execution: Execution;

	private readonly count: number;

	private readonly results = new Map<number, INodeExecutionData[]>();

	/** What earlier tries of this run did; undefined if n8n makes no others. */
	private readonly journal?: Journal;

	private readonly done: number[] = [];

	/** Facts about items that were half done when the execution was stopped. */
	private readonly halfDone: string[] = [];

	/** The first item that failed in a node that stops at a failure. */
	private failure?: { index: number; error: unknown };

	constructor(
		private readonly functions: IExecuteFunctions,
		private readonly operation: Operation,
		memory: NodeMemory,
	) {
		this.execution = new Execution(functions, memory);
		// to read once more does no harm
		if (!operation.reads) this.journal = memory.journalOf(functions, this.execution.node);
		const { length } = functions.getInputData();
		this.count = operation.onlyFirstItem ? Math.min(length, 1) : length;
	}

	async run(): Promise<INodeExecutionData[]> {
		this.repeatEnds();
		const { size, pauseMs } = batchingOf(this.functions);
		let sliceStart = performance.now();
		for (let index = 0; index < this.count; index++) {
			if (this.journal?.of(index).end !== undefined) continue;
			if (pauseMs > 0 && index > 0 && index % size === 0) {
				// the pause begins when all items before it are through
				await this.execution.lanes.areOver();
				await sleep(pauseMs, this.execution.over).catch(() => undefined);
			}
			if (this.execution.isOver) break;
			this.prepare(index);
			if (performance.now() - sliceStart > SLICE_MS) {
				await sleep(0);
				sliceStart = performance.now();
			}
		}
		await this.execution.lanes.areOver();
		return this.finish();
	}

	/** Outputs what earlier tries ended with, before anything is sent: a failure among them may end the node. */
	private repeatEnds(): void {
		for (let index = 0; this.journal !== undefined && index < this.count; index++) {
			const end = this.journal.of(index).end;
			if (end instanceof Failure) this.fail(index, end);
			else if (end !== undefined) this.through(index, end);
		}
	}

	/** Prepares an item at once, so that lanes keep the order of the items, and lets it wait for its turn. */
	private prepare(index: number): void {
		try {
			const item = new Item(this.functions, this.execution, index, this.journal?.of(index).begin());
			this.execution.lanes.add({ index, plan: this.operation.prepare(item), taker: this });
		} catch (error) {
			this.failed(index, error);
		}
	}

	taken(index: number, output: INodeExecutionData[] | undefined): void {
		if (output === undefined) return;
		this.through(index, output);
		this.journal?.of(index).taken(output);
	}

	private through(index: number, output: INodeExecutionData[]): void {
		this.results.set(index, output);
		this.done.push(index);
	}

	failed(index: number, error: unknown): void {
		if (this.execution.signal?.aborted === true) return this.note(index, error);
		this.journal?.of(index).failed(error);
		this.fail(index, error);
	}

	/** Notes an item that a stopped execution leaves half done. */
	private note(index: number, error: unknown): void {
		const { advice, sent } = Failure.of(error);
		if (sent) this.halfDone.push(`Item ${index + 1}: ${advice}`);
	}

	private fail(index: number, error: unknown): void {
		if (reportsFailures(this.execution)) {
			this.results.set(index, [failedItem(this.execution, Failure.of(error), index, this.operation)]);
			return;
		}
		if (this.failure === undefined || index < this.failure.index) this.failure = { index, error };
		this.execution.end();
	}

	private finish(): INodeExecutionData[] {
		const { node, signal } = this.execution;
		if (signal?.aborted) {
			// n8n recognizes a stopped execution by the word "canceled"
			const advice = inOneParagraph([this.progress(), ...this.halfDone]);
			throw nodeError(node, Failure.ofValue('The execution was canceled', advice), 0);
		}
		if (this.failure) {
			const { index, error } = this.failure;
			throw nodeError(node, this.shown(thrownFailure(this.execution, Failure.of(error)), index));
		}
		const output: INodeExecutionData[] = [];
		for (let index = 0; index < this.count; index++) {
			for (const one of this.results.get(index) ?? []) output.push(one);
		}
		return output;
	}

	/** Prepares a failure for n8n's editor: names the item, counted from 1, and makes text of what would be drawn as HTML. */
	private shown(failure: Failure, index: number): Failure {
		const which = this.count > 1 ? `Item ${index + 1} of ${this.count}: ` : '';
		return failure.with({
			message: asWritten(which + failure.message),
			advice: asWritten(inOneParagraph([failure.advice, this.progress()])),
		});
	}

	/** Lists the items that were processed: a run that is simply repeated would process them again. */
	private progress(): string {
		if (this.count === 1) return '';
		if (this.done.length === 0) return `None of the ${this.count} items were processed.`;
		const [first = 0] = this.done;
		if (this.done.length === 1)
			return `Item ${first + 1} of ${this.count} was already processed. Leave it out when you run the node again.`;
		return `Items ${listItems(this.done)} of ${this.count} were already processed. Leave them out when you run the node again.`;
	}
}

/** Runs an operation for all items of the node. */
type CustomOperation = (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

/**
 * The operations of the node as n8n's custom operations, which it runs in place of their routing wherever it can. Items of one
 * lane go one at a time in the order of the items; lanes don't wait for each other; messages to one channel keep its interval,
 * across all executions of the process; up to 10 items are prepared, and up to 10 sent at a pace, at once; n8n's
 * event loop is never held for long. Nothing is repeated, and what n8n repeats (Retry On Fail) is done once all the same. Two
 * processes do not know of each other.
 * @returns resource to operation to function. The function returns one output with the items in the order of the input items;
 * with "Continue on Fail", and for a tool of an AI agent, a failed item's output is its error. Otherwise it throws the
 * NodeApiError or NodeOperationError of the first item that failed: nothing starts after it, items under way are waited for, and
 * the description lists the processed items. The same happens when the execution is stopped.
 */
export function customOperationsOf(resources: Resource[], memory: NodeMemory): Record<string, Record<string, CustomOperation>> {
	const functionOf = (operation: Operation): CustomOperation =>
		async function () {
			return [await new Loop(this, operation, memory).run()];
		};
	return Object.fromEntries(
		resources.map(({ option, operations }) => [
			option.value,
			Object.fromEntries(operations.map((operation) => [operation.option.value, functionOf(operation)])),
		]),
	);
}
