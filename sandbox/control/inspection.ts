import type { FastifyInstance } from 'fastify';
import { addressesOf } from '../core/addresses';
import type { Context } from '../core/context';
import { contract } from '../contract/validator';
import { listOf, single } from '../http/envelope';
import { ApiError } from '../core/errors';
import { paramOf } from '../http/routing';
import { snapshot } from './views';
import { streamFeed } from './feed';

/**
 * Control calls that show what the sandbox has seen and done (README.md, "Looking").
 *
 * @param app the group of control routes
 * @param context the sandbox
 */
export function inspectionControls(app: FastifyInstance, context: Context): void {
	app.get('/info', () => addressesOf(context));

	app.get('/state', () => {
		// The page has no use for the token.
		return snapshot(context, { ...addressesOf(context), apiToken: undefined });
	});

	app.get('/feed', (_request, reply) => streamFeed(context, reply));

	app.get('/requests', () => listOf(context.requests.list()));
	app.delete('/requests', () => {
		context.requests.clear();
		return single({});
	});
	app.get('/webhooks', () => listOf(context.state.webhooks));
	app.get('/deliveries', () => listOf(context.deliveries.list()));
	app.get('/deliveries/:id', (request) => {
		const delivery = context.deliveries.list().find((one) => one.id === paramOf(request, 'id'));
		if (!delivery) throw new ApiError('NOT_FOUND', 'There is no such delivery');
		return single(delivery);
	});
	app.get('/violations', () => listOf(context.violations));
	app.get('/contract', () => contract().document);

	app.get('/files/:id', async (request, reply) => {
		const record = context.files.get(paramOf(request, 'id'));
		// What an end user sends is shown in a page of this origin, so it must never run there.
		reply.header('content-security-policy', "default-src 'none'; sandbox");
		reply.header('x-content-type-options', 'nosniff');
		return await reply.type(record.mimeType).send(context.files.read(record));
	});
}
