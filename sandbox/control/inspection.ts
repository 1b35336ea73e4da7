/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { addressesOf, listOf, single, paramOf } from '../http/requests';
import type { Context } from '../core/context';
import type { Deliveries } from '../events/deliveries';
import type { FileStore } from '../files/fileStore';
import { contract } from '../contract/validator';
import { ApiError } from '../core/errors';
import { snapshot, channelView, chatView, deliveryView, messageView, webhookView } from './views';
import { PassThrough } from 'node:stream';
import type { NumberedChange } from '../core/records';
import { printJson } from '../core/json';

const HEARTBEAT_MS = 15_000;

/** Builds the feed's entry for a change; nothing for one that only has to be saved. */
function dataOf(context: Context, change: NumberedChange): unknown {
	switch (change.kind) {
		case 'chat':
			return chatView(context, change.data);
		case 'message':
			return messageView(context, change.data);
		case 'delivery':
			return deliveryView(context, change.data);
		case 'channel':
			return channelView(change.data);
		case 'webhook':
			return webhookView(context, change.data);
		case 'tag':
			return { name: change.data.name };
		case 'request': {
			const { id, method, path, status, receivedTs } = change.data;
			return { id, method, path, status, receivedTs };
		}
		case 'reset':
			return {};
		case 'saved':
			return undefined;
		default:
			return change.data;
	}
}

/** One server-sent event (HTML standard, "Server-sent events"). */
function eventText(seq: number, kind: string, data: unknown): string {
	return `id: ${seq}\nevent: ${kind}\ndata: ${printJson(data)}\n\n`;
}

/** Answers with the live feed until the client or the sandbox ends it (README.md, "The live feed"). */
export function streamFeed(context: Context, reply: FastifyReply): FastifyReply {
	const stream = new PassThrough();
	stream.write(eventText(context.seq, 'hello', { seq: context.seq, nowTs: context.isoNow() }));
	const stop = context.onChange((change) => {
		const data = dataOf(context, change);
		if (data !== undefined) stream.write(eventText(change.seq, change.kind, data));
	});
	const heartbeat = setInterval(() => stream.write(': still here\n\n'), HEARTBEAT_MS);
	const end = () => {
		stop();
		clearInterval(heartbeat);
		stream.end();
	};
	reply.raw.on('close', end);
	context.closing.signal.addEventListener('abort', end);
	return reply.type('text/event-stream').header('cache-control', 'no-store').send(stream);
}

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
