/* eslint-disable @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */

export interface Step {
	isOver: boolean;
}

export interface Report {
	/** @param step the running step that the line is about: the next line about it may take the place of this one */
	(line: string, step?: Step): void;
	/** The pause between two lines about a step, in ms; 5 s otherwise. */
	everyMs?: number;
}

/** Shows the person at the terminal that something takes its time. */
export interface Progress {
	/** The step in progress, such as "Downloading n8n". */
	title: string;
	/** Receives a line every few seconds, and one at the end. */
	onProgress: Report;
	/** More for the line, such as "unpacking 812 of 2,260"; asked at every line. */
	progress?: () => Promise<string>;
}

const EVERY_MS = 5_000;

export function sayPeriod(ms: number): string {
	const seconds = Math.round(ms / 1000);
	return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Reports every few seconds how long something has taken so far, and at its end how long it took; nothing if it fails. */
export async function withProgress<Result>(
	{ title, onProgress, progress }: Progress,
	work: () => Promise<Result>,
): Promise<Result> {
	const startedAt = Date.now();
	const period = () => sayPeriod(Date.now() - startedAt);
	const step: Step = { isOver: false };
	const timer = setInterval(async () => {
		const more = await progress?.().catch(() => '');
		if (!step.isOver) onProgress(`${title}: ${period()}${more ? `, ${more}` : ''}`, step);
	}, onProgress.everyMs ?? EVERY_MS);
	try {
		const result = await work();
		step.isOver = true;
		onProgress(`${title}: done in ${period()}`, step);
		return result;
	} finally {
		step.isOver = true;
		clearInterval(timer);
	}
}

/** The part of a stream that a report is written to. */
interface Stream {
	isTTY?: boolean;
	columns?: number;
	write(text: string): unknown;
}

export interface Terminal {
	report: Report;
	/** Takes away the line about running steps, so that others can write. */
	clear(): void;
}

const CLEAR = '\r\u001b[2K';
const TERMINAL_EVERY_MS = 1_000;

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
	return { report: Object.assign(report, { everyMs: TERMINAL_EVERY_MS }), clear: () => void stream.write(CLEAR) };
}
