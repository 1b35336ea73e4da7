import type { FastifyInstance } from 'fastify';
import type { Context } from '../core/context';
import { announceChat } from '../conversation/chats';
import { contentOf } from '../conversation/messageContent';
import { chatToSendTo } from '../conversation/recipient';
import { send } from '../conversation/send';
import { single } from '../http/envelope';
import { ApiError } from '../core/errors';
import { checkedBody, operation } from '../http/operation';

/**
 * POST /messages (specification, "Messages and files").
 *
 * @param app the API's group of routes
 * @param context the sandbox
 */
export function messageRoutes(app: FastifyInstance, context: Context): void {
	operation(app, context, 'sendMessage', (request) => {
		const body = checkedBody<'SendMessage'>(request);
		const channel = context.findChannel(body.channel, body.channelId);
		if (!channel?.connected) {
			throw new ApiError('INVALID_REQUEST', `There is no channel ${body.channel} ${body.channelId}`);
		}
		const content = contentOf(context, channel, body);
		const { chat, isNew } = chatToSendTo(context, channel, body);
		if (isNew) announceChat(context, chat);
		return single(send(context, chat, content));
	});
}
