import { answerError } from './errors';
import { type JsonValue, isJsonObject, parseJson } from '../json';
import { type ApiContext, type HttpAnswer, connectionOf } from '../http/http';

function readBody(answer: HttpAnswer): { json?: JsonValue; text: string; valid: boolean } {
	const text = answer.body;
	if (text.trim() === '') return { text, valid: true };
	try {
		// JSON may not start with a byte order mark, but a reader may skip one (RFC 8259, section 8.1)
		return { json: parseJson(text.replace(/^\uFEFF/, '')), text, valid: true };
	} catch {
		return { text, valid: false };
	}
}

/** Reads `exp` of the token itself, so that a 401 can say when it expired. The claims are not secret; the rest is not read. */
async function describeExpiry(context: ApiContext): Promise<string | undefined> {
	try {
		const { apiToken } = await connectionOf(context);
		return tokenExpiry(apiToken, new Date());
	} catch {
		return undefined;
	}
}

/**
 * Says when a token expired (specification, "Authentication", 3: after that the service answers 401).
 *
 * @param apiToken the token, a JWT
 * @param now the time to compare with
 * @returns a sentence; undefined when the token is still valid, or does not tell
 */
export function tokenExpiry(apiToken: string, now: Date): string | undefined {
	try {
		const claims = parseJson(Buffer.from(apiToken.split('.')[1] ?? '', 'base64url').toString('utf8'));
		const exp = isJsonObject(claims) ? claims.exp : undefined;
		if (typeof exp !== 'number') return undefined;
		const expiry = new Date(exp * 1000);
		return expiry.getTime() < now.getTime() ? `The API token expired on ${expiry.toISOString()}.` : undefined;
	} catch {
		return undefined;
	}
}

/**
 * Reads an answer of the service: JSON with exact integers, or an error.
 *
 * @param context the n8n context
 * @param itemIndex index of the item, for the error
 * @param answer status, headers and body text
 * @returns the body; undefined when it is empty, as with a 202
 * @throws NodeApiError for any status but 2xx, for a body with `$error`, and for a body that is not JSON
 */
export async function readAnswer(context: ApiContext, itemIndex: number, answer: HttpAnswer): Promise<JsonValue | undefined> {
	const correlation = answer.headers['x-correlation-id'];
	const correlationId = typeof correlation === 'string' ? correlation : undefined;
	const { json, text, valid } = readBody(answer);
	const ok = answer.statusCode >= 200 && answer.statusCode <= 299;
	const refused = isJsonObject(json) && json.$error !== undefined && json.$error !== null;
	if (ok && valid && !refused) return json;
	const expired = answer.statusCode === 401 ? await describeExpiry(context) : undefined;
	throw answerError(context.getNode(), itemIndex, { status: answer.statusCode, body: json ?? text, correlationId }, expired);
}
