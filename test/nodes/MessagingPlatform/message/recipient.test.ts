import { type INodeParameters, NodeHelpers } from 'n8n-workflow';
import { channelTypeName } from '../../../../nodes/shared/channelTypes';
import { runOperation, byId, accepted, itemsOf, listOf, overWire, single } from '../../../helpers/runAction';
import { type ScriptedPlatform, startScriptedPlatform } from '../../../helpers/scriptedPlatform';
import { recipient } from '../../../../nodes/MessagingPlatform/message/recipient';
import { fieldNamed } from '../../../helpers/fields';
import { runAgent } from '../../../helpers/runAgent';
import { type Received, type Reply, startScriptedServer } from '../../../helpers/servers';
import { MessagingPlatform } from '../../../../nodes/MessagingPlatform/MessagingPlatform.node';

describe('message to a phone number', () => {
	let platform: ScriptedPlatform;
	beforeEach(async () => (platform = await startScriptedPlatform()));
	afterEach(async () => await platform.close());

	const send = async (channel: string, phoneNumber: unknown, more: object = {}) =>
		await runOperation({
			parameters: {
				resource: 'message',
				operation: 'send',
				sendTo: 'phone',
				channel: byId(channel),
				phoneNumber: phoneNumber as string,
				text: 'Hi',
				...more,
			},
			credential: platform.credential,
		});

	test('can open a chat on vk only with a template', async () => {
		const { error } = await send('vk_1', '+442079460958');
		expect(error?.message).toBe('On VK, only a template can be sent to a phone number');
		const template = await send('vk_1', '+442079460958', { operation: 'sendTemplate', templateId: 'order_status' });
		expect(template.error).toBeUndefined();
		expect(platform.bodies('/messages')).toEqual([
			{ channel: 'vk', channelId: 1, remoteAddress: 'tel:+442079460958', templateId: 'order_status' },
		]);
	});

	test.each(['tg', 'vibersm', 'tgp'])('cannot open one on %s', async (type) => {
		const { error } = await send(`${type}_1`, '+442079460958');
		expect(error?.message).toBe(`Channel can't write to a phone number: the ${channelTypeName(type)} channel 1`);
		expect(error?.description).toContain('Viber, VK, WhatsApp, WhatsApp Business');
		expect(platform.requests).toEqual([]);
	});

	const PLUS = 'write it with a plus and the country code, like +44 20 7946 0958';

	test.each<[object, string, string]>([
		[{ sendTo: '={{ "everyone" }}', chat: byId('tg_1_2'), tbChatId: '7' }, 'Send To can\'t be "everyone"', ''],
		[{ phoneNumber: '9005550101' }, "Phone Number isn't valid: 9005550101", `its country isn't known: ${PLUS}`],
		[{ phoneNumber: '9005550101' }, "Phone Number isn't valid: 9005550101", 'choose a Default Country'],
		[{ phoneNumber: '442079460958', defaultCountry: 'RU' }, "Phone Number isn't valid: 442079460958", 'the Default Country (RU)'],
		[{ defaultCountry: '={{ "XX" }}' }, "Default Country isn't a country: XX", 'Choose one from the list'],
	])('refuses before the request: %j', async (given, message, advice) => {
		for (const operation of [{}, { operation: 'sendTemplate', templateId: '1' }]) {
			const { error } = await send('whatsappb_1', '+442079460958', { ...operation, ...given });
			expect(error?.message).toBe(message);
			expect(error?.description).toContain(advice);
		}
		expect(platform.requests).toEqual([]);
	});

	test.each([
		['RU', '9005550101', 'tel:+79005550101'],
		['RU', '={{ 9005550101 }}', 'tel:+79005550101'],
		['={{ " gb " }}', '020 7946 0958', 'tel:+442079460958'],
		['={{ undefined }}', '0079005550101', 'tel:+79005550101'],
	])('uses Default Country %j to send %s to %s', async (defaultCountry, number, remoteAddress) => {
		for (const operation of [{}, { operation: 'sendTemplate', templateId: '1' }]) {
			expect((await send('whatsappb_1', number, { defaultCountry, ...operation })).error).toBeUndefined();
		}
		expect(platform.bodies('/messages')).toMatchObject([{ remoteAddress }, { remoteAddress }]);
	});
});

describe('recipient', () => {
	const recipientProperties = recipient.parts.map(({ property }) => property);

	describe('the fields that say who gets a message', () => {
		test('offer the channels that can send, or take a channelRef that looks like one', () => {
			const [list, id] = fieldNamed(recipientProperties, 'channel').modes ?? [];
			expect(list).toMatchObject({
				typeOptions: { searchListMethod: 'searchSendingChannels' },
				placeholder: 'Select a channel…',
			});
			expect(id).toMatchObject({ placeholder: 'e.g. whatsappb_12345', hint: expect.stringContaining('Channel: Get Many') });
			const [rule] = id?.validation ?? [];
			expect(rule).toMatchObject({ type: 'regex', properties: { errorMessage: expect.stringContaining('whatsappb_12345') } });
			const properties: Record<string, unknown> = rule && 'properties' in rule ? rule.properties : {};
			const takes = (value: string) => new RegExp(String(properties.regex)).test(value);
			expect(['tg_1', ' whatsappb_-12345 '].map(takes)).toEqual([true, true]);
			expect(['tg', 'tg_', '_1', 'tg_1_2', 'tg_x', 't g_1', 'a tg_1', 'tg_1 a'].map(takes)).toEqual(Array(8).fill(false));
		});
	});

	describe('a wrong recipient', () => {
		let platform: ScriptedPlatform;
		beforeEach(async () => (platform = await startScriptedPlatform()));
		afterEach(async () => await platform.close());

		const send = { resource: 'message', operation: 'send', text: 'Hi' };
		/** From an expression: a typed value is checked by n8n itself. */
		const given = (value: string) => byId(`={{ ${JSON.stringify(value)} }}`);
		const to = (sendTo: string, more: INodeParameters) => ({ ...send, sendTo, ...more });

		test.each<[string, INodeParameters, string, RegExp]>([
			['a number', to('chat', { chat: given('7') }), 'Chat needs a chatRef, but it is the number 7', /"A Chat by ID"/],
			['a name', to('chat', { chat: given('Ann') }), "Chat isn't a chatRef: Ann", /from the list.* tg_12345_67890/],
			[
				'a channel without its ID',
				to('tbChatId', { channel: given('tg'), tbChatId: '7' }),
				"Channel isn't a channelRef: tg",
				/from the list.* whatsappb_12345/,
			],
		])('is refused before the request, with what to do: %s', async (_what, parameters, message, advice) => {
			const { error } = await runOperation({ parameters, credential: platform.credential });
			expect(error?.message).toBe(message);
			expect(error?.description).toMatch(advice);
			expect(platform.requests).toEqual([]);
		});

		test('on a channel without phone numbers is refused in words that a model can use', async () => {
			const answers = await runAgent({
				kind: 'engine',
				parameters: to('phone', { channel: byId('tg_1'), phoneNumber: "={{ $fromAI('phone') }}" }),
				items: [{ json: { chatRef: 'tg_1_2' } }],
				calls: [{ itemIndex: 0, input: { phone: '+442079460958' } }],
				credential: platform.credential,
			});
			expect(JSON.stringify(answers)).toMatch(/Only channels of Viber, VK, WhatsApp, WhatsApp Business can\./);
			expect(platform.requests).toEqual([]);
		});
	});
});

describe('chatIds', () => {
	const BIG = '9007199254740993';

	function answer({ method, url }: Received): Reply {
		if (url.includes('/channels')) return { body: '{}' };
		if (url.endsWith('/messages')) return single('{"id":"m"}');
		if (url.endsWith('/memo')) return single('{"memo":"x"}');
		return method === 'GET' ? listOf('{"name":"vip"}') : accepted;
	}

	const send = { resource: 'message', operation: 'send', text: 'Hi' };
	const reply = { ...send, sendTo: 'reply' };

	/** The calls that are about the chat, without those that look up the channels. */
	async function callsOf(parameters: INodeParameters, json: object, options: object = {}): Promise<string[]> {
		const { calls, error } = await overWire(parameters, answer, { items: itemsOf(json), trigger: true, ...options });
		expect(error).toBeUndefined();
		return calls.filter((call) => !call.includes('/channels'));
	}

	// specification, "POST /messages request fields": tbChatId is an alternative to chatId
	describe('a chat known only by its tbChatId', () => {
		const event = { event: 'OperatorReadChatCommand', channel: 'whatsappb', channelId: BIG, tbChatId: BIG };
		const POSTED = `POST /api/messages {"channel":"whatsappb","channelId":${BIG},"tbChatId":${BIG},"text":"Hi"}`;

		test.each([undefined, 'paired', 'unpaired'] as const)('can be replied to (a node between: %s)', async (between) => {
			// a node that pairs nothing makes two items of one
			expect(new Set(await callsOf(reply, event, { between }))).toEqual(new Set([POSTED]));
		});

		test.each([
			['without its channel', { tbChatId: 5 }],
			['without the number', { channel: 'tg', channelId: 1 }],
			['with a number that has lost digits', { channel: 'tg', channelId: 1, tbChatId: 2 ** 60 }],
			['with an empty chatRef', { ...event, chatRef: '' }],
		])('cannot be replied to %s', async (_what, json) => {
			const { calls, error } = await overWire(reply, answer, { items: itemsOf(json), trigger: true });
			expect(calls).toEqual([]);
			expect(error?.message).toBe('No chat to reply to');
		});

		test.each(['engine', 'direct'] as const)('is what a tool is bound to, whatever the model says (%s)', async (kind) => {
			const platform = await startScriptedPlatform();
			try {
				const text = "={{ $fromAI('text', 'as you like', 'string') }}";
				const input = { text: 'Hi', chatRef: 'tg_1_victim', tbChatId: 77, channel: 'tg', channelId: 1 };
				const items = [{ json: { ...event, channelId: 7, tbChatId: 5 } }];
				const calls = [{ itemIndex: 0, input }];
				await runAgent({ kind, parameters: { ...reply, text }, items, calls, credential: platform.credential });
				expect(platform.bodies('/messages')).toEqual([{ channel: 'whatsappb', channelId: 7, tbChatId: 5, text: 'Hi' }]);
			} finally {
				await platform.close();
			}
		});
	});
});

describe('writtenText', () => {
	const { properties } = new MessagingPlatform().description;

	describe.each([
		['Text', { operation: 'send' }, 'text'],
		['Message', { operation: 'sendAndWait' }, 'message'],
	])('%s with an expression that n8n does not evaluate', (label, operation, name) => {
		test.each([
			['Echo: {{ $json.text }}', true],
			['={{ $json.text }}', false],
			['=Echo: {{ $json.text }} }}', false],
			['Echo: the result in the editor }}', true],
			['{"a":{"b":7 }}', false],
			['Hello', false],
			['', false],
		])('is warned about under the field: %j', (text, isShown) => {
			const values = { resource: 'message', ...operation, [name]: text };
			const shown = properties.filter((property) => NodeHelpers.displayParameter(values, property, null, null));
			expect(shown.some((one) => one.name === `${name}BracesNotice`)).toBe(isShown);
		});

		const fixed = [
			"has an expression, but it's fixed text, so people would read {{ $",
			'Switch this field from Fixed to Expression',
		];
		const extra = ['has }} that belongs to no expression, so people would read it', 'Remove the }} that n8n adds'];
		test.each([
			['Echo: {{ $json.text }}', fixed],
			["Hi\n{{$('A').item.json.b}}", fixed],
			['=Echo: {{ $json.text }} }}', extra],
			['={{ $json.text }}}}', extra],
			['={{ $json.text }} }}, {{ $json.chatRef }}', extra],
			['=Echo: {{ $json.text }}, thanks }}', extra],
		])('is refused before anything is sent: %j', async (text, [says = '', advice = '']) => {
			const service = await startScriptedServer(() => ({ body: '{}' }));
			const { error } = await runOperation({
				parameters: { resource: 'message', ...operation, [name]: text },
				items: [{ json: { event: 'new_message', chatRef: 'tg_1_2', text: 'hi' } }],
				credential: service.credential,
				trigger: true,
			});
			await service.close();
			expect(error?.message).toContain(`${label} ${says}`);
			expect(error?.description).toContain(advice);
			expect(service.requests).toEqual([]);
		});
	});

	test('sends JSON, which ends in braces of its own', async () => {
		const platform = await startScriptedPlatform();
		const text = '={"a":{"b":{{ $json.text }} }}';
		await runOperation({
			parameters: { resource: 'message', operation: 'send', sendTo: 'chat', chat: byId('tg_1_2'), text },
			items: [{ json: { text: 7 } }],
			credential: platform.credential,
		});
		await platform.close();
		expect(platform.bodies('/messages')).toMatchObject([{ text: '{"a":{"b":7 }}' }]);
	});
});
