import type { Context } from '../core/context';
import type { DecodedToken, FaultKind } from '../core/records';
import { isJsonObject, parseJson, type Json, type JsonObject } from '../core/json';
import { keyServedNowhere, signDeliveryToken } from '../security/signing';

/** Members to change: null in a fault removes one. */
function changes(value: Json): JsonObject {
	if (!isJsonObject(value)) return {};
	return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, member ?? undefined]));
}

/**
 * The Authorization header of one sending of a delivery, with a token of its own.
 * @returns scheme and token, or undefined when a fault takes the header away
 */
export async function authorizationOf(
	context: Context,
	url: string,
	struck: Map<FaultKind, JsonObject>,
): Promise<string | undefined> {
	if (struck.has('noToken')) return undefined;
	const { state, options, origin } = context;
	const current = state.keys.find((one) => one.kid === state.currentKid);
	if (!current) throw new Error(`The current key ${state.currentKid} is missing from the sandbox's state.`);
	const ageSeconds = struck.get('expiredToken')?.ageSeconds ?? 3600;
	const custom = struck.get('token') ?? {};
	const token = signDeliveryToken({
		key: struck.has('foreignKey') ? await keyServedNowhere() : current,
		x5u: `${origin}/keys/${struck.has('refusedKey') ? 'withdrawn' : current.kid}.pem`,
		issuer: options.issuer,
		accountId: state.accountId,
		audience: new URL(url).hostname,
		now: struck.has('expiredToken') ? context.now() - Number(ageSeconds) * 1000 : context.now(),
		header: changes(custom.header),
		claims: changes(custom.claims),
	});
	return `${options.authScheme} ${token}`;
}

/**
 * Decodes the token of an Authorization header without checking it.
 * @returns the token's first two parts; undefined when there are none or a fault made them unreadable
 */
export function decodedToken(authorization: string | undefined): DecodedToken | undefined {
	const [header, claims] = (authorization?.split(' ')[1] ?? '').split('.');
	if (!header || !claims) return undefined;
	const read = (part: string) => parseJson(Buffer.from(part, 'base64url').toString('utf8'));
	try {
		return { header: read(header), claims: read(claims) };
	} catch {
		return undefined;
	}
}
