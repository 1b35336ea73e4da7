import type { FastifyInstance } from 'fastify';
import type { Context } from '../core/context';
import { ApiError } from '../core/errors';

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
