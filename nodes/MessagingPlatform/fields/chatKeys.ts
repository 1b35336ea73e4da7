import { type JsonObject, objectOf, toInt64 } from '../../shared/json';
import { chatRefOf, splitChatRef } from '../../shared/chatRef';
import type { Item } from '../run/item';

/** What is known of a chat by which a later node finds it. */
export interface ChatKeys {
	/** The composite address channel_channelId_chatId, which messages and notes take. */
	chatRef?: string;
	/** The platform's own number, which blocking, tags and notes take; digits where a number cannot hold it. */
	tbChatId?: number | string;
}

/**
 * Says what an id looks like in output: as parsed answers have it.
 *
 * @param digits an integer's digits
 * @returns a number, or the digits when a number cannot hold them
 */
export function idForOutput(digits: string): number | string {
	const number = Number(digits);
	return Number.isSafeInteger(number) ? number : digits;
}

/** The number of a chat as output shows it, where a value is one. */
export function readTbChatId(value: unknown): number | string | undefined {
	const integer = toInt64(value);
	return integer === undefined || typeof integer === 'number' ? integer : idForOutput(integer.toString());
}

/**
 * Reads by what a chat of an answer can be found (specification, "Chat", "ChatAddress": the parts stand on the chat itself or in
 * its address).
 *
 * @param chat a chat as the platform describes it
 * @returns what it tells
 */
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
 * Adds to what a field tells of a chat what the input item knows of the same chat: Chat: Get Many and the trigger put out
 * both its keys side by side. The item of a tool is not looked at: its json holds whatever the model wrote.
 *
 * @param item the item
 * @param given one of the two keys
 * @returns what is known of the chat
 */
export function withItemKeys(item: Item, given: ChatKeys): ChatKeys {
	if (item.isTool) return given;
	const { json } = item.data;
	const chatRef = typeof json.chatRef === 'string' && splitChatRef(json.chatRef) ? json.chatRef.trim() : undefined;
	const tbChatId = readTbChatId(json.tbChatId);
	const isSame = (chatRef !== undefined && chatRef === given.chatRef) || (tbChatId !== undefined && tbChatId === given.tbChatId);
	return isSame ? { chatRef, tbChatId, ...given } : given;
}

/**
 * Adds the keys of a chat to an output object, so that the next node finds the chat with nothing glued together. Not to a copy:
 * in a long list that would cost more than the keys themselves.
 *
 * @param json what the platform answered to this item; where it has a value of its own for a key, that one stays
 * @param keys what is known of the chat
 * @returns the same object, with the keys that are known
 */
export function withChatKeys(json: JsonObject, keys: ChatKeys): JsonObject {
	if (keys.chatRef !== undefined) json.chatRef ??= keys.chatRef;
	if (keys.tbChatId !== undefined) json.tbChatId ??= keys.tbChatId;
	return json;
}
