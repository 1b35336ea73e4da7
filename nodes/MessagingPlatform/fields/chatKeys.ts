import { type JsonObject, objectOf, toInt64 } from '../../shared/json';
import { chatRefOf, splitChatRef } from '../../shared/chatRef';
import type { Item } from '../run/item';

/** The keys by which a later node finds a chat. */
export interface ChatKeys {
	/** The composite address channel_channelId_chatId, which messages and notes take. */
	chatRef?: string;
	/** The platform's own number, which blocking, tags and notes take; digits where a number cannot hold it. */
	tbChatId?: number | string;
}

/** An id as parsed answers have it: a number, or its digits if a number cannot hold them. */
export function idForOutput(digits: string): number | string {
	const number = Number(digits);
	return Number.isSafeInteger(number) ? number : digits;
}

export function readTbChatId(value: unknown): number | string | undefined {
	const integer = toInt64(value);
	return integer === undefined || typeof integer === 'number' ? integer : idForOutput(integer.toString());
}

/** Reads the keys of a chat (specification, "Chat", "ChatAddress": they are on the chat itself or in its address). */
export function keysOfChat(chat: JsonObject): ChatKeys {
	const address = objectOf(chat.address);
	const part = (name: string) => chat[name] ?? address[name];
	const chatRef = chatRefOf({ channel: part('channel'), channelId: part('channelId'), chatId: part('chatId') });
	return {
		// mostly the id says the same (specification, "Chat"), and then a long list holds that text once a chat
		chatRef: chatRef === chat.id ? chat.id : chatRef,
		tbChatId: readTbChatId(part('tbChatId')),
	};
}

/**
 * Adds the keys of the same chat from the input item: Chat: Get Many and the trigger output both. A tool's item is ignored, because
 * the model wrote it.
 */
export function withItemKeys(item: Item, given: ChatKeys): ChatKeys {
	if (item.isTool) return given;
	const { json } = item.data;
	const chatRef = typeof json.chatRef === 'string' && splitChatRef(json.chatRef) ? json.chatRef.trim() : undefined;
	const tbChatId = readTbChatId(json.tbChatId);
	const isSame = (chatRef !== undefined && chatRef === given.chatRef) || (tbChatId !== undefined && tbChatId === given.tbChatId);
	return isSame ? { chatRef, tbChatId, ...given } : given;
}

/** Adds keys to the output object itself, since copies cost too much in a long list; the platform's own values stay. */
export function withChatKeys(json: JsonObject, keys: ChatKeys): JsonObject {
	if (keys.chatRef !== undefined) json.chatRef ??= keys.chatRef;
	if (keys.tbChatId !== undefined) json.tbChatId ??= keys.tbChatId;
	return json;
}
