import type { Context } from '../core/context';
import type { JsonObject } from '../core/json';
import type { ChatRecord, Message } from '../core/model';
import { chatOf } from './apiChat';

export function addressFields(chat: ChatRecord): JsonObject {
	const { channel, channelId, chatId, tbChatId, remoteAddress } = chat;
	return { channel, channelId, chatId, tbChatId, remoteAddress };
}

/** The address fields, the chat itself and when the command was sent. */
export function chatFields(context: Context, chat: ChatRecord): JsonObject {
	return {
		...addressFields(chat),
		chat: chatOf(context, chat),
		remoteUsername: chat.remoteUsername,
		sentTimestamp: context.isoNow(),
	};
}

/** A message as events carry it: with the chat's info. */
export function messageInEvent(context: Context, chat: ChatRecord, message: Message): JsonObject {
	return { ...message, chat: chatOf(context, chat) };
}
