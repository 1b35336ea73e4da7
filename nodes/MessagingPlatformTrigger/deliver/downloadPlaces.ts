/** Events whose files are downloaded at once, over all triggers of a process. */
export const MAX_DOWNLOADING = 20;

/** Events that may wait for a place at once. n8n keeps each of them in memory. */
export const MAX_WAITING = 20;

/** The places in which events download their files; first come, first served. */
export class DownloadPlaces {
	private taken = 0;

	private waiting: Array<() => void> = [];

	/**
	 * Takes a place, and waits for one if necessary.
	 *
	 * @param signal ends the wait
	 * @returns whether there is a place; give it back with {@link free}
	 */
	async take(signal: AbortSignal): Promise<boolean> {
		if (this.taken < MAX_DOWNLOADING) {
			this.taken += 1;
			return true;
		}
		if (this.waiting.length >= MAX_WAITING) return false;
		return await new Promise((resolve) => {
			const give = (): void => resolve(true);
			this.waiting.push(give);
			signal.addEventListener('abort', () => {
				this.waiting = this.waiting.filter((one) => one !== give);
				resolve(false);
			});
		});
	}

	/** Gives a place to the one that has waited longest. */
	free(): void {
		const next = this.waiting.shift();
		if (next === undefined) this.taken -= 1;
		else next();
	}
}
