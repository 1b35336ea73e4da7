import type { FastifyRequest } from 'fastify';
import { ApiError } from '../core/errors';
import { isJsonObject, type JsonObject } from '../core/json';
import type { Context } from '../core/context';

/** The envelope of a list method (specification, "Response envelope"). */
export function listOf<Item>(items: Item[], nextPage?: string) {
	return { $count: items.length, $items: items, $nextPage: nextPage };
}

export function single<Value>(value: Value) {
	return { $count: 1, $value: value };
}

/** Lists a sandbox's addresses and secrets: everything that a credential needs. */
export function addressesOf(context: Context) {
	const { origin, fileOrigin, state, options } = context;
	return {
		origin,
		baseUrl: `${origin}/api`,
		fileOrigin,
		notificationUrl: `${origin}/notifications`,
		apiToken: state.tokens[0]?.token ?? '',
		issuer: options.issuer,
		accountId: state.accountId,
		n8nUrl: options.n8nUrl,
		n8nLogin: options.n8nLogin,
		restartsN8n: options.n8n?.restart !== undefined || undefined,
	};
}

/** Query parameters as strings; the last value of a repeated one. */
export function queryOf(request: FastifyRequest): Record<string, string> {
	const query = isJsonObject(request.query) ? request.query : {};
	return Object.fromEntries(
		Object.entries(query).map(([name, value]) => [name, String(Array.isArray(value) ? value.at(-1) : value)]),
	);
}

export function paramOf(request: FastifyRequest, name: string): string {
	const params = isJsonObject(request.params) ? request.params : {};
	const value = params[name];
	if (typeof value !== 'string' || value === '') throw new ApiError('RESOURCE_ID_IS_ABSENT', `${name} is absent`);
	return value;
}

export function bodyOf(request: FastifyRequest): JsonObject {
	const body: unknown = request.body;
	if (isJsonObject(body)) return body;
	throw new ApiError('BODY_HAS_INVALID_FORMAT', 'The body is not a JSON object');
}

/** The same body, but optional: an empty object if it is left out. */
export function optionalBodyOf(request: FastifyRequest): JsonObject {
	return request.body === undefined || request.body === null ? {} : bodyOf(request);
}

/**
 * The name of a form's file: browsers write a quote and line ends in it as %22, %0D and %0A (HTML standard, "multipart/form-data
 * encoding algorithm").
 */
export function formFileName(encoded: string | undefined): string {
	return (encoded ?? 'file').replace(/%22/g, '"').replace(/%0D|%0A/g, ' ');
}
