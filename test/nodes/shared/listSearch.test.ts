import type { INodeParameters, INode } from 'n8n-workflow';
import { searchList, listOf } from '../../helpers/runAction';
import { type Reply, type ScriptedServer, startScriptedServer, type Received } from '../../helpers/servers';
import type { JsonValue } from '../../../nodes/shared/json';
import { chatPage, chatPages, earliestFrom } from '../../../nodes/shared/api/chatPages';
import { readConnection } from '../../../nodes/shared/api/connection';
import type { Platform } from '../../../nodes/shared/api/platform';

let service: ScriptedServer;
let answer: (request: Received) => Reply;
/** The list of channels that the list of chats is shown with; that of `answer` otherwise. */
let channels: Reply | undefined;
beforeEach(async () => {
	channels = undefined;
	service = await startScriptedServer((request) => (channels && request.url === '/api/channels' ? channels : answer(request)));
});
afterEach(async () => await service.close());

type Method = Parameters<typeof searchList>[0];

/** What a dropdown shows for a text that was typed, with what the node's fields hold. */
const search = async (method: Method, filter = '', parameters: INodeParameters = {}, token?: string) =>
	await searchList(method, service.credential, filter, token, parameters);
const valuesOf = async (...asked: Parameters<typeof search>) => (await search(...asked)).results.map(({ value }) => value);

/** The lines that a dropdown shows as one scrolls to its end, part by part. */
async function partsOf(method: Method, filter = '') {
	const parts: Array<Awaited<ReturnType<typeof search>>['results']> = [];
	let token: string | undefined;
	do {
		const { results, paginationToken } = await search(method, filter, {}, token);
		parts.push(results);
		token = paginationToken;
	} while (token !== undefined);
	return parts;
}

describe('dropdowns', () => {
	const seven = listOf(
		'{"channel":"tg","channelId":9007199254740993,"botUsername":"shop_bot","botName":null}',
		'{"channel":"sms","channelId":2,"phone":"+4915"}',
		'{"channel":"whatsappb","channelId":3,"title":"Лавка 🎁"}',
		'{"channel":"viber","channelId":4}',
		'{"channel":"vk","channelId":5,"title":"Club"}',
		'{"channel":"whatsapp","channelId":6,"title":"Shop"}',
		'{"channel":"instagram","channelId":7,"title":"Pics"}',
	);

	test('a channel is found by every name that it has, and shown by one line of it', async () => {
		const title = `\u0000First\n  line\u2028${'x'.repeat(100)}`;
		const named = JSON.stringify({ channel: 'vibersm', channelId: 1, title, botUsername: 'sales_bot', phone: '49' });
		answer = () => listOf(named, '{"channel":"constructor","channelId":2,"title":{},"botName":["x"]}');
		const name = `First line ${'x'.repeat(49)}… – Viber Service`;
		expect((await search('searchChannels', 'SALES_BOT')).results).toEqual([{ name, value: 'vibersm_1' }]);
		const { results } = await search('searchChannels', 'constructor');
		expect(results).toEqual([{ name: '2 – constructor', value: 'constructor_2' }]);
	});

	test('channels that send: to a phone number viber, vk, whatsapp and whatsappb, to a chat all', async () => {
		answer = () => seven;
		const phone = { sendTo: 'phone' };
		expect(await valuesOf('searchSendingChannels', '', phone)).toEqual(['whatsappb_3', 'viber_4', 'vk_5', 'whatsapp_6']);
		expect(await valuesOf('searchSendingChannels', '', { sendTo: 'tbChatId' })).toHaveLength(7);
		answer = () => listOf();
		const name = 'No channel of this account can write to phone numbers (only Viber, VK, WhatsApp and WhatsApp Business can)';
		expect((await search('searchSendingChannels', '', phone)).results).toEqual([{ name, value: '', disabled: true }]);
	});

	test.each([
		['searchChannels', 'No channel is connected to this account yet'],
		['searchTags', 'No tags yet: create one with Tag: Create'],
		['searchWidgets', 'The user who issued the token has no widgets yet'],
		['searchChainActions', 'The account has no button actions yet'],
		['searchChats', 'No chats yet: people appear here once they have written to a channel'],
	] as const)('%s: an empty account says so, a search without a match gives nothing', async (method, line) => {
		answer = () => listOf();
		expect(await search(method)).toEqual({ results: [{ name: line, value: '', disabled: true }] });
		expect((await search(method, 'x')).results).toEqual([]);
	});

	test('tags by name, with the spaces at its ends; for "Remove" those of the chosen chat', async () => {
		answer = () => listOf('{"name":"VIP"}', '{"name":" скидка "}');
		const parameters = { resource: 'tag', operation: 'assign', chat: { __rl: true, mode: 'id', value: '42' } };
		expect((await search('searchTags', 'СКИД', parameters)).results).toEqual([{ name: ' скидка ', value: ' скидка ' }]);
		const remove = { ...parameters, operation: 'remove' };
		const ofTrigger = { resource: 'tag', operation: 'remove', chatFrom: 'trigger' };
		const byExpression = { ...remove, chat: { __rl: true, mode: 'id', value: '={{ $json.x }}' } };
		const byText = { ...ofTrigger, chatFrom: 'chat', chat: '43' };
		for (const one of [remove, ofTrigger, { ...ofTrigger, chat: parameters.chat }, byText, byExpression])
			await search('searchTags', '', one);
		expect(service.requests.map(({ url }) => url)).toEqual([
			...['/api/tags', '/api/chats/42/tags', '/api/tags', '/api/tags', '/api/chats/43/tags', '/api/tags'],
		]);
	});

	test('a long list comes in parts while one scrolls, and a search looks at all of it', async () => {
		answer = () =>
			listOf(...Array.from({ length: 450 }, (_one, number) => `{"channel":"tg","channelId":${number},"title":"Bot ${number}"}`));
		const parts = await partsOf('searchChannels');
		expect(parts.map((part) => `${part[0]?.value}: ${part.length}`)).toEqual(['tg_0: 200', 'tg_200: 200', 'tg_400: 50']);
		expect(await search('searchChannels', 'bot 449')).toEqual({ results: [{ name: 'Bot 449 – Telegram', value: 'tg_449' }] });
	});
});

describe('the dropdown of chats', () => {
	beforeEach(() => {
		channels = listOf(
			'{"channel":"tg","channelId":9007199254740993,"title":"Flower shop"}',
			'{"channel":"viber","channelId":1,"botUsername":"flowers"}',
			'{"channel":"tg","channelId":12,"title":"Shop"}',
		);
	});

	/** `total` chats in pages of 50; the service links on from every page that has a chat. */
	const pages = (total: number) => (request: Received) => {
		const url = new URL(request.url, service.origin);
		const skip = Number(url.searchParams.get('$skip') ?? 0);
		const chats = Array.from({ length: Math.max(0, Math.min(50, total - skip)) }, (_, index) => {
			const number = skip + index;
			return { channel: 'tg', channelId: 12, chatId: `c_${number}`, tbChatId: number, remoteFirstName: `Person ${number}` };
		});
		url.searchParams.set('$skip', String(skip + chats.length));
		return { body: { $items: chats, ...(chats.length > 0 ? { $nextPage: url.href } : {}) } };
	};

	/** Requests for pages of chats. */
	const pagesAsked = () => service.requests.filter(({ url }) => url !== '/api/channels').length;

	test('shows names, messenger and bot, and no message text; the value is the address or the number, digit for digit', async () => {
		const person = '"remoteFirstName":"Анна","remoteLastName":"K","lastMessage":{"text":"Hello\\n  there"}';
		const chat = `{"channel":"tg","channelId":9007199254740993,"chatId":"a_b","tbChatId":9223372036854775807,${person}}`;
		const nameless = '{"channel":"viber","channelId":1,"chatId":"x","tbChatId":5,"remoteAddress":"tel:+49","lastMessage":null}';
		answer = () => ({ body: `{"$items":[${chat},${nameless}]}` });
		expect(await search('searchChats')).toEqual({
			results: [
				{ name: 'Анна K – Telegram, Flower shop', value: 'tg_9007199254740993_a_b' },
				{ name: '+49 – Viber, flowers', value: 'viber_1_x' },
			],
		});
		for (const resource of ['chat', 'tag'])
			expect(await valuesOf('searchChats', '', { resource })).toEqual(['9223372036854775807', '5']);
		expect(await valuesOf('searchChats', '', { resource: 'memo' })).toEqual(['tg_9007199254740993_a_b', 'viber_1_x']);
	});

	test('reads people as the platform lists them, finds them by both forms, and leaves out a chat that no one could write to', async () => {
		const remoteContact = { nationalName: { firstName: 'Мария', displayName: 'Мария ' }, channelUsername: 'MariaExample' };
		const shop = { channel: 'tg', channelId: 12 };
		const unreadable = { remoteFirstName: {}, remoteContact: { nationalName: 7, channelUsername: ['x'] } };
		const chats = [
			{ ...shop, chatId: '1', remoteContact, remoteUsername: '' },
			{ ...shop, chatId: '2', remoteContact: { ...remoteContact, channelUsername: 'other' } },
			{ address: { ...shop, chatId: '3', tbChatId: 3 }, remoteContact: { phoneNumbers: [{ number: 'tel:+4915' }] } },
			{ ...shop, chatId: '4', ...unreadable },
			{ ...shop, chatId: '5 ', remoteFirstName: 'Space' },
		];
		answer = () => listOf(...chats.map((one) => JSON.stringify(one)));
		expect((await search('searchChats')).results).toEqual([
			{ name: 'Мария – Telegram, Shop (MariaExample)', value: 'tg_12_1' },
			{ name: 'Мария – Telegram, Shop (other)', value: 'tg_12_2' },
			{ name: '+4915 – Telegram, Shop', value: 'tg_12_3' },
			{ name: '4 – Telegram, Shop', value: 'tg_12_4' },
		]);
		for (const [filter, value] of Object.entries({ 'мария mariaex': 'tg_12_1', OTHER: 'tg_12_2', '+4915': 'tg_12_3' })) {
			expect(await valuesOf('searchChats', filter)).toEqual([value]);
		}
		expect(await valuesOf('searchChats', '', { resource: 'tag' })).toEqual(['3']);
	});

	test.each<[string, Reply, string]>([
		['cannot be read', { status: 500 }, 'Anna – Telegram'],
		['do not have the one of a chat', listOf('{"channel":"tg","channelId":13,"title":"Other"}'), 'Anna – Telegram, 12'],
	])('lists the chats without channels when the channels %s', async (_why, reply, line) => {
		channels = reply;
		answer = () => listOf('{"channel":"tg","channelId":12,"chatId":"1","remoteFirstName":"Anna"}');
		expect((await search('searchChats')).results).toEqual([{ name: line, value: 'tg_12_1' }]);
	});

	test('shows a chat once, even if it moved between two pages, and while you scroll', async () => {
		const list = (...numbers: number[]) =>
			numbers.map((one) => ({ id: `tg_12_c_${one}`, channel: 'tg', channelId: 12, chatId: `c_${one}` }));
		const first = Array.from({ length: 60 }, (_one, index) => index);
		const served = [list(...first), list(59, ...first.map((one) => one + 60)), list(119, 120, 121)];
		answer = ({ url }) => {
			const number = Number(new URL(url, service.origin).searchParams.get('page') ?? 0);
			return { body: { $items: served[number] ?? [], $nextPage: `${service.origin}/api/v1/chats?page=${number + 1}` } };
		};
		const values = (await partsOf('searchChats')).flat().map(({ value }) => value);
		expect(values).toEqual(Array.from({ length: 122 }, (_value, index) => `tg_12_c_${index}`));
	});

	test('searches 2,000 chats for several matches, and says what it left out if the list is too short to scroll', async () => {
		answer = pages(2_500);
		const { results, paginationToken } = await search('searchChats', 'person 1999');
		const line = 'Only the first 2,000 chats searched: type more of the name';
		expect(results).toMatchObject([{ name: 'Person 1999 – Telegram, Shop' }, { name: line, value: '' }]);
		expect([paginationToken, pagesAsked()]).toEqual([undefined, 40]);
	});

	test('ends a search without a match after 5 seconds, and says how far it came', async () => {
		let passed = 0;
		const start = performance.now();
		const clock = jest.spyOn(performance, 'now').mockImplementation(() => start + passed);
		const page = pages(100_000);
		answer = (request) => {
			passed += 40;
			return page(request);
		};
		const { results, paginationToken } = await search('searchChats', 'nobody').finally(() => clock.mockRestore());
		expect(results).toEqual([{ name: 'Not found in the first 6,250 chats. Use By ID instead', value: '' }]);
		expect(paginationToken).toBeUndefined();
		expect(pagesAsked()).toBe(125);
	});

	test('asks no other host, wherever a token leads', async () => {
		const other = await startScriptedServer(() => ({ body: { $items: [] } }));
		await search('searchChats', '', {}, JSON.stringify([`${other.origin}/x`]));
		expect(other.requests).toEqual([]);
		expect(service.requests.at(-1)?.url).toMatch(/^\/api\/v1\/chats\?/);
		await other.close();
	});
});

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
