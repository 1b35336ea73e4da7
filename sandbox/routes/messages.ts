import type { FastifyInstance } from 'fastify';
import type { Context } from '../context';
import { send } from '../conversation/outbound';
import { single } from '../envelope';
import { ApiError } from '../errors';
import { bodyOf } from '../http';
import type { JsonObject } from '../json';
import type { ChannelRecord, ChatRecord } from '../model';

/** The chat that a send names by chatId, tbChatId or remoteAddress, within its channel. */
function chatToSendTo(context: Context, channel: ChannelRecord, body: JsonObject): ChatRecord {
	const given = (['chatId', 'tbChatId', 'remoteAddress'] as const).find(
		(field) => body[field] !== undefined && body[field] !== null,
	);
	if (!given) throw new ApiError('INVALID_REQUEST', 'One of chatId, tbChatId and remoteAddress is needed');
	const wanted = String(body[given]);
	const chat = context.state.chats.find(
		(one) =>
			one.channel === channel.channel &&
			String(one.channelId) === String(channel.channelId) &&
			String(one[given]) === wanted,
	);
	if (!chat) throw new ApiError('INVALID_REQUEST', `There is no chat with ${given} ${wanted} on this channel`);
	return chat;
}

/**
 * POST /messages (specification, "Messages and files").
 *
 * @param app the API's group of routes
 * @param context the sandbox
 */
export function messageRoutes(app: FastifyInstance, context: Context): void {
	app.post('/messages', (request) => {
		const body = bodyOf(request);
		const channel = context.findChannel(body.channel, body.channelId);
		if (!channel) throw new ApiError('INVALID_REQUEST', `There is no channel ${body.channel} ${body.channelId}`);
		const chat = chatToSendTo(context, channel, body);
		const { text, templateId, substitutions, attachments, buttons } = body;
		return single(send(context, chat, { text, templateId, substitutions, attachments, buttons }));
	});
}
