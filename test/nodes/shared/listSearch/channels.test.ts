import { searchList, listOf } from '../../../helpers/runAction';
import { type Reply, type ScriptedServer, startScriptedServer } from '../../../helpers/servers';

describe('dropdowns', () => {
	let service: ScriptedServer;
	let answer: Reply;
	beforeEach(async () => {
		service = await startScriptedServer(() => answer);
	});
	afterEach(async () => await service.close());

	const channels = listOf(
		'{"channel":"tg","channelId":9007199254740993,"botUsername":"shop_bot","botName":null}',
		'{"channel":"sms","channelId":2,"phone":"+4915"}',
		'{"channel":"whatsappb","channelId":3,"title":"Лавка 🎁"}',
		'{"channel":"viber","channelId":4}',
		'{"channel":"vk","channelId":5,"title":"Club"}',
		'{"channel":"whatsapp","channelId":6,"title":"Shop"}',
		'{"channel":"instagram","channelId":7,"title":"Pics"}',
	);

	test.each([
		['ЛАВКА', ['whatsappb_3']],
		['VIBER', ['viber_4']],
		['telegram', ['tg_9007199254740993']],
		['business лав', ['whatsappb_3']],
		['whatsapp', ['whatsappb_3', 'whatsapp_6']],
		['9007', ['tg_9007199254740993']],
		['  shop', ['tg_9007199254740993', 'whatsapp_6']],
		['nothing', []],
	])('channels: search for %j', async (filter, values) => {
		answer = channels;
		const { results } = await searchList('searchChannels', service.credential, filter);
		expect(results.map(({ value }) => value)).toEqual(values);
	});

	test('a channel is found by every name that it has, and shown by one line of it', async () => {
		const name = `\u0000First\n  line\u2028${'x'.repeat(100)}`;
		answer = listOf(
			JSON.stringify({ channel: 'vibersm', channelId: 1, title: name, botUsername: 'sales_bot', phone: '49' }),
			'{"channel":"constructor","channelId":2,"title":{},"botName":["x"]}',
		);
		const { results } = await searchList('searchChannels', service.credential, 'SALES_BOT');
		expect(results).toEqual([{ name: `First line ${'x'.repeat(49)}… – Viber Service`, value: 'vibersm_1' }]);
		expect((await searchList('searchChannels', service.credential, 'constructor')).results).toEqual([
			{ name: '2 – constructor', value: 'constructor_2' },
		]);
	});

	test('channels that send: to a phone number viber, vk, whatsapp and whatsappb, to a chat all', async () => {
		answer = channels;
		const valuesFor = async (sendTo: string) =>
			(await searchList('searchSendingChannels', service.credential, '', undefined, { sendTo })).results.map(
				({ value }) => value,
			);
		expect(await valuesFor('phone')).toEqual(['whatsappb_3', 'viber_4', 'vk_5', 'whatsapp_6']);
		expect(await valuesFor('tbChatId')).toHaveLength(7);
		answer = listOf();
		const none = await searchList('searchSendingChannels', service.credential, '', undefined, { sendTo: 'phone' });
		expect(none.results).toEqual([
			{
				name: 'No channel of this account can write to phone numbers (only Viber, VK, WhatsApp and WhatsApp Business can)',
				value: '',
				disabled: true,
			},
		]);
	});

	test.each([
		['searchChannels', 'No channel is connected to this account yet'],
		['searchSendingChannels', 'No channel is connected to this account yet'],
		['searchTags', 'No tags yet: create one with Tag: Create'],
		['searchWidgets', 'The user who issued the token has no widgets yet'],
		['searchChainActions', 'The account has no chain actions yet'],
		['searchChats', 'No chats yet: people appear here once they have written to a channel'],
	] as const)('%s: an empty account says so, a search without a match gives nothing', async (method, line) => {
		answer = listOf();
		expect(await searchList(method, service.credential)).toEqual({ results: [{ name: line, value: '', disabled: true }] });
		expect((await searchList(method, service.credential, 'x')).results).toEqual([]);
	});

	test('tags by name, with the spaces at its ends; for "Remove" those of the chosen chat', async () => {
		answer = listOf('{"name":"VIP"}', '{"name":" скидка "}');
		const parameters = { resource: 'tag', operation: 'assign', chat: { __rl: true, mode: 'id', value: '42' } };
		const all = await searchList('searchTags', service.credential, 'СКИД', undefined, parameters);
		expect(all.results).toEqual([{ name: ' скидка ', value: ' скидка ' }]);
		await searchList('searchTags', service.credential, '', undefined, { ...parameters, operation: 'remove' });
		const ofTrigger = { resource: 'tag', operation: 'remove', chatFrom: 'trigger' };
		await searchList('searchTags', service.credential, '', undefined, ofTrigger);
		await searchList('searchTags', service.credential, '', undefined, { ...ofTrigger, chat: parameters.chat });
		await searchList('searchTags', service.credential, '', undefined, { ...ofTrigger, chatFrom: 'chat', chat: '43' });
		const byExpression = { ...parameters, operation: 'remove', chat: { __rl: true, mode: 'id', value: '={{ $json.x }}' } };
		await searchList('searchTags', service.credential, '', undefined, byExpression);
		expect(service.requests.map(({ url }) => url)).toEqual([
			'/api/tags',
			'/api/chats/42/tags',
			'/api/tags',
			'/api/tags',
			'/api/chats/43/tags',
			'/api/tags',
		]);
	});

	test('a long list comes in parts while one scrolls, and a search looks at all of it', async () => {
		answer = listOf(
			...Array.from({ length: 450 }, (_one, number) => `{"channel":"tg","channelId":${number},"title":"Bot ${number}"}`),
		);
		const counts: number[] = [];
		let token: string | undefined;
		do {
			const { results, paginationToken } = await searchList('searchChannels', service.credential, '', token);
			expect(results[0]?.value).toBe(`tg_${counts.length * 200}`);
			counts.push(results.length);
			token = paginationToken;
		} while (token !== undefined);
		expect(counts).toEqual([200, 200, 50]);
		expect(await searchList('searchChannels', service.credential, 'bot 449')).toEqual({
			results: [{ name: 'Bot 449 – Telegram', value: 'tg_449' }],
		});
	});
});
