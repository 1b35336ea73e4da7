import { resolveLink } from './addresses';
import { type JsonObject, isJsonObject, objectOf, textOrDigits } from '../json';
import { itemsOf } from './envelope';
import { Failure } from '../failure';
import type { Platform } from './platform';
import { clip } from '../texts';

/** Query parameters of the chat list (specification, "Chats"). */
export interface ChatQuery {
	/** Earliest time of the last message, Unix ms, up to 3 months ago. */
	from: number;
	/** Only blocked or only unblocked chats; all when absent. */
	blocked?: boolean;
}

export interface ChatPage {
	chats: JsonObject[];
	/** Absolute URL of the next page; absent after the last one. */
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

/**
 * Reads one page of the chat list.
 * @returns no `next` if the page has no chats: the platform adds a link to every page that has one
 */
export async function chatPage(platform: Platform, page: ChatQuery | string, itemIndex = 0): Promise<ChatPage> {
	const request = typeof page === 'string' ? { path: page } : { path: '/v1/chats', query: { ...page } };
	const { json: body } = await platform.call({ method: 'GET', ...request }, { itemIndex });
	const chats = itemsOf(body);
	const link = isJsonObject(body) ? body.$nextPage : undefined;
	if (chats.length === 0 || typeof link !== 'string' || link === '') return { chats };
	const { addresses, baseUrl } = await platform.connection();
	const next = resolveLink(link, `${baseUrl}/`) ?? link;
	const verdict = addresses.judge(next, 'api');
	if (!('refused' in verdict)) return { chats, next };
	if (verdict.refused === 'token') {
		throw Failure.ofPlatform(
			"The platform's link to the next page of chats contains the API token, so it wasn't followed",
			"Anyone who can read the log of a server or proxy along the way could see the token. Report this to the platform's support.",
		);
	}
	throw Failure.ofPlatform(
		`The list of chats continues at a URL outside ${new URL(baseUrl).host}, so it wasn't followed`,
		`The platform's link to the next page was ${clip(next, 200)}. The token is sent to the credential's own addresses only.`,
	);
}

/**
 * Lists chats page by page, as long as the caller asks for more. It never follows a link to another origin, nor in a circle, even if each link is new.
 * @yields the chats of one page, each chat once
 */
export async function* chatPages(platform: Platform, query: ChatQuery, itemIndex = 0): AsyncGenerator<JsonObject[]> {
	const seen = new Set<string>();
	const once = new ChatsOnce();
	let page: ChatQuery | string = query;
	for (;;) {
		const { chats, next }: ChatPage = await chatPage(platform, page, itemIndex);
		const fresh = once.only(chats);
		if (fresh.length > 0) yield fresh;
		if (next === undefined) return;
		if (seen.has(next) || once.repeats) {
			const how = once.repeats
				? `${PAGES_WITHOUT_NEWS} pages in a row had no new chat`
				: 'the platform gave the same link to the next page twice';
			throw Failure.ofPlatform(
				`The list of chats repeats: ${how}`,
				"Set a limit or lower it, or report this to the platform's support.",
			);
		}
		seen.add(next);
		page = next;
	}
}
