import { type JsonObject, toInt64 } from '../../shared/json';
import { partOfChat, refOfChat, splitChatRef } from '../../shared/chatRef';
import type { Item } from '../run/item';

export interface ChatKeys {
	/** The composite address channel_channelId_chatId, for messages and notes. */
	chatRef?: string;
	/** The platform's own ID, for blocking, tags and notes; a text of digits if a number can't hold it. */
	tbChatId?: number | string;
}

/** Returns an id as parsed responses have it: a number, or its digits if a number can't hold them. */
export function idForOutput(digits: string): number | string {
	const number = Number(digits);
	return Number.isSafeInteger(number) ? number : digits;
}

export function readTbChatId(value: unknown): number | string | undefined {
	const integer = toInt64(value);
	return integer === undefined || typeof integer === 'number' ? integer : idForOutput(integer.toString());
}

export function keysOfChat(chat: JsonObject): ChatKeys {
	const chatRef = refOfChat(chat);
	return {
		// usually equal to the id (specification, "Chat"): then a long list stores the text only once per chat
		chatRef: chatRef === chat.id ? chat.id : chatRef,
		tbChatId: readTbChatId(partOfChat(chat, 'tbChatId')),
	};
}

/** Adds the same chat's keys from the input item, except a tool's, which the model wrote. */
export function withItemKeys(item: Item, given: ChatKeys): ChatKeys {
	if (item.isTool) return given;
	const { json } = item.data;
	const chatRef = typeof json.chatRef === 'string' && splitChatRef(json.chatRef) ? json.chatRef.trim() : undefined;
	const tbChatId = readTbChatId(json.tbChatId);
	const isSame = (chatRef !== undefined && chatRef === given.chatRef) || (tbChatId !== undefined && tbChatId === given.tbChatId);
	return isSame ? { chatRef, tbChatId, ...given } : given;
}

/** Adds keys to the output object itself, because copying a long list costs too much; the platform's own values stay. */
export function withChatKeys(json: JsonObject, keys: ChatKeys): JsonObject {
	if (keys.chatRef !== undefined) json.chatRef ??= keys.chatRef;
	if (keys.tbChatId !== undefined) json.tbChatId ??= keys.tbChatId;
	return json;
}
