import type { Context } from '../core/context';
import type { JsonObject } from '../core/json';
import type { ChatRecord, MemoRecord } from '../core/model';

/** ms since 1970 as ISO-8601, or nothing. */
const iso = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString());

/**
 * The composite address of a chat: channel_channelId_chatId.
 *
 * @param chat the chat
 * @returns the address
 */
export function chatRefOf(chat: ChatRecord): string {
	return `${chat.channel}_${chat.channelId}_${chat.chatId}`;
}

/**
 * The specification's ChatAddress of a chat.
 *
 * @param context the sandbox
 * @param chat the chat
 * @returns accountId, channel, channelId, chatId, remoteAddress, tbChatId
 */
export function addressOf(context: Context, chat: ChatRecord): JsonObject {
	const { channel, channelId, chatId, remoteAddress, tbChatId } = chat;
	return { accountId: context.state.accountId, channel, channelId, chatId, remoteAddress, tbChatId };
}

/**
 * The specification's Contact of a chat's person.
 *
 * @param chat the chat
 * @returns id, channel, channelUserId and the names
 */
export function contactOf(chat: ChatRecord): JsonObject {
	const { id, displayName, phone, gender } = chat.contact;
	return {
		id,
		channel: chat.channel,
		channelUserId: chat.chatId,
		channelUsername: chat.remoteUsername,
		phone,
		gender,
		nationalName: displayName ? { displayName, firstName: chat.remoteFirstName, lastName: chat.remoteLastName } : undefined,
	};
}

/** Notes as the chat object carries them: nothing when empty. */
function memoOf({ memo, phones, emails, tbUserId, changedTs }: MemoRecord): JsonObject | undefined {
	if (!memo && phones.length === 0 && emails.length === 0) return undefined;
	return { memo, phones, emails, tbUserId, changedTs };
}

/** The counters of a chat. */
function statsOf(chat: ChatRecord): JsonObject {
	const received = chat.messages.length - chat.sentCount;
	return {
		lastInboundMessageTimestamp: iso(chat.lastInboundMs),
		received,
		receivedUserSentMessages: received,
		sent: chat.sentCount,
		total: chat.messages.length,
		totalNotificationsSent: 0,
		unread: chat.unreadCount,
	};
}

/**
 * The specification's Chat.
 *
 * @param context the sandbox
 * @param chat the chat
 * @returns the chat without its last message, as events carry it
 */
export function chatOf(context: Context, chat: ChatRecord): JsonObject {
	const { accountId, ...address } = addressOf(context, chat);
	return {
		id: chatRefOf(chat),
		accountId,
		...address,
		remoteAddresses: [chat.remoteAddress],
		remoteAddressNotTel: chat.blocked && !chat.remoteAddress.startsWith('tel:') ? chat.remoteAddress : undefined,
		remoteUsername: chat.remoteUsername,
		remoteFirstName: chat.remoteFirstName,
		remoteLastName: chat.remoteLastName,
		remoteContact: contactOf(chat),
		address: addressOf(context, chat),
		messagingStats: statsOf(chat),
		unreadCount: chat.unreadCount,
		userPicUrl: null,
		tags: chat.tags.map((tag) => tag.name),
		tagSet: chat.tags.map((tag) => tag.name),
		memo: memoOf(chat.memo),
		createdTs: iso(chat.createdMs),
		firstInboundMessageTs: iso(chat.firstInboundMs),
		blocked: chat.blocked,
		blockedTs: chat.blocked ? iso(chat.blockedMs) : undefined,
		importedChat: false,
		lastConversationStartContext: chat.conversationStartContext,
		assistants: [],
	};
}

/**
 * The chat as the chat list shows it, with its last message.
 *
 * @param context the sandbox
 * @param chat the chat
 * @returns the chat
 */
export function chatWithLastMessage(context: Context, chat: ChatRecord): JsonObject {
	return { ...chatOf(context, chat), lastMessage: chat.messages.at(-1) };
}
