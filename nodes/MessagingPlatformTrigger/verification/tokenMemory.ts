import type { IDataObject } from 'n8n-workflow';
import { BoundedMap } from '../boundedMap';

/** A verified token is remembered at most this long, in ms, so that a withdrawn key stops working in time. */
export const REMEMBER_MS = 60 * 60_000;

/** Verified tokens that are remembered. */
export const MAX_TOKENS = 2_000;

/** A token whose signature is good. */
export interface RememberedToken {
	claims: IDataObject;
	/** The address (x5u) that its key came from. */
	keyAddress: string;
}

// The end of the signature tells tokens apart, and is hashed in less time than the whole value; what is found under it is
// compared whole.
const KEY_LENGTH = 32;

const keyOf = (authorization: string): string => authorization.slice(-KEY_LENGTH);

/**
 * Remembers which tokens had a good signature, so that many deliveries with one token cost one signature check. What can
 * change between two deliveries (the time, the credential, the host) is compared with the remembered claims and origin
 * again for each delivery; the memory spares only taking the token apart and checking its signature.
 */
export class TokenMemory {
	private readonly tokens = new BoundedMap<string, RememberedToken & { authorization: string; until: number }>(MAX_TOKENS);

	/** @param now the clock: ms since 1970 */
	constructor(private readonly now: () => number) {}

	/**
	 * Finds what is known of a token.
	 *
	 * @param authorization the whole value of the header, signature included
	 * @returns undefined unless this very value was verified before
	 */
	get(authorization: string): RememberedToken | undefined {
		const token = this.tokens.get(keyOf(authorization));
		return token?.authorization === authorization && this.now() < token.until ? token : undefined;
	}

	/**
	 * Remembers a token whose signature is good.
	 *
	 * @param authorization the whole value of the header, signature included
	 * @param token its claims and where its key came from
	 * @param expiresAt when its claims or its certificate expire, in ms since 1970, whichever is first
	 */
	add(authorization: string, token: RememberedToken, expiresAt: number): void {
		const until = Math.min(expiresAt, this.now() + REMEMBER_MS);
		this.tokens.set(keyOf(authorization), { ...token, authorization, until });
	}
}
