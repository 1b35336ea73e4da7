import type { Context } from '../core/context';
import { isJsonObject, type JsonObject } from '../core/json';
import type { ChatRecord, Message } from '../core/model';
import { contactOf } from './contact';

/** ms since 1970 as ISO-8601, or nothing. */
const iso = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString());

/** The composite address of a chat: channel_channelId_chatId. */
export function chatRefOf(chat: ChatRecord): string {
	return `${chat.channel}_${chat.channelId}_${chat.chatId}`;
}

/** The specification's ChatAddress of a chat. */
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

/** Checks if the person's device has a message. */
function isDelivered({ currentDeliveryStatus }: Message): boolean {
	const [status] = Array.isArray(currentDeliveryStatus) ? currentDeliveryStatus : [];
	return isJsonObject(status) && status.isDelivered === true;
}

function statsOf(context: Context, chat: ChatRecord): JsonObject {
	const received = chat.messages.length - chat.sentCount;
	const last = iso(chat.lastInboundMs);
	return {
		lastInboundMessageTimestamp: context.holds('wholeSeconds') ? last?.replace(/\.\d+/, '') : last,
		received,
		receivedUserSentMessages: received,
		sent: chat.sentCount,
		total: chat.messages.length,
		delivered: chat.messages.filter(isDelivered).length,
		totalNotificationsSent: 0,
		unread: chat.unreadCount,
	};
}

/** The specification's Chat. */
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
		createdTs: iso(chat.createdMs),
		firstInboundMessageTs: iso(chat.firstInboundMs),
		blocked: chat.blocked,
		blockedTs: chat.blocked ? iso(chat.blockedMs) : undefined,
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
