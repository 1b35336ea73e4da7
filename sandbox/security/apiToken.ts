import { createHmac, randomBytes } from 'node:crypto';
import { printJson } from '../core/json';
import type { TokenRecord } from '../core/model';
import { ACCOUNT_ID, USER_ID } from '../seeds/account';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/**
 * Issues an API token as the account settings do: a JWT that lives one year (specification, "Authentication" 2 and 3).
 *
 * @param now ms since 1970
 * @param lifetimeMs time until the server answers 401; one year when absent
 * @param rights what calls with it may do: all of them, none (403), or only with payment (402)
 * @returns the token and what the sandbox remembers of it
 */
export function issueToken(now: number, lifetimeMs = YEAR_MS, rights: TokenRecord['rights'] = 'all'): TokenRecord {
	const part = (value: object) => Buffer.from(printJson(value)).toString('base64url');
	const issuedAt = Math.floor(now / 1000);
	const claims = {
		sub: USER_ID,
		accountId: ACCOUNT_ID,
		iat: issuedAt,
		exp: issuedAt + Math.floor(lifetimeMs / 1000),
		jti: randomBytes(9).toString('base64url'),
	};
	const input = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
	const token = `${input}.${createHmac('sha256', randomBytes(32)).update(input).digest('base64url')}`;
	return { token, expiresMs: now + lifetimeMs, revoked: false, rights };
}
