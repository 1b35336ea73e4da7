import type { EventName } from '../events/catalogue';
import { randomUUID } from 'node:crypto';
import type { Context } from '../core/context';
import { ApiError } from '../core/errors';
import { raise } from '../events/raise';
import type { Int64, JsonObject } from '../core/json';
import type { ChannelRecord, ChatRecord, Message, MemoRecord, ChatTag, TagRecord } from '../core/model';
import { chatRefOf, chatFields, addressOf, contactOf } from './apiChat';

/** Raises an event about a chat that it has changed. */
export function raiseAbout(context: Context, chat: ChatRecord, name: EventName, fields: JsonObject): void {
	raise(context, name, fields, chatRefOf(chat));
	context.changed({ kind: 'chat', data: chat });
}

const PHONE = /\+\d[\d\s()-]{7,17}\d/g;
const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
/** The parts of the notes that a change sets; the others stay. */
export type MemoChange = Partial<Pick<MemoRecord, 'memo' | 'phones' | 'emails'>>;

export function changeMemo(context: Context, chat: ChatRecord, change: MemoChange, tbUserId?: string): void {
	chat.memo = { ...chat.memo, ...change, tbUserId, changedTs: context.isoNow() };
	const fields = {
		chatAddress: addressOf(context, chat),
		memo: { ...chat.memo },
		tbChatId: chat.tbChatId,
		sentTimestamp: context.isoNow(),
	};
	raiseAbout(context, chat, 'ChatMemoChanged', fields);
}

/** Reads phone numbers and email addresses of an incoming message into the notes (specification, "Memo"). */
export function readContactsFrom(context: Context, chat: ChatRecord, text: string): void {
	if (!context.holds('memoContacts')) return;
	const phones = (text.match(PHONE) ?? []).map((phone) => `+${phone.replace(/\D/g, '')}`);
	const emails = text.match(EMAIL) ?? [];
	const added = (known: string[], found: string[]) => [...new Set([...known, ...found])];
	const change = { phones: added(chat.memo.phones, phones), emails: added(chat.memo.emails, emails) };
	const grown = change.phones.length > chat.memo.phones.length || change.emails.length > chat.memo.emails.length;
	if (grown) changeMemo(context, chat, change);
}

export function ensureTag(context: Context, name: string): { tag: TagRecord; isNewTag: boolean } {
	const known = context.state.tags.find((one) => one.name === name);
	if (known) return { tag: known, isNewTag: false };
	const tag = { id: context.nextId(), name, createdTs: context.isoNow() };
	context.state.tags.push(tag);
	context.changed({ kind: 'tag', data: tag });
	return { tag, isNewTag: true };
}

export function chatTagOf(context: Context, chat: ChatRecord, tag: ChatTag): JsonObject {
	const { name, assignedTs, reason } = tag;
	return { chatId: chatRefOf(chat), name, accountId: context.state.accountId, assignedTs, reason };
}

function tagInEvent(context: Context, chat: ChatRecord, tag: ChatTag): JsonObject {
	return { ...chatTagOf(context, chat, tag), id: tag.id, tagId: tag.tagId };
}

/** Assigns a tag and raises TagAssignedOnChatCommand; a tag that is there already stays unchanged. */
export function assignTag(context: Context, chat: ChatRecord, name: string, reason: string): void {
	const { tag, isNewTag } = ensureTag(context, name);
	const present = chat.tags.find((one) => one.name === name);
	const assigned = present ?? { id: context.nextId(), tagId: tag.id, name, reason, assignedTs: context.isoNow() };
	if (!present) chat.tags.push(assigned);
	const fields = {
		...chatFields(context, chat),
		isNewTag,
		tag: tagInEvent(context, chat, assigned),
		reason,
		wasActuallyChanged: !present,
	};
	raiseAbout(context, chat, 'TagAssignedOnChatCommand', fields);
}

/** Removes a tag and raises TagRemovedFromChatCommand, even for a tag that is not there (wasActuallyChanged false). */
export function removeTag(context: Context, chat: ChatRecord, name: string, reason: string): void {
	const present = chat.tags.find((one) => one.name === name);
	chat.tags = chat.tags.filter((one) => one !== present);
	const tag = present ? tagInEvent(context, chat, present) : { chatId: chatRefOf(chat), name };
	const fields = { ...chatFields(context, chat), tag, reason, wasActuallyChanged: present !== undefined };
	raiseAbout(context, chat, 'TagRemovedFromChatCommand', fields);
}

function subscriptionOf(context: Context, chat: ChatRecord): JsonObject {
	return {
		// The subscription of a chat keeps its id: it is the contact's.
		id: chat.contact.id,
		accountId: context.state.accountId,
		address: addressOf(context, chat),
		remoteContact: contactOf(context, chat),
		sourceOptions: { channelChat: false, createdByOperator: false, subscription: chat.subscribed, tbChat: true },
		[chat.subscribed ? 'subscribedTs' : 'unsubscribedTs']: context.isoNow(),
	};
}

function fieldsOf(context: Context, chat: ChatRecord): JsonObject {
	return {
		...chatFields(context, chat),
		remoteContact: contactOf(context, chat),
		subscription: subscriptionOf(context, chat),
	};
}

export function subscribe(context: Context, chat: ChatRecord): void {
	chat.subscribed = true;
	raiseAbout(context, chat, 'EndUserSubscribedOnNotification', fieldsOf(context, chat));
}

export function unsubscribe(context: Context, chat: ChatRecord, initiator: 'USER_ACTION' | 'OPERATOR'): void {
	chat.subscribed = false;
	const fields = { ...fieldsOf(context, chat), initiator, optOutId: randomUUID(), unsubscribedFromAllSubscriptions: true };
	raiseAbout(context, chat, 'EndUserUnsubscribedFromNotification', fields);
}

/**
 * Blocks or unblocks a chat; blocking unsubscribes its user, unblocking does not subscribe again (specification, "Chat
 * blocking").
 */
export function setBlocked(context: Context, chat: ChatRecord, blocked: boolean): void {
	if (blocked !== chat.blocked) chat.blockedMs = blocked ? context.now() : undefined;
	chat.blocked = blocked;
	if (blocked && chat.subscribed && context.holds('blockEvent')) unsubscribe(context, chat, 'OPERATOR');
	if (blocked) chat.subscribed = false;
	context.changed({ kind: 'chat', data: chat });
}

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
		...{ channel: channel.channel, channelId: channel.channelId, chatId: who.chatId },
		...{ tbChatId: who.tbChatId ?? context.nextId(), remoteAddress: who.remoteAddress },
		...{ remoteUsername: who.username, remoteFirstName: who.firstName, remoteLastName: who.lastName },
		contact: { id: randomUUID(), displayName, phone, email: who.email },
		...{ createdMs: context.now(), unreadCount: 0, sentCount: 0, blocked: false, subscribed: true },
		...{ tags: [], memo: { memo: '', phones: [], emails: [] }, messages: [] },
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
