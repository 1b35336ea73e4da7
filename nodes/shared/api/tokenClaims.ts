import { Failure } from '../failure';
import { isJsonObject, type JsonObject, parseJson } from '../json';

/** What the API token says about itself. It isn't secret, and the platform alone can check it. */
export interface TokenClaims {
	/** The account of the token. */
	accountId?: string;
	/** The rights of the token; undefined if it doesn't list any. */
	scopes?: string[];
	/** In ms since 1970. */
	endsAt?: number;
}

/** Longer than any ID: the account is stored with the registration and compared with each delivery. */
const ACCOUNT_ID = /^[^\p{Cc}\p{Zl}\p{Zp}]{1,200}$/u;

const SENDING = ['chat:reply', 'chat:initiate', 'attachments:upload'];
const TRIGGER = ['notification_webhooks:add', 'notification_webhooks:remove'];

/** A token that ends sooner fails the credential's test, in ms; one of a trial may live for 3 days only. */
const SOON_MS = 24 * 3_600_000;

function decode(apiToken: string): JsonObject {
	try {
		const claims = parseJson(Buffer.from(apiToken.split('.')[1] ?? '', 'base64url').toString('utf8'));
		return isJsonObject(claims) ? claims : {};
	} catch {
		return {};
	}
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Reads the claims of an API token, of which any may be absent; the name of the account's claim has a dot in it. */
export function readClaims(apiToken: string): TokenClaims {
	const { 'account.id': account, scopes, exp } = decode(apiToken);
	const endsAt = typeof exp === 'number' ? exp * 1_000 : NaN;
	return {
		...(isText(account) && ACCOUNT_ID.test(account.trim()) && { accountId: account.trim() }),
		...(Array.isArray(scopes) && scopes.every(isText) && { scopes: scopes.filter(isText) }),
		...(!Number.isNaN(new Date(endsAt).getTime()) && { endsAt }),
	};
}

/** Checks whether two IDs name the same account: a UUID is the same in upper and lower case (RFC 9562, section 4). */
export const isSameAccount = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/**
 * Says when a token expired (specification, "Authentication", 3: after that the platform answers 401).
 * @returns a sentence; undefined when the token is still valid, or doesn't say
 */
export function tokenExpiry({ endsAt }: TokenClaims, now: number): string | undefined {
	return endsAt !== undefined && endsAt < now ? `The API token expired on ${new Date(endsAt).toISOString()}.` : undefined;
}

function findMissingScopes(scopes: readonly string[], usesTrigger: boolean): string {
	const needs = [['sending', SENDING], ...(usesTrigger ? [['the trigger', TRIGGER] as const] : [])] as const;
	return needs
		.map(([what, names]) => [what, names.filter((name) => !scopes.includes(name))] as const)
		.filter(([, missing]) => missing.length > 0)
		.map(([what, missing]) => `${missing.join(', ')} (for ${what})`)
		.join(' and ');
}

/** Finds what the token itself says against its use: another account, missing rights, or its end. */
export function findTokenFault(
	{ claims, accountId, notificationUrl }: { claims: TokenClaims; accountId: string; notificationUrl: string },
	now: number,
): Failure | undefined {
	const expired = tokenExpiry(claims, now);
	if (expired !== undefined) {
		return Failure.ofPlatform(expired, "Generate a new one. If it's new, check this server's clock.");
	}
	if (claims.accountId !== undefined && !isSameAccount(accountId, claims.accountId)) {
		return Failure.ofPlatform(
			`The API token belongs to the account ${claims.accountId}, and Account ID is another one`,
			'Clear the Account ID field, or paste a token of that account.',
		);
	}
	const missing = claims.scopes && findMissingScopes(claims.scopes, notificationUrl !== '');
	if (missing) {
		return Failure.ofPlatform(
			`The API token lacks rights: ${missing}`,
			"Generate it as a user who has them, such as the account's administrator. If your workflows don't need them, you can use the credential anyway.",
		);
	}
	if (claims.endsAt === undefined || claims.endsAt - now > SOON_MS) return undefined;
	return Failure.ofPlatform(
		`The API token ends on ${new Date(claims.endsAt).toISOString()}`,
		'Everything works until then. Generate a new one in time: the token of a trial is valid for a few days only.',
	);
}
