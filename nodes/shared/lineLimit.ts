import { Cache } from './cache';

/** Lines in n8n's log per minute for one cause; further ones are only counted. */
const MAX_LINES = 10;

/** Time in which a cause's lines are counted together, in ms. */
const WINDOW_MS = 60_000;

/** Causes that are counted, over all nodes of a process. */
const MAX_CAUSES = 2_000;

/** The end of the last line of a minute, so that no one takes silence for peace. */
export const ONLY_COUNTED = 'Any more within this minute are only counted.';

/**
 * Bounds what strangers can write into n8n's log: a cause gets up to {@link MAX_LINES} lines per minute, or `max`. The number of
 * the others stands in a line before the cause's next one. Another cause has lines of its own.
 */
export class LineLimit {
	private readonly windows = new Cache<string, { since: number; lines: number }>({ max: MAX_CAUSES });

	/** @param now the clock: ms since 1970 */
	constructor(
		private readonly now: () => number,
		private readonly max = MAX_LINES,
	) {}

	/**
	 * Takes a line, to be written or only counted.
	 * @returns the lines to write now; `counted` has the number of those that were only counted in the minute before
	 */
	take(cause: string, line: string): { counted?: string; line?: string } {
		let counted: string | undefined;
		let window = this.windows.get(cause);
		const age = this.now() - (window?.since ?? 0);
		// A clock that was set back must not silence a cause until it has caught up.
		if (window === undefined || age >= WINDOW_MS || age < 0) {
			const left = (window?.lines ?? 0) - this.max;
			if (left > 0) counted = `${left} more like the lines above were only counted.`;
			window = { since: this.now(), lines: 0 };
			this.windows.set(cause, window);
		}
		window.lines += 1;
		if (window.lines > this.max) return { counted };
		return { counted, line: window.lines === this.max ? `${line} ${ONLY_COUNTED}` : line };
	}
}
