import { searchList } from '../../../helpers/runAction';
import { type Received, type Reply, type ScriptedServer, startScriptedServer } from '../../../helpers/scriptedServer';

describe('dropdown of chats', () => {
	let service: ScriptedServer;
	let answer: (request: Received) => Reply;
	beforeEach(async () => {
		service = await startScriptedServer((request) => answer(request));
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

	test('names, channel and last message; the value is the address or the number, digit for digit', async () => {
		const chat =
			'{"channel":"tg","channelId":9007199254740993,"chatId":"a_b","tbChatId":9223372036854775807,' +
			'"remoteFirstName":"Анна","remoteLastName":"K","lastMessage":{"text":"Hello\\n  there"}}';
		const nameless = '{"channel":"viber","channelId":1,"chatId":"x","tbChatId":5,"remoteAddress":"tel:+49","lastMessage":null}';
		answer = () => ({ body: `{"$items":[${chat},${nameless}]}` });
		expect(await searchList('searchChats', service.credential)).toEqual({
			results: [
				{ name: 'Анна K (tg) – Hello there', value: 'tg_9007199254740993_a_b' },
				{ name: 'tel:+49 (viber)', value: 'viber_1_x' },
			],
		});
		for (const resource of ['chat', 'tag']) {
			const { results } = await searchList('searchChats', service.credential, '', undefined, { resource });
			expect(results.map(({ value }) => value)).toEqual(['9223372036854775807', '5']);
		}
		const { results } = await searchList('searchChats', service.credential, '', undefined, { resource: 'memo' });
		expect(results.map(({ value }) => value)).toEqual(['tg_9007199254740993_a_b', 'viber_1_x']);
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
		expect(service.requests).toHaveLength(6);
	});

	test('a search looks through up to 2,000 chats at a time and can go on', async () => {
		answer = pages(2_500);
		const first = await searchList('searchChats', service.credential, 'person 2431');
		expect(first.results).toEqual([]);
		expect(service.requests).toHaveLength(40);
		const second = await searchList('searchChats', service.credential, 'person 2431', first.paginationToken);
		expect(second).toEqual({ results: [{ name: 'Person 2431 (tg)', value: 'tg_12_c_2431' }] });
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
