import type { FastifyInstance } from 'fastify';
import type { Context } from '../core/context';
import { chatOfCall, assignTag, chatTagOf, ensureTag, removeTag } from '../conversation/chats';
import { listOf, paramOf } from '../http/requests';
import { ApiError } from '../core/errors';
import { operation } from '../http/operation';

/** Tags of the account and of chats (specification, "Tags"). */
export function tagRoutes(app: FastifyInstance, context: Context): void {
	const { state } = context;
	operation(app, context, 'getTags', () => {
		return listOf(state.tags.map(({ name, createdTs }) => ({ accountId: state.accountId, name, createdTs })));
	});
	operation(app, context, 'createTag', (request) => {
		const { isNewTag } = ensureTag(context, paramOf(request, 'tagName'));
		if (!isNewTag && context.holds('uniqueTags')) throw new ApiError('UNIQUE_CONSTRAINT_FAILED', 'The tag exists already');
		return undefined;
	});
	operation(app, context, 'getChatTags', (request) => {
		const chat = chatOfCall(context, paramOf(request, 'tbChatId'));
		return listOf(chat?.tags.map((tag) => chatTagOf(context, chat, tag)) ?? []);
	});
	operation(app, context, 'assignTag', (request) => {
		const chat = chatOfCall(context, paramOf(request, 'tbChatId'));
		if (chat) assignTag(context, chat, paramOf(request, 'tagName'), 'operator_assigned');
		return undefined;
	});

	operation(app, context, 'removeTag', (request) => {
		const chat = chatOfCall(context, paramOf(request, 'tbChatId'));
		const name = paramOf(request, 'tagName');
		const isThere = chat?.tags.some((one) => one.name === name) ?? false;
		if (!isThere && context.holds('presentTag')) throw new ApiError('NOT_FOUND', 'The chat has no such tag');
		if (chat) removeTag(context, chat, name, 'operator_removed');
		return undefined;
	});
}
