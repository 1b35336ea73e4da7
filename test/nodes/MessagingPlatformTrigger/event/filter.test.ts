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

let count = 0;

function event(name: string, fields: object): string {
	count += 1;
	return JSON.stringify({ id: `filter-${count}`, accountId: ACCOUNT, name, command: fields });
}

const CHAT = { channel: 'tg', channelId: 4100, chatId: '271828182', tbChatId: 70001 };
const press = (fields: object) => event('EndUserActionCommand', { ...CHAT, ...fields });
const status = (fields: object) => event('MessageDeliveryCommand', { ...CHAT, ...fields });

describe('the filter by sender of an outgoing message', () => {
	const out = (endpointType?: string, reason?: string, more = {}) => ({
		direction: 'outbound',
		reason,
		...(endpointType === undefined ? {} : { senderInfo: { endpointType } }),
		...more,
	});

	const SENDERS: Record<string, Array<Record<string, unknown>>> = {
		operator: [out('SERVICE_WEB'), out('UNKNOWN', 'operator_sent_message'), out(undefined, 'operator_sent_message')],
		api: [out('REST_API', 'operator_sent_message'), out('BOT_API')],
		messenger: [out('FROM_CHANNEL'), out('UNKNOWN', 'operator_sent_reply_from_messenger')],
		mailing: [
			...[out('END_USER_NOTIFICATION_API'), out('UNKNOWN', 'tb_sent_end_user_notification')],
			out('REST_API', undefined, { notificationId: '8a0f3c52-0000-4000-8000-000000000001' }),
		],
		automatic: [
			...[out('CHANNEL_NOTIFICATION'), out('END_USER_NOTIFICATION_API', 'tb_sent_interactive_action_response')],
			...['tb_sent_subscription_welcome_message', 'tb_sent_operator_notification'].map((reason) => out('UNKNOWN', reason)),
			out(undefined, 'tb_sent_auto_reply_message'),
		],
		unknown: [
			out(),
			out('CARRIER_PIGEON', 'sent_by_pigeon'),
			out(undefined, undefined, { reason: 7, senderInfo: 'REST_API', notificationId: {} }),
		],
	};

	test.each(Object.entries(SENDERS))('%s: %j', async (sender, messages) => {
		const others = Object.keys(SENDERS).filter((one) => one !== sender);
		for (const message of messages) {
			expect(await reasonOf({ direction: 'both', sentBy: [sender] }, newMessage(message))).toBeUndefined();
			expect(stage.trigger.executions.at(-1)?.[0]?.json.sender).toMatchObject({ type: sender });
			expect(await reasonOf({ direction: 'both', sentBy: others }, newMessage(message))).toBe('sent_by');
		}
	});

	const API = newMessage(out('REST_API'));

	test.each<[INodeParameters, string, string | undefined]>([
		// incoming messages, and other events about outgoing ones
		[{ direction: 'both', sentBy: ['operator'] }, newMessage(), undefined],
		[{ direction: 'both', sentBy: ['operator'] }, status({ message: out('REST_API') }), undefined],
		[{}, status({ message: out('REST_API') }), undefined],
		// the API's messages, which are left out otherwise
		[{ direction: 'both', ignoreOwn: true, sentBy: ['api'] }, API, undefined],
		[{ direction: 'both', sentBy: [] }, API, 'own_message'],
		[{ direction: 'both', sentBy: '={{ "nobody" }}' }, API, 'sent_by'],
	])('with %j, %.60s: %s', async (filters, body, reason) => {
		expect(await reasonOf(filters, body)).toBe(reason);
	});
});

test.each([
	['text', { text: ' \n' }],
	['text', { text: undefined, attachments: [{ kind: 'voice', publicUrl: 'https://x.example/1' }] }],
	['attachments', { attachments: [] }],
])('content %s leaves out %j', async (content, message) => {
	expect(await reasonOf({ content }, newMessage(message))).toBe('content');
});

/** For each filter and what it's set to: texts that start the workflow, and texts that don't. */
const TEXTS: Array<[filter: string, wanted: string | string[], taken: string[], leftOut: Array<string | undefined>]> = [
	['textBeginnings', '/start', ['/start', ' \n/START now', '/start@my_bot'], ['/started', '/start_now']],
	['textBeginnings', '/start@my_bot', ['/start@My_Bot'], ['/start@other_bot', '/start']],
	['textBeginnings', '/start ref_', ['/start@my_bot REF_17'], ['/start']],
	['textBeginnings', '/help, /start', ['/start'], ['/stop']],
	['textBeginnings', '/help\n/start', ['/start'], ['/stop']],
	['textBeginnings', 'price', ['Price?'], ['the price', '', undefined]],
	['textBeginnings', ['Hello, you'], ['hello, you there'], ['hello there']],
	['textBeginnings', 'stop', ['\ufeff\u200eStop now', 'stop_now'], ['stop2']],
	['textBeginnings', 'stop by', ['Stop by!'], ['Stop bye']],
	['textBeginnings', 'cafe\u0301', ['CAF\u00c9 open?'], ['cafe']],
	['textBeginnings', 'cafe', ['Cafe'], ['cafe\u0301']],
	['textBeginnings', '\u0435\u043b\u043a\u0430', [], ['\u0451\u043b\u043a\u0430']],
	['textBeginnings', 'iptal', ['\u0130ptal!'], []],
	['textBeginnings', 'i', [], ['\u0130stanbul']],
	['textBeginnings', '5, order-, #, \u2764', ['5\u20ac', 'order-17', '#17', '\u2764\ufe0f you'], ['55', 'order']],
	[
		'textIs',
		'stop',
		['Stop', ' \n«stop!» … ', '¿stop？', '\u200bstop\ufe0f', '\uff33\uff34\uff2f\uff30\uff01'],
		['stop it', '!', undefined],
	],
	['textIs', ['no, thanks'], ['No, thanks'], ['no thanks']],
	['textIs', 'Opt out', ['Opt \n\t out.'], ['optout']],
	['textIs', 'cafe\u0301', ['CAF\u00c9'], []],
	['textIs', '/stop', ['/stop@my_bot'], ['stop']],
	['textIs', '5', ['5.'], ['5%']],
	['textIs', '?, ?!', ['?', '?! '], ['why?']],
	['textIs', "don't", ['Don\u2019t!'], []],
	['textIs', '\u{1f44d}', [], ['\u{1f44d}\u{1f3fd}']],
	['textContains', 'price, opt out', ['What are your PRICES?', 'to opt \n out'], ['Hello', undefined]],
	['textContains', "don't", ['I don\u2019t know'], []],
	['textContains', 'cafe', [], ['caf\u00e9']],
	['textContains', ['a, b'], ['see a, b'], ['a,b']],
	['textContains', '\u200e', [], ['anything']],
];

test.each(TEXTS)('%s %j starts with %j, not with %j', async (filter, wanted, taken, leftOut) => {
	for (const text of taken) expect([text, await reasonOf({ [filter]: wanted }, newMessage({ text }))]).toEqual([text, undefined]);
	for (const text of leftOut) expect([text, await reasonOf({ [filter]: wanted }, newMessage({ text }))]).toEqual([text, 'text']);
});

test.each(['textBeginnings', 'textIs', 'textContains'])('%s is about messages, and reads any text quickly', async (filter) => {
	expect(await reasonOf({ [filter]: 'stop' }, press({ payload: 'x' }))).toBeUndefined();
	expect(await reasonOf({ [filter]: ' , ' }, newMessage())).toBeUndefined();
	for (const text of [`/${'@'.repeat(500_000)}${' '.repeat(500_000)}x`, `a${'!'.repeat(1_000_000)}b`, '!a'.repeat(500_000)])
		expect(await reasonOf({ [filter]: 'stop, /start' }, newMessage({ text }))).toBe('text');
});

test('applies each of the text filters', async () => {
	const both = { textIs: 'stop, end', textBeginnings: 'end' };
	expect(await reasonOf(both, newMessage({ text: 'stop' }))).toBe('text');
	expect(await reasonOf(both, newMessage({ text: 'End.' }))).toBeUndefined();
	expect(await reasonOf({ textContains: 'now', textBeginnings: 'stop' }, newMessage({ text: 'now stop' }))).toBe('text');
});

describe('presses', () => {
	const ACTION = '0b6e9a52-6c7e-4d2b-9a53-2f0a6a9d0001';

	/** Presses by the key that starts the workflow, and others. */
	const KEYS: Array<[wanted: string | string[], taken: object[], others: object[]]> = [
		['yes', [{ button: { text: 'Yes', payload: 'yes' } }], [{ payload: 'yes please' }, {}, { button: 'yes' }]],
		['7', [{ payload: 7 }], []],
		["don't", [{ payload: 'Don\u2019t' }], []],
		['not now', [{ payload: 'Not now' }], []],
		[['yes, please'], [{ payload: 'yes, please' }], []],
		['constructor', [], [{ payload: {} }]],
	];

	test.each(KEYS)('only %j starts: %j, not %j', async (buttonKeys, taken, others) => {
		for (const fields of taken) expect(await reasonOf({ buttonKeys }, press(fields))).toBeUndefined();
		for (const fields of others) expect(await reasonOf({ buttonKeys }, press(fields))).toBe('button');
	});

	const unlike = [` ${ACTION}`, `${ACTION}0`, `0${ACTION}`, ACTION.slice(1), ACTION.slice(0, -1), ACTION.replaceAll('-', '')];
	const noUuid = [...unlike, ACTION.replace(/-\w+/, ''), ACTION.replace(/-\w+/, '$&$&'), ACTION.replace(/\w/, 'g'), 5, [ACTION]];

	test('are answered by the platform if the key, or without one the button, has the ID of a chain action', async () => {
		const reason = async (fields: object) => await reasonOf({ ignoreAnsweredPresses: true }, press(fields));
		for (const fields of [{ payload: ACTION }, { payload: ACTION.toUpperCase() }, { button: { payload: ACTION } }]) {
			expect(await reason(fields)).toBe('answered_press');
			expect(await reasonOf({}, press(fields))).toBeUndefined();
		}
		for (const payload of ['', 'yes', ...noUuid]) expect(await reason({ payload, button: { payload: ACTION } })).toBeUndefined();
		for (const button of [ACTION, { type: 'GetContactButton' }]) expect(await reason({ button })).toBeUndefined();
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
		[{ tbChatId: 70001 }, '70001', '1'],
		[{ channel: 'tg', channelId: 1, chatId: '7' }, 'tg_1_7', 'tg_1_8, 7'],
	])('the chat %j is %j, not %j', async (chat, chats, others) => {
		expect(await reasonOf({ chats }, event('OperatorReadChatCommand', chat))).toBeUndefined();
		expect(await reasonOf({ chats: others }, event('OperatorReadChatCommand', chat))).toBe('chat');
	});

	test('finds a channel beyond 2^53', async () => {
		const body = newMessage({}).replace('"channelId":4100', '"channelId":9007199254740993');
		expect(await reasonOf({ channels: 'tg_9007199254740993' }, body)).toBeUndefined();
		expect(await reasonOf({ channels: 'tg_9007199254740992' }, body)).toBe('channel');
	});

	test.each([{}, { channel: 'tg', chatId: '271828182' }, { channelId: 4100, chatId: '271828182' }])(
		'has no event with half an address: %j',
		async (half) => {
			for (const name of ['new_message', 'EndUserActionCommand', 'ChatMemoChanged']) {
				const fields = name === 'new_message' ? { message: { direction: 'inbound', text: 'a', ...half } } : half;
				expect(await reasonOf({ channels: 'tg_4100' }, event(name, fields))).toBe('channel');
				expect(await reasonOf({ chats: 'tg_4100_271828182, 70001' }, event(name, fields))).toBe('chat');
			}
		},
	);

	test('lets events pass that have no channel', async () => {
		expect(await reasonOf({ channels: 'vk', chats: '1' }, event('WidgetEnableCommand', { widget: {} }))).toBeUndefined();
	});
});

describe('tags', () => {
	const assigned = (fields: object) => event('TagAssignedOnChatCommand', { ...CHAT, ...fields });
	const removed = (chat: object) => event('TagRemovedFromChatCommand', { ...CHAT, chat, tag: 'operator' });
	const created = () => event('ChannelCreationCommand', { channel: 'tg', channelId: 4100 });

	test.each<[INodeParameters, string, string | undefined]>([
		[{ tags: 'new customer, VIP' }, newMessage({ chat: { tagSet: ['new customer'] } }), undefined],
		[{ tags: 'VIP' }, newMessage({ chat: { tags: ['vip'] } }), 'tag'],
		[{ tags: [' VIP, gold '] }, newMessage({ chat: { tags: [' VIP, gold '] } }), undefined],
		// the tag that a tag event is about
		[{ tags: 'VIP' }, assigned({ tag: { name: 'VIP' } }), undefined],
		[{ tags: 'VIP' }, assigned({ tag: 'other', chat: { tags: ['another'] } }), 'tag'],
		[{ excludedTags: 'operator' }, assigned({ tag: 'operator', chat: {} }), 'excluded_tag'],
		[{ excludedTags: 'operator' }, assigned({ tag: 'VIP', chat: { tags: ['operator'] } }), 'excluded_tag'],
		[{ excludedTags: 'operator' }, assigned({ tag: 'VIP', chat: { tags: [] } }), undefined],
		[{ excludedTags: 'operator, silent' }, removed({ tags: ['operator'] }), undefined],
		[{ excludedTags: 'operator, silent' }, removed({ tags: [] }), undefined],
		[{ excludedTags: 'operator, silent' }, removed({ tags: ['operator', 'silent'] }), 'excluded_tag'],
		// no chat
		[{ tags: 'VIP' }, created(), undefined],
		[{ excludedTags: 'VIP' }, created(), undefined],
	])('%j: %s: %s', async (filters, body, reason) => {
		expect(await reasonOf(filters, body)).toBe(reason);
	});

	test.each([
		['a, operator', { tags: ['VIP'], tagSet: [{ name: 'operator' }] }, 'excluded_tag'],
		['operator', { tags: ['Operator', 'VIP'] }, undefined],
		[['on, off'], { tags: ['on, off'] }, 'excluded_tag'],
		['on, off', { tags: ['on, off'] }, undefined],
	])('excluded %j, %j: %s', async (excludedTags, chat, reason) => {
		for (const body of [newMessage({ chat }), status({ chat })]) expect(await reasonOf({ excludedTags }, body)).toBe(reason);
	});
});

describe('age', () => {
	const iso = (ms: number): string => new Date(ms).toISOString();

	test.each<[string, sentTimestamp: (now: number) => unknown, string | undefined]>([
		['exactly the age', (now) => iso(now - 600_000), undefined],
		['a millisecond older', (now) => iso(now - 600_001), 'age'],
		['a millisecond older, in ms', (now) => now - 600_001, 'age'],
		['of a clock that is ahead', (now) => iso(now + 5_000), undefined],
		['no date', () => 'yesterday', undefined],
		['a list', (now) => [iso(now - 600_001)], undefined],
	])('is read from the time of a message: %s', async (_what, at, reason) => {
		expect(await reasonOf({ maxAgeMinutes: 10 }, newMessage({ sentTimestamp: at(stage.now) }))).toBe(reason);
	});

	test("takes a status's own time, not that of the message it is about", async () => {
		const message = { sentTimestamp: iso(stage.now - 9e6) };
		expect(await reasonOf({ maxAgeMinutes: 10 }, status({ message, timestamp: stage.now - 1_000 }))).toBeUndefined();
		expect(await reasonOf({ maxAgeMinutes: 10 }, status({ message, timestamp: stage.now - 9e6 }))).toBe('age');
	});
});
