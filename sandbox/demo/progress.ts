/* eslint-disable @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
/** Shows the person at the terminal that something takes its time. */
export interface Progress {
	/** The step in progress, such as "Downloading n8n". */
	title: string;
	/** Receives a line every few seconds, and one at the end. */
	onProgress: (line: string) => void;
	/** More for the line, such as "812 of 2,260 packages"; asked at every line. */
	progress?: () => Promise<string>;
}

const INTERVAL_MS = 5_000;

/**
 * Says a period as people do.
 *
 * @param ms how long it was
 * @returns such as "8 s" or "4 min 52 s"
 */
export function sayPeriod(ms: number): string {
	const seconds = Math.round(ms / 1000);
	return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/**
 * Prints every few seconds how long something has taken so far, and at its end how long it took; nothing if it fails.
 *
 * @returns what the work gives
 */
export async function withProgress<Result>(
	{ title, onProgress, progress }: Progress,
	work: () => Promise<Result>,
): Promise<Result> {
	const startedAt = Date.now();
	const period = () => sayPeriod(Date.now() - startedAt);
	let isOver = false;
	const timer = setInterval(async () => {
		const more = await progress?.().catch(() => '');
		if (!isOver) onProgress(`${title}: ${period()}${more ? `, ${more}` : ''}`);
	}, INTERVAL_MS);
	try {
		const result = await work();
		onProgress(`${title}: done in ${period()}`);
		return result;
	} finally {
		isOver = true;
		clearInterval(timer);
	}
}
