import { runOperation } from '../../../../helpers/runAction';
import { type ScriptedServer, startScriptedServer } from '../../../../helpers/servers';

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

	describe.each([
		['', {}],
		[', where n8n keeps files among the json', { binaryMode: 'combined' }],
	] as const)('a reply finds the chat%s', (_where, settings) => {
		test.each(['paired', 'unpaired'] as const)('even behind a node that is %s', async (between) => {
			const { error } = await runOperation({
				parameters: { resource: 'message', operation: 'send', text: 'Hello' },
				items: [event('vk_1_2')],
				credential: service.credential,
				trigger: true,
				between,
				settings,
			});
			expect(error).toBeUndefined();
			expect(JSON.parse(String(sent()[0]?.body))).toEqual({
				channel: 'vk',
				channelId: 1,
				chatId: '2',
				text: 'Hello',
			});
		});
	});

	test('answers each item in its own chat, in item order', async () => {
		const { error } = await runOperation({
			parameters: { resource: 'message', operation: 'send', text: '={{ $json.text }}' },
			items: ['tg_1_a', 'tg_1_b', 'tg_1_c'].map(event),
			credential: service.credential,
			trigger: true,
		});
		expect(error).toBeUndefined();
		const sends = sent();
		expect(sends.map(({ body }) => (JSON.parse(String(body)) as { chatId: string }).chatId)).toEqual(['a', 'b', 'c']);
	});

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
			parameters: {
				resource: 'message',
				operation: 'send',
				sendTo: 'chat',
				chat: { __rl: true, mode: 'id', value: 'viber_77_x' },
				...parameters,
			},
			credential: service.credential,
		});

	test('sends further fields unchanged, digit for digit', async () => {
		const furtherFields = '{"pushType":"SILENT_PUSH","deep":{"id":9007199254740993,"list":[null,true]}}';
		expect((await send({ text: 'Hi', additionalFields: { furtherFields } })).error).toBeUndefined();
		expect(String(sent()[0]?.body)).toBe(
			'{"channel":"viber","channelId":77,"chatId":"x","text":"Hi","pushType":"SILENT_PUSH","deep":{"id":9007199254740993,"list":[null,true]}}',
		);
	});

	test.each([
		['{"chatId":"victim"}', 'Other Message Fields can\'t have "chatId"'],
		['{"templateId":"5"}', 'Other Message Fields can\'t have "templateId"'],
		['[1]', 'Other Message Fields must be an object like {"name": "value"}, but it is [1]'],
		['{', "Other Message Fields isn't valid JSON: "],
	])('refuses further fields: %s', async (furtherFields, message) => {
		const { error } = await send({ text: 'Hi', additionalFields: { furtherFields } });
		expect(error?.message).toContain(message);
		expect(service.requests).toEqual([]);
	});

	test.each([
		['', 'The message is empty: it has no text, no attachment, no location and no contact'],
		[' \n ', 'The message is empty: it has no text, no attachment, no location and no contact'],
		['={{ null }}', 'The message is empty: it has no text, no attachment, no location and no contact'],
		['={{ [1] }}', 'Text must be text, but it is a list'],
		['={{ {a: 1} }}', 'Text must be text, but it is an object'],
		['={{ true }}', 'Text must be text, but it is true'],
	])('refuses a message without text: %s', async (text, message) => {
		const { error } = await send({ text });
		expect(error?.message).toBe(message);
		expect(service.requests).toEqual([]);
	});

	const byNumber = async (tbChatId: unknown, channel = 'viber_77') =>
		await send({ sendTo: 'tbChatId', channel: { __rl: true, mode: 'id', value: channel }, tbChatId, text: 'Hi' });

	test.each([
		['9007199254740993', '9007199254740993'],
		[' 42 ', '42'],
		['={{ 42 }}', '42'],
		['={{ "9223372036854775807" }}', '9223372036854775807'],
	])('sends to a chat by its number, digit for digit: %s', async (tbChatId, digits) => {
		for (const more of [{}, { operation: 'sendTemplate', templateId: '5' }]) {
			const { error } = await send({
				sendTo: 'tbChatId',
				channel: { __rl: true, mode: 'id', value: 'viber_9007199254740993' },
				tbChatId,
				text: 'Hi',
				...more,
			});
			expect(error).toBeUndefined();
		}
		const address = `{"channel":"viber","channelId":9007199254740993,"tbChatId":${digits}`;
		expect(sent().map(({ body }) => String(body))).toEqual([`${address},"text":"Hi"}`, `${address},"templateId":"5"}`]);
	});

	test.each([
		['1.5', "Chat ID isn't a valid ID: 1.5"],
		['={{ 9007199254740993 }}', 'Chat ID is a number that is too large to be stored exactly: 9007199254740992'],
		['={{ "" }}', 'Chat ID is empty'],
		['={{ [7] }}', 'Chat ID must be text, but it is a list'],
	])('refuses a wrong number before the request: %s', async (tbChatId, message) => {
		expect((await byNumber(tbChatId)).error?.message).toBe(message);
		expect(service.requests).toEqual([]);
	});
});
