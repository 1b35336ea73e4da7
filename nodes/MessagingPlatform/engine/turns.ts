import { AT_ONCE, type Plan } from './execution';

/** An item that is ready, and waits for the earlier ones. */
export interface Turn {
	index: number;
	plan: Plan;
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
 * Lets items begin in their order: one at a time in a lane, and at most {@link AT_ONCE} of those without. One that waits is
 * nothing but its plan. A promise chain for each of 100,000 would take four times the memory.
 */
export class Turns {
	private readonly lines = new Map<string | undefined, Line>();

	private readonly working = new Set<Promise<void>>();

	/** @param take runs an item; never throws */
	constructor(private readonly take: (turn: Turn) => Promise<void>) {}

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

	/** Waits until all items that were added are through. */
	async areOver(): Promise<void> {
		await Promise.all(this.working);
	}

	private async work(line: Line): Promise<void> {
		for (let turn = line.waiting[line.first]; turn !== undefined; turn = line.waiting[line.first]) {
			line.waiting[line.first] = undefined;
			line.first += 1;
			await this.take(turn);
		}
		line.free += 1;
	}
}
