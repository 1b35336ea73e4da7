import { decodeJwt, decodeProtectedHeader } from 'jose';
import type { IDataObject } from 'n8n-workflow';
import { type Redact, isRedacted } from '../../shared/api/redact';
import { parseUrl } from '../../shared/urls';
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

/**
 * Step 2: decodes the token's header and claims (RFC 7515, section 5.2, steps 1 to 3). Nothing in them is proven.
 * @throws Refusal header_malformed or claims_malformed when a part is not a JSON object in UTF-8
 */
export function decodeToken(compact: string): { header: IDataObject; claims: IDataObject } {
	let header: object | undefined;
	try {
		header = decodeProtectedHeader(compact);
		const claims: object = decodeJwt(compact);
		return { header: { ...header }, claims: { ...claims } };
	} catch {
		// Whatever a stranger put there (no UTF-8, no JSON, too deep), the answer is the same.
	}
	throw new Refusal(header === undefined ? 'header_malformed' : 'claims_malformed');
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

/** A host that deliveries may be meant for, as a URL has it: in lower case, and without the scheme's usual port. */
export type ExpectedHost = Pick<URL, 'hostname' | 'port'>;

/** The values that claims are compared with. */
export interface ClaimRules {
	/** The issuer of the credential; never empty. */
	issuer: string;
	/** The account that the webhook was registered for; never empty. */
	accountId: string;
	/** Never empty. */
	hosts: ExpectedHost[];
	/** Allowed difference between clocks, in ms. */
	toleranceMs: number;
	/** Longest accepted time between iat and exp, in ms; Infinity for any. */
	maxLifetimeMs: number;
}

/**
 * Reads the host that deliveries must be meant for.
 * @throws Refusal webhook_url when there is no host in it
 */
export function readHost(address: string): ExpectedHost {
	const text = address.trim();
	const url = parseUrl(text.includes('://') ? text : `https://${text}`);
	if (!url?.hostname) throw new Refusal('webhook_url');
	return { hostname: url.hostname, port: url.port };
}

function isMeantFor(audience: unknown, hosts: ExpectedHost[]): boolean {
	if (Array.isArray(audience)) return audience.some((entry) => typeof entry === 'string' && isMeantFor(entry, hosts));
	if (typeof audience !== 'string') return false;
	const named = audience.toLowerCase();
	return hosts.some(({ hostname, port }) => named === hostname || (port !== '' && named === `${hostname}:${port}`));
}

/** Says that two issuers differ only in what is easily overlooked. */
function smallDifference(seen: unknown, expected: string): string {
	const bare = (text: string) => text.toLowerCase().replace(/\/$/, '');
	if (typeof seen !== 'string' || bare(seen) !== bare(expected)) return '';
	return ': they differ only in the slash at the end or in upper and lower case';
}

function checkTimes(claims: IDataObject, rules: ClaimRules, now: number): void {
	const { iat, exp, nbf } = claims;
	if (typeof iat !== 'number' || !Number.isFinite(iat) || iat < 0) {
		throw new Refusal('issued_at', `iat is ${quote(iat)}`);
	}
	if (typeof exp !== 'number' || !(exp > iat && exp <= Number.MAX_SAFE_INTEGER)) {
		throw new Refusal('expiry', `exp is ${typeof exp === 'number' ? 'not after iat, or never' : quote(exp)}`);
	}
	const lifetimeMs = (exp - iat) * 1_000;
	if (lifetimeMs > rules.maxLifetimeMs) {
		throw new Refusal('lifetime', `${Math.round(lifetimeMs / 60_000)} min, the limit is ${rules.maxLifetimeMs / 60_000}`);
	}
	const issuedAt = iat * 1_000;
	const expiresAt = exp * 1_000;
	if (issuedAt - rules.toleranceMs > now) {
		throw new Refusal('issued_in_future', `by ${Math.ceil((issuedAt - now) / 1_000)} s`);
	}
	if (nbf !== undefined && typeof nbf !== 'number') {
		throw new Refusal('not_before', `nbf is ${quote(nbf)}`);
	}
	if (nbf !== undefined && nbf * 1_000 - rules.toleranceMs > now) {
		throw new Refusal('not_before', `in ${Math.ceil((nbf * 1_000 - now) / 1_000)} s`);
	}
	if (now >= expiresAt + rules.toleranceMs) {
		throw new Refusal('expired', `${Math.floor((now - expiresAt) / 1_000)} s ago`);
	}
}

/**
 * Step 4: checks the claims that need no other source: iss, aud, sub, iat, exp and nbf (specification, Verification step 3; RFC
 * 7519, section 4.1). The event's own account is checked once the body is read. `aud` matches when it is, or
 * lists, exactly the webhook's host name, or host name and port; case doesn't count.
 * @param now ms since 1970
 */
export function checkClaims(claims: IDataObject, rules: ClaimRules, now: number): void {
	if (claims.iss !== rules.issuer) {
		const seen = `iss is ${quote(claims.iss)}, the credential has ${quote(rules.issuer)}`;
		throw new Refusal('issuer', seen + smallDifference(claims.iss, rules.issuer));
	}
	if (!isMeantFor(claims.aud, rules.hosts)) {
		const seen = Array.isArray(claims.aud) ? `a list of ${claims.aud.length}` : quote(claims.aud);
		throw new Refusal('audience', `aud is ${seen}, this webhook's host is ${quote(rules.hosts[0]?.hostname)}`);
	}
	const { sub } = claims;
	if (typeof sub !== 'string' || sub === '') throw new Refusal('subject', `sub is ${quote(sub)}`);
	if (sub !== rules.accountId) {
		throw new Refusal('account', `sub is ${quote(sub)}, this trigger is registered for ${quote(rules.accountId)}`);
	}
	checkTimes(claims, rules, now);
}

/** Keeps the API token out of n8n's log: a refusal quotes a delivery's own token, in which the platform may have put it. */
export function withoutApiToken(error: unknown, token: string, redact: Redact): unknown {
	if (!(error instanceof Refusal)) return error;
	const said = token.split('.').map((part) => Buffer.from(part, 'base64url').toString('utf8'));
	const echoes = said.some((text) => isRedacted(redact(text)));
	return echoes ? new Refusal(error.code, 'details left out: they contain the API token') : error;
}
