import type { IExecutePaginationFunctions, IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';
import pLimit from 'p-limit';
import { asApiError, asNodeError, failedItem, reportsFailures, valueError } from './errors';
import type { Item } from './item';
import { itemOf } from './item';
import type { JsonObject } from './json';

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

function enterRun(key: object): Run {
	const run = runs.get(key) ?? { limit: pLimit(AT_ONCE), lanes: new Map<string, Promise<unknown>>(), open: 0, stopped: false };
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
		return await current.limit(async () => await runItem(functions, current, run));
	} finally {
		leaveRun(key, current);
	}
}

async function runItem(
	functions: IExecuteSingleFunctions,
	current: Run,
	run: ItemRunner<INodeExecutionData>,
): Promise<INodeExecutionData[]> {
	const index = functions.getItemIndex();
	const node = functions.getNode();
	if (current.stopped) throw asApiError(node, index, valueError(node, index, 'Not run, because an item before failed'));
	try {
		return await run(itemOf(functions), turnsOf(current), current);
	} catch (error) {
		const failure = asNodeError(node, index, error);
		if (reportsFailures(node, functions.continueOnFail())) return [failedItem(failure, index)];
		current.stopped = true;
		throw asApiError(node, index, failure);
	}
}
