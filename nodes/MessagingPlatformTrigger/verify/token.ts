import type { IDataObject } from 'n8n-workflow';
import { isObject, parseJson } from '../../shared/json';
import { quote, Refusal } from './refusals';

/** Longest token that is looked at, in characters; Node's own limit for all headers together is 16 kB. */
export const MAX_TOKEN_LENGTH = 8_192;

/** A token taken apart. Nothing in it is to be believed before its signature was verified. */
export interface DecodedToken {
	header: IDataObject;
	claims: IDataObject;
}

const SCHEME = /^(?:bearer|jwt)$/i;
const COMPACT = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;

/**
 * Step 1: takes the token out of the Authorization header. The specification names the scheme both Bearer and JWT
 * (Authentication of outgoing webhooks), so either is accepted, in any case; the token stands after the first space.
 *
 * @param authorization the header's value
 * @returns the compact token: three non-empty base64url parts (RFC 7515, section 7.1). A secret: never printed
 * @throws Refusal token_missing, scheme, token_too_long or token_malformed
 */
export function readToken(authorization: string | undefined): string {
	if (authorization === undefined || authorization === '') throw new Refusal('token_missing');
	const space = authorization.indexOf(' ');
	if (space === -1 || !SCHEME.test(authorization.slice(0, space))) throw new Refusal('scheme');
	const compact = authorization.slice(space + 1).trim();
	if (compact.length > MAX_TOKEN_LENGTH) {
		throw new Refusal('token_too_long', `${compact.length} characters, at most ${MAX_TOKEN_LENGTH}`);
	}
	if (!COMPACT.test(compact)) throw new Refusal('token_malformed');
	return compact;
}

function decodePart(part: string | undefined, code: 'header_malformed' | 'claims_malformed'): IDataObject {
	try {
		const bytes = Buffer.from(part ?? '', 'base64url');
		const value = parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
		if (isObject(value)) return value;
	} catch {
		// Whatever a stranger put there (no UTF-8, no JSON, too deep), the answer is the same.
	}
	throw new Refusal(code);
}

/**
 * Step 2: decodes the token's header and claims (RFC 7515, section 5.2, steps 1 to 3).
 *
 * @param compact a compact token of {@link readToken}
 * @throws Refusal header_malformed or claims_malformed when a part is not a JSON object in UTF-8
 */
export function decodeToken(compact: string): DecodedToken {
	const [header, payload] = compact.split('.');
	return { header: decodePart(header, 'header_malformed'), claims: decodePart(payload, 'claims_malformed') };
}

/**
 * Step 3: checks the header. Only RS512 is accepted (specification, Verification step 2; RFC 8725, section 3.1), so that
 * neither "none" nor a symmetric algorithm keyed with a public key gets further. `jwk`, `jku`, `x5c` and `kid` are not
 * looked at: the key comes from `x5u` alone.
 *
 * @param header the decoded header
 * @throws Refusal algorithm, critical_header or type
 */
export function checkHeader(header: IDataObject): void {
	if (header.alg !== 'RS512') throw new Refusal('algorithm', `alg is ${quote(header.alg)}`);
	if (header.crit !== undefined) throw new Refusal('critical_header');
	const { typ } = header;
	if (typ !== undefined && (typeof typ !== 'string' || typ.toUpperCase() !== 'JWT')) {
		throw new Refusal('type', `typ is ${quote(typ)}`);
	}
}
