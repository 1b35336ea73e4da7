import type { FastifyInstance } from 'fastify';
import type { MemoUpdate } from '../contract/types';
import type { Context } from '../core/context';
import { changeMemo, memoOf } from '../conversation/memo';
import { single } from '../http/envelope';
import { ApiError } from '../core/errors';
import { paramOf } from '../http/requests';
import { checkedBody, operation } from '../http/operation';

/** Notes of chats (specification, "Notes (memo)"). */
export function memoRoutes(app: FastifyInstance, context: Context): void {
	operation(app, context, 'getMemo', (request) => single(memoOf(context.requireChat(paramOf(request, 'chatRef')))));

	operation(app, context, 'updateMemo', (request) => {
		const chat = context.findChat(paramOf(request, 'chatRef'));
		// Reading the notes of an unknown chat is a 404; updating them the specification shows as INVALID_REQUEST.
		if (!chat) throw new ApiError('INVALID_REQUEST', 'Chat not found');
		const { memo, phones, emails } = checkedBody<MemoUpdate>(request);
		const sent = Object.entries({ memo, phones, emails }).filter(([, value]) => value !== undefined);
		changeMemo(context, chat, Object.fromEntries(sent), context.state.userId);
		return single(memoOf(chat));
	});
}
