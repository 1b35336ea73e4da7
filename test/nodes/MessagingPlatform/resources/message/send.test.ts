import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { runOperation, byId, itemsOf, overWire, single } from '../../../../helpers/runAction';
import { type ScriptedServer, startScriptedServer, type Reply } from '../../../../helpers/servers';
import { type PlatformOptions, RICH, startScriptedPlatform, toChat as toChannel } from '../../../../helpers/scriptedPlatform';

describe('message: send', () => {
	let service: ScriptedServer;
	beforeEach(async () => {
		service = await startScriptedServer(() => ({
			headers: { 'x-correlation-id': 'c-1' },
			body: '{"$count":1,"$value":{"id":"0a","tbChatId":9223372036854775807,"sentTimestamp":1700000000000}}',
		}));
	});
	afterEach(async () => await service.close());

	/** The sent request; before it the channels are read for their limits. */
	const sent = () => service.requests.filter(({ url }) => url !== '/api/channels?v=1.0.0');

	const event = (chatRef: string) => ({ json: { event: 'new_message', chatRef, text: 'hi' } });

	test.each(['paired', 'unpaired'] as const)(
		'a reply finds the chat where n8n keeps files among the json, even behind a node that is %s',
		async (between) => {
			const { error } = await runOperation({
				parameters: { resource: 'message', operation: 'send', text: 'Hello' },
				items: [event('vk_1_2')],
				credential: service.credential,
				trigger: true,
				between,
				settings: { binaryMode: 'combined' },
			});
			expect(error).toBeUndefined();
			expect(JSON.parse(String(sent()[0]?.body))).toEqual({ channel: 'vk', channelId: 1, chatId: '2', text: 'Hello' });
		},
	);

	test('takes the chat from the item without a trigger, or says what to do', async () => {
		const own = await runOperation({
			parameters: { resource: 'message', operation: 'send', text: 'Hello' },
			items: [event('tg_1_a')],
			credential: service.credential,
		});
		expect(own.error).toBeUndefined();
		const none = await runOperation({
			parameters: { resource: 'message', operation: 'send', text: 'Hello' },
			credential: service.credential,
		});
		expect(none.error?.message).toBe('No chat to reply to');
		expect(none.error?.description).toContain('Messaging Platform Trigger');
		expect(sent()).toHaveLength(1);
	});

	const send = async (parameters: object) =>
		await runOperation({
			parameters: { resource: 'message', operation: 'send', sendTo: 'chat', chat: byId('viber_77_x'), ...parameters },
			credential: service.credential,
		});

	test.each<[object, string]>([
		[{ text: 'Hi', additionalFields: { furtherFields: '{"chatId":"victim"}' } }, 'Other Message Fields can\'t have "chatId"'],
		[{ text: '' }, 'The message is empty: it has no text, no attachment, no location and no contact'],
		[{ text: '={{ null }}' }, 'The message is empty: it has no text, no attachment, no location and no contact'],
	])('refuses %j', async (given, message) => {
		expect((await send(given)).error?.message).toBe(message);
		expect(service.requests).toEqual([]);
	});

	test.each([
		['9007199254740993', '9007199254740993'],
		[' 42 ', '42'],
	])('sends to a chat by its number, digit for digit: %s', async (tbChatId, digits) => {
		for (const more of [{}, { operation: 'sendTemplate', templateId: '5' }]) {
			const { error } = await send({
				sendTo: 'tbChatId',
				channel: byId('viber_9007199254740993'),
				tbChatId,
				text: 'Hi',
				...more,
			});
			expect(error).toBeUndefined();
		}
		const address = `{"channel":"viber","channelId":9007199254740993,"tbChatId":${digits}`;
		expect(sent().map(({ body }) => String(body))).toEqual([`${address},"text":"Hi"}`, `${address},"templateId":"5"}`]);
	});
});

describe('sentMessage', () => {
	const message = { resource: 'message', operation: 'send', text: 'Hello', simplify: false };
	const toChat = { ...message, sendTo: 'chat', chat: byId('tg_9007199254740993_a_b') };
	const toPhone = { ...message, sendTo: 'phone', channel: byId('whatsappb_5'), phoneNumber: '+442079460958' };
	const template = { ...toPhone, operation: 'sendTemplate', templateId: '1001' };

	/** Returns a send's output for a response. */
	async function outputOf(
		parameters: INodeParameters,
		answer: Reply,
		options: { items?: INodeExecutionData[]; trigger?: boolean } = {},
	) {
		const { items, error } = await overWire(parameters, answer, options);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		const { outcome, deliveryReports, ...message } = items[0]?.json ?? {};
		expect([outcome, deliveryReports]).toEqual(['sent', 'unknown']);
		return message;
	}

	describe('the output of a send', () => {
		test('is the whole response, with chatRef and tbChatId of its chat, digit for digit', async () => {
			const answer = single(
				'{"id":"0a","channel":"whatsappb","channelId":9007199254740993,"chatId":"442079460958","tbChatId":9223372036854775807,"extra":[1,null]}',
			);
			for (const parameters of [toPhone, template]) {
				expect(await outputOf(parameters, answer)).toEqual({
					id: '0a',
					channel: 'whatsappb',
					channelId: '9007199254740993',
					chatId: '442079460958',
					tbChatId: '9223372036854775807',
					extra: [1, null],
					chatRef: 'whatsappb_9007199254740993_442079460958',
				});
			}
		});

		test("takes the chat's keys from the item", async () => {
			const items = itemsOf({ chatRef: 'tg_9007199254740993_a_b', tbChatId: '9223372036854775807' });
			expect(await outputOf(toChat, single('{}'), { items })).toEqual({
				chatRef: 'tg_9007199254740993_a_b',
				tbChatId: '9223372036854775807',
			});
			const byNumber = { ...message, sendTo: 'tbChatId', channel: byId('tg_9007199254740993'), tbChatId: '9223372036854775807' };
			expect(await outputOf(byNumber, single('{}'), { items })).toEqual({
				chatRef: 'tg_9007199254740993_a_b',
				tbChatId: '9223372036854775807',
			});
			expect(await outputOf(byNumber, single('{}'))).toEqual({ tbChatId: '9223372036854775807' });
			expect(await outputOf(byNumber, single('{"chatId":"c"}'))).toMatchObject({ chatRef: 'tg_9007199254740993_c' });
			const ofAnother = itemsOf({ chatRef: 'tg_1_x', tbChatId: 5 });
			expect(await outputOf(toChat, single('{}'), { items: ofAnother })).toEqual({ chatRef: 'tg_9007199254740993_a_b' });
		});

		test.each([
			['9223372036854775807', '9223372036854775807'],
			[undefined, undefined],
		])('has for a reply the chat ID that the event contained: %j', async (tbChatId, number) => {
			const items = itemsOf({ chatRef: 'tg_1_a', ...(tbChatId === undefined ? {} : { tbChatId }) });
			for (const trigger of [true, false]) {
				const output = await outputOf({ ...message, sendTo: 'reply' }, single('{"id":"0a"}'), { items, trigger });
				expect(output).toEqual({ id: '0a', chatRef: 'tg_1_a', ...(number === undefined ? {} : { tbChatId: number }) });
			}
		});

		test.each([
			['{"channel":{"a":1},"channelId":[],"chatId":{}}', 'tg_9007199254740993_a_b'],
			['{"chatId":42}', 'tg_9007199254740993_42'],
		])('combines no invalid address: %s', async (value, chatRef) => {
			expect((await outputOf(toChat, single(value)))?.chatRef).toBe(chatRef);
		});
	});

	describe('deliveryReports of a send', () => {
		const reportsOf = async (channel: string, options: PlatformOptions, more: object = {}) => {
			const platform = await startScriptedPlatform(options);
			try {
				const parameters = [toChannel(channel, { text: 'Hello', ...more }), toChannel(channel, { ...TEMPLATE, ...more })];
				const reports = [];
				for (const one of parameters) {
					const { items } = await runOperation({ credential: platform.credential, parameters: one });
					reports.push(items[0]?.json.deliveryReports);
				}
				expect(platform.to('/channels').length).toBeLessThanOrEqual(parameters.length);
				return reports;
			} finally {
				await platform.close();
			}
		};
		const TEMPLATE = { operation: 'sendTemplate', templateId: '1001' };

		test.each([
			['tg', { ...RICH, statusRestrictions: {} }, 'yes'],
			['tg', { ...RICH, statusRestrictions: null }, 'no'],
			['whatsapp', { ...RICH, statusRestrictions: {} }, 'unreliable'],
			['instagram', { ...RICH, statusRestrictions: {} }, 'no'],
			['tg', null, 'unknown'],
		] as Array<[string, object, string]>)('follow from the capability: %s %j', async (type, capability, reports) => {
			const channel = `${type}_1`;
			expect(await reportsOf(channel, { channels: { [channel]: capability } })).toEqual([reports, reports]);
			expect(await reportsOf(channel, { channels: { [channel]: capability } }, { simplify: true })).toEqual([reports, reports]);
		});
	});

	describe('the id of the request', () => {
		const outputFor = async (id: string | undefined, parameters: INodeParameters = toChat) =>
			await outputOf(parameters, { ...single('{"id":"0a"}'), headers: id === undefined ? {} : { 'x-correlation-id': id } });

		test.each([
			['x'.repeat(5000), `${'x'.repeat(200)}…`],
			['Bearer test-token', 'Bearer [API token]'],
		])('is x-correlation-id: %j', async (id, correlationId) => {
			expect((await outputFor(id))?.correlationId).toBe(correlationId);
			expect((await outputFor(id, template))?.correlationId).toBe(correlationId);
		});
	});
});
