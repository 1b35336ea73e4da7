import type { INodeExecutionData } from 'n8n-workflow';
import { until } from '../../shared/api/deadline';
import { Queue, Queues } from '../../shared/queue';

/** Items that are made ready at once, and messages that are sent at a pace: n8n opens a connection for each, so this bounds the sockets. */
const AT_ONCE = 10;

export interface Pace {
	/** Names the channel among all channels of all accounts. */
	channel: string;
	/** Pause in ms between the end of a message and the beginning of the next. */
	intervalMs: number;
}

/** Runs a job in its channel's turn; undefined if it was over before. An item that has sent one message is finished unless it was stopped. */
export type InTurn = <Result>(job: () => Promise<Result>) => Promise<Result | undefined>;

/** Sends what was made ready; undefined if it was over before anything was sent. */
type Send = (inTurn: InTurn) => Promise<INodeExecutionData[] | undefined>;

/** The work for one item, planned before any request is made for it. */
export interface Plan {
	/** Items of one lane run one at a time, in the order of the items; an item without a lane waits for no other. */
	lane?: string;
	/** The pace of what the item sends, among all executions. */
	pace?(): Promise<Pace | undefined>;
	/** Makes the requests of the item and returns its output items, or what sends it. */
	run(): Promise<INodeExecutionData[] | Send>;
}

export interface Taker {
	/** An item went through; undefined when the execution was over before its turn came. */
	taken(index: number, output: INodeExecutionData[] | undefined): void;
	failed(index: number, error: unknown): void;
}

interface Course {
	/** True if nothing new is to start. */
	readonly isOver: boolean;
	/** Aborted as soon as `isOver` is true. */
	readonly over: AbortSignal;
	/** Aborted when a user stops the execution. */
	readonly signal?: AbortSignal;
}

/** The pace of each channel, kept by all executions of a process. Each has one message in a line, so a mailing and a bot take turns. */
export class Paces {
	private readonly lines = new Queues(() => new Queue({ atOnce: 1 }));

	/** What goes before all that comes after it, by channelRef: without an interval, messages don't wait in a line. */
	private readonly leading = new Map<string, Promise<void>>();

	/** Sends a message in its turn, no closer than the interval to the one before; undefined if it was stopped before. */
	async inTurn<Result>(
		{ channel, intervalMs }: Pace,
		send: () => Promise<Result>,
		stop?: AbortSignal,
	): Promise<Result | undefined> {
		const line = this.lines.of(channel);
		const sending = async () =>
			await send().finally(() => {
				// from the end of the send: it arrived at the platform before that, whatever the network did
				line.opensAt = performance.now() + intervalMs;
			});
		return await line.run(sending, undefined, stop);
	}

	/** Sends a message before all messages to the channel that come after it. */
	async lead(channelRef: string, send: () => Promise<void>): Promise<void> {
		const own = send();
		const all = Promise.allSettled([this.leading.get(channelRef), own]).then(() => {
			if (this.leading.get(channelRef) === all) this.leading.delete(channelRef);
		});
		this.leading.set(channelRef, all);
		await own;
	}

	/** Waits for what goes before a message; a stopped execution waits no longer. */
	async follow(channelRef = '', stop?: AbortSignal): Promise<void> {
		const leaders = this.leading.get(channelRef);
		if (leaders) await (stop ? until(leaders, stop).catch(() => undefined) : leaders);
	}
}

/** An item that waits for the earlier ones: nothing but its plan, because there may be 100,000. */
interface Turn {
	index: number;
	plan: Plan;
	taker: Taker;
}

/** Runs the items of an execution, each after the earlier items of its lane and its messages at their channel's pace. */
export class Lanes {
	private readonly lanes = new Queues((lane?: string) => {
		const begin = (turn: Turn) => void this.work(turn);
		return new Queue({ atOnce: lane === undefined ? AT_ONCE : 1, begin });
	});

	private readonly slots = new Queue({ atOnce: AT_ONCE });

	/** Slots of their own, because a message that waits for one holds up other executions: an upload takes a slot for minutes. */
	private readonly sending = new Queue({ atOnce: AT_ONCE });

	private inHand = 0;

	private end = () => {};

	constructor(
		private readonly course: Course,
		private readonly paces: Paces,
	) {}

	add(turn: Turn): void {
		this.inHand += 1;
		this.lanes.of(turn.plan.lane).add(turn);
	}

	/** Waits until all items that were added are through. */
	async areOver(): Promise<void> {
		if (this.inHand > 0) await new Promise<void>((resolve) => (this.end = resolve));
	}

	private async work({ index, plan, taker }: Turn): Promise<void> {
		try {
			taker.taken(index, await this.take(plan));
		} catch (error) {
			taker.failed(index, error);
		}
		this.lanes.of(plan.lane).end();
		this.inHand -= 1;
		if (this.inHand === 0) this.end();
	}

	private async take({ lane, pace: findPace, run }: Plan): Promise<INodeExecutionData[] | undefined> {
		const { course } = this;
		const ready = await this.slots.run(async () => (course.isOver ? undefined : await run()));
		if (typeof ready !== 'function') return ready;
		const pace = await findPace?.();
		const slots = pace ? this.sending : this.slots;
		let isBegun = false;
		return await ready(async (job) => {
			await this.paces.follow(lane, course.signal);
			const begin = async () =>
				await slots.run(async () => {
					if (isBegun ? course.signal?.aborted : course.isOver) return undefined;
					isBegun = true;
					return await job();
				});
			// a message waits outside of a slot, so that a slow channel does not hold up the others
			return await (pace ? this.paces.inTurn(pace, begin, isBegun ? course.signal : course.over) : begin());
		});
	}
}
