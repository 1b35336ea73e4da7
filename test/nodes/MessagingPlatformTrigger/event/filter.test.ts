import type { INodeParameters } from 'n8n-workflow';
import { ACCOUNT, newMessage } from '../../../helpers/deliveries';
import { useTriggers } from '../../../helpers/useTriggers';

const stage = useTriggers();

/** Delivers an event to a trigger with these filters; the reason why it was filtered, or undefined when it started. */
async function reasonOf(filters: INodeParameters, body: string, events = ['*']): Promise<string | undefined> {
	const { trigger } = stage;
	trigger.setParameters({ events, filters });
	const before = trigger.executions.length;
	const [status, reason] = await stage.outcome(body);
	expect(status).toBe(200);
	// A filtered event costs no request; only the very first delivery fetches the key.
	expect(trigger.requested.filter((url) => !url.endsWith('/keys/true.pem'))).toEqual([]);
	expect(trigger.executions).toHaveLength(reason === undefined ? before + 1 : before);
	return reason;
}

/** The output of a trigger with these filters for an event. */
async function emitted(filters: INodeParameters, body: string): Promise<Record<string, unknown>> {
	expect(await reasonOf(filters, body)).toBeUndefined();
	return stage.trigger.executions.at(-1)?.[0]?.json ?? {};
}

let count = 0;

function event(name: string, fields: Record<string, unknown>): string {
	count += 1;
	return JSON.stringify({ id: `filter-${count}`, accountId: ACCOUNT, name, command: fields });
}

const CHAT = { channel: 'tg', channelId: 4100, chatId: '271828182', tbChatId: 70001 };

describe('the filter by sender of an outgoing message', () => {
	const out = (endpointType?: string, reason?: string, more = {}) => ({
		direction: 'outbound',
		reason,
		...(endpointType === undefined ? {} : { senderInfo: { endpointType } }),
		...more,
	});

	test.each([
		['operator', out('SERVICE_WEB', 'operator_sent_message')],
		['operator', out('SERVICE_WEB')],
		['operator', out('UNKNOWN', 'operator_sent_message')],
		['operator', out(undefined, 'operator_sent_message')],
		['api', out('REST_API', 'operator_sent_message')],
		['api', out('REST_API', 'undefined')],
		['api', out('BOT_API')],
		['messenger', out('FROM_CHANNEL')],
		['messenger', out('UNKNOWN', 'operator_sent_reply_from_messenger')],
		['mailing', out('END_USER_NOTIFICATION_API')],
		['mailing', out('UNKNOWN', 'tb_sent_end_user_notification')],
		['mailing', out('REST_API', undefined, { notificationId: '8a0f3c52-0000-4000-8000-000000000001' })],
		['automatic', out('CHANNEL_NOTIFICATION')],
		['automatic', out('END_USER_NOTIFICATION_API', 'tb_sent_interactive_action_response')],
		['automatic', out('UNKNOWN', 'tb_sent_subscription_welcome_message')],
		['automatic', out(undefined, 'tb_sent_auto_reply_message')],
		['automatic', out('UNKNOWN', 'tb_sent_operator_notification')],
		['unknown', out()],
		['unknown', out('UNKNOWN', 'undefined')],
		['unknown', out('CARRIER_PIGEON', 'sent_by_pigeon')],
		['unknown', { direction: 'outbound', reason: 7, senderInfo: 'REST_API', notificationId: {} }],
	])('%s: %j', async (sender, message) => {
		const all = ['operator', 'messenger', 'api', 'mailing', 'automatic', 'unknown'];
		const others = all.filter((one) => one !== sender);
		expect(await reasonOf({ direction: 'both', sentBy: [sender] }, newMessage(message))).toBeUndefined();
		expect(await reasonOf({ direction: 'both', sentBy: others }, newMessage(message))).toBe('sent_by');
		const sent = await emitted({ direction: 'both', ignoreOwn: false }, newMessage(message));
		expect(sent.sender).toMatchObject({ type: sender });
	});

	test('lets incoming messages pass, and other events about outgoing ones', async () => {
		const filters = { direction: 'both', sentBy: ['operator'] };
		expect(await reasonOf(filters, newMessage())).toBeUndefined();
		expect(await reasonOf(filters, event('MessageDeliveryCommand', { ...CHAT, message: out('REST_API') }))).toBeUndefined();
	});

	test('is about messages, not about the delivery status of own ones', async () => {
		const message = { direction: 'outbound', senderInfo: { endpointType: 'REST_API' } };
		expect(await reasonOf({}, event('MessageDeliveryCommand', { ...CHAT, message }))).toBeUndefined();
	});

	test('decides about the API, too, which is left out otherwise', async () => {
		expect(await reasonOf({ direction: 'both', ignoreOwn: true, sentBy: ['api'] }, newMessage(out('REST_API')))).toBeUndefined();
		expect(await reasonOf({ direction: 'both', sentBy: [] }, newMessage(out('REST_API')))).toBe('own_message');
	});

	test('lets nothing pass when no one is the chosen sender', async () => {
		expect(await reasonOf({ direction: 'both', sentBy: '={{ "nobody" }}' }, newMessage(out('REST_API')))).toBe('sent_by');
	});
});

describe('content', () => {
	const file = { attachments: [{ kind: 'voice', publicUrl: 'https://x.example/1' }] };

	test.each([
		['text', { text: ' \n' }, 'content'],
		['text', { text: undefined, ...file }, 'content'],
		['attachments', { attachments: [] }, 'content'],
	])('%s, %j: %s', async (content, message, reason) => {
		expect(await reasonOf({ content }, newMessage(message))).toBe(reason);
	});
});

describe('the beginning of a text', () => {
	test.each([
		['/start', '/start', undefined],
		['/start', ' \n/START now', undefined],
		['/start', '/start@my_bot', undefined],
		['/start', '/started', 'text'],
		['/start', '/start_now', 'text'],
		['/start@my_bot', '/start@My_Bot', undefined],
		['/start@my_bot', '/start@other_bot', 'text'],
		['/start@my_bot', '/start', 'text'],
		['/start ref_', '/start@my_bot REF_17', undefined],
		['/start ref_', '/start', 'text'],
		['/help, /start', '/start', undefined],
		['/help\n/start', '/start', undefined],
		['price', 'Prices?', 'text'],
		['cafe\u0301', 'CAF\u00c9 open?', undefined],
		['price', 'the price', 'text'],
		['price', '', 'text'],
		[['Hello, you'], 'hello, you there', undefined],
		[['Hello, you'], 'hello there', 'text'],
		[' , ', 'anything', undefined],
		['iptal', '\u0130ptal!', undefined],
		['stop', '\ufeff\u200eStop now', undefined],
		['\u0435\u043b\u043a\u0430', '\u0451\u043b\u043a\u0430', 'text'],
	])('%j, %j: %s', async (textBeginnings, text, reason) => {
		expect(await reasonOf({ textBeginnings }, newMessage({ text }))).toBe(reason);
	});

	test('a message without a text begins with nothing; another event is left alone', async () => {
		expect(await reasonOf({ textBeginnings: '/start' }, newMessage({ text: undefined }))).toBe('text');
		expect(
			await reasonOf({ textBeginnings: '/start' }, event('EndUserActionCommand', { ...CHAT, payload: 'x' })),
		).toBeUndefined();
	});

	test('a text of any length is read in no time', async () => {
		const text = `/${'@'.repeat(500_000)}${' '.repeat(500_000)}x`;
		expect(await reasonOf({ textBeginnings: '/start, price' }, newMessage({ text }))).toBe('text');
	});
});

describe('the whole text', () => {
	test.each([
		['stop', 'Stop', undefined],
		['STOP', ' \n«stop!» … ', undefined],
		['stop', '¿stop？', undefined],
		['stop', '\u200bstop\ufe0f', undefined],
		['stop', 'stop it', 'text'],
		[['no, thanks'], 'No, thanks', undefined],
		[['no, thanks'], 'no thanks', 'text'],
		['opt out', 'Opt \n\t out.', undefined],
		['cafe\u0301', 'CAF\u00c9', undefined],
		['/stop', 'stop', 'text'],
		['5', '5%', 'text'],
		['?', '?', undefined],
		['?', 'why?', 'text'],
		['?!', '?! ', undefined],
		["don't", 'Don\u2019t!', undefined],
		['stop', '\uff33\uff34\uff2f\uff30\uff01', undefined],
		['\u{1f44d}', '\u{1f44d}\u{1f3fd}', 'text'],
		['stop', '!', 'text'],
		[' , ', 'anything', undefined],
	])('%j, %j: %s', async (textIs, text, reason) => {
		expect(await reasonOf({ textIs }, newMessage({ text }))).toBe(reason);
	});

	test('filters messages only, in addition to the beginning of a text', async () => {
		expect(await reasonOf({ textIs: 'stop' }, newMessage({ text: undefined }))).toBe('text');
		expect(await reasonOf({ textIs: 'stop' }, event('EndUserActionCommand', { ...CHAT, payload: 'x' }))).toBeUndefined();
		expect(await reasonOf({ textIs: 'stop, end', textBeginnings: 'end' }, newMessage({ text: 'stop' }))).toBe('text');
		expect(await reasonOf({ textIs: 'stop, end', textBeginnings: 'end' }, newMessage({ text: 'End.' }))).toBeUndefined();
	});

	test('reads texts of any length quickly', async () => {
		for (const text of ['!'.repeat(1_000_000), ' '.repeat(1_000_000), '!a'.repeat(500_000)]) {
			expect(await reasonOf({ textIs: 'stop' }, newMessage({ text: `a${text}b` }))).toBe('text');
		}
	});
});

describe('the filter Text Contains', () => {
	test.each<[textContains: INodeParameters[string], text: string | undefined, reason: string | undefined]>([
		['price, invoice', 'What are your PRICES?', undefined],
		['price, invoice', 'Hello', 'text'],
		["don't", 'I don\u2019t know', undefined],
		['opt out', 'to opt \n out', undefined],
		['cafe', 'caf\u00e9', 'text'],
		[['a, b'], 'a,b', 'text'],
		[['a, b'], 'see a, b', undefined],
		['\u200e', 'anything', 'text'],
		['price', undefined, 'text'],
		[' , ', 'anything', undefined],
	])('%j, %j: %s', async (textContains, text, reason) => {
		expect(await reasonOf({ textContains }, newMessage({ text }))).toBe(reason);
	});

	test('filters messages only, in addition to the other texts', async () => {
		expect(await reasonOf({ textContains: 'x' }, event('EndUserActionCommand', { ...CHAT, payload: 'y' }))).toBeUndefined();
		expect(await reasonOf({ textContains: 'now', textBeginnings: 'stop' }, newMessage({ text: 'now stop' }))).toBe('text');
		expect(await reasonOf({ textContains: 'now', textBeginnings: 'stop' }, newMessage({ text: 'Stop it now!' }))).toBeUndefined();
	});
});

describe('presses', () => {
	const ACTION = '0b6e9a52-6c7e-4d2b-9a53-2f0a6a9d0001';
	const press = (fields: object) => event('EndUserActionCommand', { ...CHAT, ...fields });

	test.each([
		['yes', { payload: 'yes' }, undefined],
		['yes', { payload: 'yes please' }, 'button'],
		['yes', {}, 'button'],
		['yes', { button: { type: 'ActionButton', text: 'Yes', payload: 'yes' } }, undefined],
		['yes', { button: 'yes' }, 'button'],
		['7', { payload: 7 }, undefined],
		['not now', { payload: 'not now' }, undefined],
		["don't", { payload: 'Don\u2019t' }, undefined],
		['not now', { payload: 'Not now' }, undefined],
		[['yes, please'], { payload: 'yes, please' }, undefined],
		['constructor', { payload: {} }, 'button'],
	])('only %j, %j: %s', async (buttonKeys, fields, reason) => {
		expect(await reasonOf({ buttonKeys }, press(fields))).toBe(reason);
	});

	const unanswered = (payload: unknown): [object, undefined] => [{ payload }, undefined];

	test.each<[object, string | undefined]>([
		[{ payload: ACTION }, 'answered_press'],
		[{ payload: ACTION.toUpperCase() }, 'answered_press'],
		[{ button: { payload: ACTION } }, 'answered_press'],
		[{ payload: '', button: { payload: ACTION } }, undefined],
		[{ payload: 'yes', button: { payload: ACTION } }, undefined],
		[{ button: ACTION }, undefined],
		...[` ${ACTION}`, `${ACTION}0`, `0${ACTION}`, ACTION.slice(1), ACTION.slice(0, -1), ACTION.replaceAll('-', '')].map(
			unanswered,
		),
		...[ACTION.replace(/-\w+/, ''), ACTION.replace(/-\w+/, '$&$&'), ACTION.replace(/\w/, 'g'), 'yes', 5, [ACTION]].map(
			unanswered,
		),
		[{ button: { type: 'GetContactButton' }, remoteContact: { phone: '+44' } }, undefined],
	])('answered by the platform: %j: %s', async (fields, reason) => {
		expect(await reasonOf({ ignoreAnsweredPresses: true }, press(fields))).toBe(reason);
		expect(await reasonOf({}, press(fields))).toBeUndefined();
	});

	test('are all that these filters look at', async () => {
		const filters = { buttonKeys: 'yes', ignoreAnsweredPresses: true };
		expect(await reasonOf(filters, newMessage({ payload: ACTION }))).toBeUndefined();
		expect(await reasonOf(filters, event('SomethingNew', { ...CHAT, payload: ACTION }))).toBeUndefined();
	});
});

describe('channels and chats', () => {
	test.each([
		[{ channels: 'vk, tg_4100' }, undefined],
		[{ channels: 'tg_41' }, 'channel'],
		[{ chats: 'tg_4100_271828182' }, undefined],
		[{ chats: '70001' }, undefined],
		[{ chats: 'tg_4100_2, 7000' }, 'chat'],
		[{ channels: 'tg', chats: '1' }, 'chat'],
	])('%j: %s', async (filters, reason) => {
		expect(await reasonOf(filters, newMessage())).toBe(reason);
		expect(await reasonOf(filters, event('OperatorReadChatCommand', CHAT))).toBe(reason);
		expect(await reasonOf(filters, event('ChatMemoChanged', { chatAddress: CHAT, tbChatId: 70001 }))).toBe(reason);
	});

	test.each([
		[{ tbChatId: 70001 }, '70001', undefined],
		[{ tbChatId: 70001 }, '1', 'chat'],
		[{ channel: 'tg', channelId: 1, chatId: '7' }, 'tg_1_7', undefined],
		[{ channel: 'tg', channelId: 1, chatId: '7' }, 'tg_1_8, 7', 'chat'],
	])('the chat %j against %j: %s', async (chat, chats, reason) => {
		expect(await reasonOf({ chats }, event('OperatorReadChatCommand', chat))).toBe(reason);
	});

	test('finds a channel and a chat beyond 2^53', async () => {
		const body = newMessage({}).replace('"channelId":4100', '"channelId":9007199254740993');
		expect(await reasonOf({ channels: 'tg_9007199254740993' }, body)).toBeUndefined();
		expect(await reasonOf({ channels: 'tg_9007199254740992' }, body)).toBe('channel');
	});

	test.each([{}, { channel: 'tg' }, { channel: 'tg', chatId: '271828182' }, { channelId: 4100, chatId: '271828182' }])(
		'has no event with half an address: %j',
		async (half) => {
			for (const name of ['new_message', 'EndUserActionCommand', 'MessageDeliveryCommand', 'ChatMemoChanged']) {
				const message = name === 'new_message' ? { message: { direction: 'inbound', text: 'a', ...half } } : half;
				expect(await reasonOf({ channels: 'tg_4100' }, event(name, message))).toBe('channel');
				expect(await reasonOf({ chats: 'tg_4100_271828182, 70001' }, event(name, message))).toBe('chat');
			}
		},
	);

	test('lets events pass that have no channel', async () => {
		expect(await reasonOf({ channels: 'vk', chats: '1' }, event('WidgetEnableCommand', { widget: {} }))).toBeUndefined();
	});
});

describe('tags', () => {
	test.each([
		['VIP', { chat: { tags: ['VIP'] } }, undefined],
		['new customer, VIP', { chat: { tagSet: ['new customer'] } }, undefined],
		['VIP', { chat: { tags: ['vip'] } }, 'tag'],
		['VIP', { chat: { tags: [] } }, 'tag'],
		[[' VIP, gold '], { chat: { tags: [' VIP, gold '] } }, undefined],
	])('%j, %j: %s', async (tags, message, reason) => {
		expect(await reasonOf({ tags }, newMessage(message))).toBe(reason);
	});

	test('counts the tag that a tag event is about', async () => {
		expect(await reasonOf({ tags: 'VIP' }, event('TagAssignedOnChatCommand', { ...CHAT, tag: { name: 'VIP' } }))).toBeUndefined();
		const chat = { tags: ['another'] };
		expect(await reasonOf({ tags: 'VIP' }, event('TagAssignedOnChatCommand', { ...CHAT, chat, tag: 'other' }))).toBe('tag');
	});

	test('lets events pass that have no chat', async () => {
		const created = () => event('ChannelCreationCommand', { channel: 'tg', channelId: 4100 });
		expect(await reasonOf({ tags: 'VIP' }, created())).toBeUndefined();
		expect(await reasonOf({ excludedTags: 'VIP' }, created())).toBeUndefined();
	});

	test.each([
		['a, operator', { tags: ['VIP'], tagSet: [{ name: 'operator' }] }, 'excluded_tag'],
		['operator', { tags: ['Operator', 'VIP'] }, undefined],
		[['on, off'], { tags: ['on, off'] }, 'excluded_tag'],
		['on, off', { tags: ['on, off'] }, undefined],
	])('excluded %j, %j: %s', async (excludedTags, chat, reason) => {
		expect(await reasonOf({ excludedTags }, newMessage({ chat }))).toBe(reason);
		expect(await reasonOf({ excludedTags }, event('MessageDeliveryCommand', { ...CHAT, chat }))).toBe(reason);
	});

	test.each([
		['TagAssignedOnChatCommand', 'operator', {}, 'excluded_tag'],
		['TagAssignedOnChatCommand', 'VIP', { tags: ['operator'] }, 'excluded_tag'],
		['TagAssignedOnChatCommand', 'VIP', { tags: [] }, undefined],
		['TagRemovedFromChatCommand', 'operator', { tags: ['operator'] }, undefined],
		['TagRemovedFromChatCommand', 'operator', { tags: [] }, undefined],
		['TagRemovedFromChatCommand', 'operator', { tags: ['operator', 'silent'] }, 'excluded_tag'],
	])('%s of %s, the chat %j: %s', async (name, tag, chat, reason) => {
		expect(await reasonOf({ excludedTags: 'operator, silent' }, event(name, { ...CHAT, chat, tag }))).toBe(reason);
	});
});

describe('age', () => {
	const iso = (ms: number): string => new Date(ms).toISOString();

	test.each<[string, sentTimestamp: (now: number) => unknown, string | undefined]>([
		['exactly the age', (now) => iso(now - 600_000), undefined],
		['a millisecond older', (now) => iso(now - 600_001), 'age'],
		['a millisecond older, in ms', (now) => now - 600_001, 'age'],
		['exactly the age, in ms', (now) => now - 600_000, undefined],
		['of a clock that is ahead', (now) => iso(now + 5_000), undefined],
		['no date', () => 'yesterday', undefined],
		['a list', (now) => [iso(now - 600_001)], undefined],
	])('is read from the time of a message: %s', async (_what, at, reason) => {
		expect(await reasonOf({ maxAgeMinutes: 10 }, newMessage({ sentTimestamp: at(stage.now) }))).toBe(reason);
	});

	test("takes a status's own time, not that of the message it is about", async () => {
		const old = { message: { sentTimestamp: iso(stage.now - 9e6) } };
		expect(
			await reasonOf({ maxAgeMinutes: 10 }, event('MessageDeliveryCommand', { ...CHAT, ...old, timestamp: stage.now - 1_000 })),
		).toBeUndefined();
		expect(
			await reasonOf({ maxAgeMinutes: 10 }, event('MessageDeliveryCommand', { ...CHAT, ...old, timestamp: stage.now - 9e6 })),
		).toBe('age');
	});
});
