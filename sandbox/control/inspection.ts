import type { FastifyInstance } from 'fastify';
import { addressesOf } from '../http/addresses';
import type { Context } from '../core/context';
import type { Deliveries } from '../events/deliveries';
import type { FileStore } from '../files/fileStore';
import { contract } from '../contract/validator';
import { listOf, single } from '../http/envelope';
import { ApiError } from '../core/errors';
import { paramOf } from '../http/requests';
import { snapshot } from './views';
import { streamFeed } from './feed';

type Services = { deliveries: Deliveries; files: FileStore };

/** Control calls that show what the sandbox has seen and done (README.md, "Looking"). */
export function inspectionControls(app: FastifyInstance, context: Context, { deliveries, files }: Services): void {
	app.get('/info', () => addressesOf(context));

	app.get('/state', () => {
		// The page has no use for the token.
		return snapshot(context, deliveries.list(), { ...addressesOf(context), apiToken: undefined });
	});

	app.get('/feed', (_request, reply) => streamFeed(context, reply));

	app.get('/requests', () => listOf(context.requests.list()));
	app.delete('/requests', () => {
		context.requests.clear();
		return single({});
	});
	app.get('/webhooks', () => listOf(context.state.webhooks));
	app.get('/deliveries', () => listOf(deliveries.list()));
	app.get('/deliveries/:id', (request) => {
		const delivery = deliveries.list().find((one) => one.id === paramOf(request, 'id'));
		if (!delivery) throw new ApiError('NOT_FOUND', "The delivery doesn't exist");
		return single(delivery);
	});
	app.get('/messages/:messageId/comparison', async (request) => {
		const { chat, message } = context.requireMessage(paramOf(request, 'messageId'));
		// A template is made for one channel, and the capabilities are about free-form messages.
		if (message.direction !== 'outbound' || message.templateId) {
			throw new ApiError('INVALID_REQUEST', 'Only free-form messages of the account can be compared');
		}
		// The node's own rules are loaded only when someone compares.
		const { comparison } = await import('./comparison');
		return listOf(comparison(context, chat, message));
	});
	app.get('/violations', () => listOf(context.violations));
	app.get('/contract', () => contract().document);

	app.get('/files/:id', async (request, reply) => {
		const record = files.get(paramOf(request, 'id'));
		// A page of this origin shows people's files, so they must never run there.
		reply.header('content-security-policy', "default-src 'none'; sandbox");
		reply.header('x-content-type-options', 'nosniff');
		return await reply.type(record.mimeType).send(files.read(record));
	});
}
