import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { type ChatPage, type ChatQuery, chatPage, earliestFrom } from '../platform/chatPages';
import { Platform } from '../platform/platform';
import { joinChatRef } from '../platform/chatRef';
import { type JsonObject, isJsonObject } from '../json';
import { fits, matching, text } from './options';

// Enough to scroll through before n8n asks for more; a search looks through more chats to find some.
const SHOWN = 100;
const SEARCHED = 2_000;
const MARGIN_MS = 5 * 60_000;

const EMPTY = 'No chat yet: people appear here once they have written to a channel';

function describe(chat: JsonObject): string {
	const person = [text(chat.remoteFirstName), text(chat.remoteLastName)].filter((part) => part !== '').join(' ');
	const name = person || text(chat.remoteUsername) || text(chat.remoteAddress) || text(chat.chatId);
	const last = isJsonObject(chat.lastMessage) ? text(chat.lastMessage.text).replace(/\s+/g, ' ').slice(0, 40) : '';
	return `${name} (${text(chat.channel)})${last ? ` – ${last}` : ''}`;
}

/** The value that an operation needs of a chat. */
type ChatValue = (chat: JsonObject) => string;

/** Composite address, for messages and memos. */
const byRef: ChatValue = (chat) =>
	joinChatRef({ channel: text(chat.channel), channelId: text(chat.channelId), chatId: text(chat.chatId) });

/** The platform's own number of a chat, for blocking and tags. */
const byTbChatId: ChatValue = (chat) => text(chat.tbChatId);

/** Lists chats for a dropdown: people's names, channel type and last message; n8n asks on with the token while one scrolls. */
async function listChats(
	platform: Platform,
	value: ChatValue,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const results: INodeListSearchItems[] = [];
	let page: ChatQuery | string = paginationToken ?? { from: earliestFrom(new Date()).getTime() + MARGIN_MS };
	let looked = 0;
	for (;;) {
		const { chats, next }: ChatPage = await chatPage(platform, page);
		looked += chats.length;
		results.push(...chats.map((chat) => ({ name: describe(chat), value: value(chat) })).filter((option) => fits(option, filter)));
		const last = next === undefined || next === page;
		if (last && results.length === 0 && filter === '' && paginationToken === undefined) {
			return matching([], filter, EMPTY);
		}
		if (last) return { results };
		if (results.length >= SHOWN || looked >= SEARCHED) return { results, paginationToken: next };
		page = next;
	}
}

/**
 * Dropdown of chats. The value is what the resource takes: the platform's own number (tbChatId) for blocking and tags, the
 * composite address for everything else.
 *
 * @param filter what the user typed; matched against the whole line and the value, in any case
 * @param paginationToken address of the next page, from the result before
 * @returns some 100 options, and the token for more
 * @throws NodeApiError when the platform cannot be asked; n8n shows its message in the dropdown
 */
export async function searchChats(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const resource = this.getCurrentNodeParameter('resource');
	const value = resource === 'chat' || resource === 'tag' ? byTbChatId : byRef;
	return await listChats(new Platform(this), value, filter, paginationToken);
}
