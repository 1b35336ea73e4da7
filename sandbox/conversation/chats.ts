import { randomUUID } from 'node:crypto';
import type { Context } from '../core/context';
import { ApiError } from '../core/errors';
import { raise } from '../events/raise';
import type { Int64 } from '../core/json';
import type { ChannelRecord, ChatRecord, Message } from '../core/model';
import { chatRefOf } from './apiChat';
import { chatFields } from './eventFields';

export type NewChat = {
	chatId: string;
	remoteAddress: string;
	firstName?: string;
	lastName?: string;
	username?: string;
	email?: string;
	/** The platform's id of the chat; a new one when absent. */
	tbChatId?: Int64;
};

/** Adds a chat to a channel; raises no events. */
export function addChat(context: Context, channel: ChannelRecord, who: NewChat): ChatRecord {
	const displayName = [who.firstName, who.lastName].filter(Boolean).join(' ') || undefined;
	const phone = who.remoteAddress.startsWith('tel:') ? who.remoteAddress.slice(4) : undefined;
	const chat: ChatRecord = {
		channel: channel.channel,
		channelId: channel.channelId,
		chatId: who.chatId,
		tbChatId: who.tbChatId ?? context.nextId(),
		remoteAddress: who.remoteAddress,
		remoteUsername: who.username,
		remoteFirstName: who.firstName,
		remoteLastName: who.lastName,
		contact: { id: randomUUID(), displayName, phone, email: who.email },
		createdMs: context.now(),
		unreadCount: 0,
		blocked: false,
		subscribed: true,
		tags: [],
		memo: { memo: '', phones: [], emails: [] },
		messages: [],
		sentCount: 0,
	};
	if (context.findChat(chatRefOf(chat))) {
		throw new ApiError('UNIQUE_CONSTRAINT_FAILED', `The chat ${chatRefOf(chat)} exists already`);
	}
	context.state.chats.push(chat);
	context.changed({ kind: 'chat', data: chat });
	return chat;
}

/**
 * The chat that a call is about. What the platform answers where there is none is not shown.
 * @param tbChatId digits
 * @returns the chat; undefined where there is none and the rule chatOfCall is switched off
 */
export function chatOfCall(context: Context, tbChatId: string): ChatRecord | undefined {
	return context.holds('chatOfCall') ? context.requireChat(tbChatId) : context.findChat(tbChatId);
}

/** Raises NewChatCreatedCommand for a chat that the account opened or that has no message yet. */
export function announceChat(context: Context, chat: ChatRecord, firstMessage?: Message): void {
	const fields = {
		...chatFields(context, chat),
		createdTs: new Date(chat.createdMs).toISOString(),
		compositeMessageType: firstMessage?.compositeMessageType,
		firstMessage,
	};
	raise(context, 'NewChatCreatedCommand', fields, chatRefOf(chat));
}
