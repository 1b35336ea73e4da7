import { listOf } from '../../../helpers/overWire';
import { searchList } from '../../../helpers/runAction';
import { type Received, type Reply, type ScriptedServer, startScriptedServer } from '../../../helpers/scriptedServer';

describe('dropdown of chats', () => {
	let service: ScriptedServer;
	let answer: (request: Received) => Reply;
	let channels: Reply;
	beforeEach(async () => {
		channels = listOf(
			'{"channel":"tg","channelId":9007199254740993,"title":"Flower shop"}',
			'{"channel":"viber","channelId":1,"botUsername":"flowers"}',
			'{"channel":"tg","channelId":12,"title":"Shop"}',
		);
		service = await startScriptedServer((request) => (request.url === '/api/channels' ? channels : answer(request)));
	});
	afterEach(async () => await service.close());

	/** `total` chats in pages of 50; the service links on from every page that has a chat. */
	const pages = (total: number) => (request: Received) => {
		const url = new URL(request.url, service.origin);
		const skip = Number(url.searchParams.get('$skip') ?? 0);
		const chats = Array.from({ length: Math.max(0, Math.min(50, total - skip)) }, (_, index) => ({
			channel: 'tg',
			channelId: 12,
			chatId: `c_${skip + index}`,
			tbChatId: skip + index,
			remoteFirstName: `Person ${skip + index}`,
		}));
		url.searchParams.set('$skip', String(skip + chats.length));
		return { body: { $items: chats, ...(chats.length > 0 ? { $nextPage: url.href } : {}) } };
	};

	/** Requests for pages of chats. */
	const pagesAsked = () => service.requests.filter(({ url }) => url !== '/api/channels').length;

	test('names, messenger and bot, and nothing that was written; the value is the address or the number, digit for digit', async () => {
		const chat =
			'{"channel":"tg","channelId":9007199254740993,"chatId":"a_b","tbChatId":9223372036854775807,' +
			'"remoteFirstName":"Анна","remoteLastName":"K","lastMessage":{"text":"Hello\\n  there"}}';
		const nameless = '{"channel":"viber","channelId":1,"chatId":"x","tbChatId":5,"remoteAddress":"tel:+49","lastMessage":null}';
		answer = () => ({ body: `{"$items":[${chat},${nameless}]}` });
		expect(await searchList('searchChats', service.credential)).toEqual({
			results: [
				{ name: 'Анна K – Telegram, Flower shop', value: 'tg_9007199254740993_a_b' },
				{ name: '+49 – Viber, flowers', value: 'viber_1_x' },
			],
		});
		for (const resource of ['chat', 'tag']) {
			const { results } = await searchList('searchChats', service.credential, '', undefined, { resource });
			expect(results.map(({ value }) => value)).toEqual(['9223372036854775807', '5']);
		}
		const { results } = await searchList('searchChats', service.credential, '', undefined, { resource: 'memo' });
		expect(results.map(({ value }) => value)).toEqual(['tg_9007199254740993_a_b', 'viber_1_x']);
	});

	test.each([
		['анна', ['tg_9007199254740993_a']],
		['TELEGRAM flower', ['tg_9007199254740993_a']],
		['  viber   zoë ', ['viber_1_x']],
		['zoe_m', ['viber_1_x']],
		['+4915', ['tg_9007199254740993_a']],
		['tg', ['tg_9007199254740993_a']],
		['secret', []],
		['anna viber', []],
	])('a search for %j finds the person, the messenger or the bot, never what was written', async (filter, values) => {
		answer = () =>
			listOf(
				'{"channel":"tg","channelId":9007199254740993,"chatId":"a","remoteFirstName":"Анна","remoteAddress":"tel:+4915","lastMessage":{"text":"secret"}}',
				'{"channel":"viber","channelId":1,"chatId":"x","remoteFirstName":"Zoë","remoteUsername":"zoe_m","memo":{"memo":"secret"}}',
			);
		const { results } = await searchList('searchChats', service.credential, filter);
		expect(results.map(({ value }) => value)).toEqual(values);
		expect(JSON.stringify(results)).not.toContain('secret');
	});

	test('people of one name at one bot are told apart', async () => {
		const anna = (more: object) => JSON.stringify({ channel: 'tg', channelId: 12, remoteFirstName: 'Anna', ...more });
		answer = () =>
			listOf(
				anna({ chatId: '1', remoteUsername: 'anna_k' }),
				anna({ chatId: '2', remoteAddress: 'tel:+49' }),
				anna({ chatId: '3' }),
				anna({ chatId: '4', remoteLastName: 'B' }),
			);
		const { results } = await searchList('searchChats', service.credential);
		expect(results.map(({ name }) => name)).toEqual([
			'Anna – Telegram, Shop (anna_k)',
			'Anna – Telegram, Shop (+49)',
			'Anna – Telegram, Shop (3)',
			'Anna B – Telegram, Shop',
		]);
	});

	test('names of any content stay on one line and short', async () => {
		const name = `A\n${'b'.repeat(1_000)}`;
		answer = () =>
			listOf(JSON.stringify({ channel: 'tg', channelId: 12, chatId: '1', remoteFirstName: name, remoteLastName: {} }));
		const { results } = await searchList('searchChats', service.credential);
		expect(results[0]?.name).toBe(`A ${'b'.repeat(58)}… – Telegram, Shop`);
	});

	test.each<[string, Reply, string]>([
		['cannot be read', { status: 500 }, 'Anna – Telegram'],
		['are no list', { body: '[]' }, 'Anna – Telegram'],
		['do not have the one of a chat', listOf('{"channel":"tg","channelId":13,"title":"Other"}'), 'Anna – Telegram, 12'],
	])('where the channels %s, the chats are listed without', async (_why, reply, line) => {
		channels = reply;
		answer = () => listOf('{"channel":"tg","channelId":12,"chatId":"1","remoteFirstName":"Anna"}');
		expect((await searchList('searchChats', service.credential)).results).toEqual([{ name: line, value: 'tg_12_1' }]);
	});

	test('comes in pages of about 100, until there are no more', async () => {
		answer = pages(230);
		const counts: number[] = [];
		let token: string | undefined;
		do {
			const { results, paginationToken } = await searchList('searchChats', service.credential, '', token);
			counts.push(results.length);
			token = paginationToken;
		} while (token !== undefined);
		expect(counts).toEqual([100, 100, 30]);
		expect(pagesAsked()).toBe(6);
	});

	test('a search looks through up to 2,000 chats at a time and can go on', async () => {
		answer = pages(2_500);
		const first = await searchList('searchChats', service.credential, 'person 2431');
		expect(first.results).toEqual([]);
		expect(pagesAsked()).toBe(40);
		const second = await searchList('searchChats', service.credential, 'person 2431', first.paginationToken);
		expect(second).toEqual({ results: [{ name: 'Person 2431 – Telegram, Shop', value: 'tg_12_c_2431' }] });
	});

	test('a token that leads elsewhere, or a link that repeats, goes nowhere', async () => {
		const other = await startScriptedServer(() => ({ body: { $items: [] } }));
		await expect(searchList('searchChats', service.credential, '', `${other.origin}/x`)).rejects.toThrow(
			/^The API token was not sent to http:\/\/127\.0\.0\.1/,
		);
		expect(other.requests).toEqual([]);
		await other.close();
		answer = ({ url }) => ({
			body: { $items: [{ chatId: 'a' }], $nextPage: `${service.origin}${url.replace(/\?.*/, '')}?same=1` },
		});
		const { results, paginationToken } = await searchList('searchChats', service.credential);
		expect(results.length).toBeLessThan(5);
		expect(paginationToken).toBeUndefined();
	});
});
