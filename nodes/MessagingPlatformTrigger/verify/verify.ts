import { compactVerify, errors } from 'jose';
import type { Connection } from '../../shared/api/connection';
import type { FetchKey } from './fetchKey';
import { KeyStore, type KeyRequest } from './keyStore';
import { findValidityObjection, type SigningKey } from './pem';
import { checkKeyAddress, findKeyPlaces, type KeySources } from './places';
import { Refusal } from './refusals';
import { checkClaims, checkHeader, type ClaimRules, decodeToken } from './token';

interface VerificationRules extends Omit<ClaimRules, 'issuer'>, Pick<KeyRequest, 'bodyBytes'> {
	connection: Pick<Connection, 'issuer'> & KeySources;
	/** The address (x5u) whose key verified a signature for this trigger before, even before a restart. */
	provenKeyAddress?: string;
}

/**
 * Step 8: verifies the signature (RSASSA-PKCS1-v1_5 with SHA-512, RFC 7518, section 3.3).
 * @throws Refusal token_malformed when jose finds the token itself wrong
 */
async function isSignedBy(compact: string, key: SigningKey['key']): Promise<boolean> {
	return await compactVerify(compact, key, { algorithms: ['RS512'] }).then(
		() => true,
		(error: unknown) => {
			if (error instanceof errors.JWSSignatureVerificationFailed) return false;
			throw new Refusal('token_malformed', error instanceof errors.JOSEError ? error.code : '');
		},
	);
}

/** Verifies the tokens of deliveries. All triggers of a process share one, with its keys. */
export class Verifier {
	private readonly keys: KeyStore;

	/** @param now the clock: ms since 1970 */
	constructor(private readonly now: () => number = Date.now) {
		this.keys = new KeyStore(now);
	}

	/**
	 * Verifies a delivery's token (specification, "Authentication of outgoing webhooks"), after step 1 took it out of its header:
	 * (2) decode it, (3) check its header, (4) its claims, (5) the key's address, (6) get the key, (7) read it, (8) check the
	 * signature, (9) the certificate's validity. The cheap steps come first, so that most forgeries cost no fetch.
	 */
	async verify(token: string, rules: VerificationRules, fetchKey: FetchKey): Promise<string> {
		const { connection, toleranceMs, provenKeyAddress, bodyBytes } = rules;
		const { issuer } = connection;
		if (issuer === '') throw new Refusal('issuer_not_configured');
		const { header, claims } = decodeToken(token);
		checkHeader(header);
		checkClaims(claims, { ...rules, issuer }, this.now());
		const address = checkKeyAddress(header, findKeyPlaces(connection, provenKeyAddress));
		const request = { address, isTrusted: address === provenKeyAddress, fetchKey, bodyBytes };
		const cached = await this.keys.get(request);
		const objection = await this.findObjection(token, cached.signingKey, toleranceMs);
		if (objection !== undefined) {
			// The platform may have changed its key or renewed its certificate since this one was fetched.
			const newer = await this.keys.getNewer(request, cached);
			const again = newer === undefined ? objection : await this.findObjection(token, newer.signingKey, toleranceMs);
			if (again !== undefined) throw again;
		}
		this.keys.prove(address);
		return address;
	}

	private async findObjection(compact: string, signingKey: SigningKey, toleranceMs: number): Promise<Refusal | undefined> {
		if (!(await isSignedBy(compact, signingKey.key))) return new Refusal('signature');
		return findValidityObjection(signingKey, this.now(), toleranceMs);
	}
}
