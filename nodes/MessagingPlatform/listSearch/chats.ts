import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { chatPages, earliestFrom } from '../shared/chatPages';
import { joinChatRef } from '../shared/chatRef';
import type { JsonObject, JsonValue } from '../shared/json';
import { isJsonObject } from '../shared/json';

// Enough to scroll through; a search goes deeper.
const SHOWN = 100;
const SEARCHED = 2_000;
const MARGIN_MS = 5 * 60_000;

function text(value: JsonValue | undefined): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function describe(chat: JsonObject): string {
	const person = [text(chat.remoteFirstName), text(chat.remoteLastName)].filter((part) => part !== '').join(' ');
	const name = person || text(chat.remoteUsername) || text(chat.remoteAddress) || text(chat.chatId);
	const last = isJsonObject(chat.lastMessage) ? text(chat.lastMessage.text).replace(/\s+/g, ' ').slice(0, 40) : '';
	return `${name} (${text(chat.channel)})${last ? ` – ${last}` : ''}`;
}

/** The value that an operation needs of a chat. */
export type ChatValue = (chat: JsonObject) => string;

/** Composite address, for messages and memos. */
export const byRef: ChatValue = (chat) =>
	joinChatRef({ channel: text(chat.channel), channelId: text(chat.channelId), chatId: text(chat.chatId) });

/**
 * Lists chats for a dropdown: people's names, channel type and last message.
 *
 * @param context n8n's context of a list search
 * @param value which id of the chat becomes the option's value
 * @param filter what the user typed; matched against the whole line, in any case
 * @returns at most 100 options, the first of the last 2,000 chats that match
 * @throws NodeApiError when the service cannot be asked; n8n shows its message in the dropdown
 */
export async function listChats(
	context: ILoadOptionsFunctions,
	value: ChatValue,
	filter = '',
): Promise<INodeListSearchResult> {
	const wanted = filter.trim().toLocaleLowerCase();
	const results: INodeListSearchItems[] = [];
	const from = earliestFrom(new Date()).getTime() + MARGIN_MS;
	for await (const chats of chatPages(context, { from }, wanted === '' ? SHOWN : SEARCHED)) {
		for (const chat of chats) {
			const name = describe(chat);
			const option = { name, value: value(chat) };
			if (wanted === '' || `${name} ${option.value}`.toLocaleLowerCase().includes(wanted)) results.push(option);
		}
		if (results.length >= SHOWN) break;
	}
	return { results: results.slice(0, SHOWN) };
}

/**
 * Dropdown of chats by their composite address.
 *
 * @param filter what the user typed
 * @returns options whose values are composite addresses
 * @throws NodeApiError when the service cannot be asked
 */
export async function searchChats(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
	return await listChats(this, byRef, filter);
}

/** The service's own number of a chat, for blocking and tags. */
export const byTbChatId: ChatValue = (chat) => text(chat.tbChatId);

/**
 * Dropdown of chats by the service's own number (tbChatId).
 *
 * @param filter what the user typed
 * @returns options whose values are the digits of tbChatId
 * @throws NodeApiError when the service cannot be asked
 */
export async function searchChatsByTbId(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
	return await listChats(this, byTbChatId, filter);
}
