import { type IExecuteFunctions, type INodeExecutionData, sleep } from 'n8n-workflow';
import pLimit from 'p-limit';
import { batchingOf } from './declared';
import { checkAgentMay } from '../tool/agentReach';
import { asNodeError, valueError } from '../../shared/platform/errors';
import { failedItem, reportsFailures, thrownFailure } from './failures';
import type { Item } from './item';
import { itemReader } from './itemReader';
import { listIndexes } from '../../shared/words';

/** One item that is ready to go, before any request was made for it. */
export interface Prepared {
	/** Items of one lane go out one at a time in item order (channel_channelId); an item without a lane waits for no other. */
	lane?: string;
	/** Pause in ms that the lane asks for between two sends; asked before every send but the lane's first. */
	intervalMs?(): Promise<number>;
	/** Makes the requests of the item and returns its output items. */
	send(): Promise<INodeExecutionData[]>;
}

/** Decides where an item goes, without a request; throws NodeOperationError for a value that is refused. */
export type Prepare = (item: Item) => Prepared;

/** Sends under way at once, over all lanes: n8n opens a new connection for every request, so this also bounds the sockets. */
const CONCURRENCY = 10;

/** n8n's event loop is given back after this many ms of preparing items. */
const SLICE_MS = 10;

interface Lane {
	/** Runs one item after the other. */
	run: pLimit.Limit;
	/** When the lane's last send was over, ms of the monotonic clock. */
	endedAt?: number;
}

class Loop {
	private readonly results = new Map<number, INodeExecutionData[]>();

	private readonly sent: number[] = [];

	private readonly lanes = new Map<string, Lane>();

	private readonly slots = pLimit(CONCURRENCY);

	private readonly signal: AbortSignal | undefined;

	private readonly count: number;

	/** The first failure of a node that does not continue on fail: nothing new starts after it. */
	private failed?: { index: number; error: unknown };

	constructor(
		private readonly functions: IExecuteFunctions,
		private readonly prepare: Prepare,
	) {
		this.signal = functions.getExecutionCancelSignal();
		this.count = functions.getInputData().length;
	}

	async run(): Promise<INodeExecutionData[]> {
		const sends: Array<Promise<void>> = [];
		const itemAt = itemReader(this.functions);
		let sliceStart = performance.now();
		const { size, pauseMs } = batchingOf(this.functions);
		for (let index = 0; index < this.count && !this.stopped(); index++) {
			if (pauseMs > 0 && index > 0 && index % size === 0) await this.between(sends, pauseMs);
			if (this.stopped()) break;
			const item = itemAt(index);
			try {
				checkAgentMay(item);
				const prepared = this.prepare(item);
				const lane = this.laneOf(prepared);
				sends.push(lane.run(async () => await this.paced(item, prepared, lane)));
			} catch (error) {
				this.fail(item, error);
			}
			if (performance.now() - sliceStart > SLICE_MS) {
				await sleep(0);
				sliceStart = performance.now();
			}
		}
		await Promise.all(sends);
		return this.finish();
	}

	/** The pause that the user set after so many items begins when all of them are through. */
	private async between(sends: Array<Promise<void>>, pauseMs: number): Promise<void> {
		await Promise.all(sends);
		if (this.stopped()) return;
		try {
			await sleep(pauseMs, this.signal);
		} catch {
			// the execution was stopped: so is the loop
		}
	}

	private laneOf({ lane: name }: Prepared): Lane {
		const known = name === undefined ? undefined : this.lanes.get(name);
		if (known) return known;
		const lane = { run: pLimit(1) };
		if (name !== undefined) this.lanes.set(name, lane);
		return lane;
	}

	private stopped(): boolean {
		return this.failed !== undefined || this.signal?.aborted === true;
	}

	/** Waits for the lane's pause outside of a slot, so that a slow channel does not hold up the others. */
	private async paced(item: Item, prepared: Prepared, lane: Lane): Promise<void> {
		if (this.stopped()) return;
		try {
			// From the end of the last send: its arrival at the service was before that, whatever the network did.
			if (lane.endedAt !== undefined && prepared.intervalMs) {
				const due = lane.endedAt + (await prepared.intervalMs());
				// a timer may fire a fraction of a millisecond early
				for (let left = due - performance.now(); left > 0; left = due - performance.now()) {
					await sleep(Math.ceil(left), this.signal);
				}
			}
			await this.slots(async () => {
				if (this.stopped()) return;
				try {
					this.results.set(item.index, await prepared.send());
					this.sent.push(item.index);
				} finally {
					lane.endedAt = performance.now();
				}
			});
		} catch (error) {
			if (this.signal?.aborted !== true) this.fail(item, error);
		}
	}

	private fail(item: Item, error: unknown): void {
		if (reportsFailures(this.functions)) {
			this.results.set(item.index, [failedItem(this.functions, asNodeError(item.node, item.index, error), item.index)]);
		} else {
			this.failed ??= { index: item.index, error };
		}
	}

	private finish(): INodeExecutionData[] {
		const node = this.functions.getNode();
		if (this.signal?.aborted) {
			// by the word "canceled" n8n tells a stopped execution from a failed one
			throw valueError(node, 0, 'The execution was canceled', this.progress());
		}
		if (this.failed) {
			const error = thrownFailure(this.functions, asNodeError(node, this.failed.index, this.failed.error), this.failed.index);
			if (this.count > 1) error.description = [error.description, this.progress()].filter(Boolean).join('\n');
			throw error;
		}
		const output: INodeExecutionData[] = [];
		for (let index = 0; index < this.count; index++) {
			for (const one of this.results.get(index) ?? []) output.push(one);
		}
		return output;
	}

	/** Which items went out: a run that is simply repeated would send them again. */
	private progress(): string {
		if (this.sent.length === 0) return `Nothing was sent for the ${this.count} items.`;
		const sent = listIndexes(this.sent);
		return `Sent before that, ${this.sent.length} of ${this.count} items: ${sent} (counted from 0). Leave these out when you run the node again.`;
	}
}

/**
 * Runs an operation for all items of a node (a custom operation). Items of one lane go out one at a time in item order, at
 * least the lane's interval apart; lanes do not wait for each other; at most 10 sends are under way; n8n's event loop is
 * never held for long. A send is never repeated. Two executions at once, or two workers, do not know of each other.
 *
 * @param functions n8n's context for all items
 * @param prepare decides where an item goes and how it is sent
 * @returns the output items in the order of the input items. With "Continue on Fail", and for a tool of an AI agent, a
 * failed item's output is its error.
 * @throws NodeApiError or NodeOperationError of the first item that failed, otherwise: no send starts after it, those under
 * way are waited for, and the description lists the items that were sent. Also when the execution is stopped.
 */
export async function sendItems(functions: IExecuteFunctions, prepare: Prepare): Promise<INodeExecutionData[]> {
	return await new Loop(functions, prepare).run();
}
