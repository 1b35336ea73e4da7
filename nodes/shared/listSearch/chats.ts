import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult, INodePropertyOptions } from 'n8n-workflow';
import { type ChatPage, type ChatQuery, ChatsOnce, chatPage, earliestFrom } from '../api/chatPages';
import { channelTypeName } from '../channelTypes';
import { joinChannelRef, partOfChat, refOfChat } from '../chatRef';
import { Platform } from '../api/platform';
import { type JsonObject, parseJson, printJson, textOrDigits } from '../json';
import { type Person, personOfChat } from '../person';
import { channelNames } from './channels';
import { fits, nothing, part, textOf, withChosen } from './options';

/** Lines to scroll through before n8n asks for more. */
const SHOWN = 100;

/** Fewer lines than this don't scroll, so n8n never asks for more: the last line must say what is missing. */
const SCROLLED = 10;

/** Lines of a list without a search, which n8n draws at once. */
const LISTED = 500;

/** A search covers this many chats, and continues for up to this many milliseconds until it finds one. */
const SEARCHED = 2_000;
const PATIENCE_MS = 5_000;
const MARGIN_MS = 5 * 60_000;

const EMPTY = 'No chats yet: people appear here once they have written to a channel';

const phoneOf = (chat: JsonObject) => textOf(partOfChat(chat, 'remoteAddress')).replace(/^tel:/, '');

/** Names a person without the name: people of one name have different ones. */
const detailOf = (chat: JsonObject, { username, phone }: Person) =>
	part(username || phone || phoneOf(chat) || partOfChat(chat, 'chatId'));

/** Describes a chat by person, messenger and bot, without any messages, because n8n saves it with the workflow. */
function lineOf(chat: JsonObject, person: Person, channels: ReadonlyMap<string, string>): string {
	const [channel, channelId] = ['channel', 'channelId'].map((name) => partOfChat(chat, name));
	const bot = channels.get(joinChannelRef(textOf(channel), textOf(channelId)));
	const where = [channelTypeName(part(channel)), bot ?? (channels.size > 0 ? part(channelId) : '')];
	return `${part(person.name) || detailOf(chat, person)} – ${where.filter((one) => one !== '').join(', ')}`;
}

interface Found {
	option: INodeListSearchItems;
	detail: string;
}

/** Adds a detail to lines that are equal because people of one name wrote to one bot. */
function toldApart(found: Found[]): INodeListSearchItems[] {
	const counts = new Map<string, number>();
	for (const { option } of found) counts.set(option.name, (counts.get(option.name) ?? 0) + 1);
	return found.map(({ option, detail }) =>
		counts.get(option.name) === 1 ? option : { ...option, name: `${option.name} (${detail})` },
	);
}

/** Returns the value to save: the composite address or the platform's own ID; none if the chat can't be found by it. */
type ChatValue = (chat: JsonObject) => string | undefined;

/** For blocking and tags; everything else takes the composite address. */
const byTbChatId: ChatValue = (chat) => textOrDigits(partOfChat(chat, 'tbChatId'));

/** Makes the line that ends an incomplete search. Without it, the remaining chats would seem not to exist. */
function searchedOnly(looked: number, found: number, isFurther: boolean): INodeListSearchItems {
	const chats = `the ${isFurther ? 'next' : 'first'} ${looked.toLocaleString('en-US')} chats`;
	return {
		name: found > 0 ? `Only ${chats} searched: type more of the name` : `Not found in ${chats}. Use By ID instead`,
		value: '',
	};
}

/** Largest number of the previous page's chats in a token. */
const REMEMBERED = 200;

/** Packs the URL of the next page and the chats of this one, because a chat may move to a later page. */
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
	reading = channelNames(platform),
): Promise<INodeListSearchResult> {
	const found: Found[] = [];
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
			const person = personOfChat(chat);
			const option = { name: lineOf(chat, person, channels), value: value(chat) ?? '' };
			const others = [person.name, person.username, person.phone, partOfChat(chat, 'channel'), phoneOf(chat)];
			if (option.value !== '' && fits(option, filter, others)) found.push({ option, detail: detailOf(chat, person) });
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
	const value = resource === 'chat' || resource === 'tag' ? byTbChatId : refOfChat;
	return await listChats(new Platform(this), value, filter, paginationToken);
}

/** Lists chats by name for a multi-select, which has no search, and those that the fields already have; the value is the chatRef. */
export async function chatChoices(context: ILoadOptionsFunctions, fields: readonly string[]): Promise<INodePropertyOptions[]> {
	const platform = new Platform(context);
	const reading = channelNames(platform);
	const offered: INodeListSearchItems[] = [];
	let token: string | undefined;
	do {
		const { results, paginationToken } = await listChats(platform, refOfChat, '', token, reading);
		offered.push(...results);
		token = paginationToken;
	} while (token !== undefined && offered.length < LISTED);
	if (token !== undefined) offered.push(nothing(`Only ${offered.length} chats are listed: for others, use an expression`));
	return withChosen(context, fields, offered, "This chat isn't in the list");
}
