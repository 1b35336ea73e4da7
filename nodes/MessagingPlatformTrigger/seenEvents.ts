import { sleep } from 'n8n-workflow';
import { BoundedMap } from './boundedMap';

/** Accepted event ids that are remembered, over all triggers of a process. */
export const MAX_SEEN = 20_000;

/** How long a copy waits for the outcome of the first before it is sent away to be sent again, in ms. */
export const WAIT_MS = 4_000;

/** What is known of an event id: 'new' claims it for the caller, who must call settle. */
export type Sighting = 'new' | 'duplicate' | 'in_progress';

/**
 * Remembers which events were accepted, so that an event that the service sends again (up to 5 times) starts one
 * execution. An id counts as accepted only once n8n answered 200: when n8n failed to start the execution, the next copy
 * gets its chance. In memory and bounded: it knows nothing of other processes or of the time before a restart.
 */
export class SeenEvents {
	/** true: accepted; a promise: under way, it tells whether it was accepted. In order of arrival. */
	private readonly seen = new BoundedMap<string, true | Promise<boolean>>(MAX_SEEN);

	private readonly settlers = new Map<string, (accepted: boolean) => void>();

	/** @param waitMs how long a copy waits for the outcome of the first, in ms */
	constructor(private readonly waitMs = WAIT_MS) {}

	/**
	 * Claims an event, or tells that it was accepted before. Of copies that arrive at once one gets 'new'; the others wait
	 * for its outcome.
	 *
	 * @param key names the trigger and the event
	 */
	async claim(key: string): Promise<Sighting> {
		const deadline = Date.now() + this.waitMs;
		for (;;) {
			const known = this.seen.get(key);
			if (known === true) return 'duplicate';
			if (known === undefined) {
				this.open(key);
				return 'new';
			}
			const left = deadline - Date.now();
			if (left <= 0) return 'in_progress';
			const accepted = await Promise.race([known, sleep(left).then(() => undefined)]);
			if (accepted === true) return 'duplicate';
			if (accepted === undefined) return 'in_progress';
		}
	}

	/**
	 * Tells how a claimed event came out.
	 *
	 * @param key names the trigger and the event
	 * @param accepted true when its execution was started
	 */
	settle(key: string, accepted: boolean): void {
		const settler = this.settlers.get(key);
		if (settler === undefined) return;
		this.settlers.delete(key);
		if (accepted) this.seen.replace(key, true);
		else this.seen.delete(key);
		settler(accepted);
	}

	private open(key: string): void {
		this.seen.set(
			key,
			new Promise((resolve) => {
				this.settlers.set(key, resolve);
			}),
		);
	}
}
