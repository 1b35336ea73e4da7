/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import type { Context } from '../core/context';
import { ApiError } from '../core/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RequestEntry } from '../core/records';
import { queryOf } from './requests';
import { readFileSync } from 'node:fs';
import { type Answer, reportSchema } from '../check/report';
import { parseJson } from '../core/json';

/**
 * Refuses requests of a token that come faster than its bucket fills: it holds `rateBurst` requests, and gets `ratePerSecond` new
 * ones.
 */
export function limitRate(app: FastifyInstance, context: Context): void {
	const buckets = new Map<string, { left: number; atMs: number }>();
	app.addHook('onRequest', async (request, reply) => {
		if (!context.holds('rate')) return;
		const { ratePerSecond, rateBurst, retryAfterSeconds } = context.options;
		const { authorization = '' } = request.headers;
		const now = context.now();
		const { left, atMs } = buckets.get(authorization) ?? { left: rateBurst, atMs: now };
		const allowed = Math.min(rateBurst, left + (Math.max(0, now - atMs) * ratePerSecond) / 1000);
		buckets.set(authorization, { left: allowed < 1 ? allowed : allowed - 1, atMs: now });
		if (allowed >= 1) return;
		if (retryAfterSeconds > 0) reply.header('retry-after', retryAfterSeconds);
		throw new ApiError('TOO_MANY_REQUESTS', 'Too many requests');
	});
}

declare module 'fastify' {
	interface FastifyRequest {
		/** The request's entry in the log; API requests only. */
		logEntry?: RequestEntry;
	}
}

function headersForLog(request: FastifyRequest): Record<string, string> {
	const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
	return { ...Object.fromEntries(headers), ...(request.headers.authorization ? { authorization: '(redacted)' } : {}) };
}

/** Logs every request of a group of routes, with its body and the status of its answer. */
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

function isAnswer({ status, shape }: Answer): boolean {
	return status !== undefined && status < 300 && shape !== undefined;
}

/**
 * Answers read-only requests as a real platform did, by a report of `npm run check:platform`. A difference that someone found can
 * then be examined without their account.
 */
export function replay(app: FastifyInstance, { options: { replay: file } }: Context): void {
	if (file === undefined) return;
	const answers = reportSchema.parse(parseJson(readFileSync(file, 'utf8'))).answers.filter(isAnswer);
	app.addHook('preHandler', async (request, reply) => {
		const { operation } = request.routeOptions.config;
		// the two bodies of the channels differ by the query alone
		const alternative = request.url.includes('v=1.0.0') ? 1 : 0;
		const answer = answers.find((one) => one.operation === operation && (one.alternative ?? 0) === alternative);
		if (request.method === 'GET' && answer?.status !== undefined) return await reply.status(answer.status).send(answer.shape);
		return undefined;
	});
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Demands a valid API token (specification, "Authentication"). */
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
 * Refuses control calls that a foreign web page makes in the user's browser: the host must be this machine's loopback name and an
 * Origin, where there is one, the sandbox's own.
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
