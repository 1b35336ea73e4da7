import type { FastifyInstance } from 'fastify';
import type { Context } from '../core/context';
import { requireLoopback } from '../http/routing';
import { simulatorRoutes } from '../simulator/routes';

/**
 * The simulator page at the sandbox's root, with its script and style.
 *
 * @param app the server
 * @param context the sandbox
 */
export function pageRoutes(app: FastifyInstance, context: Context): void {
	void app.register(async (group) => {
		requireLoopback(group, context);
		simulatorRoutes(group);
	});
}
