import type { INodeExecutionData } from 'n8n-workflow';
import pLimit, { type LimitFunction } from 'p-limit';
import { until } from '../../shared/api/deadline';

/** Items that are made ready at once, and messages that are sent at a pace: n8n opens a connection for each, so this bounds the sockets. */
const AT_ONCE = 10;

/** The number of channels from which on unused ones are forgotten before another one is added. */
const MAX_IDLE = 1_000;

/** The pace of a channel. */
export interface Pace {
	/** Names the channel among all channels of all accounts. */
	channel: string;
	/** Pause in ms between the end of a message and the beginning of the next. */
	intervalMs: number;
}

/** The work for one item, planned before any request is made for it. */
export interface Plan {
	/** Items of one lane run one at a time, in the order of the items; an item without a lane waits for no other. */
	lane?: string;
	/** The pace of what the item sends, among all executions. */
	pace?(): Promise<Pace | undefined>;
	/** Makes the requests of the item and returns its output items, or what it has to send. */
	run(): Promise<INodeExecutionData[] | Rest>;
}

/** A message that is ready to be sent when it is its turn. */
export interface Rest {
	/**
	 * Sends it. An item that has sent one message is finished when another item failed; when the execution was stopped, this is
	 * called without the pause, to throw the error that says what was done.
	 */
	next(): Promise<INodeExecutionData[] | Rest>;
}

/** Gets the results of items. */
export interface Taker {
	/** An item went through; undefined when the execution was over before its turn came. */
	taken(index: number, output: INodeExecutionData[] | undefined): void;
	failed(index: number, error: unknown): void;
}

interface Course {
	/** True if nothing new is to start. */
	readonly isOver: boolean;
	/** Aborted when a user stops the execution. */
	readonly signal?: AbortSignal;
	/** Waits until a time (ms of the monotonic clock), or until the execution is stopped. */
	wait(due: number): Promise<void>;
}

interface Message<Result> {
	/** Checks whether it is not to be sent anymore. */
	isOff(): boolean;
	send(): Promise<Result>;
}

/** The messages to one channel that are sent or wait. */
interface Line {
	count: number;
	/** Resolves when all of them are through. */
	last?: Promise<void>;
	/** The earliest time for the next one: ms of the monotonic clock. */
	freeAt: number;
}

/** Waits for a message that goes before; a stopped execution waits no longer. */
async function waitFor(before: Promise<void>, signal?: AbortSignal): Promise<void> {
	await (signal ? until(before, signal).catch(() => undefined) : before);
}

/**
 * The pace of each channel, kept by all executions of a process together, in the order of arrival. Each execution has no more than
 * one message in a line, so a mailing of 10,000 messages and a bot's reply take turns.
 */
export class Paces {
	private readonly lines = new Map<string, Line>();

	/** What goes before all that comes after it, by channelRef: without an interval, messages don't wait in a line. */
	private readonly leading = new Map<string, Promise<void>>();

	/** Channels that are remembered. */
	get size(): number {
		return this.lines.size;
	}

	/** Sends a message in its turn, no closer than the interval to the one before; undefined if it was off when its turn came. */
	async inTurn<Result>(pace: Pace, course: Course, message: Message<Result>): Promise<Result | undefined> {
		const line = this.line(pace.channel);
		const before = line.last ?? Promise.resolve();
		let leave = () => {};
		line.last = new Promise<void>((resolve) => (leave = resolve));
		line.count += 1;
		try {
			await waitFor(before, course.signal);
			if (message.isOff()) return undefined;
			await course.wait(line.freeAt);
			return await message.send().finally(() => {
				// from the end of the send: it arrived at the platform before that, whatever the network did
				line.freeAt = performance.now() + pace.intervalMs;
			});
		} finally {
			line.count -= 1;
			// one that was stopped before its turn lets the next go when it would have gone itself
			void before.then(leave);
		}
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

	/** The end of what goes before a message; undefined if there is nothing. */
	leadersOf(channelRef = ''): Promise<void> | undefined {
		return this.leading.get(channelRef);
	}

	private line(channel: string): Line {
		const known = this.lines.get(channel);
		if (known) return known;
		if (this.lines.size >= MAX_IDLE) this.forgetIdle();
		const line: Line = { count: 0, freeAt: -Infinity };
		this.lines.set(channel, line);
		return line;
	}

	private forgetIdle(): void {
		const now = performance.now();
		for (const [channel, { count, freeAt }] of this.lines) {
			if (count === 0 && freeAt <= now) this.lines.delete(channel);
		}
	}
}

/** An item that waits for the earlier ones: nothing but its plan, because a promise for each of 100,000 would take four times the memory. */
interface Turn {
	index: number;
	plan: Plan;
	taker: Taker;
}

/** Items that wait for each other: those of a lane, or all that have none. */
interface Lane {
	waiting: Array<Turn | undefined>;
	/** Index of the first that waits. */
	first: number;
	/** Items that may begin before the others are through, less those that did. */
	free: number;
}

/** Runs the items of an execution, each after the earlier items of its lane and its messages at their channel's pace. */
export class Lanes {
	private readonly lanes = new Map<string | undefined, Lane>();

	private readonly slots = pLimit(AT_ONCE);

	/** Slots of their own, because a message that waits for one holds up other executions: an upload takes a slot for minutes. */
	private readonly sending = pLimit(AT_ONCE);

	private readonly working = new Set<Promise<void>>();

	constructor(
		private readonly course: Course,
		private readonly paces: Paces,
	) {}

	/** Adds an item behind the earlier ones. */
	add(turn: Turn): void {
		const name = turn.plan.lane;
		const lane = this.lanes.get(name) ?? { waiting: [], first: 0, free: name === undefined ? AT_ONCE : 1 };
		this.lanes.set(name, lane);
		lane.waiting.push(turn);
		if (lane.free === 0) return;
		lane.free -= 1;
		const work: Promise<void> = this.work(lane).finally(() => this.working.delete(work));
		this.working.add(work);
	}

	/** Waits until all items that were added are through. */
	async areOver(): Promise<void> {
		await Promise.all(this.working);
	}

	private async work(lane: Lane): Promise<void> {
		for (let turn = lane.waiting[lane.first]; turn !== undefined; turn = lane.waiting[lane.first]) {
			lane.waiting[lane.first] = undefined;
			lane.first += 1;
			const { index, plan, taker } = turn;
			try {
				taker.taken(index, await this.take(plan));
			} catch (error) {
				taker.failed(index, error);
			}
		}
		lane.free += 1;
	}

	private async take(plan: Plan): Promise<INodeExecutionData[] | undefined> {
		let isBegun = false;
		const isOff = () => this.course.isOver && !isBegun;
		const inSlot = async <Result>(slots: LimitFunction, run: () => Promise<Result>) =>
			await slots(async () => (isOff() ? undefined : await run()));
		let done = await inSlot(this.slots, plan.run);
		const pace = done === undefined || Array.isArray(done) ? undefined : await plan.pace?.();
		while (done !== undefined && !Array.isArray(done)) {
			const { next } = done;
			const leaders = this.paces.leadersOf(plan.lane);
			if (leaders) await waitFor(leaders, this.course.signal);
			const send = async () => await inSlot(pace ? this.sending : this.slots, next);
			// a message waits outside of a slot, so that a slow channel does not hold up the others
			done = pace ? await this.paces.inTurn(pace, this.course, { isOff, send }) : await send();
			isBegun = true;
		}
		return done;
	}
}
