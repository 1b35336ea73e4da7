import type { FastifyInstance } from 'fastify';
import type { Context } from '../core/context';
import { chatWithLastMessage } from '../conversation/apiChat';
import { setBlocked } from '../conversation/subscription';
import { listOf } from '../http/envelope';
import { paramOf, queryOf } from '../http/requests';
import { checkedBody, operation } from '../http/operation';

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
	for (const id of ['getChatsV1', 'getChats']) {
		operation(app, context, id, (request) => {
			const { from, blocked, $skip } = queryOf(request);
			const since = Math.max(Number(from ?? 0), deepestMs(context.now()));
			const skip = Number($skip ?? 0);
			const page = context.state.chats
				.filter((one) => (one.lastMessageMs ?? one.createdMs) >= since)
				.filter((one) => blocked === undefined || String(one.blocked) === blocked)
				.slice(skip, skip + context.options.pageSize);
			const next = new URL(request.url, context.origin);
			next.searchParams.set('$skip', String(skip + page.length));
			return listOf(
				page.map((one) => chatWithLastMessage(context, one)),
				page.length > 0 ? next.href : undefined,
			);
		});
	}

	operation(app, context, 'updateChat', (request) => {
		const chat = context.requireChat(paramOf(request, 'tbChatId'));
		setBlocked(context, chat, checkedBody<'ChatUpdate'>(request).blocked);
		return undefined;
	});
}
