import { Failure } from '../failure';
import { objectOf, parseJson } from '../json';

/** What the API token says about itself. It isn't secret, and the platform alone can check it. */
export interface TokenClaims {
	/** The token's account; empty if it names none. */
	accountId: string;
	/** The token's rights; undefined if it doesn't list them. */
	scopes?: string[];
	endsAt?: Date;
}

/** Longer than any ID: the account is stored with the registration and compared with each delivery. */
const ACCOUNT_ID = /^[^\p{Cc}\p{Zl}\p{Zp}\s]{1,200}$/u;

const SENDING = ['chat:reply', 'chat:initiate', 'attachments:upload'];
const TRIGGER = ['notification_webhooks:add', 'notification_webhooks:remove'];

/** A token that ends sooner fails the credential's test, in ms; one of a trial may live for 3 days only. */
const SOON_MS = 24 * 3_600_000;

const isText = (value: unknown): value is string => typeof value === 'string';

/** Reads the claims of an API token, of which any may be absent; the name of the account's claim has a dot in it. */
export function readClaims(apiToken: string): TokenClaims {
	const claims: TokenClaims = { accountId: '' };
	try {
		const read: unknown = parseJson(Buffer.from(apiToken.split('.')[1] ?? '', 'base64url').toString('utf8'));
		const { 'account.id': account, scopes, exp }: Record<string, unknown> = objectOf(read);
		if (isText(account) && ACCOUNT_ID.test(account)) claims.accountId = account;
		if (Array.isArray(scopes) && scopes.every(isText)) claims.scopes = scopes;
		const endsAt = new Date(typeof exp === 'number' ? exp * 1_000 : NaN);
		if (!Number.isNaN(endsAt.getTime())) claims.endsAt = endsAt;
	} catch {
		// not a JWT
	}
	return claims;
}

/** Checks whether two IDs name the same account: a UUID is the same in upper and lower case (RFC 9562, section 4). */
export const isSameAccount = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Says when a token expired, if it has (specification, "Authentication", 3: after that the platform answers 401). */
export function tokenExpiry({ endsAt }: TokenClaims, now = new Date()): string | undefined {
	return endsAt !== undefined && endsAt < now ? `The API token expired on ${endsAt.toISOString()}.` : undefined;
}

/** Finds what the token itself says against its use: its end, another account, or missing rights. */
export function findTokenFault(
	{ claims, accountId, notificationUrl }: { claims: TokenClaims; accountId: string; notificationUrl: string },
	now: Date,
): Failure | undefined {
	const { scopes, endsAt } = claims;
	const expired = tokenExpiry(claims, now);
	if (expired !== undefined) return Failure.ofPlatform(expired, "Generate a new one. If it's new, check this server's clock.");
	if (claims.accountId !== '' && !isSameAccount(accountId, claims.accountId)) {
		const message = `The Account ID isn't the account of the API token, ${claims.accountId}`;
		return Failure.ofPlatform(message, 'Clear the Account ID field, or paste a token of the other account.');
	}
	const lacksFor = (what: string, names: string[]) => {
		const missing = names.filter((name) => scopes?.includes(name) === false);
		return missing.length === 0 ? [] : [`${missing.join(', ')} (for ${what})`];
	};
	const lacks = [...lacksFor('sending', SENDING), ...(notificationUrl === '' ? [] : lacksFor('the trigger', TRIGGER))];
	if (lacks.length > 0) {
		const advice =
			"Generate it as a user who has them, such as the account's administrator. If your workflows don't need them, you can use the credential anyway.";
		return Failure.ofPlatform(`The API token lacks rights: ${lacks.join(' and ')}`, advice);
	}
	if (endsAt === undefined || endsAt.getTime() - now.getTime() > SOON_MS) return undefined;
	const advice = 'Everything works until then. Generate a new one in time: one of a trial is valid for a few days only.';
	return Failure.ofPlatform(`The API token ends on ${endsAt.toISOString()}`, advice);
}
