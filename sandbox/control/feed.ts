/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import type { FastifyReply } from 'fastify';
import { PassThrough } from 'node:stream';
import type { Context } from '../core/context';
import type { NumberedChange } from '../core/records';
import { printJson } from '../core/json';
import { channelView, chatView, deliveryView, messageView, webhookView } from './views';

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
