import { randomUUID } from 'node:crypto';
import type { Context } from '../core/context';
import { isJsonObject, type JsonObject } from '../core/json';
import type { ChatRecord, Message, ChannelRecord } from '../core/model';

export function personOf(chat: ChatRecord): JsonObject {
	const { id, displayName, phone, email, gender } = chat.contact;
	return {
		id,
		channel: chat.channel,
		channelUserId: chat.chatId,
		channelUsername: chat.remoteUsername,
		phone,
		email,
		gender,
		nationalName: displayName ? { displayName, firstName: chat.remoteFirstName, lastName: chat.remoteLastName } : undefined,
	};
}

/** A Contact in the form that the platform sends it in. */
export function asSent(context: Context, contact: JsonObject): JsonObject {
	const sent = { ...contact };
	const { nationalName, phone } = contact;
	if (context.holds('personInContact') && isJsonObject(nationalName)) {
		sent.nationalName = { ...nationalName, displayName: `${String(nationalName.displayName)} ` };
	}
	if (context.holds('phoneNumbers') && typeof phone === 'string') {
		sent.phone = undefined;
		sent.phoneNumbers = [{ number: `tel:+${phone.replace(/\D/g, '')}` }];
	}
	return sent;
}

export const contactOf = (context: Context, chat: ChatRecord): JsonObject => asSent(context, personOf(chat));

/** The specification's Channel, version 0.1.0. */
export function channelOf(context: Context, channel: ChannelRecord): JsonObject {
	return {
		accountId: context.state.accountId,
		channelId: channel.channelId,
		channel: channel.channel,
		id: `${channel.channel}_${channel.channelId}`,
		botUsername: channel.botUsername,
		phone: channel.phone,
		botName: null,
		botDescription: null,
		botAboutText: null,
		botUserPicUrl: null,
		tbUserId: 4200001,
		title: channel.title,
		webUrl: channel.webUrl,
	};
}

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

/** A message with what the platform fills in, unless the content says otherwise. */
export function messageIn(context: Context, chat: ChatRecord, content: JsonObject & Pick<Message, 'direction'>): Message {
	const { channel, channelId, chatId, tbChatId, remoteAddress } = chat;
	return {
		...{ id: randomUUID(), accountId: context.state.accountId, direction: content.direction },
		...{ channel, channelId, chatId, tbChatId, remoteAddress },
		...{ remoteContact: contactOf(context, chat), channelMessageId: String(context.nextId()) },
		...{ textMarkup: 'PLAIN', compositeMessageType: 'REGULAR_MESSAGE' },
		...content,
		sentTimestamp: context.isoNow(),
	};
}

/** A message as events carry it: with the chat's info. */
export function messageInEvent(context: Context, chat: ChatRecord, message: Message): JsonObject {
	return { ...message, chat: chatOf(context, chat) };
}

/** ms since 1970 as ISO-8601, or nothing. */
const iso = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString());

/** The composite address of a chat: channel_channelId_chatId. */
export function chatRefOf(chat: ChatRecord): string {
	return `${chat.channel}_${chat.channelId}_${chat.chatId}`;
}

export function addressOf(context: Context, chat: ChatRecord): JsonObject {
	const { channel, channelId, chatId, remoteAddress, tbChatId } = chat;
	return { accountId: context.state.accountId, channel, channelId, chatId, remoteAddress, tbChatId };
}

function notesOf(context: Context, chat: ChatRecord): JsonObject {
	const { memo, phones, emails, tbUserId, changedTs } = chat.memo;
	const moved = [changedTs, iso(chat.lastInboundMs)].filter((one) => one !== undefined).sort();
	if (context.holds('chatMetadata')) {
		return { metadata: { memo: memo || undefined, phones, emails, tbUserId, changedTs: moved.at(-1) } };
	}
	return { memo: memo || phones.length > 0 || emails.length > 0 ? { memo, phones, emails, tbUserId, changedTs } : undefined };
}

function tagsOf(context: Context, chat: ChatRecord): JsonObject {
	const names = chat.tags.map((tag) => tag.name);
	if (!context.holds('tagObjects')) return { tags: names, tagSet: names };
	return { tagSet: chat.tags.map(({ name, reason, assignedTs }) => ({ name, reason, assignedTs })) };
}

export function namesOf(context: Context, { remoteFirstName, remoteLastName }: ChatRecord): JsonObject {
	return context.holds('personInContact') ? {} : { remoteFirstName, remoteLastName };
}

function isDelivered({ currentDeliveryStatus }: Message): boolean {
	const [status] = Array.isArray(currentDeliveryStatus) ? currentDeliveryStatus : [];
	return isJsonObject(status) && status.isDelivered === true;
}

function statsOf(context: Context, chat: ChatRecord): JsonObject {
	const received = chat.messages.length - chat.sentCount;
	const last = iso(chat.lastInboundMs);
	return {
		lastInboundMessageTimestamp: context.holds('wholeSeconds') ? last?.replace(/\.\d+/, '') : last,
		...{ received, receivedUserSentMessages: received, sent: chat.sentCount, total: chat.messages.length },
		...{ delivered: chat.messages.filter(isDelivered).length, totalNotificationsSent: 0, unread: chat.unreadCount },
	};
}

export function chatOf(context: Context, chat: ChatRecord): JsonObject {
	const { accountId, ...address } = addressOf(context, chat);
	return {
		id: chatRefOf(chat),
		accountId,
		...address,
		remoteAddresses: [chat.remoteAddress],
		remoteAddressNotTel: chat.remoteAddress.startsWith('tel:') ? undefined : chat.remoteAddress,
		remoteUsername: context.holds('personInContact') ? undefined : chat.remoteUsername,
		...namesOf(context, chat),
		remoteContact: contactOf(context, chat),
		address: addressOf(context, chat),
		messagingStats: statsOf(context, chat),
		unreadCount: chat.unreadCount,
		userPicUrl: null,
		...tagsOf(context, chat),
		...notesOf(context, chat),
		...{ createdTs: iso(chat.createdMs), firstInboundMessageTs: iso(chat.firstInboundMs) },
		...{ blocked: chat.blocked, blockedTs: chat.blocked ? iso(chat.blockedMs) : undefined },
		importedChat: false,
		lastConversationStartContext: chat.conversationStartContext,
		assistants: [],
	};
}

/** Fields that name a message's chat: a preview needs none, because its chat has them. */
const PLACES = ['accountId', 'channel', 'channelId', 'chatId', 'tbChatId', 'remoteAddress', 'remoteContact', 'senderInfo'];
/** The longest text of a preview. */
const PREVIEW_SIZE = 200;

function previewOf(message: Message): JsonObject {
	const kept = Object.entries(message).filter(([name]) => !PLACES.includes(name));
	const { text = '', sentTimestamp } = message;
	return {
		...{ reads: [], deliveryStatuses: [], headers: {}, attachments: [], buttons: [], actionNumbers: {} },
		...Object.fromEntries(kept),
		text: text.length > PREVIEW_SIZE ? `${text.slice(0, PREVIEW_SIZE - 3)}...` : message.text,
		sentTimestamp: typeof sentTimestamp === 'string' ? Date.parse(sentTimestamp) : sentTimestamp,
	};
}

export function chatWithLastMessage(context: Context, chat: ChatRecord): JsonObject {
	const last = chat.messages.at(-1);
	return { ...chatOf(context, chat), lastMessage: last && context.holds('lastMessagePreview') ? previewOf(last) : last };
}
