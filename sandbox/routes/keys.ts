import type { FastifyInstance } from 'fastify';
import type { Context } from '../context';
import { ApiError } from '../errors';
import { paramOf } from '../http';

/**
 * The certificates that the x5u of deliveries points to, as PEM; anyone may read them.
 *
 * @param app the server
 * @param context the sandbox
 */
export function keyRoutes(app: FastifyInstance, context: Context): void {
	app.get('/keys/:file', (request, reply) => {
		const file = paramOf(request, 'file');
		const key = context.state.keys.find((one) => `${one.kid}.pem` === file);
		if (!key) throw new ApiError('NOT_FOUND', 'There is no such certificate');
		return reply.type('application/x-pem-file').send(key.certificatePem);
	});
}
