import type { FastifyInstance } from 'fastify';
import type { Context } from '../core/context';
import { chatWithLastMessage } from '../conversation/apiChat';
import { chatOfCall, setBlocked } from '../conversation/chats';
import { ApiError } from '../core/errors';
import { bodyOf, listOf, paramOf, queryOf } from '../http/requests';
import { operation } from '../http/operation';

/** The earliest time the chat list reaches back to: 3 months, and from 31 May to 28 February. */
function deepestMs(now: number): number {
	const date = new Date(now);
	date.setUTCMonth(date.getUTCMonth() - 3);
	return date.getUTCDate() === new Date(now).getUTCDate() ? date.getTime() : date.setUTCDate(0);
}

function sinceOf(context: Context, from: string | undefined): number {
	const deepest = deepestMs(context.now());
	if (from === undefined && context.holds('fromRequired')) throw new ApiError('INVALID_REQUEST', 'from is needed, in ms');
	if (context.holds('fromDepth') && Number(from) < deepest) {
		throw new ApiError('INVALID_REQUEST', `from may be ${deepest} at the earliest, 3 months ago`);
	}
	return Math.max(Number(from ?? 0), deepest);
}

/** The chat list under both paths and the blocking of chats (specification, "Chats"). */
export function chatRoutes(app: FastifyInstance, context: Context): void {
	for (const id of ['getChatsV1', 'getChats']) {
		operation(app, context, id, (request) => {
			const { from, blocked, $skip, ...query } = queryOf(request);
			const { $top, channelId }: Record<string, string> = context.holds('listQuery') ? query : {};
			const since = sinceOf(context, from);
			const skip = Math.max(0, Number($skip ?? 0));
			const page = context.state.chats
				.filter((one) => (one.lastMessageMs ?? one.createdMs) >= since)
				.filter((one) => blocked === undefined || String(one.blocked) === blocked)
				.filter((one) => channelId === undefined || String(one.channelId) === channelId)
				.slice(skip, skip + Math.min(Number($top ?? Infinity), context.options.pageSize || Infinity));
			const next = new URL(request.url, context.origin);
			next.searchParams.set('$skip', String(skip + page.length));
			return listOf(
				page.map((one) => chatWithLastMessage(context, one)),
				page.length > 0 ? (context.holds('listQuery') ? next.href : next.href.replace(/%24/g, '$')) : undefined,
			);
		});
	}

	operation(app, context, 'updateChat', (request) => {
		const chat = chatOfCall(context, paramOf(request, 'tbChatId'));
		const { blocked } = bodyOf(request);
		if (chat && typeof blocked === 'boolean') setBlocked(context, chat, blocked);
		return undefined;
	});
}
