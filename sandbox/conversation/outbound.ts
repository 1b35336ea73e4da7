import { randomUUID } from 'node:crypto';
import type { Context } from '../context';
import { ApiError } from '../errors';
import { raise } from '../events/raise';
import type { JsonObject } from '../json';
import type { ChatRecord, Message } from '../model';
import { chatOf, contactOf } from './chatView';

/**
 * Sends a message into a chat: it joins the chat and raises new_message.
 *
 * @param context the sandbox
 * @param chat the chat to send to
 * @param content text, attachments, buttons ... of the message
 * @returns the message as the API answers it, sentTimestamp in ms
 * @throws ApiError INVALID_REQUEST when the chat is blocked
 */
export function send(context: Context, chat: ChatRecord, content: JsonObject): Message {
	if (chat.blocked) throw new ApiError('INVALID_REQUEST', 'The user is blocked');
	const now = context.now();
	const message: Message = {
		id: randomUUID(),
		accountId: context.state.accountId,
		direction: 'outbound',
		channel: chat.channel,
		channelId: chat.channelId,
		chatId: chat.chatId,
		tbChatId: chat.tbChatId,
		remoteAddress: chat.remoteAddress,
		textMarkup: 'PLAIN',
		compositeMessageType: 'REGULAR_MESSAGE',
		reason: 'operator_sent_message',
		senderInfo: { endpointType: 'REST_API', tbUserId: context.state.userId },
		...content,
		sentTimestamp: now,
	};
	// A send is answered with ms; everywhere else the model's sentTimestamp is a date-time string.
	const stored = { ...message, sentTimestamp: new Date(now).toISOString() };
	chat.messages.push(stored);
	chat.lastMessageMs = now;
	raise(context, 'new_message', {
		message: { ...stored, remoteContact: contactOf(chat), chat: chatOf(context, chat) },
	});
	context.changed('message', stored);
	return message;
}
