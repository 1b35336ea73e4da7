import type { FastifyInstance } from 'fastify';
import type { Context } from '../context';
import { listOf } from '../envelope';
import { addressesOf } from '../addresses';

/**
 * Control calls that show what the sandbox has seen and done.
 *
 * @param app the group of control routes
 * @param context the sandbox
 */
export function inspectionControls(app: FastifyInstance, context: Context): void {
	app.get('/info', () => addressesOf(context));
	app.get('/requests', () => listOf(context.requests.list()));
	app.delete('/requests', (_request, reply) => {
		context.requests.clear();
		return reply.send();
	});
	app.get('/webhooks', () => listOf(context.state.webhooks));
	app.get('/deliveries', () => listOf(context.deliveries.list()));
}
