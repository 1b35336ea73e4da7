import { randomUUID } from 'node:crypto';
import type { Context } from '../context';
import { raise } from '../events/raise';
import type { JsonObject } from '../json';
import type { ChatRecord, Message } from '../model';
import { chatOf, contactOf } from './chatView';

/**
 * An end user writes: the message joins its chat and raises new_message. A blocked chat's message is dropped silently
 * (specification, "Chat blocking").
 *
 * @param context the sandbox
 * @param chat the chat written in
 * @param content text, attachments, contact, location ... of the message
 * @returns the message, or undefined when the chat is blocked
 */
export function receive(context: Context, chat: ChatRecord, content: JsonObject): Message | undefined {
	if (chat.blocked) return undefined;
	const now = context.now();
	const id = randomUUID();
	const message: Message = {
		id,
		accountId: context.state.accountId,
		direction: 'inbound',
		channel: chat.channel,
		channelId: chat.channelId,
		chatId: chat.chatId,
		tbChatId: chat.tbChatId,
		remoteAddress: chat.remoteAddress,
		remoteFirstName: chat.remoteFirstName,
		remoteLastName: chat.remoteLastName,
		remoteContact: contactOf(chat),
		channelMessageId: id.slice(0, 8),
		textMarkup: 'PLAIN',
		compositeMessageType: 'REGULAR_MESSAGE',
		reason: 'user_sent_message',
		sentTimestamp: new Date(now).toISOString(),
		...content,
	};
	chat.messages.push(message);
	chat.firstInboundMs ??= now;
	chat.lastInboundMs = now;
	chat.lastMessageMs = now;
	chat.unreadCount += 1;
	raise(context, 'new_message', { message: { ...message, chat: chatOf(context, chat) } });
	context.changed('message', message);
	return message;
}
