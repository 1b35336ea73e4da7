import { decodeJwt, decodeProtectedHeader } from 'jose';
import type { IDataObject } from 'n8n-workflow';
import { type Redact, isRedacted } from '../../shared/api/redact';
import { quote, Refusal } from './refusals';

/** The longest token that is looked at, in characters; Node's own limit for all headers together is 16 kB. */
const MAX_TOKEN_LENGTH = 8_192;

const SCHEME = /^(?:bearer|jwt)$/i;
const COMPACT = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;

/**
 * Step 1: takes the token out of the Authorization header, whose scheme the specification names both Bearer and JWT.
 * @returns the compact token: three non-empty base64url parts (RFC 7515, section 7.1). A secret: never printed
 */
export function readToken(authorization: string | undefined): string {
	if (authorization === undefined || authorization === '') throw new Refusal('token_missing');
	const space = authorization.indexOf(' ');
	if (space === -1 || !SCHEME.test(authorization.slice(0, space))) throw new Refusal('scheme');
	const compact = authorization.slice(space + 1).trim();
	if (compact.length > MAX_TOKEN_LENGTH) {
		throw new Refusal('token_too_long', `${compact.length} characters, the limit is ${MAX_TOKEN_LENGTH}`);
	}
	if (!COMPACT.test(compact)) throw new Refusal('token_malformed');
	return compact;
}

function decode(compact: string, read: (jwt: string) => object, code: 'header_malformed' | 'claims_malformed'): IDataObject {
	try {
		return { ...read(compact) };
	} catch {
		// Whatever a stranger put there (no UTF-8, no JSON, too deep), the answer is the same.
	}
	throw new Refusal(code);
}

/**
 * Step 2: decodes the token's header and claims (RFC 7515, section 5.2, steps 1 to 3). Nothing in them is proven.
 * @throws Refusal header_malformed or claims_malformed when a part is not a JSON object in UTF-8
 */
export function decodeToken(compact: string): { header: IDataObject; claims: IDataObject } {
	return {
		header: decode(compact, decodeProtectedHeader, 'header_malformed'),
		claims: decode(compact, decodeJwt, 'claims_malformed'),
	};
}

/**
 * Step 3: checks the header. Only RS512 is accepted (specification, Verification step 2; RFC 8725, section 3.1), neither "none"
 * nor a symmetric algorithm. `jwk`, `jku`, `x5c` and `kid` are not looked at: the key comes from `x5u` alone.
 */
export function checkHeader({ alg, crit, typ }: IDataObject): void {
	if (alg !== 'RS512') throw new Refusal('algorithm', `alg is ${quote(alg)}`);
	if (crit !== undefined) throw new Refusal('critical_header');
	if (typ !== undefined && (typeof typ !== 'string' || typ.toUpperCase() !== 'JWT')) {
		throw new Refusal('type', `typ is ${quote(typ)}`);
	}
}

/** Keeps the API token out of n8n's log: a refusal quotes a delivery's own token, in which the platform may have put it. */
export function withoutApiToken(error: unknown, token: string, redact: Redact): unknown {
	if (!(error instanceof Refusal)) return error;
	const said = token.split('.').map((part) => Buffer.from(part, 'base64url').toString('utf8'));
	const echoes = said.some((text) => isRedacted(redact(text)));
	return echoes ? new Refusal(error.code, 'details left out: they contain the API token') : error;
}
