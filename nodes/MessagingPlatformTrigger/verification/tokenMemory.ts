import { createHash } from 'crypto';

/** A verified token is remembered at most this long, in ms, so that a withdrawn key stops working in time. */
export const REMEMBER_MS = 60 * 60_000;

const MAX_TOKENS = 2_000;

/**
 * Remembers which tokens had a good signature, so that many deliveries with one token cost one signature check. Only
 * digests are kept. Claims and the key's address are checked again for each delivery; the memory spares nothing else.
 */
export class TokenMemory {
	private readonly until = new Map<string, number>();

	/** @param now the clock: ms since 1970 */
	constructor(private readonly now: () => number) {}

	/**
	 * Tells whether this very token, signature included, was verified before.
	 *
	 * @param compact the compact token
	 */
	has(compact: string): boolean {
		const until = this.until.get(digest(compact));
		return until !== undefined && this.now() < until;
	}

	/**
	 * Remembers a token whose signature is good.
	 *
	 * @param compact the compact token
	 * @param expiresAt when its claims or its certificate expire, in ms since 1970, whichever is first
	 */
	add(compact: string, expiresAt: number): void {
		const key = digest(compact);
		this.until.delete(key);
		this.until.set(key, Math.min(expiresAt, this.now() + REMEMBER_MS));
		const oldest = this.until.keys().next();
		if (this.until.size > MAX_TOKENS && !oldest.done) this.until.delete(oldest.value);
	}
}

function digest(compact: string): string {
	return createHash('sha256').update(compact).digest('base64');
}
