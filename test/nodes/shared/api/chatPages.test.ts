import type { INode } from 'n8n-workflow';
import type { JsonValue } from '../../../../nodes/shared/json';
import { ChatsOnce, chatPage, chatPages, earliestFrom } from '../../../../nodes/shared/api/chatPages';
import { readConnection } from '../../../../nodes/shared/api/connection';
import type { ApiRequest } from '../../../../nodes/shared/api/apiRequest';
import type { Platform } from '../../../../nodes/shared/api/platform';

const BASE = 'https://api.example.com/rest';
const node: INode = { id: '1', name: 'A', type: 'x', typeVersion: 1, position: [0, 0], parameters: {} };
const chats = (...ids: number[]) => ids.map((tbChatId) => ({ tbChatId }));

/** The part of a platform that the list uses: it answers a path from a table and records the requests. */
function platformOf(answers: Record<string, JsonValue>) {
	const asked: Array<[ApiRequest, number | undefined]> = [];
	const platform: Pick<Platform, 'call' | 'connection' | 'node'> = {
		node,
		connection: async () => await Promise.resolve(readConnection({ apiToken: 'secret-token', baseUrl: BASE })),
		call: async (request, how) => {
			asked.push([request, how?.itemIndex]);
			return await Promise.resolve({ json: answers[typeof request.query === 'string' ? request.query : ''], text: '' });
		},
	};
	return { platform: platform as Platform, asked, queries: () => asked.map(([{ query }]) => query) };
}

test.each([
	['2026-05-31T23:59:59.999Z', '2026-02-28T23:59:59.999Z'],
	['2028-05-31T00:00:00.000Z', '2028-02-29T00:00:00.000Z'],
	['2026-12-31T12:00:00.000Z', '2026-09-30T12:00:00.000Z'],
	['2026-01-15T12:00:00.000Z', '2025-10-15T12:00:00.000Z'],
])('3 months before %s is %s', (now, earliest) => {
	const date = new Date(now);
	expect(earliestFrom(date).toISOString()).toBe(earliest);
	expect(date.toISOString()).toBe(now);
});

describe('a page of the chat list', () => {
	const QUERY = 'from=0&%24top=10&channelId=14999&%24skip=10';

	test.each([
		...[`${BASE}/v1/chats?`, 'https://elsewhere.example/v1/chats?', `${BASE}/chats?`, '/api/v1/chats?', 'chats?', '?', ''],
		...['http://[?', 'https://evil.example/secret-token?'],
	])('takes only the query of the link %sfrom=0&…', async (before) => {
		const nextOf = async ($nextPage: string) =>
			(await chatPage(platformOf({ '': { $items: chats(1), $nextPage } }).platform, { from: 1 })).next;
		expect(await nextOf(before + QUERY)).toBe(QUERY);
		expect(await nextOf(`${before}${QUERY}#top`)).toBe(QUERY);
		expect(await nextOf(`${before}from=1&$skip=1`)).toBe('from=1&$skip=1');
	});

	test.each<[string, JsonValue]>([
		['a link after no chat', { $items: [], $nextPage: '?$skip=1' }],
		['a link that is none', { $items: chats(1), $nextPage: 5 }],
		['an empty link', { $items: chats(1), $nextPage: '' }],
		['no link', { $items: chats(1) }],
		['no list', 'text'],
	])('is the last one with %s', async (_what, body) => {
		expect((await chatPage(platformOf({ '': body }).platform, { from: 1 })).next).toBeUndefined();
	});

	test('ends in an error that needs a person if the query of its link has the token', async () => {
		const link = `${BASE}/v1/chats?$skip=1&t=secret-token`;
		const { platform } = platformOf({ '': { $items: chats(1), $nextPage: link } });
		await expect(chatPage(platform, { from: 1 }, 7)).rejects.toMatchObject({
			message: expect.stringMatching(/contains the API token, so it wasn't followed$/),
			advice: expect.not.stringContaining('secret-token'),
			remedy: 'operator',
			model: "The platform can't be used for this.",
		});
	});
});

describe('the chat list', () => {
	async function list(answers: Record<string, JsonValue>, wanted = Infinity, itemIndex?: number) {
		const { platform, queries, asked } = platformOf(answers);
		const pages: unknown[] = [];
		for await (const page of chatPages(platform, { from: 1 }, itemIndex)) if (pages.push(page) >= wanted) break;
		return { pages, queries: queries(), asked };
	}

	const answers = {
		'': { $items: chats(1, 2), $nextPage: '?$skip=2' },
		'$skip=2': { $items: chats(3, 4), $nextPage: 'https://elsewhere.example/?$skip=4' },
		'$skip=4': { $items: [], $nextPage: '?$skip=4' },
	};

	test.each([
		[3, [chats(1, 2), chats(3, 4)], 3],
		[2, [chats(1, 2), chats(3, 4)], 2],
		[1, [chats(1, 2)], 1],
	])('comes page by page until the caller has %d pages, with no further request', async (wanted, pages, requests) => {
		const listed = await list(answers, wanted, 4);
		expect(listed.pages).toEqual(pages);
		expect(listed.queries).toEqual([{ from: 1 }, '$skip=2', '$skip=4'].slice(0, requests));
		expect(new Set(listed.asked.map(([, itemIndex]) => itemIndex))).toEqual(new Set([4]));
	});

	/** Answers with these pages, each of which has a link of its own to the next. */
	const linked = (pages: JsonValue[]) =>
		Object.fromEntries(
			pages.map(($items, index) => [
				index === 0 ? '' : `$skip=${index}`,
				{ $items, $nextPage: index + 1 < pages.length ? `?$skip=${index + 1}` : '' },
			]),
		);

	test('has each chat once, by its own id and then its tbChatId, and a chat without both each time', async () => {
		const pages = [
			[{ id: 7, tbChatId: 1 }, { tbChatId: 2 }, { name: 'x' }],
			[{ id: 7, tbChatId: 3 }, { address: { tbChatId: 2 } }, { name: 'x' }, { tbChatId: '4' }],
		];
		expect((await list(linked(pages))).pages).toEqual([pages[0], [{ name: 'x' }, { tbChatId: '4' }]]);
	});

	test('leaves out chats that were listed before', () => {
		expect(new ChatsOnce(['1']).only(chats(1, 2))).toEqual(chats(2));
		expect(new ChatsOnce().only(chats(1, 2))).toEqual(chats(1, 2));
	});

	test('ends in an error after 10 pages in a row without a new chat, though each has a new link', async () => {
		const old = Array.from({ length: 9 }, () => chats(1));
		expect((await list(linked([chats(1), ...old, chats(2), ...old, chats(3)]))).pages).toEqual([chats(1), chats(2), chats(3)]);
		await expect(list(linked([chats(1), ...old, chats(1), chats(2)]))).rejects.toMatchObject({
			message: 'The list of chats repeats: 10 pages in a row had no new chat',
		});
	});

	test.each([
		['a page before', 'from=1&$skip=2'],
		['the first page', '?$skip=0'],
		['a page without $skip', '/v1/chats'],
	])('ends in an error if a link leads to %s', async (_what, $nextPage) => {
		const circle = { ...answers, '$skip=4': { $items: chats(5), $nextPage } };
		await expect(list(circle, Infinity, 7)).rejects.toMatchObject({
			message: 'The list of chats repeats: the platform gave the same link to the next page twice',
			advice: expect.stringContaining('Set a limit'),
			remedy: 'operator',
		});
	});
});
