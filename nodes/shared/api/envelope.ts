import type { OpenResponse } from './byteStream';
import { type JsonObject, type JsonValue, isJsonObject, parseJson } from '../json';
import { oneLine } from '../texts';
import type { Connection } from './connection';
import { type BadResponse, badResponse } from './explain';
import { tokenExpiry } from './tokenClaims';

function readBody(text: string): { json?: JsonValue; valid: boolean } {
	if (text.trim() === '') return { valid: true };
	try {
		// JSON may not start with a byte order mark, but a reader may skip one (RFC 8259, section 8.1)
		return { json: parseJson(text.replace(/^\uFEFF/, '')), valid: true };
	} catch {
		return { valid: false };
	}
}

/** The ID of a request, which the platform's support asks for (specification, "Request id header"), on one line. */
export function correlationIdOf({ 'x-correlation-id': id }: OpenResponse['headers']): string | undefined {
	return (typeof id === 'string' ? oneLine(id, 200) : '') || undefined;
}

/**
 * Takes the JSON out of a response (specification, "Response envelope" and "Errors").
 * @returns the body; undefined when it is empty or, for a DELETE and a 202, not JSON
 * @throws Failure for any status but 2xx, for a body with `$error`, and for any other body that is not JSON
 */
export function parseResponse(
	{ statusCode: status, headers, held }: Pick<OpenResponse, 'statusCode' | 'headers' | 'held'>,
	text: string,
	connection: Pick<Connection, 'claims'>,
	asked?: BadResponse['asked'],
): JsonValue | undefined {
	const { json, valid } = readBody(text);
	const refused = isJsonObject(json) && json.$error !== undefined && json.$error !== null;
	// what was accepted or removed is so, whatever the platform says about it
	const needsBody = status !== 202 && asked?.method !== 'DELETE';
	if (status >= 200 && status <= 299 && !refused && (valid || !needsBody)) return json;
	const correlationId = correlationIdOf(headers);
	const expired = status === 401 ? tokenExpiry(connection.claims) : undefined;
	const failure = badResponse({ status, body: json ?? text, correlationId, asked }, expired);
	throw held ? failure.with({ outcome: 'notSent' }) : failure;
}

/** Checks whether the response to a read comes from a gateway, or is none: not JSON, or empty. */
export function isPassing({ statusCode: status, text }: OpenResponse): boolean {
	if (status >= 502 && status <= 504) return true;
	// without a text it broke off, which took its time
	if (text === undefined || status === 204 || (status >= 300 && status < 500)) return false;
	const { json, valid } = readBody(text);
	return !valid || json === undefined;
}

/** The elements of a list response that are objects (specification, "Response envelope"). */
export function itemsOf(body: JsonValue | undefined): JsonObject[] {
	const items = isJsonObject(body) ? body.$items : undefined;
	return Array.isArray(items) ? items.filter(isJsonObject) : [];
}

/** Members that a response has about itself, not about its result. */
const ENVELOPE = new Set(['$count', '$totalCount', '$error', '$value']);

/**
 * The result of a single-result response (specification, "Response envelope").
 * @returns `$value` when it is an object; otherwise the body without its envelope: all of a body that has none, nothing
 * if `$value` is null or absent
 */
export function valueOf(body: JsonValue | undefined): JsonObject {
	if (!isJsonObject(body)) return {};
	if (isJsonObject(body.$value)) return body.$value;
	return Object.fromEntries(Object.entries(body).filter(([name]) => !ENVELOPE.has(name)));
}
