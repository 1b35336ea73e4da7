import type { Report, Step } from './progress';

/** The part of a stream that a report is written to. */
interface Stream {
	isTTY?: boolean;
	columns?: number;
	write(text: string): unknown;
}

/** Writes for the person who started the demo. */
export interface Terminal {
	report: Report;
	/** Takes away the line about running steps, so that others can write. */
	clear(): void;
}

/** To the line's beginning, and away with its text. */
const CLEAR = '\r\u001b[2K';
const EVERY_MS = 1_000;

/**
 * Writes reports to a stream. On a terminal, all running steps share one line, which is rewritten in place. Elsewhere, such as in
 * a log, each report is a line of its own.
 */
export function terminalOn(stream: Stream, term = ''): Terminal {
	if (!stream.isTTY || term === 'dumb') return { report: (line) => void stream.write(`${line}\n`), clear: () => undefined };
	const running = new Map<Step, string>();
	const draw = (text = '') => {
		for (const step of running.keys()) if (step.isOver) running.delete(step);
		const line = [...running.values()].join(' · ');
		// a pseudo terminal may say 0
		const width = (stream.columns || 80) - 1;
		stream.write(CLEAR + text + (line.length > width ? `${line.slice(0, width - 1)}…` : line));
	};
	const report: Report = (line, step) => {
		if (step) running.set(step, line);
		draw(step ? '' : `${line}\n`);
	};
	return { report: Object.assign(report, { everyMs: EVERY_MS }), clear: () => void stream.write(CLEAR) };
}
