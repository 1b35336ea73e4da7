/** The pace of a channel. */
export interface Pace {
	/** Names the channel among all channels of all accounts. */
	channel: string;
	/** Pause in ms between the end of a message and the beginning of the next. */
	intervalMs: number;
}

/** How an execution waits. */
export interface Waits {
	/** Waits until a time (ms of the monotonic clock), or until the execution is stopped. */
	wait(due: number): Promise<void>;
	/** Waits for something, or until the execution is stopped. */
	waitFor(event: Promise<void>): Promise<void>;
}

/** A message that is ready. */
export interface Ready<Result> {
	/** Whether it is not to be sent anymore. */
	isOff(): boolean;
	/** Sends it. */
	send(): Promise<Result>;
}

/** The messages to one channel that are sent or wait. */
interface Line {
	/** How many they are. */
	count: number;
	/** Resolves when all of them are through; undefined when there are none. */
	last?: Promise<void>;
	/** When the next may be sent: ms of the monotonic clock. */
	freeAt: number;
}

/** From so many lines on, those that nobody uses are forgotten before another one is added. */
export const MAX_IDLE = 1_000;

/**
 * The pace of each channel, kept by all executions of a process together. Each execution has one message in a line at most, and
 * lines go in the order of arrival: a mailing of 10,000 messages and a bot's answer take turns.
 */
export class Paces {
	private readonly lines = new Map<string, Line>();

	/** How many lines are remembered. */
	get size(): number {
		return this.lines.size;
	}

	/**
	 * Sends a message in its turn: after those that came before it, and no closer to them than the channel's interval. When the
	 * execution is stopped it waits no longer.
	 *
	 * @param pace the channel's pace
	 * @param course the execution
	 * @param message the message
	 * @returns what `send` returns; undefined when the message was off before its turn came
	 * @throws what `send` throws
	 */
	async inTurn<Result>({ channel, intervalMs }: Pace, course: Waits, message: Ready<Result>): Promise<Result | undefined> {
		const line = this.line(channel);
		const before = line.last;
		let leave = () => {};
		line.last = new Promise<void>((resolve) => (leave = resolve));
		line.count += 1;
		try {
			if (before) await course.waitFor(before);
			return message.isOff() ? undefined : await this.send(line, intervalMs, course, message);
		} finally {
			line.count -= 1;
			if (line.count === 0) line.last = undefined;
			// one that was stopped before its turn lets the next go when it would have gone itself
			void Promise.resolve(before).then(leave);
		}
	}

	private async send<Result>(line: Line, intervalMs: number, course: Waits, { send }: Ready<Result>): Promise<Result> {
		await course.wait(line.freeAt);
		try {
			return await send();
		} finally {
			// from the end of the send: it arrived at the platform before that, whatever the network did
			line.freeAt = performance.now() + intervalMs;
		}
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
