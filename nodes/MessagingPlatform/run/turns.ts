import type { INodeExecutionData } from 'n8n-workflow';
import pLimit, { type Limit } from 'p-limit';
import type { Paces, Waits } from './paces';
import type { Plan } from './plan';

/**
 * Items that are made ready at once, and those that are sent at their channel's pace, over all lanes: n8n opens a new connection for
 * every request, so this also bounds the sockets.
 */
export const AT_ONCE = 10;

/** Who is told what became of items. */
export interface Taker {
	/** An item went through: its output items; undefined when the execution was over before its turn came. */
	taken(index: number, output: INodeExecutionData[] | undefined): void;
	/** An item's run threw. */
	failed(index: number, error: unknown): void;
}

/** An item that is ready, and waits for the earlier ones. */
export interface Turn {
	index: number;
	plan: Plan;
	taker: Taker;
}

/** What the turns have to know of the execution. */
interface Course extends Waits {
	/** Whether nothing new is to start. */
	readonly isOver: boolean;
}

/** Items that wait for each other: those of a lane, or all that have none. */
interface Line {
	waiting: Array<Turn | undefined>;
	/** Where the first that waits is. */
	first: number;
	/** Items that may be begun before the others are through, less those that were. */
	free: number;
}

/**
 * Runs the items of an execution in their turn: after the earlier items of their lane, with their messages at the channel's pace,
 * and no more than {@link AT_ONCE} of a kind at once. One that waits is nothing but its plan: a promise chain for each of 100,000 would take
 * four times the memory.
 */
export class Turns {
	private readonly lines = new Map<string | undefined, Line>();

	private readonly slots = pLimit(AT_ONCE);

	/** Of their own, because a message that waits for a slot holds up other executions: an upload takes a slot for minutes. */
	private readonly sending = pLimit(AT_ONCE);

	private readonly working = new Set<Promise<void>>();

	/**
	 * @param course the execution
	 * @param paces the pace of each channel, which all executions keep
	 */
	constructor(
		private readonly course: Course,
		private readonly paces: Paces,
	) {}

	/**
	 * Adds an item behind the earlier ones.
	 *
	 * @param turn the item
	 */
	add(turn: Turn): void {
		const { lane } = turn.plan;
		const line = this.lines.get(lane) ?? { waiting: [], first: 0, free: lane === undefined ? AT_ONCE : 1 };
		this.lines.set(lane, line);
		line.waiting.push(turn);
		if (line.free === 0) return;
		line.free -= 1;
		const work: Promise<void> = this.work(line).finally(() => this.working.delete(work));
		this.working.add(work);
	}

	/**
	 * Runs an item in its turn.
	 *
	 * @param plan what the item needs
	 * @param index the item's index, from 0
	 * @param onFailure called when the item's run throws, before the next item of its lane begins
	 * @returns its output items; undefined when the execution was over before its turn came
	 * @throws what the item's run throws
	 */
	async run(plan: Plan, index: number, onFailure = () => {}): Promise<INodeExecutionData[] | undefined> {
		return await new Promise((resolve, reject) => {
			const failed = (_index: number, error: unknown) => (onFailure(), reject(error));
			this.add({ index, plan, taker: { taken: (_index, output) => resolve(output), failed } });
		});
	}

	/** Waits until all items that were added are through. */
	async areOver(): Promise<void> {
		await Promise.all(this.working);
	}

	private async work(line: Line): Promise<void> {
		for (let turn = line.waiting[line.first]; turn !== undefined; turn = line.waiting[line.first]) {
			line.waiting[line.first] = undefined;
			line.first += 1;
			const { index, plan, taker } = turn;
			try {
				taker.taken(index, await this.take(plan));
			} catch (error) {
				taker.failed(index, error);
			}
		}
		line.free += 1;
	}

	private async take(plan: Plan): Promise<INodeExecutionData[] | undefined> {
		let isBegun = false;
		const isOff = () => this.course.isOver && !isBegun;
		let done = await this.inSlot(this.slots, isOff, plan.run);
		const pace = done === undefined || Array.isArray(done) ? undefined : await plan.pace?.();
		while (done !== undefined && !Array.isArray(done)) {
			const { next } = done;
			const send = async () => await this.inSlot(pace ? this.sending : this.slots, isOff, next);
			// a message waits outside of a slot, so that a slow channel does not hold up the others
			done = pace ? await this.paces.inTurn(pace, this.course, { isOff, send }) : await send();
			isBegun = true;
		}
		return done;
	}

	private async inSlot<Result>(slots: Limit, isOff: () => boolean, run: () => Promise<Result>): Promise<Result | undefined> {
		return await slots(async () => (isOff() ? undefined : await run()));
	}
}
