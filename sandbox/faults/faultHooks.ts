/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { Context } from '../core/context';
import type { FaultKind } from '../core/records';
import { strike } from './faults';
import { isJsonObject, type Json, type JsonObject } from '../core/json';

declare module 'fastify' {
	interface FastifyRequest {
		struck?: Map<FaultKind, JsonObject>;
	}
}

const HTML = '<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>';

function numberOf(settings: JsonObject, name: string, fallback: number): number {
	const value = settings[name];
	return typeof value === 'number' ? value : fallback;
}

const errorBody = (status: number) => ({
	$error: { sc: status, scn: status >= 500 ? 'INTERNAL_ERROR' : 'INVALID_REQUEST', msg: 'Ordered by a fault' },
	$count: 0,
	$totalCount: 0,
});

function drop(request: FastifyRequest, reply: FastifyReply): FastifyReply {
	reply.hijack();
	request.raw.socket.destroy();
	return reply;
}

/** Faults in whose stead nothing is done: the request gets its wrong answer at once. */
async function strikeBefore(context: Context, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
	const struck = request.struck ?? new Map<FaultKind, JsonObject>();
	const slow = struck.get('slow');
	if (slow) await context.pause(numberOf(slow, 'delayMs', 1000));
	const dropped = struck.get('drop');
	if (dropped && (dropped.when ?? 'before') === 'before') return drop(request, reply);
	const error = struck.get('error');
	if (error) {
		const status = numberOf(error, 'status', 500);
		const retryAfter = numberOf(error, 'retryAfterSeconds', 0);
		if (retryAfter > 0) reply.header('retry-after', retryAfter);
		return await reply.status(status).send(error.body ?? errorBody(status));
	}
	const html = struck.get('html');
	if (html) {
		const page = typeof html.body === 'string' ? html.body : HTML;
		return await reply
			.status(numberOf(html, 'status', 200))
			.type('text/html')
			.send(page);
	}
	const redirect = struck.get('redirect');
	if (redirect) return await reply.redirect(String(redirect.location), numberOf(redirect, 'status', 302));
	const empty = struck.get('emptyBody');
	if (empty) return await reply.status(numberOf(empty, 'status', 200)).send();
	return undefined;
}

/** A list with `items` elements: the page's own ones over and over, each with ids of its own. */
function hugePage(body: JsonObject, items: number): JsonObject {
	const page = Array.isArray(body.$items) ? body.$items : [];
	const many = Array.from({ length: items }, (_, index) => {
		const item = page[index % Math.max(1, page.length)];
		if (!isJsonObject(item)) return item;
		const chatId = `${String(item.chatId)}-${index}`;
		return { ...item, id: `${String(item.channel)}_${String(item.channelId)}_${chatId}`, chatId, tbChatId: 80_000_000 + index };
	});
	return { ...body, $items: many, $count: many.length };
}

function withUnknownFields(value: Json, depth = 0): Json {
	if (Array.isArray(value)) return value.map((one) => withUnknownFields(one, depth + 1));
	if (!isJsonObject(value)) return value;
	const members = Object.entries(value).map(([key, member]) => [key, withUnknownFields(member, depth + 1)]);
	return { ...Object.fromEntries(members), futureField: { depth, list: [1, 'two', null] }, futureNull: null };
}

function nextPage(context: Context, request: FastifyRequest, to: Json): string | undefined {
	if (to === 'none') return undefined;
	return to === 'same' || typeof to !== 'string' ? new URL(request.url, context.origin).href : to;
}

function changeAnswer(context: Context, request: FastifyRequest, payload: unknown): unknown {
	const struck = request.struck;
	if (!struck || !isJsonObject(payload)) return payload;
	let body: JsonObject = payload;
	const huge = struck.get('hugePage');
	if (huge) body = hugePage(body, numberOf(huge, 'items', 10_000));
	const next = struck.get('nextPage');
	if (next) body = { ...body, $nextPage: nextPage(context, request, next.to) };
	if (struck.has('unknownFields')) body = { ...body, ...(withUnknownFields(body) as JsonObject) };
	const error = struck.get('errorIn200');
	return error ? { $count: 0, $error: error.error ?? { sc: 400, scn: 'INVALID_REQUEST', msg: 'Ordered by a fault' } } : body;
}

/** Lets the faults of API requests strike a group of routes. */
export function faultHooks(app: FastifyInstance, context: Context): void {
	app.addHook('preHandler', async (request, reply) => {
		const path = new URL(request.url, context.origin).pathname;
		request.struck = strike(context, 'request', { method: request.method, path, body: request.rawText });
		return await strikeBefore(context, request, reply);
	});
	app.addHook('preSerialization', async (request, _reply, payload) => changeAnswer(context, request, payload));
	app.addHook('onSend', async (request, reply, payload) => {
		if (typeof payload !== 'string') return payload;
		const when = request.struck?.get('drop')?.when;
		if (when === 'after') request.raw.socket.destroy();
		if (when === 'body') {
			reply.header('content-length', Buffer.byteLength(payload));
			return Readable.from(cutShort(request, payload));
		}
		return request.struck?.has('brokenJson') ? payload.slice(0, payload.length / 2) : payload;
	});
}

/** The first half of an answer, then the end of the connection. */
async function* cutShort(request: FastifyRequest, payload: string): AsyncGenerator<string> {
	yield payload.slice(0, payload.length / 2);
	request.raw.socket.destroy();
}
