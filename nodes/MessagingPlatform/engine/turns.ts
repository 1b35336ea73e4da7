import type { INodeExecutionData } from 'n8n-workflow';
import pLimit from 'p-limit';
import type { Plan, Rest } from './plan';

/** Items under way at once, over all lanes: n8n opens a new connection for every request, so this also bounds the sockets. */
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
interface Course {
	/** Whether nothing new is to start. */
	readonly isOver: boolean;
	/** Waits until a time (ms of the monotonic clock), or until the execution is stopped. */
	wait(due: number): Promise<void>;
}

/** When the last item, or what there was of it, was through: ms of the monotonic clock. */
interface Pace {
	endedAt?: number;
}

/** Items that wait for each other: those of a lane, or all that have none. */
interface Line extends Pace {
	waiting: Array<Turn | undefined>;
	/** Where the first that waits is. */
	first: number;
	/** Items that may be begun before the others are through, less those that were. */
	free: number;
}

/**
 * Runs the items of an execution in their turn: after the earlier items of their lane, no closer to them than the lane's interval,
 * and no more than {@link AT_ONCE} at once. One that waits is nothing but its plan: a promise chain for each of 100,000 would take
 * four times the memory.
 */
export class Turns {
	private readonly lines = new Map<string | undefined, Line>();

	private readonly slots = pLimit(AT_ONCE);

	private readonly working = new Set<Promise<void>>();

	/** @param course the execution */
	constructor(private readonly course: Course) {}

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
	 * @returns its output items; undefined when the execution was over before its turn came
	 * @throws what the item's run throws
	 */
	async run(plan: Plan, index: number): Promise<INodeExecutionData[] | undefined> {
		return await new Promise((resolve, reject) => {
			const taker: Taker = { taken: (_index, output) => resolve(output), failed: (_index, error) => reject(error) };
			this.add({ index, plan, taker });
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
				taker.taken(index, await this.take(plan, plan.lane === undefined ? {} : line));
			} catch (error) {
				taker.failed(index, error);
			}
		}
		line.free += 1;
	}

	private async take(plan: Plan, pace: Pace): Promise<INodeExecutionData[] | undefined> {
		if (!this.course.isOver) await this.pause(plan, pace);
		let done = await this.inSlot(pace, async () => (this.course.isOver ? undefined : await plan.run()));
		while (done !== undefined && !Array.isArray(done)) {
			const rest: Rest = done;
			await this.pause(plan, pace);
			done = await this.inSlot(pace, async () => await rest.next());
		}
		return done;
	}

	/** Outside of a slot, so that a slow lane does not hold up the others. */
	private async pause(plan: Plan, { endedAt }: Pace): Promise<void> {
		// from the end of the last send: it arrived at the platform before that, whatever the network did
		if (endedAt !== undefined && plan.intervalMs) await this.course.wait(endedAt + (await plan.intervalMs()));
	}

	private async inSlot<Result>(pace: Pace, run: () => Promise<Result>): Promise<Result> {
		return await this.slots(async () => {
			try {
				return await run();
			} finally {
				pace.endedAt = performance.now();
			}
		});
	}
}
