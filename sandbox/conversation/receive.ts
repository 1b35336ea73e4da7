import type { Context } from '../core/context';
import type { EventName } from '../events/catalogue';
import { raise, receiversOf } from '../events/raise';
import { isJsonObject, type JsonObject } from '../core/json';
import type { ChatRecord, Message } from '../core/model';
import { chatRefOf, namesOf, chatFields, messageIn, messageInEvent } from './apiChat';
import { readContactsFrom } from './chats';

const inboundMessage = (context: Context, chat: ChatRecord, content: JsonObject): Message =>
	messageIn(context, chat, {
		direction: 'inbound',
		...namesOf(context, chat),
		reason: 'user_sent_message',
		wabaWindowOpened: chat.channel === 'whatsappb' ? true : undefined,
		...content,
	});

/** The event's own copy of a person's message: everything as text. */
function substitutionsOf({ channel, channelId, chatId, contact, remoteUsername }: ChatRecord, { text }: Message): JsonObject {
	return { text, channel, channelId: String(channelId), chatId, remoteUsername: contact.displayName ?? remoteUsername };
}

const ADDRESS = ['accountId', 'channel', 'channelId', 'chatId', 'tbChatId', 'remoteAddress', 'chat'];

function raiseMessage(context: Context, chat: ChatRecord, message: Message): void {
	const whole = Object.entries(messageInEvent(context, chat, message));
	const bare = context.holds('bareMessages');
	const fields = {
		substitutions: context.holds('substitutions') || bare ? substitutionsOf(chat, message) : undefined,
		message: Object.fromEntries(whole.filter(([name]) => !bare || !ADDRESS.includes(name))),
	};
	raise(context, 'new_message', fields, chatRefOf(chat));
}

function raiseFirsts(context: Context, chat: ChatRecord, message: Message, isNewChat: boolean): void {
	const fields = {
		...chatFields(context, chat),
		createdTs: new Date(chat.createdMs).toISOString(),
		compositeMessageType: message.compositeMessageType,
		firstMessage: message,
	};
	if (isNewChat) raise(context, 'NewChatCreatedCommand', fields, chatRefOf(chat));
	raise(context, 'FirstMessageFromEndUserInChatCommand', fields, chatRefOf(chat));
}

/**
 * A person writes: the message joins its chat and raises new_message, the first one its two events too. A blocked chat's message
 * is dropped silently (specification, "Chat blocking").
 * @returns the message, or undefined when the chat is blocked
 */
export function receive(context: Context, chat: ChatRecord, content: JsonObject, isNewChat = false): Message | undefined {
	if (chat.blocked) return undefined;
	const now = context.now();
	const message = inboundMessage(context, chat, content);
	const isFirst = chat.firstInboundMs === undefined;
	chat.messages.push(message);
	chat.firstInboundMs ??= now;
	chat.lastInboundMs = now;
	chat.lastMessageMs = now;
	chat.unreadCount += 1;
	const names: EventName[] = ['new_message'];
	if (isFirst) names.push('FirstMessageFromEndUserInChatCommand');
	if (isNewChat) names.push('NewChatCreatedCommand');
	// A shared number is in the event of its button, too.
	if (content.reason !== undefined) names.push('EndUserActionCommand');
	context.receivers.set(message.id, receiversOf(context, names));
	if (isFirst) raiseFirsts(context, chat, message, isNewChat);
	raiseMessage(context, chat, message);
	context.changed({ kind: 'message', data: message });
	context.changed({ kind: 'chat', data: chat });
	const shared = isJsonObject(content.contact) ? String(content.contact.phone ?? '') : '';
	readContactsFrom(context, chat, `${message.text ?? ''} ${shared}`);
	return message;
}
