import type { FastifyInstance } from 'fastify';
import type { Context } from '../core/context';
import { ApiError } from '../core/errors';

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
