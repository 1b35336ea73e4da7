import type { IDataObject } from 'n8n-workflow';
import { BoundedMap } from '../../shared/boundedMap';
import type { CheckedKeyAddress, KeySources } from './x5u';

/** Verified tokens that are remembered. */
export const MAX_TOKENS = 2_000;

/** A token whose signature is good. */
export interface RememberedToken {
	claims: IDataObject;
	/** Where its key came from. */
	keyAddress: CheckedKeyAddress;
	/** By which sources, and which proven address, it was allowed last. */
	sources: KeySources;
	proven: string | undefined;
}

// The end of the signature tells tokens apart, and is hashed in less time than the whole token; what is found under it is
// compared whole.
const KEY_LENGTH = 32;

const keyOf = (compact: string): string => compact.slice(-KEY_LENGTH);

/**
 * Remembers which tokens had a good signature, so that many deliveries with one token cost one signature check. What can
 * change between two deliveries (the time, the credential, the account, the host, the places of keys) is compared with the
 * remembered claims and address again for each delivery; the memory spares only taking the token apart and checking its signature.
 */
export class TokenMemory {
	private readonly tokens = new BoundedMap<string, RememberedToken & { compact: string; until: number }>(MAX_TOKENS);

	/** @param now the clock: ms since 1970 */
	constructor(private readonly now: () => number) {}

	/**
	 * Finds what is known of a token.
	 *
	 * @param compact the whole token, signature included
	 * @returns undefined unless this very token was verified before
	 */
	get(compact: string): RememberedToken | undefined {
		const token = this.tokens.get(keyOf(compact));
		return token?.compact === compact && this.now() < token.until ? token : undefined;
	}

	/**
	 * Remembers a token whose signature is good.
	 *
	 * @param compact the whole token, signature included
	 * @param token its claims and where its key came from
	 * @param until when its claims or its certificate expire or its key is to be fetched anew, whichever is first, in ms since
	 * 1970
	 */
	add(compact: string, token: RememberedToken, until: number): void {
		this.tokens.set(keyOf(compact), { ...token, compact, until });
	}
}
