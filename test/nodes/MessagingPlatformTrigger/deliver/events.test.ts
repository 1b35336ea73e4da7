import { EVENT_NAMES as SANDBOX_NAMES } from '../../../../sandbox/events/catalogue';
import { EVENT_NAMES, EVENT_OPTIONS, EVENTS, isChosen, registeredNames } from '../../../../nodes/shared/catalogue';
import {
	CHAT,
	FIELDS,
	FLAT_ADDRESS,
	ACCOUNT,
	startSigningPlatform,
	deliveryOf,
	type SigningPlatform,
} from '../../../helpers/deliveries';
import { startTrigger, type Trigger } from '../../../helpers/startTrigger';

let platform: SigningPlatform;
let trigger: Trigger;

beforeAll(async () => {
	platform = await startSigningPlatform();
	trigger = await startTrigger({ credential: platform.credential, parameters: { events: ['*'] } });
});

afterAll(async () => {
	await trigger.close();
	await platform.close();
});

async function emitted(body: Record<string, unknown> | string): Promise<Record<string, unknown>> {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	const answer = await trigger.send(deliveryOf(text, platform.token()));
	expect(answer).toMatchObject({ status: 200, text: '' });
	return trigger.executions.at(-1)?.[0]?.json ?? {};
}

describe('the catalogue', () => {
	test('has the 23 events of the specification', () => {
		expect([...EVENT_NAMES].sort()).toEqual([...SANDBOX_NAMES].sort());
		expect(EVENT_NAMES).toHaveLength(23);
	});

	test('gives each event a label and a description of its own, grouped by what it is about', () => {
		expect(new Set(EVENT_OPTIONS.map(({ name }) => name)).size).toBe(24);
		for (const [, description] of Object.values(EVENTS)) expect(description.length).toBeGreaterThan(20);
		const groups = Object.values(EVENTS).map(([name]) => name.replace(/:.*/, ''));
		expect(groups).toEqual([...groups].sort());
	});

	test('offers what most workflows start with first', () => {
		const names = EVENT_OPTIONS.map(({ name }) => name);
		expect(names.slice(0, 2)).toEqual(['Message: Received', 'Message: Button Pressed']);
		expect(EVENT_OPTIONS.map(({ value }) => value).sort()).toEqual([...EVENT_NAMES, '*'].sort());
	});

	test('says of "All Events" that it is these', () => {
		expect(EVENT_OPTIONS.at(-1)).toMatchObject({
			name: 'All Events',
			description: expect.stringMatching(/^All 23 events in this list\. .*enter their names in Other Events\.$/) as string,
		});
	});

	test('registers a choice once and in one order, typed names behind it, and always the press of a button', () => {
		expect(registeredNames(['Zeta', 'new_message', 'ChatMemoChanged', 'new_message', 'Alpha', 'Zeta'])).toEqual([
			'ChatMemoChanged',
			'EndUserActionCommand',
			'new_message',
			'Alpha',
			'Zeta',
		]);
		expect(registeredNames(['Alpha', '*', 'new_message'])).toEqual([...EVENT_NAMES, 'Alpha']);
		expect(registeredNames([])).toEqual([]);
	});

	test('lets an event pass that the user typed, and any when everything is chosen, in either way', () => {
		expect(isChosen(['*'], 'SomethingNew')).toBe(true);
		expect(isChosen(EVENT_NAMES, 'SomethingNew')).toBe(true);
		expect(isChosen(EVENT_NAMES.slice(1), 'SomethingNew')).toBe(false);
		expect(isChosen(['new_message', 'SomethingNew'], 'SomethingNew')).toBe(true);
		expect(isChosen(['new_message', 'SomethingNew'], 'somethingnew')).toBe(false);
		expect(isChosen(['new_message'], 'ChatMemoChanged')).toBe(false);
	});
});

describe('the nested layout', () => {
	const read = { id: 'read-1', accountId: ACCOUNT, name: 'OperatorReadChatCommand' };

	test("keeps the fields of the envelope in addition to the event's own", async () => {
		const body = { ...read, userId: 'reader of the webhook', extra: 1, same: 'x', substitutions: { a: 'b' } };
		const item = await emitted({ ...body, command: { ...CHAT, userId: 'operator', extra: { b: 2 }, same: 'x' } });
		expect(item).toMatchObject({
			eventId: 'read-1',
			userId: 'operator',
			eventUserId: 'reader of the webhook',
			extra: { b: 2 },
			eventExtra: 1,
			same: 'x',
			substitutions: { a: 'b' },
		});
		expect(item).not.toHaveProperty('eventSame');
	});

	test('a null of the event hides nothing of the envelope', async () => {
		const item = await emitted({ ...read, id: 'read-2', userId: 'u', command: { ...CHAT, userId: null } });
		expect(item).toMatchObject({ userId: 'u' });
		expect(item).not.toHaveProperty('eventUserId');
	});

	test.each<[string, unknown]>([
		['text', 'restart'],
		['a list', [{ a: 1 }, null]],
		['a number', 7],
		['false', false],
	])('keeps a command that is %s unchanged', async (kind, command) => {
		const item = await emitted({ ...read, id: `read-${kind}`, userId: 'u', tbChatId: 5, command });
		expect(item).toMatchObject({ event: read.name, userId: 'u', tbChatId: 5, command });
	});

	test('ignores a command that is null', async () => {
		expect(await emitted({ ...read, id: 'read-3', command: null })).not.toHaveProperty('command');
	});
});

describe('both layouts of each event', () => {
	let count = 0;
	const firstMessage = FIELDS.FirstMessageFromEndUserInChatCommand?.firstMessage as object;

	test.each(EVENT_NAMES.filter((name) => name !== 'new_message'))('%s comes out in one shape', async (name) => {
		const fields = FIELDS[name] ?? {};
		const { id: ownId, ...others } = fields;
		count += 1;
		const nested = await emitted({
			id: `n-${count}`,
			accountId: ACCOUNT,
			name,
			command: fields,
			substitutions: { a: 'b' },
		});
		// In the flat layout an own id and the event id are one field.
		const flat = await emitted({
			id: `f-${count}`,
			accountId: ACCOUNT,
			name,
			...others,
			substitutions: { a: 'b' },
		});

		expect(nested).toMatchObject({
			event: name,
			eventId: `n-${count}`,
			accountId: ACCOUNT,
			...others,
			substitutions: { a: 'b' },
		});
		expect(nested.id).toBe(ownId);
		expect(flat.id).toBe(ownId === undefined ? undefined : `f-${count}`);
		const ids = { eventId: undefined, id: undefined };
		expect({ ...flat, ...ids }).toEqual({ ...nested, ...ids });
		expect(nested).not.toHaveProperty('command');
		if (JSON.stringify(fields).includes('271_828')) expect(nested).toMatchObject({ ...FLAT_ADDRESS, event: name });
		else expect(nested).not.toHaveProperty('chatRef');
	});

	// specification, Events: in the flat layout this event has an object that is spelled so, next to firstMessage
	test.each([
		['beside nothing', {}],
		['beside its firstMessage', { firstMessage }],
		['beside a command that is null', { command: null }],
		// specification, client requirement 2: null equals absent
		['beside its firstMessage with a null', { firstMessage: { ...firstMessage, subject: null } }],
	])('FirstMessageFromEndUserInChatCommand with `comand` %s comes out like `command`', async (what, beside) => {
		const name = 'FirstMessageFromEndUserInChatCommand';
		const fields = FIELDS[name] ?? {};
		const nested = await emitted({ id: `first-${what}`, accountId: ACCOUNT, name, command: fields });
		const misspelled = await emitted({ id: `first-c-${what}`, accountId: ACCOUNT, name, comand: fields, ...beside });
		expect(misspelled).toEqual({ ...nested, eventId: `first-c-${what}` });
		expect(misspelled).toMatchObject({ ...FLAT_ADDRESS, event: name, firstMessage: { text: 'Hello' } });
	});

	test('new_message keeps its message whole', async () => {
		const message = {
			...CHAT,
			direction: 'inbound',
			text: 'Hi',
			attachments: [{ kind: 'voice', publicUrl: 'https://x.example/1' }],
			unknown: { field: 1 },
		};
		const item = await emitted({
			id: 'm-1',
			accountId: ACCOUNT,
			name: 'new_message',
			userId: 'u-1',
			message,
		});
		expect(item).toMatchObject({
			...FLAT_ADDRESS,
			event: 'new_message',
			eventId: 'm-1',
			direction: 'inbound',
			text: 'Hi',
			userId: 'u-1',
			message,
			attachments: message.attachments,
		});
	});

	test('an event that the service adds later comes through with its fields', async () => {
		const item = await emitted({
			id: 'x-1',
			accountId: ACCOUNT,
			name: 'SomethingNew',
			command: { ...CHAT, colour: 'red' },
		});
		expect(item).toMatchObject({ ...FLAT_ADDRESS, event: 'SomethingNew', colour: 'red' });
	});
});

describe('values', () => {
	test('keeps integers beyond 2^53 digit for digit, also within the composite address', async () => {
		const item = await emitted(
			`{"id":"big","accountId":"${ACCOUNT}","name":"new_message","message":{"direction":"inbound","channel":"vk","channelId":9007199254740993,"chatId":"12345678901234567890","tbChatId":9223372036854775807}}`,
		);
		expect(item).toMatchObject({
			channelId: '9007199254740993',
			tbChatId: '9223372036854775807',
			chatRef: 'vk_9007199254740993_12345678901234567890',
		});
	});

	test('drops fields that are null, at any depth, and keeps what is false, 0 or empty', async () => {
		const item = await emitted({
			id: 'nulls',
			accountId: ACCOUNT,
			name: 'TagAssignedOnChatCommand',
			substitutions: null,
			command: {
				...CHAT,
				tag: null,
				isNewTag: false,
				chat: { memo: null, unreadCount: 0, remoteFirstName: '' },
			},
		});
		expect(item).not.toHaveProperty('tag');
		expect(item).not.toHaveProperty('substitutions');
		expect(item).toMatchObject({ isNewTag: false, chat: { unreadCount: 0, remoteFirstName: '' } });
		expect(item.chat).not.toHaveProperty('memo');
	});

	test('does not let a field of the event replace what the trigger promises', async () => {
		const item = await emitted({
			id: 'real',
			accountId: ACCOUNT,
			name: 'ChatMemoChanged',
			event: 'forged',
			eventId: 'forged',
			chatRef: 'forged',
			chatAddress: CHAT,
		});
		expect(item).toMatchObject({ event: 'ChatMemoChanged', eventId: 'real', chatRef: 'tg_4100_271_828' });
	});

	test('outputs text and attachments even if a message has none, and never changes a prototype', async () => {
		const item = await emitted(
			`{"id":"bare","accountId":"${ACCOUNT}","name":"new_message","__proto__":{"polluted":1},"message":{"direction":"inbound","__proto__":{"text":"x"}}}`,
		);
		expect(item).toMatchObject({ text: '', attachments: [], sender: { type: 'contact' } });
		expect(item).not.toHaveProperty('polluted');
		expect(({} as Record<string, unknown>).polluted).toBeUndefined();
	});

	test('outputs the body unchanged when the user wants it raw', async () => {
		trigger.setParameters({ events: ['*'], options: { raw: true } });
		const body = {
			id: 'raw-1',
			accountId: ACCOUNT,
			name: 'ChatMemoChanged',
			command: { chatAddress: CHAT, memo: null },
		};
		expect(await emitted(body)).toEqual(body);
		trigger.setParameters({ events: ['*'] });
	});

	test('says who sent an outgoing message', async () => {
		trigger.setParameters({ events: ['*'], filters: { direction: 'both' } });
		const senderInfo = { endpointType: 'SERVICE_WEB', tbUserId: 'op-1' };
		const item = await emitted({
			id: 'out-1',
			accountId: ACCOUNT,
			name: 'new_message',
			message: { ...CHAT, direction: 'outbound', senderInfo },
		});
		expect(item).toMatchObject({ direction: 'outbound', sender: { type: 'operator', ...senderInfo } });
		trigger.setParameters({ events: ['*'] });
	});

	test('finds the name of an end user in the contact when the message has none', async () => {
		const remoteContact = {
			channelUsername: 'ada',
			phone: '+441632960001',
			nationalName: { firstName: 'Ада', lastName: 'Лавлейс' },
		};
		const item = await emitted({
			id: 'contact-1',
			accountId: ACCOUNT,
			name: 'new_message',
			message: { ...CHAT, direction: 'inbound', remoteContact },
		});
		expect(item.sender).toEqual({
			type: 'contact',
			name: 'Ада Лавлейс',
			firstName: 'Ада',
			lastName: 'Лавлейс',
			username: 'ada',
			phone: '+441632960001',
			address: CHAT.remoteAddress,
			contact: remoteContact,
		});
	});
});

describe('the person whom the chat is with', () => {
	const remoteContact = {
		channelUserId: 9007199254,
		channelUsername: 'zoe',
		phone: '+441632960002',
		email: 'zoe@example.org',
		preferredLanguage: 'de',
		timezone: '+02:00',
		internationalName: { displayName: 'Zoe M' },
	};
	let count = 0;

	/** The sender of an event in both layouts, which must be the same. */
	async function senderOf(name: string, fields: Record<string, unknown>): Promise<unknown> {
		count += 1;
		const envelope = { accountId: ACCOUNT, name };
		const nested = await emitted({ ...envelope, id: `sender-n-${count}`, command: fields });
		const flat = await emitted({ ...envelope, id: `sender-f-${count}`, ...fields });
		expect(flat.sender).toEqual(nested.sender);
		return nested.sender;
	}

	test.each(EVENT_NAMES.filter((name) => JSON.stringify(FIELDS[name])?.includes('271_828')))(
		'%s describes them',
		async (name) => {
			const sender = await senderOf(name, { ...FIELDS[name], remoteContact });
			expect(sender).toEqual({
				type: 'contact',
				name: 'Zoe M',
				username: 'zoe',
				address: CHAT.remoteAddress,
				channelUserId: '9007199254',
				phone: '+441632960002',
				email: 'zoe@example.org',
				preferredLanguage: 'de',
				timezone: '+02:00',
				contact: remoteContact,
			});
		},
	);

	test.each([
		['its message', { message: { remoteFirstName: 'Zoë', remoteLastName: 'Müller', remoteContact } }],
		['its first message', { firstMessage: { remoteFirstName: 'Zoë', remoteLastName: 'Müller', remoteContact } }],
		['its chat', { chat: { remoteFirstName: 'Zoë', remoteLastName: 'Müller', remoteContact } }],
		["its message's chat", { message: { chat: { remoteFirstName: 'Zoë', remoteLastName: 'Müller', remoteContact } } }],
	])('is found in %s', async (_place, fields) => {
		expect(await senderOf('MessageDeliveryCommand', { ...CHAT, ...fields })).toMatchObject({
			type: 'contact',
			name: 'Zoë Müller',
			firstName: 'Zoë',
			lastName: 'Müller',
			preferredLanguage: 'de',
			timezone: '+02:00',
		});
	});

	test('has the time zone of the browser that a visitor came with', async () => {
		const fields = { chatAddress: CHAT, conversationStartContext: { timezoneOffset: -180 } };
		expect(await senderOf('ConversationStartContextUpdateCommand', fields)).toEqual({
			type: 'contact',
			address: CHAT.remoteAddress,
			timezoneOffset: -180,
		});
		const chat = { lastConversationStartContext: { timezoneOffset: 60 } };
		expect(await senderOf('NewChatCreatedCommand', { ...CHAT, chat })).toMatchObject({ timezoneOffset: 60 });
	});

	test('a time zone that is a number stays one', async () => {
		expect(await senderOf('EndUserActionCommand', { ...CHAT, remoteContact: { timezone: 0 } })).toMatchObject({ timezone: 0 });
	});

	test('leaves out values that are not text', async () => {
		const wrong = {
			remoteContact: { phone: 7, email: ['x'], preferredLanguage: {}, timezone: [], nationalName: 'Zoë', channelUserId: {} },
		};
		const names = { remoteFirstName: 5, remoteLastName: '', remoteUsername: false };
		const sender = await senderOf('EndUserActionCommand', { ...CHAT, ...wrong, ...names, chat: 'x', message: [] });
		expect(sender).toEqual({ type: 'contact', address: CHAT.remoteAddress, contact: wrong.remoteContact });
	});

	test('an event without a chat has no sender', async () => {
		expect(await senderOf('ChannelCreationCommand', { channel: 'tg', channelId: 4100, remoteContact })).toBeUndefined();
		expect(await senderOf('WidgetEnableCommand', { widget: {} })).toBeUndefined();
	});
});
