import { type IExecuteFunctions, type IExecutePaginationFunctions, type INodeExecutionData, sleep } from 'n8n-workflow';
import pLimit from 'p-limit';
import { checkAgentMay } from '../tool/agentReach';
import { asApiError, asNodeError, valueError } from '../../shared/platform/errors';
import { failedItem, reportsFailures, thrownFailure } from './failures';
import { type Item, itemAt, itemOf } from './item';
import { type JsonObject, isObject } from '../../shared/json';

/** Runs a task after the earlier tasks of the same key, in the order in which they asked. */
export type InTurn = <Result>(key: string, task: () => Promise<Result>) => Promise<Result>;

/** Makes the output of one item; `execution` is the same object for all items of one execution of the node. */
export type ItemRunner<Output = JsonObject> = (item: Item, inTurn: InTurn, execution: object) => Promise<Output[]>;

/** n8n's engine would open a connection for every item at once. */
const AT_ONCE = 20;

interface Run {
	limit: ReturnType<typeof pLimit>;
	/** The last task of each key. */
	lanes: Map<string, Promise<unknown>>;
	/** Items that have not ended yet; the run is forgotten with the last of them. */
	open: number;
	/** Whether an item failed in a node that stops at a failure. */
	stopped: boolean;
}

// n8n gives every item a context of its own; what they share is the data of the node's execution
const runs = new WeakMap<object, Run>();

function newRun(): Run {
	return { limit: pLimit(AT_ONCE), lanes: new Map<string, Promise<unknown>>(), open: 0, stopped: false };
}

function enterRun(key: object): Run {
	const run = runs.get(key) ?? newRun();
	run.open += 1;
	runs.set(key, run);
	return run;
}

function leaveRun(key: object, run: Run): void {
	run.open -= 1;
	if (run.open === 0) runs.delete(key);
}

function turnsOf(run: Run): InTurn {
	return async (key, task) => {
		const before = run.lanes.get(key);
		const turn = before === undefined ? task() : before.then(task, task);
		run.lanes.set(key, turn);
		return await turn;
	};
}

/**
 * Pairs output objects with the item that they come from.
 *
 * @param objects what the item gave
 * @param index index of the input item
 * @returns output items
 */
export function toOutput(objects: JsonObject[], index: number): INodeExecutionData[] {
	return objects.map((json) => ({ json, pairedItem: { item: index } }));
}

/**
 * Runs one item of a declarative operation. It is called as the operation's pagination function: the one place where n8n
 * lets a declarative node see a failure, so that "Continue on Fail" yields an item that is paired and says what to do. Not
 * more than 20 items run at once, and after a failure that stops the node no further item starts.
 *
 * @param functions n8n's context of the item
 * @param run makes the item's output
 * @returns the output items of the item, or the one that tells its failure
 * @throws NodeApiError when the item fails and the node stops at a failure
 */
export async function runDeclared(
	functions: IExecutePaginationFunctions,
	run: ItemRunner<INodeExecutionData>,
): Promise<INodeExecutionData[]> {
	const key = functions.getExecuteData();
	const current = enterRun(key);
	try {
		return await current.limit(async () => await runItem(functions, itemOf(functions), current, run));
	} finally {
		leaveRun(key, current);
	}
}

/** Runs one item and says what its failure means: an output item, or the end of the node. */
async function runItem(
	functions: IExecuteFunctions | IExecutePaginationFunctions,
	item: Item,
	current: Run,
	run: ItemRunner<INodeExecutionData>,
): Promise<INodeExecutionData[]> {
	const { index, node } = item;
	if (current.stopped) throw asApiError(node, index, valueError(node, index, 'Not run, because an item before failed'));
	try {
		checkAgentMay(item);
		return await run(item, turnsOf(current), current);
	} catch (error) {
		const failure = asNodeError(node, index, error);
		if (reportsFailures(functions)) return [failedItem(functions, failure, index)];
		current.stopped = true;
		throw asApiError(node, index, thrownFailure(functions, failure, index));
	}
}

/**
 * The "Batching" that n8n offers under Request Options.
 *
 * @param functions n8n's context for all items
 * @returns a pause in ms after so many items; 0 when the user set none
 */
export function batchingOf(functions: IExecuteFunctions): { size: number; pauseMs: number } {
	const options: unknown = functions.getNodeParameter('requestOptions', 0, {});
	const batching = isObject(options) ? options.batching : undefined;
	const batch = isObject(batching) && isObject(batching.batch) ? batching.batch : {};
	const { batchSize, batchInterval } = batch;
	return {
		size: typeof batchSize === 'number' && batchSize > 0 ? Math.floor(batchSize) : 1,
		pauseMs: typeof batchInterval === 'number' ? batchInterval : 0,
	};
}

/**
 * Runs the items of a declarative operation as a custom operation does: n8n's own engine for declarative nodes resolves
 * every field several times an item, and does so for all items before it sends the first request, while n8n stands still.
 * Here an item's fields are read when its turn comes. What comes out is the same as with {@link runDeclared}.
 *
 * @param functions n8n's context for all items
 * @param run makes the output of one item
 * @returns the output items in the order of the input items, failures included where the node reports them
 * @throws NodeApiError of the first item that failed, when the node stops at a failure
 */
export async function runItems(functions: IExecuteFunctions, run: ItemRunner<INodeExecutionData>): Promise<INodeExecutionData[]> {
	const current = newRun();
	const signal = functions.getExecutionCancelSignal();
	const { size, pauseMs } = batchingOf(functions);
	const outcomes: Array<Promise<INodeExecutionData[] | { error: unknown }>> = [];
	const count = functions.getInputData().length;
	for (let index = 0; index < count && signal?.aborted !== true; index++) {
		if (pauseMs > 0 && index > 0 && index % size === 0) await sleep(pauseMs);
		const outcome = current.limit(async () =>
			signal?.aborted ? [] : await runItem(functions, itemAt(functions, index), current, run),
		);
		outcomes.push(outcome.catch((error: unknown) => ({ error })));
	}
	const output: INodeExecutionData[] = [];
	for (const outcome of await Promise.all(outcomes)) {
		if ('error' in outcome) throw outcome.error;
		for (const item of outcome) output.push(item);
	}
	return output;
}
