import { type JsonObject, isJsonObject, objectOf, textOrDigits } from '../json';
import { itemsOf } from './envelope';
import { Failure } from '../failure';
import type { Platform } from './platform';

/** Query parameters of the chat list (specification, "Chats"). */
export interface ChatQuery {
	/** Earliest time of the last message, Unix ms, up to 3 months ago. */
	from: number;
	/** Only blocked or only unblocked chats; all when absent. */
	blocked?: boolean;
}

export interface ChatPage {
	chats: JsonObject[];
	/** Query of the next page, without "?"; absent after the last one. */
	next?: string;
}

/** Pages in a row without a new chat that mean the list repeats; one can occur while people write. */
const PAGES_WITHOUT_NEWS = 10;

/** Returns each chat of a list once: a chat moves to a later page if someone writes while the list is read. */
export class ChatsOnce {
	private readonly ids: Set<string>;

	private pagesWithoutNews = 0;

	constructor(ids: Iterable<string> = []) {
		this.ids = new Set(ids);
	}

	/** Returns a chat's id (specification, "Chat": tbChatId and id are unique); undefined if it has none. */
	static idOf(this: void, { id, tbChatId, address }: JsonObject): string | undefined {
		return textOrDigits(id) ?? textOrDigits(tbChatId ?? objectOf(address).tbChatId);
	}

	only(chats: JsonObject[]): JsonObject[] {
		const fresh = chats.filter((chat) => {
			const id = ChatsOnce.idOf(chat);
			if (id === undefined) return true;
			const before = this.ids.size;
			return this.ids.add(id).size > before;
		});
		this.pagesWithoutNews = fresh.length > 0 ? 0 : this.pagesWithoutNews + 1;
		return fresh;
	}

	get repeats(): boolean {
		return this.pagesWithoutNews >= PAGES_WITHOUT_NEWS;
	}
}

/** Returns the start of the chat list, which goes back 3 months (specification, "Limits", "Chat list depth"). */
export function earliestFrom(now: Date): Date {
	const earliest = new Date(now);
	earliest.setUTCMonth(earliest.getUTCMonth() - 3);
	// 3 months before 31 May is 28 February, not 3 March
	if (earliest.getUTCDate() !== now.getUTCDate()) earliest.setUTCDate(0);
	return earliest;
}

/** The query of a link, wherever the link leads: only the node's own path is asked. A link may consist of its query. */
function queryOf(link: string): string {
	const [, query = /^[^/?#:]+=/.test(link) ? link : ''] = /\?(.*)/s.exec(link) ?? [];
	return query.replace(/#.*/s, '').trim();
}

/** Names a page by the number of chats before it, or else by its whole query. */
function pageName(query: string): string {
	return new URLSearchParams(query).get('$skip') ?? query;
}

/**
 * Reads one page of the chat list.
 * @returns no `next` if the page has no chats: the platform adds a link to every page that has one
 */
export async function chatPage(platform: Platform, page: ChatQuery | string, itemIndex = 0): Promise<ChatPage> {
	const query = typeof page === 'string' ? page : { ...page };
	const { json: body } = await platform.call({ method: 'GET', path: '/v1/chats', query }, { itemIndex });
	const chats = itemsOf(body);
	const link = isJsonObject(body) ? body.$nextPage : undefined;
	if (chats.length === 0 || typeof link !== 'string' || link === '') return { chats };
	const next = queryOf(link);
	const { addresses, baseUrl } = await platform.connection();
	const verdict = addresses.judge(`${baseUrl}/v1/chats?${next}`, 'api');
	if (!('refused' in verdict) || verdict.refused !== 'token') return { chats, next };
	throw Failure.ofPlatform(
		"The platform's link to the next page of chats contains the API token, so it wasn't followed",
		"Anyone who can read the log of a server or proxy along the way could see the token. Report this to the platform's support.",
	);
}

/**
 * Lists chats page by page, as long as the caller asks for more. It takes the query alone from a link, and ends if the pages repeat.
 * @yields the chats of one page, each chat once
 */
export async function* chatPages(platform: Platform, query: ChatQuery, itemIndex = 0): AsyncGenerator<JsonObject[]> {
	// the first page skips none
	const seen = new Set(['', '0']);
	const once = new ChatsOnce();
	let page: ChatQuery | string = query;
	for (;;) {
		const { chats, next }: ChatPage = await chatPage(platform, page, itemIndex);
		const fresh = once.only(chats);
		if (fresh.length > 0) yield fresh;
		if (next === undefined) return;
		const name = pageName(next);
		if (seen.has(name) || once.repeats) {
			const how = once.repeats
				? `${PAGES_WITHOUT_NEWS} pages in a row had no new chat`
				: 'the platform gave the same link to the next page twice';
			throw Failure.ofPlatform(
				`The list of chats repeats: ${how}`,
				"Set a limit or lower it, or report this to the platform's support.",
			);
		}
		seen.add(name);
		page = next;
	}
}
