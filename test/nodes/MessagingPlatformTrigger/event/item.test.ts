import { CHAT, FIELDS, ACCOUNT } from '../../../helpers/deliveries';
import { itemIn } from '../../../helpers/handOver';
import { useTriggers } from '../../../helpers/useTriggers';
import { findFilterReason } from '../../../../nodes/MessagingPlatformTrigger/event/filter';
import { toItem } from '../../../../nodes/MessagingPlatformTrigger/event/toItem';
import { readSettings } from '../../../../nodes/MessagingPlatformTrigger/settings/settings';
import { readEvent } from '../../../../nodes/MessagingPlatformTrigger/event/event';
import { contract } from '../../../../sandbox/contract/validator';

const FIRST = { firstMessage: FIELDS.FirstMessageFromEndUserInChatCommand?.firstMessage };
const FLAT_ADDRESS = {
	accountId: ACCOUNT,
	channel: 'tg',
	channelId: 4100,
	chatId: '271_828',
	tbChatId: 70001,
	chatRef: 'tg_4100_271_828',
};
const AT = { channel: 'tg', channelId: 1, chatId: '77', tbChatId: 7 };
const stage = useTriggers({ parameters: { events: ['*'] } });

/** The output for an event, whose name and account need not be given. */
async function emitted(body: object | string): Promise<Record<string, unknown>> {
	const text = typeof body === 'string' ? body : JSON.stringify({ accountId: ACCOUNT, name: 'OperatorReadChatCommand', ...body });
	expect(await stage.send(text)).toMatchObject({ status: 200, text: '' });
	return stage.trigger.executions.at(-1)?.[0]?.json ?? {};
}

const itemOf = (name: string, fields: object) => itemIn(JSON.stringify({ id: 'e-1', accountId: 'a', name, ...fields }));

describe('the nested layout', () => {
	test("keeps the fields of the envelope in addition to the event's own", async () => {
		const outside = { userId: 'reader', extra: 1, same: { a: 1 }, substitutions: { a: 'b' }, nothing: null };
		const item = await emitted({
			...outside,
			command: { ...CHAT, userId: 'operator', extra: { b: 2 }, same: { a: 1 }, nothing: 1 },
		});
		expect(item).toMatchObject({
			...{ userId: 'operator', eventUserId: 'reader', extra: { b: 2 }, eventExtra: 1, nothing: 1 },
			...{ same: { a: 1 }, substitutions: { a: 'b' } },
		});
		for (const name of ['eventSame', 'eventNothing', 'command']) expect(item).not.toHaveProperty(name);
		// a null of the event hides nothing of the envelope
		const other = await emitted({ userId: 'u', command: { ...CHAT, userId: null } });
		expect([other.userId, other.eventUserId]).toEqual(['u', undefined]);
	});

	test.each(['restart', [{ a: 1 }, null], false])('keeps a command that is %j unchanged', async (command) => {
		expect(await emitted({ userId: 'u', tbChatId: 5, command })).toMatchObject({ userId: 'u', tbChatId: 5, command });
	});
});

// specification, Events: in the flat layout this event has an object that is spelled so, next to firstMessage
test.each([{}, FIRST, { firstMessage: { ...(FIRST.firstMessage as object), subject: null } }])(
	'the first message in `comand` next to %j comes out like one in `command`',
	async (beside) => {
		const name = 'FirstMessageFromEndUserInChatCommand';
		const nested = await emitted({ id: 'e-1', name, command: FIELDS[name] });
		const misspelled = await emitted({ id: 'e-2', name, comand: FIELDS[name], ...beside });
		expect(misspelled).toEqual({ ...nested, eventId: 'e-2' });
		expect(misspelled).toMatchObject({ ...FLAT_ADDRESS, event: name, firstMessage: { text: 'Hello' } });
	},
);

describe('a message', () => {
	test('is whole in the output, and has its text and files at the top, too, the files as a separate list', async () => {
		const attachments = [{ kind: 'voice', publicUrl: 'https://x.example/1' }];
		const message = { ...CHAT, direction: 'inbound', text: 'Hi', attachments, unknown: { field: 1 } };
		const item = await emitted({ id: 'm-1', name: 'new_message', userId: 'u-1', message });
		const top = { direction: 'inbound', text: 'Hi', attachments, userId: 'u-1', eventId: 'm-1' };
		expect(item).toMatchObject({ ...FLAT_ADDRESS, event: 'new_message', message, ...top });
		Object.assign((item.attachments as object[])[0]!, { kind: 'other' });
		expect(item.message).toEqual(message);
	});

	test('has text and attachments even if it came with none, and a field of the event if it lacks it', () => {
		const bare = { direction: 'inbound', text: '', attachments: [], sender: { type: 'contact' } };
		expect(
			itemOf('new_message', { message: { ...AT, text: 7, attachments: { 0: 'file' } }, direction: 'inbound', text: 'x' }),
		).toMatchObject(bare);
	});

	const POINT = { latitude: 1, longitude: 2 };

	test.each<[kind: string, messages: object[]]>([
		['text', [{ text: 'Hi' }, { location: {}, contact: {}, contactCards: [], attachments: [], text: 'Hi' }]],
		['text', [{ location: 'here', contact: 7, attachments: 'none', text: 'Hi' }]],
		['voice', [{ attachments: [{ kind: 'voice' }, { kind: 'image' }], text: 'A caption' }]],
		['document', [{ attachments: [{ fileName: 'a.pdf' }] }, { attachments: [{ kind: '' }] }, { attachments: ['no object'] }]],
		['hologram', [{ attachments: [{ kind: 'hologram' }], location: POINT }]],
		['location', [{ location: POINT, text: 'Here' }]],
		['contact', [{ contact: { phone: '+441632960001' }, text: 'Zoë' }, { contactCards: [{ name: 'Zoë' }] }]],
		['other', [{ text: ' \n' }, {}]],
	])('is of the kind %s: %j', (kind, messages) => {
		const kinds = messages.map((one) => itemOf('new_message', { message: { ...AT, direction: 'inbound', ...one } }).kind);
		expect(kinds).toEqual(messages.map(() => kind));
	});
});

const IDS = 'chatId channelId tbChatId eventId accountId';
const WHERE = 'sender chatRef channel';

test.each<[string, object, string]>([
	[
		'new_message',
		{ message: { ...AT, direction: 'inbound', text: 'Hi' }, userId: 'u-1' },
		`text ${WHERE} attachments kind direction event message userId ${IDS}`,
	],
	[
		'MessageDeliveryCommand',
		{ ...AT, messageId: 'm-1', deliveryStatus: 'SPAM', isFinal: true, outcome: 'theirs' },
		`outcome isFinal failure deliveryStatus ${WHERE} event messageId ${IDS}`,
	],
	['EndUserActionCommand', { command: { ...AT, payload: 'a' } }, `payload ${WHERE} event ${IDS}`],
	['TagAssignedOnChatCommand', { ...AT, isNewTag: true, tag: 'VIP' }, `tag ${WHERE} event isNewTag ${IDS}`],
	['WidgetEnableCommand', { widget: { id: 'w-1' } }, 'widget event eventId accountId'],
])('begins with what people use and ends with the IDs: %s', (name, fields, names) => {
	const item = itemOf(name, fields);
	expect(Object.keys(item)).toEqual(names.split(' '));
	expect(item.outcome).not.toBe('theirs');
});

describe('values', () => {
	test('drops fields that are null, at any depth, but not in lists, and keeps what is false, 0 or empty', async () => {
		const chat = { memo: null, unreadCount: 0, remoteFirstName: '', d: [null, { e: null, f: 1 }] };
		const item = await emitted({ substitutions: null, command: { ...CHAT, tag: null, isNewTag: false, chat } });
		for (const name of ['tag', 'substitutions']) expect(item).not.toHaveProperty(name);
		expect(item).toMatchObject({ isNewTag: false, chat: { unreadCount: 0, remoteFirstName: '', d: [null, { f: 1 }] } });
		expect(Object.keys(item.chat as object)).toEqual(['unreadCount', 'remoteFirstName', 'd']);
	});

	test('does not let a field of the event replace what the trigger promises, nor a prototype', async () => {
		const forged = '"event":"forged","eventId":"forged","chatRef":"forged","constructor":"c","__proto__":{"polluted":1}';
		const body = JSON.stringify({ id: 'real', accountId: ACCOUNT, name: 'ChatMemoChanged', chatAddress: CHAT });
		const item = await emitted(body.replace(/}$/, `,${forged}}`));
		expect(item).toMatchObject({ event: 'ChatMemoChanged', eventId: 'real', chatRef: 'tg_4100_271_828' });
		expect(Object.entries(item)).toContainEqual(['constructor', 'c']);
		expect([item.polluted, ({} as Record<string, unknown>).polluted]).toEqual([undefined, undefined]);
		expect(Object.getPrototypeOf(item)).toBe(Object.prototype);
	});
});

describe('a delivery status', () => {
	function statusOf(command: object) {
		const body = JSON.stringify({ id: 'e-1', accountId: 'a', name: 'MessageDeliveryCommand', command });
		return readEvent(Buffer.from(body), (text) => text);
	}

	/** Checks if a delivery status starts the workflow of a trigger that waits for failures. */
	const isFailure = (command: object): boolean =>
		findFilterReason(statusOf(command), readSettings(['*'], { deliveryStatus: 'failed' }), 0) === undefined;

	const wordsOf = (command: object) => {
		const { outcome, isFinal, failure } = toItem(statusOf(command));
		return [outcome, isFinal, failure];
	};

	const { enum: names } = contract().schema('DeliveryStatus') as { enum: string[] };
	/** The documented statuses by what they are in plain words. */
	const OTHERS = { delivered: 'DELIVERED', sent: 'SENT ACCEPTED_BY_PARTNER QUEUED', unknown: 'UNKNOWN' };
	const FAILURES = {
		windowClosed: 'MESSAGE_OUTSIDE_OF_ALLOWED_WINDOW',
		noSuchPerson: 'NO_MATCHING_USER_FOUND INVALID_ADDRESS_FORMAT USER_DIALOG_NOT_INITIATED',
		blocked: 'BLOCKED BLACKLISTED',
		expired: 'TB_MESSAGE_TIMEOUT EXTERNAL_MESSAGE_TIMEOUT',
		content: 'FILE_SEND_LIMITATION ATTACHMENT_TYPE_NOT_SUPPORTED_BY_CHANNEL MAXIMUM_CHARACTERS_EXCEEDED BAD_WORDS_FOUND SPAM',
		channel:
			'API_TIMEOUT CONNECTION_TIMEOUT WRONG_ACCOUNT_ID SERVER_UNAVAILABLE INVALID_API_TOKEN INVALID_SENDER API_REQUEST_LIMIT ' +
			'BOT_NOT_PUBLISHED INSUFFICIENT_API_PERMISSIONS PHONE_OFFLINE PAYMENT_REQUIRED',
		other: 'ERROR PARTIALLY_SENT PARTIALLY_SENT_WITH_ERROR ALL_CHILD_SENT_WITH_ERROR UNSUPPORTED_DEVICE',
	};

	test.each(Object.entries(FAILURES))('says why it failed: %s: %s', (failure, statuses) => {
		for (const deliveryStatus of statuses.split(' ')) {
			expect(wordsOf({ deliveryStatus, isDelivered: false })).toEqual(['failed', true, failure]);
			expect(wordsOf({ deliveryStatus, isFinal: false })).toEqual(['underway', false, undefined]);
		}
	});

	test.each(Object.entries(OTHERS))('names the outcome: %s: %s', (outcome, statuses) => {
		for (const deliveryStatus of statuses.split(' ')) {
			expect(wordsOf({ deliveryStatus, isDelivered: false })).toEqual([outcome, true, undefined]);
			expect(wordsOf({ deliveryStatus, isDelivered: true })).toEqual(['delivered', true, undefined]);
			expect(wordsOf({ deliveryStatus, final: false })).toEqual(['underway', false, undefined]);
		}
	});

	test('counts as a failure exactly if the filter counts it as one, or if its outcome is unknown', () => {
		for (const deliveryStatus of [...names, 'NEW', 'NEW_ERROR', undefined, null, ['ERROR']]) {
			for (const fields of [{}, { isDelivered: true }, { isFinal: false }]) {
				const [outcome] = wordsOf({ deliveryStatus, ...fields });
				const hasFailed = outcome === 'failed' || outcome === 'unknown';
				expect([deliveryStatus, isFailure({ deliveryStatus, ...fields })]).toEqual([deliveryStatus, hasFailed]);
			}
		}
	});
});
