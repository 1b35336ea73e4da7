import type { FastifyInstance } from 'fastify';
import type { Context } from '../context';
import { chatWithLastMessage } from '../conversation/chatView';
import { listOf } from '../envelope';
import { ApiError } from '../errors';
import { bodyOf, paramOf, queryOf } from '../http';

/** A query parameter that must be a whole number of at least 0. */
function countOf(query: Record<string, string>, name: string): number | undefined {
	const text = query[name];
	if (text === undefined) return undefined;
	if (!/^\d{1,15}$/.test(text)) throw new ApiError('INVALID_REQUEST', `${name} must be a whole number, not ${text}`);
	return Number(text);
}

/** The earliest time the chat list reaches back to: 3 months. */
function deepestMs(now: number): number {
	const date = new Date(now);
	return date.setUTCMonth(date.getUTCMonth() - 3);
}

/**
 * The chat list under both paths and the blocking of chats (specification, "Chats").
 *
 * @param app the API's group of routes
 * @param context the sandbox
 */
export function chatRoutes(app: FastifyInstance, context: Context): void {
	for (const path of ['/v1/chats', '/chats']) {
		app.get(path, (request) => {
			const query = queryOf(request);
			const from = Math.max(countOf(query, 'from') ?? 0, deepestMs(context.now()));
			const skip = countOf(query, '$skip') ?? 0;
			if (query.blocked !== undefined && !['true', 'false'].includes(query.blocked)) {
				throw new ApiError('INVALID_REQUEST', `blocked must be true or false, not ${query.blocked}`);
			}
			const page = context.state.chats
				.filter((one) => (one.lastMessageMs ?? one.createdMs) >= from)
				.filter((one) => query.blocked === undefined || String(one.blocked) === query.blocked)
				.slice(skip, skip + context.options.pageSize);
			const next = new URL(request.url, context.origin);
			next.searchParams.set('$skip', String(skip + page.length));
			return listOf(
				page.map((one) => chatWithLastMessage(context, one)),
				page.length > 0 ? next.href : undefined,
			);
		});
	}

	app.patch('/chats/:tbChatId', (request, reply) => {
		const chat = context.requireChat(paramOf(request, 'tbChatId'));
		const { blocked } = bodyOf(request);
		if (typeof blocked !== 'boolean') {
			const violation = { propertyPath: 'blocked', name: 'type', invalidValue: blocked };
			throw new ApiError('BODY_VALIDATION_ERROR', undefined, [violation]);
		}
		chat.blocked = blocked;
		chat.blockedMs = blocked ? context.now() : undefined;
		if (blocked) chat.subscribed = false;
		context.changed('chat', chat);
		return reply.status(202).send();
	});
}
