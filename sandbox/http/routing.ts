import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { Context, RequestEntry } from '../core/context';
import { ApiError } from '../core/errors';
import { isJsonObject, parseJson, printJson, type Json, type JsonObject } from '../core/json';

declare module 'fastify' {
	interface FastifyRequest {
		/** The body's text as it came; empty for uploads and requests without a body. */
		rawText: string;
		/** The request's entry in the log; API requests only. */
		logEntry?: RequestEntry;
	}
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

const JSON_LIMIT_BYTES = 4 * 1024 * 1024;

/** The error that an answer carries: the API's own, or an unforeseen one as 500. */
function toApiError(error: unknown): ApiError {
	if (error instanceof ApiError) return error;
	const status = isJsonObject(error) && typeof error.statusCode === 'number' ? error.statusCode : 500;
	const message = error instanceof Error ? error.message : String(error);
	if (status >= 500) return new ApiError('INTERNAL_ERROR', message);
	return new ApiError('BODY_HAS_INVALID_FORMAT', message);
}

/**
 * Makes the HTTP server: int64-safe JSON both ways, x-correlation-id on every answer, errors as the envelope's $error.
 *
 * @returns the server, without routes
 */
export function createHttpServer(): FastifyInstance {
	const app = fastify({
		bodyLimit: JSON_LIMIT_BYTES,
		forceCloseConnections: true,
		routerOptions: { maxParamLength: 5000 },
	});
	app.decorateRequest('rawText', '');
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'string' }, (request, body, done) => {
		request.rawText = String(body);
		if (request.rawText === '') return done(null, undefined);
		try {
			done(null, parseJson(request.rawText));
		} catch (error) {
			done(new ApiError('BODY_HAS_INVALID_FORMAT', error instanceof Error ? error.message : 'Not JSON'));
		}
	});
	app.setReplySerializer((payload) => printJson(payload));
	app.addHook('onRequest', async (_request, reply) => {
		reply.header('x-correlation-id', randomUUID());
	});
	app.setErrorHandler((error, _request, reply) => {
		const apiError = toApiError(error);
		return reply.status(apiError.status).type('application/json').send(apiError.toBody());
	});
	app.setNotFoundHandler((request, reply) => {
		const error = new ApiError('NOT_FOUND', `There is no ${request.method} ${request.url.split('?')[0]}`);
		return reply.status(error.status).type('application/json').send(error.toBody());
	});
	return app;
}

/** Query parameters as strings; of a repeated one the last. */
export function queryOf(request: FastifyRequest): Record<string, string> {
	const query = isJsonObject(request.query) ? request.query : {};
	return Object.fromEntries(
		Object.entries(query).map(([name, value]) => [name, String(Array.isArray(value) ? value.at(-1) : value)]),
	);
}

/**
 * One path parameter.
 *
 * @param request the request
 * @param name the parameter's name in the route
 * @returns its decoded value
 * @throws ApiError RESOURCE_ID_IS_ABSENT when it is empty
 */
export function paramOf(request: FastifyRequest, name: string): string {
	const params = isJsonObject(request.params) ? request.params : {};
	const value = params[name];
	if (typeof value !== 'string' || value === '') throw new ApiError('RESOURCE_ID_IS_ABSENT', `${name} is absent`);
	return value;
}

/**
 * The body of a request that must be a JSON object.
 *
 * @param request the request
 * @returns the object, integers beyond 2^53 as bigint
 * @throws ApiError BODY_HAS_INVALID_FORMAT when there is no body or it is no object
 */
export function bodyOf(request: FastifyRequest): JsonObject {
	const body: unknown = request.body;
	if (isJsonObject(body)) return body;
	throw new ApiError('BODY_HAS_INVALID_FORMAT', 'The body is not a JSON object');
}

/** The same body where it may be left out: an empty object then. */
export function optionalBodyOf(request: FastifyRequest): JsonObject {
	return request.body === undefined || request.body === null ? {} : bodyOf(request);
}

/** Headers of a request for the log, the token left out. */
function headersForLog(request: FastifyRequest): Record<string, string> {
	const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
	return {
		...Object.fromEntries(headers),
		...(request.headers.authorization ? { authorization: '(redacted)' } : {}),
	};
}

/**
 * Logs every request of a group of routes, with its body and the status of its answer.
 *
 * @param app the group
 * @param context the sandbox
 */
export function logRequests(app: FastifyInstance, context: Context): void {
	app.addHook('onRequest', async (request) => {
		const url = new URL(request.url, context.origin);
		request.logEntry = {
			id: request.id,
			receivedTs: context.isoNow(),
			method: request.method,
			path: url.pathname,
			query: queryOf(request),
			headers: headersForLog(request),
			body: '',
		};
		context.requests.add(request.logEntry);
	});
	app.addHook('preValidation', async (request) => {
		if (request.logEntry) request.logEntry.body = request.rawText;
	});
	app.addHook('onResponse', async (request, reply) => {
		if (!request.logEntry) return;
		request.logEntry.status = reply.statusCode;
		request.logEntry.body ||= request.rawText;
		context.changed({ kind: 'request', data: request.logEntry });
	});
}

/**
 * Demands a valid API token (specification, "Authentication").
 *
 * @param app the group of routes
 * @param context the sandbox
 */
export function requireToken(app: FastifyInstance, context: Context): void {
	app.addHook('onRequest', async (request) => {
		const [, token] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
		if (!token) throw new ApiError('UNAUTHORIZED', 'The Authorization header carries no Bearer token');
		const known = context.state.tokens.find((one) => one.token === token);
		if (!known || known.revoked) throw new ApiError('UNAUTHORIZED', 'The token is unknown or revoked');
		if (known.expiresMs <= context.now()) throw new ApiError('UNAUTHORIZED', 'The token has expired');
		if (known.rights === 'unpaid') throw new ApiError('PAYMENT_REQUIRED', 'The plan does not include this call');
		if (known.rights === 'none') throw new ApiError('FORBIDDEN', 'The token lacks the rights for this call');
	});
}

/**
 * Refuses control calls that a foreign web page makes in the user's browser: the host must be this machine's loopback
 * name and an Origin, where there is one, the sandbox's own.
 *
 * @param app the group of routes
 * @param context the sandbox
 */
export function requireLoopback(app: FastifyInstance, context: Context): void {
	app.addHook('onRequest', async (request) => {
		const hostname = (request.headers.host ?? '').replace(/:\d+$/, '');
		const origin = request.headers.origin;
		const foreign = origin !== undefined && origin !== `http://${request.headers.host}`;
		if (!LOOPBACK.has(hostname) || foreign) {
			throw new ApiError('FORBIDDEN', `Control calls are answered on ${context.origin} only`);
		}
	});
}

/** A handler of a route: takes the request, returns the body of the answer. */
export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<Json | object> | Json | object;
