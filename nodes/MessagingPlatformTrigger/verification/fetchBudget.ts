import { Refusal } from './refusal';

/** Fetches of unproven addresses that may come at once, per origin. */
export const BURST = 20;

/** One more such fetch is allowed each time this passes, in ms. */
export const REFILL_MS = 2_000;

/** Fetches that may be under way at once, over all origins. */
export const MAX_IN_FLIGHT = 8;

/**
 * Bounds how often a stranger can make this server fetch something, by a token bucket an origin. Origins come from
 * credentials only, so the map stays small.
 */
export class FetchBudget {
	private readonly buckets = new Map<string, { tokens: number; at: number }>();

	/** @param now the clock: ms since 1970 */
	constructor(private readonly now: () => number) {}

	/**
	 * Takes the permission for one fetch.
	 *
	 * @param origin where it goes
	 * @param underWay how many fetches are under way
	 * @throws Refusal key_busy when there is none left
	 */
	take(origin: string, underWay: number): void {
		const now = this.now();
		const bucket = this.buckets.get(origin) ?? { tokens: BURST, at: now };
		const tokens = Math.min(BURST, bucket.tokens + Math.max(0, now - bucket.at) / REFILL_MS);
		const enough = tokens >= 1 && underWay < MAX_IN_FLIGHT;
		this.buckets.set(origin, { tokens: enough ? tokens - 1 : tokens, at: now });
		if (!enough) throw new Refusal('key_busy');
	}
}
