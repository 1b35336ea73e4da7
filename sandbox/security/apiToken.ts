import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { printJson } from '../core/json';
import type { TokenRecord } from '../core/model';

export const ACCOUNT_ID = '11111111-2222-4333-8444-555555555555';
export const USER_ID = '66666666-7777-4888-9999-000000000000';
const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
/** The address that issues API tokens: the claim iss. */
const ISSUER = 'https://id.service.example/auth/';

const SCOPES = [
	...['add_users', 'edit_own_profile', 'edit_users', 'remove_users', 'view_users'].map((name) => `account:${name}`),
	...['apitokens:issue', 'attachments:upload', 'channel:create', 'channel:get_by_account'],
	...['get', 'initiate', 'mark_read', 'mark_unread', 'reply'].map((name) => `chat:${name}`),
	...['get_info', 'get_subscriptions', 'mange_widgets', 'remove_subscriptions', 'send'].map(
		(name) => `enduser_notifications:${name}`,
	),
	...['interactive_chains:manage', 'invoices:pay', 'messageTemplate:get', 'messageTemplate:manage'],
	...['notification_webhooks:add', 'notification_webhooks:remove', 'reports:view'],
	...['subscriptions:activate', 'subscriptions:get', 'widget:get', 'widget:modify'],
];

export type TokenOptions = {
	/** Whether it has the claims of the platform's own, or few. */
	claims: boolean;
	/** Time until the server answers 401; one year when absent. */
	lifetimeMs?: number;
	/** What calls with it may do: all of them, none (403), or only with payment (402). */
	rights?: TokenRecord['rights'];
};

function claimsOf(issuedAt: number, lifetimeMs: number, full: boolean): object {
	const times = { iat: issuedAt, exp: issuedAt + Math.floor(lifetimeMs / 1000) };
	if (!full) return { sub: USER_ID, accountId: ACCOUNT_ID, ...times, jti: randomBytes(9).toString('base64url') };
	const who = { scopes: SCOPES, 'account.id': ACCOUNT_ID, 'user.id': USER_ID };
	return { ...who, nbf: issuedAt, jti: randomUUID(), ...times, iss: ISSUER, sub: USER_ID };
}

/**
 * Issues an API token as the account settings do: a JWT that lives one year (specification, "Authentication" 2 and 3).
 * @param now ms since 1970
 */
export function issueToken(now: number, { claims, lifetimeMs = YEAR_MS, rights = 'all' }: TokenOptions): TokenRecord {
	const part = (value: object) => Buffer.from(printJson(value)).toString('base64url');
	const input = `${part({ typ: 'JWT', alg: 'HS256' })}.${part(claimsOf(Math.floor(now / 1000), lifetimeMs, claims))}`;
	const token = `${input}.${createHmac('sha256', randomBytes(32)).update(input).digest('base64url')}`;
	return { token, expiresMs: now + lifetimeMs, revoked: false, rights };
}
