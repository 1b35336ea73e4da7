import type { INode } from 'n8n-workflow';
import type { JsonValue } from '../../../../nodes/shared/json';
import { chatPage, chatPages, earliestFrom } from '../../../../nodes/shared/api/chatPages';
import { readConnection } from '../../../../nodes/shared/api/connection';
import type { Platform } from '../../../../nodes/shared/api/platform';

const BASE = 'https://api.example.com/rest';
const node: INode = { id: '1', name: 'A', type: 'x', typeVersion: 1, position: [0, 0], parameters: {} };
const chats = (...ids: number[]) => ids.map((tbChatId) => ({ tbChatId }));

/** The part of a platform that the list uses: it answers a query from a table. */
function platformOf(answers: Record<string, JsonValue>) {
	const platform: Pick<Platform, 'call' | 'connection' | 'node'> = {
		node,
		connection: async () => await Promise.resolve(readConnection({ apiToken: 'secret-token', baseUrl: BASE })),
		call: async ({ query }) => await Promise.resolve({ json: answers[typeof query === 'string' ? query : ''], text: '' }),
	};
	return platform as Platform;
}

test('3 months before a date end with its month', () => {
	const dates = ['2026-05-31T23:59:59.999Z', '2028-05-31T00:00:00.000Z', '2026-01-15T12:00:00.000Z'];
	const earliest = ['2026-02-28T23:59:59.999Z', '2028-02-29T00:00:00.000Z', '2025-10-15T12:00:00.000Z'];
	expect(dates.map((date) => earliestFrom(new Date(date)).toISOString())).toEqual(earliest);
});

describe('a page of the chat list', () => {
	const QUERY = 'from=0&%24top=10&channelId=14999&%24skip=10';

	const nextOf = async (body: JsonValue) => (await chatPage(platformOf({ '': body }), { from: 1 })).next;

	test('takes only the query of its link, wherever that leads', async () => {
		const places = [`${BASE}/v1/chats?`, 'https://elsewhere.example/secret-token?', 'chats?', '', 'http://[?'];
		for (const link of places.flatMap((place) => [place + QUERY, `${place}${QUERY}#top`]))
			expect(await nextOf({ $items: chats(1), $nextPage: link })).toBe(QUERY);
	});

	test('is the last one without a link, or without chats', async () => {
		const pages = [5, '', undefined].map(($nextPage) => ({ $items: chats(1), $nextPage }));
		for (const body of [...pages, { $items: [], $nextPage: '?$skip=1' }, 'text']) expect(await nextOf(body)).toBeUndefined();
	});

	test('ends in an error that needs a person if the query of its link has the token', async () => {
		const link = `${BASE}/v1/chats?$skip=1&t=secret-token`;
		const platform = platformOf({ '': { $items: chats(1), $nextPage: link } });
		await expect(chatPage(platform, { from: 1 }, 7)).rejects.toMatchObject({
			message: expect.stringMatching(/contains the API token, so it wasn't followed$/),
			advice: expect.not.stringContaining('secret-token'),
			remedy: 'operator',
			model: "The platform can't be used for this.",
		});
	});
});

describe('the chat list', () => {
	async function list(answers: Record<string, JsonValue>) {
		const pages: unknown[] = [];
		for await (const page of chatPages(platformOf(answers), { from: 1 })) pages.push(page);
		return pages;
	}

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
		expect(await list(linked(pages))).toEqual([pages[0], [{ name: 'x' }, { tbChatId: '4' }]]);
	});

	test('ends in an error after 10 pages in a row without a new chat, though each has a new link', async () => {
		const old = Array.from({ length: 9 }, () => chats(1));
		expect(await list(linked([chats(1), ...old, chats(2), ...old, chats(3)]))).toEqual([chats(1), chats(2), chats(3)]);
		await expect(list(linked([chats(1), ...old, chats(1), chats(2)]))).rejects.toMatchObject({
			message: 'The list of chats repeats: 10 pages in a row had no new chat',
		});
	});

	test('ends in an error if a link leads to a page before: the same, the first, or one without $skip', async () => {
		for (const $nextPage of ['from=1&$skip=2', '?$skip=0', '/v1/chats']) {
			const first = { $items: chats(1, 2), $nextPage: 'https://elsewhere.example/?$skip=2' };
			await expect(list({ '': first, '$skip=2': { $items: chats(5), $nextPage } })).rejects.toMatchObject({
				message: 'The list of chats repeats: the platform gave the same link to the next page twice',
				advice: expect.stringContaining('Set a limit') as string,
				remedy: 'operator',
			});
		}
	});
});
