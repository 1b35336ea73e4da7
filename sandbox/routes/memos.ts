import type { FastifyInstance } from 'fastify';
import type { Context } from '../core/context';
import { changeMemo, type MemoChange } from '../conversation/chats';
import { single, paramOf } from '../http/requests';
import { ApiError } from '../core/errors';
import { checkedBody, operation } from '../http/operation';

/** Notes of chats (specification, "Notes (memo)"). */
export function memoRoutes(app: FastifyInstance, context: Context): void {
	operation(app, context, 'getMemo', (request) => single({ ...context.requireChat(paramOf(request, 'chatRef')).memo }));

	operation(app, context, 'updateMemo', (request) => {
		const chat = context.findChat(paramOf(request, 'chatRef'));
		// Reading the notes of an unknown chat is a 404; updating them the specification shows as INVALID_REQUEST.
		if (!chat) throw new ApiError('INVALID_REQUEST', 'Chat not found');
		const { memo, phones, emails } = checkedBody<MemoChange>(request);
		const sent = Object.entries({ memo, phones, emails }).filter(([, value]) => value !== undefined);
		changeMemo(context, chat, Object.fromEntries(sent), context.state.userId);
		return single({ ...chat.memo });
	});
}
