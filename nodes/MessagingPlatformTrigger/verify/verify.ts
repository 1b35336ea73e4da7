import type { Connection } from '../../shared/api/connection';
import { checkClaims, type ClaimRules } from './claims';
import type { FetchKey } from './fetchKey';
import { checkKeyAddress, checkKeyPlace, findKeyPlaces, type KeySources } from './x5u';
import { KeyStore, REFRESH_AFTER_MS, type CachedKey, type KeyRequest } from './keyStore';
import { findValidityObjection, type SigningKey } from './pem';
import { Refusal } from './refusals';
import { isSignedBy } from './signature';
import { checkHeader, decodeToken } from './token';
import { TokenMemory } from './tokenMemory';

/** What a delivery is verified against. */
export interface VerificationRules extends Omit<ClaimRules, 'issuer'> {
	connection: Pick<Connection, 'issuer'> & KeySources;
	/** The address (x5u) whose key verified a signature for this trigger before, also before a restart. */
	provenKeyAddress?: string;
}

/**
 * Verifies the tokens of deliveries. Every refusal is an exception; the only way to a result is through all steps.
 * One verifier is shared by all triggers of a process, with its keys and its memory.
 */
export class Verifier {
	private readonly keys: KeyStore;

	private readonly memory: TokenMemory;

	/** @param now the clock: ms since 1970 */
	constructor(private readonly now: () => number = Date.now) {
		this.keys = new KeyStore(now);
		this.memory = new TokenMemory(now);
	}

	/**
	 * Verifies a delivery's token (specification, "Authentication of outgoing webhooks"), which has been taken out of
	 * its header (1): (2) decode it, (3) check its header, (4) check its claims, (5) check the key's address, (6) get the key, (7) read it,
	 * (8) check the signature, (9) check the certificate's validity. The cheap steps come first, so that a forged token costs
	 * no fetch wherever it can be told without. Of a token that was verified before, (4) and the place of (5) are checked.
	 *
	 * @param token the compact token ({@link readToken})
	 * @param rules what to compare with
	 * @param fetchKey how to fetch a key
	 * @returns the address (x5u) whose key verified the signature
	 * @throws Refusal with the reason
	 */
	async verify(token: string, rules: VerificationRules, fetchKey: FetchKey): Promise<string> {
		const { connection, toleranceMs, provenKeyAddress } = rules;
		const { issuer } = connection;
		if (issuer === '') throw new Refusal('issuer_not_configured');
		const expected = { ...rules, issuer };
		const known = this.memory.get(token);
		if (known !== undefined) {
			checkClaims(known.claims, expected, this.now());
			// The same sources and the same proven address give the same verdict.
			if (known.sources !== connection || known.proven !== provenKeyAddress) {
				checkKeyPlace(known.keyAddress, findKeyPlaces(connection, provenKeyAddress));
				known.sources = connection;
				known.proven = provenKeyAddress;
			}
			return known.keyAddress.href;
		}
		const { header, claims } = decodeToken(token);
		checkHeader(header);
		const expiresAt = checkClaims(claims, expected, this.now());
		const keyAddress = checkKeyAddress(header, findKeyPlaces(connection, provenKeyAddress));
		const address = keyAddress.href;
		const request = { address, isTrusted: address === provenKeyAddress, fetchKey };
		const { signingKey, fetchedAt } = await this.checkSignature(token, request, toleranceMs);
		// Not beyond the key's own time: a key that was withdrawn is out once it would be fetched anew.
		const until = Math.min(Math.min(expiresAt, signingKey.validTo) + toleranceMs, fetchedAt + REFRESH_AFTER_MS);
		this.memory.add(token, { claims, keyAddress, sources: connection, proven: provenKeyAddress }, until);
		return address;
	}

	private async checkSignature(compact: string, request: KeyRequest, toleranceMs: number): Promise<CachedKey> {
		const cached = await this.keys.get(request);
		let fitting = cached;
		let objection = await this.findObjection(compact, cached.signingKey, toleranceMs);
		if (objection !== undefined) {
			// The platform may have changed its key or renewed its certificate since this one was fetched.
			const newer = await this.keys.getNewer(request, cached);
			if (newer === undefined) throw objection;
			fitting = newer;
			objection = await this.findObjection(compact, newer.signingKey, toleranceMs);
			if (objection !== undefined) throw objection;
		}
		this.keys.prove(request.address);
		return fitting;
	}

	private async findObjection(compact: string, signingKey: SigningKey, toleranceMs: number): Promise<Refusal | undefined> {
		if (!(await isSignedBy(compact, signingKey.key))) return new Refusal('signature');
		return findValidityObjection(signingKey, this.now(), toleranceMs);
	}
}
