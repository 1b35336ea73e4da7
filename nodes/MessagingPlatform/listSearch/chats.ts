import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { type ChatPage, type ChatQuery, ChatsOnce, chatPage, earliestFrom } from '../fields/chatPages';
import { channelTypeName } from '../../shared/channelTypes';
import { joinChannelRef, joinChatRef } from '../../shared/chatRef';
import { Platform } from '../../shared/api/platform';
import { type JsonObject, parseJson, printJson } from '../../shared/json';
import { channelNames } from '../../shared/listSearch/channels';
import { fits, nothing, part, text } from '../../shared/listSearch/options';

/** Enough to scroll through before n8n asks for more. */
const SHOWN = 100;

/** Fewer lines than this cannot be scrolled, so n8n never asks for more: what was left out has to be said. */
const SCROLLED = 10;

/** A search covers this many chats, and continues up to this many milliseconds until it finds one. */
const SEARCHED = 2_000;
const PATIENCE_MS = 5_000;
const MARGIN_MS = 5 * 60_000;

const EMPTY = 'No chat yet: people appear here once they have written to a channel';

const addressOf = (chat: JsonObject) => part(chat.remoteAddress).replace(/^tel:/, '');

function personOf(chat: JsonObject): string {
	const name = [part(chat.remoteFirstName), part(chat.remoteLastName)].filter((one) => one !== '').join(' ');
	return name || part(chat.remoteUsername) || addressOf(chat) || part(chat.chatId);
}

/** The line of a chat, which n8n stores with the workflow: person, messenger and bot, and nothing that the person wrote. */
function describe(chat: JsonObject, channels: ReadonlyMap<string, string>): string {
	const bot = channels.get(joinChannelRef(text(chat.channel), text(chat.channelId)));
	const where = [channelTypeName(part(chat.channel)), bot ?? (channels.size > 0 ? part(chat.channelId) : '')];
	return `${personOf(chat)} – ${where.filter((one) => one !== '').join(', ')}`;
}

interface Found {
	option: INodeListSearchItems;
	chat: JsonObject;
}

/** Where people of one name have written to one bot, their lines say which is which. */
function toldApart(found: Found[]): INodeListSearchItems[] {
	const counts = new Map<string, number>();
	for (const { option } of found) counts.set(option.name, (counts.get(option.name) ?? 0) + 1);
	return found.map(({ option, chat }) => {
		if (counts.get(option.name) === 1) return option;
		const which = part(chat.remoteUsername) || addressOf(chat) || part(chat.chatId);
		return { ...option, name: `${option.name} (${which})` };
	});
}

type ChatValue = (chat: JsonObject) => string;

/** Composite address, for messages and memos. */
const byRef: ChatValue = (chat) =>
	joinChatRef({ channel: text(chat.channel), channelId: text(chat.channelId), chatId: text(chat.chatId) });

/** The platform's own number of a chat, for blocking and tags. */
const byTbChatId: ChatValue = (chat) => text(chat.tbChatId);

/** The line that ends a search before the last chat: a list that just ends, or n8n's own "No results", would deny the others. */
function searchedOnly(looked: number, found: number, isFurther: boolean): INodeListSearchItems {
	const chats = `the ${isFurther ? 'next' : 'first'} ${looked.toLocaleString('en-US')} chats`;
	return { name: found > 0 ? `Only ${chats} searched: type more of the name` : `Not in ${chats}: choose it By ID`, value: '' };
}

/** Chats of the page before that a token names at most. */
const REMEMBERED = 200;

/** Where the list goes on: the address of the next page, and which chats the page before had, since a chat may move. */
const tokenOf = (next: string | undefined, chats: JsonObject[]) =>
	next === undefined
		? undefined
		: printJson([next, ...chats.slice(-REMEMBERED).map(ChatsOnce.idOf)].filter((one) => one !== undefined));

function readToken(token: string | undefined): string[] {
	const parts = token === undefined ? [] : parseJson(token);
	return Array.isArray(parts) ? parts.filter((part) => typeof part === 'string') : [];
}

async function listChats(
	platform: Platform,
	value: ChatValue,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const found: Found[] = [];
	const reading = channelNames(platform);
	const [start, ...known] = readToken(paginationToken);
	const once = new ChatsOnce(known);
	let page: ChatQuery | string = start ?? { from: earliestFrom(new Date()).getTime() + MARGIN_MS };
	let looked = 0;
	const isFurther = start !== undefined;
	const deadline = performance.now() + PATIENCE_MS;
	for (;;) {
		const { chats, next }: ChatPage = await chatPage(platform, page);
		const channels = await reading;
		looked += chats.length;
		for (const chat of once.only(chats)) {
			const option = { name: describe(chat, channels), value: value(chat) };
			if (fits(option, filter, [chat.channel, chat.remoteUsername, chat.remoteAddress])) found.push({ option, chat });
		}
		const last = next === undefined || next === page || once.repeats;
		if (last && found.length === 0 && filter.trim() === '' && !isFurther) return { results: [nothing(EMPTY)] };
		if (last) return { results: toldApart(found) };
		const isEnough = looked >= SEARCHED && (found.length > 0 || performance.now() >= deadline);
		const isScrolled = found.length >= SCROLLED || (isFurther && found.length > 0);
		if (isScrolled && (isEnough || found.length >= SHOWN))
			return { results: toldApart(found), paginationToken: tokenOf(next, chats) };
		if (isEnough) return { results: [...toldApart(found), searchedOnly(looked, found.length, isFurther)] };
		page = next;
	}
}

/** Dropdown of chats; the value is tbChatId for blocking and tags, and the composite address for everything else. */
export async function searchChats(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const resource = this.getCurrentNodeParameter('resource');
	const value = resource === 'chat' || resource === 'tag' ? byTbChatId : byRef;
	return await listChats(new Platform(this), value, filter, paginationToken);
}
