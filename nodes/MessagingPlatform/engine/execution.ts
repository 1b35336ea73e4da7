import { type IExecuteFunctions, type IExecuteSingleFunctions, type INode, type INodeExecutionData, sleep } from 'n8n-workflow';
import pLimit from 'p-limit';
import { isObject } from '../../shared/json';
import { Platform } from '../../shared/platform/platform';
import type { NodeMemory } from './memory';

/** n8n's context of an operation: of all items, or where it is called directly (`directCalls.ts`) of one. */
export type Functions = IExecuteFunctions | IExecuteSingleFunctions;

/** What an operation needs to run for one item, told before any request is made for it. */
export interface Plan {
	/** Items of one lane run one at a time, in the order of the items; an item without a lane waits for no other. */
	lane?: string;
	/** Pause in ms that the lane asks for between two items; asked for before every item but the lane's first. */
	intervalMs?(): Promise<number>;
	/** Makes the requests of the item and returns its output items, or what is left to do for it. */
	run(): Promise<INodeExecutionData[] | Rest>;
}

/** What is left to do for an item that sends more than once: it waits for the lane's interval, as a further item would. */
export interface Rest {
	/**
	 * Goes on. An item that was begun is finished when another one failed; when the execution was stopped, this is called
	 * without the pause, to throw the error that tells what was done.
	 */
	next(): Promise<INodeExecutionData[] | Rest>;
}

/** Items under way at once, over all lanes: n8n opens a new connection for every request, so this also bounds the sockets. */
export const AT_ONCE = 10;

/** When the last item, or what there was of it, was through: ms of the monotonic clock. */
interface Pace {
	endedAt?: number;
}

interface Lane extends Pace {
	/** Lets one item run after the other. */
	turn: pLimit.Limit;
}

/** Makes the part of an execution that its operations share, for example what it knows of the account's channels. */
export type Part<Shared extends object> = new (execution: Execution) => Shared;

function hasExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	if (Array.isArray(value)) return (value as unknown[]).some(hasExpression);
	return isObject(value) && Object.values(value).some(hasExpression);
}

/** One execution of the node, which is handed along with every item: its lanes, its bounds, and what its items share. */
export class Execution {
	readonly node: INode;

	/** The platform as this execution reaches it: the credential is read once. */
	readonly platform: Platform;

	/** Aborted when a user stops the execution. */
	readonly signal: AbortSignal | undefined;

	/** Values of the parameters that are the same for every item. */
	readonly fixed = new Map<string, unknown>();

	/** Names of the parameters with an expression in them. */
	private readonly varying: ReadonlySet<string>;

	private readonly slots = pLimit(AT_ONCE);

	private readonly lanes = new Map<string, Lane>();

	private readonly parts = new Map<Part<object>, object>();

	private hasFailed = false;

	/**
	 * @param functions n8n's context
	 * @param memory what outlasts the execution
	 */
	constructor(
		readonly functions: Functions,
		readonly memory: NodeMemory,
	) {
		this.node = functions.getNode();
		this.platform = new Platform(functions);
		this.signal = functions.getExecutionCancelSignal();
		const { parameters } = this.node;
		this.varying = new Set(Object.keys(parameters).filter((name) => hasExpression(parameters[name])));
	}

	/** Whether nothing new is to start: the execution was stopped, or an item failed in a node that stops at a failure. */
	get isOver(): boolean {
		return this.hasFailed || this.signal?.aborted === true;
	}

	/** Lets nothing new start. */
	end(): void {
		this.hasFailed = true;
	}

	/**
	 * Tells whether a parameter has no expression: n8n prepares its whole expression data for each parameter that is asked for,
	 * so such a one is resolved for the first item that asks and then remembered.
	 *
	 * @param name name of the parameter
	 */
	isFixed(name: string): boolean {
		return !this.varying.has(name);
	}

	/**
	 * What the items of this execution share.
	 *
	 * @param Shared the class of it
	 * @returns the one object of this class, made for the first that asks
	 */
	part<Kind extends object>(Shared: Part<Kind>): Kind {
		const known = this.parts.get(Shared);
		if (known instanceof Shared) return known;
		const part = new Shared(this);
		this.parts.set(Shared, part);
		return part;
	}

	/**
	 * Runs an item in its turn: after the earlier items of its lane, no closer to them than the lane's interval, and no more than
	 * {@link AT_ONCE} at once.
	 *
	 * @param plan what the item needs
	 * @returns its output items; undefined when the execution was over before its turn came
	 * @throws what the item's run throws
	 */
	async run(plan: Plan): Promise<INodeExecutionData[] | undefined> {
		if (plan.lane === undefined) return await this.inLane(plan, {});
		const lane = this.lanes.get(plan.lane) ?? { turn: pLimit(1) };
		this.lanes.set(plan.lane, lane);
		return await lane.turn(async () => await this.inLane(plan, lane));
	}

	private async inLane(plan: Plan, lane: Pace): Promise<INodeExecutionData[] | undefined> {
		if (!this.isOver) await this.pause(plan, lane);
		let done = await this.inSlot(lane, async () => (this.isOver ? undefined : await plan.run()));
		while (done !== undefined && !Array.isArray(done)) {
			const rest: Rest = done;
			await this.pause(plan, lane);
			done = await this.inSlot(lane, async () => await rest.next());
		}
		return done;
	}

	/** Outside of a slot, so that a slow lane does not hold up the others. */
	private async pause(plan: Plan, { endedAt }: Pace): Promise<void> {
		// from the end of the last send: it arrived at the platform before that, whatever the network did
		if (endedAt !== undefined && plan.intervalMs) await this.wait(endedAt + (await plan.intervalMs()));
	}

	private async inSlot<Result>(lane: Pace, run: () => Promise<Result>): Promise<Result> {
		return await this.slots(async () => {
			try {
				return await run();
			} finally {
				lane.endedAt = performance.now();
			}
		});
	}

	/**
	 * Waits until a time, or until the execution is stopped.
	 *
	 * @param due ms of the monotonic clock
	 */
	async wait(due: number): Promise<void> {
		try {
			// a timer may fire a fraction of a millisecond early
			for (let left = due - performance.now(); left > 0; left = due - performance.now())
				await sleep(Math.ceil(left), this.signal);
		} catch {
			// the execution was stopped: whoever waits sees that it is over
		}
	}
}
