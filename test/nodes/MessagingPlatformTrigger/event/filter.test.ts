import type { INodeParameters } from 'n8n-workflow';
import { ACCOUNT, newMessage } from '../../../helpers/deliveries';
import { useTriggers } from '../../../helpers/useTriggers';
import fc from 'fast-check';
import { findTextFilter } from '../../../../nodes/MessagingPlatformTrigger/event/filter';
import { readSettings } from '../../../../nodes/MessagingPlatformTrigger/settings/settings';

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

const event = (name: string, command: object) => JSON.stringify({ accountId: ACCOUNT, name, command });

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

test('content leaves out a message without text or without files', async () => {
	const voice = newMessage({ text: undefined, attachments: [{ kind: 'voice', publicUrl: 'https://x.example/1' }] });
	for (const body of [newMessage({ text: ' \n' }), voice]) expect(await reasonOf({ content: 'text' }, body)).toBe('content');
	expect(await reasonOf({ content: 'attachments' }, newMessage({ attachments: [] }))).toBe('content');
	expect(await reasonOf({ content: 'attachments' }, newMessage({ attachments: [{}] }))).toBeUndefined();
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

	test('finds a channel beyond 2^53', async () => {
		const body = newMessage({}).replace('"channelId":4100', '"channelId":9007199254740993');
		expect(await reasonOf({ channels: 'tg_9007199254740993' }, body)).toBeUndefined();
		expect(await reasonOf({ channels: 'tg_9007199254740992' }, body)).toBe('channel');
	});

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
		[{ excludedTags: 'a, operator' }, newMessage({ chat: { tags: ['VIP'], tagSet: [{ name: 'operator' }] } }), 'excluded_tag'],
		[{ excludedTags: ['on, off'] }, status({ chat: { tags: ['on, off'] } }), 'excluded_tag'],
		[{ excludedTags: 'on, Operator' }, newMessage({ chat: { tags: ['on, off', 'operator'] } }), undefined],
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
});

test.each<[string, fields: (iso: (ms: number) => string, ago: number) => object, string | undefined]>([
	['exactly the age', (iso) => ({ sentTimestamp: iso(600_000) }), undefined],
	['a millisecond older', (iso) => ({ sentTimestamp: iso(600_001) }), 'age'],
	['a millisecond older, in ms', (_iso, ago) => ({ sentTimestamp: ago }), 'age'],
	['of a clock that is ahead', (iso) => ({ sentTimestamp: iso(-5_000) }), undefined],
	['no date', () => ({ sentTimestamp: 'yesterday' }), undefined],
	['a list', (iso) => ({ sentTimestamp: [iso(600_001)] }), undefined],
	[
		'a status about an old message',
		(iso, ago) => ({ message: { sentTimestamp: iso(9e6) }, timestamp: ago + 600_000 }),
		undefined,
	],
	['an old status', (iso, ago) => ({ message: { sentTimestamp: iso(0) }, timestamp: ago }), 'age'],
])('the age is read from the time of the event: %s', async (_what, make, reason) => {
	const fields = make((ms) => new Date(stage.now - ms).toISOString(), stage.now - 600_001);
	expect(await reasonOf({ maxAgeMinutes: 10 }, 'message' in fields ? status(fields) : newMessage({ ...fields }))).toBe(reason);
});

describe('the beginning of a text', () => {
	const settings = readSettings(['*']);

	const words = new Intl.Segmenter('en', { granularity: 'word' });

	/** Scripts that set words apart, with marks. */
	const APART = [
		...['a', 'e\u0323\u0302', 'z', '\u00df', '\u00e9', '\u{1d400}'], // Latin
		...['\u0441', '\u0439', '\u03c9', '\u03ac', '\u0561', '\u10d0'], // Cyrillic, Greek, Armenian, Georgian
		...['\u05e9\u05c1', '\u0645\u064f', '\u06cc', '\u0915\u094d\u0937', '\u0ba8\u0bbf', '\u1275'], // Hebrew, Arabic, Devanagari, Tamil, Ge'ez
		...['0', '7', '\u0665', '\u0967'],
	];

	/** Korean sets words apart, too, but Unicode's dictionary ends a word between it and another script. */
	const KOREAN = ['\uac00', '\uac81', '\u1100\u1161', '\uc740'];

	/** Scripts that don't. */
	const TOGETHER = [
		...['\u0e23\u0e32\u0e04\u0e32', '\u0e40\u0e17\u0e48\u0e32', '\u0e97\u0ec8\u0eb2\u0e99', '\u1781\u17d2\u1789\u17bb\u17c6'], // Thai, Lao, Khmer
		...['\u1008\u103b\u1031\u1038', '\u50f9', '\u683c', '\u3005', '\u3044', '\u30b9', '\u30c8\u30fc', '\uff8c', '\u3105'], // Burmese, Han, kana, bopomofo
	];

	const JOINERS = ['\u200c', '\u200d', '\u00ad'];
	const BREAKS = [' ', '  ', '\n', '\u200b', '?', '! ', '\u2014', '\u3002', '\u{1f44d}'];

	/** Texts of words of these letters, with joiners in the words and breaks between them. */
	function textOf(letters: readonly string[]) {
		const word = fc
			.array(fc.tuple(fc.constantFrom(...letters), fc.constantFrom('', '', '', ...JOINERS)), { minLength: 1, maxLength: 6 })
			.map((parts) => parts.flat().slice(0, -1).join(''));
		return fc
			.array(fc.tuple(word, fc.constantFrom(...BREAKS)), { minLength: 1, maxLength: 5 })
			.map((parts) => parts.flat().join('').normalize('NFC').toLowerCase());
	}

	/**
	 * Checks for each beginning of a text, one that ends with a letter or digit, whether it counts: true or false, or undefined if it
	 * may. It knows Unicode's word boundaries (UAX #29, with ICU's dictionaries), and the end of the text.
	 */
	function check(texts: fc.Arbitrary<string>, counts: (one: string, text: string, ends: number[]) => boolean | undefined) {
		const property = fc.property(texts, (text) => {
			const ends = [...words.segment(text)].map(({ index, segment }) => index + segment.length);
			const judged = Array.from({ length: text.length }, (_, at) => text.slice(0, at + 1))
				.filter((one) => /[\p{L}\p{N}]\p{M}*$/u.test(one) && !/[\ud800-\udbff]$/.test(one))
				.filter((one) => counts(one, text, ends) !== undefined);
			const taken = judged.filter((one) => findTextFilter(text, { ...settings, textBeginnings: [one] }) === undefined);
			expect(taken).toEqual(judged.filter((one) => counts(one, text, ends)));
		});
		fc.assert(property, { numRuns: 300 });
	}

	test('takes exactly what Unicode calls the end of a word, in scripts that set words apart', () => {
		check(fc.oneof(textOf(APART), textOf(KOREAN)), (one, _text, ends) => ends.includes(one.length));
	});

	test('takes every beginning of a text that is written without spaces, but never half a letter', () => {
		check(textOf(TOGETHER), (one, text) => !/^\p{M}/u.test(text.slice(one.length)));
	});

	test('takes every end of a word that Unicode knows, in a mix of scripts', () => {
		check(textOf([...APART, ...TOGETHER]), (one, _text, ends) => ends.includes(one.length) || undefined);
	});
});
