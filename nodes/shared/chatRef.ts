import { type JsonObject, type JsonValue, objectOf, textOrDigits, toInt64 } from './json';

const CHANNEL = /^[^_\s]+$/;

/** An ID may be below zero: int64 is signed, and some messengers number groups that way. Longer ones may be beyond int64. */
const DIGITS = /^(?:0|-?[1-9]\d{0,17})$/;

const ENDS_WITHOUT_SPACE = /\S$/;

/** The parts of a chat's composite address (specification, "Chat": channel, channelId and chatId joined by underscore). */
export interface ChatRef {
	/** Channel type, for example tg. */
	channel: string;
	/** Digits of the channel's ID, which is unique within its type only. */
	channelId: string;
	/** ID within the channel; it may contain underscores itself. */
	chatId: string;
}

/** Joins a channel's reference, for example tg_12345: the beginning of the composite address of each of its chats. */
export function joinChannelRef(channel: string, channelId: string | number): string {
	return `${channel}_${channelId}`;
}

/** Splits a chat's composite address at its first two underscores, because the last part may contain more of them. */
export function splitChatRef(chatRef: string): ChatRef | undefined {
	const [, channel, channelId, chatId] = /^([^_\s]+)_(-?\d+)_(.+)$/s.exec(chatRef.trim()) ?? [];
	return channel && channelId && chatId ? { channel, channelId, chatId } : undefined;
}

/**
 * Joins the composite address of a chat that a record of the platform names, for example a message.
 * @returns an address that the action node splits into these parts again; undefined when a part is missing or unusable
 */
export function chatRefOf(record: Partial<Record<keyof ChatRef, JsonValue>>): string | undefined {
	const [channel, channelId, chatId] = [record.channel, record.channelId, record.chatId].map(textOrDigits);
	if (channel === undefined || channelId === undefined || chatId === undefined) return undefined;
	// each part on its own: every chat of a list needs this, and to join and split costs more
	const isId = DIGITS.test(channelId) || String(toInt64(channelId)) === channelId;
	const isAddress = CHANNEL.test(channel) && isId && ENDS_WITHOUT_SPACE.test(chatId);
	return isAddress ? `${joinChannelRef(channel, channelId)}_${chatId}` : undefined;
}

/** Reads a part of a chat's address, which is on the chat itself or in its `address` (specification, "Chat", "ChatAddress"). */
export const partOfChat = (chat: JsonObject, name: string) => chat[name] ?? objectOf(chat.address)[name];

export function refOfChat(chat: JsonObject): string | undefined {
	const [channel, channelId, chatId] = ['channel', 'channelId', 'chatId'].map((name) => partOfChat(chat, name));
	return chatRefOf({ channel, channelId, chatId });
}

export function splitChannelRef(value: string): { channel: string; channelId: string } | undefined {
	const [, channel, channelId] = /^([^_\s]+)_(-?\d+)$/.exec(value.trim()) ?? [];
	return channel && channelId ? { channel, channelId } : undefined;
}

/** Joins the reference of a channel that a record of the platform names; undefined when a part is missing or unusable. */
export function channelRefOf({ channel, channelId }: { channel?: JsonValue; channelId?: JsonValue }): string | undefined {
	if (typeof channel !== 'string' || (typeof channelId !== 'string' && typeof channelId !== 'number')) return undefined;
	const channelRef = joinChannelRef(channel, channelId);
	const split = splitChannelRef(channelRef);
	return split?.channel === channel && split.channelId === String(channelId) ? channelRef : undefined;
}
