import type { JsonObject } from '../../../sandbox/core/json';
import { failure, runSandbox } from '../../helpers/sandbox';

const running = runSandbox();
const { api, control } = running;

const TO_ZOE = { channel: 'tg', channelId: 4100, tbChatId: 70001 };

const BUSINESS = { channel: 'whatsappb', channelId: 9007199254740993n };

const button = (type: string, more: object = {}) => ({ type, text: 'b', ...more });

async function sent(body: object): Promise<JsonObject> {
	const answer = await api('POST /messages', body);
	expect([answer.status, answer.body.$error]).toEqual([200, undefined]);
	expect(answer.body.$count).toBe(1);
	return answer.body.$value as JsonObject;
}

/** The final delivery status of the chat's last messages, by their text. */
async function statuses(chatRef: string, count: number): Promise<unknown[]> {
	await running.sandbox.settled();
	const { body } = await control(`GET /chats/${chatRef}/messages`);
	return (body.$items as JsonObject[]).slice(-count).map((one) => {
		const [status] = (one.currentDeliveryStatus ?? []) as JsonObject[];
		return status?.deliveryStatus;
	});
}

test('queues a text and fills in id, time, chat and direction', async () => {
	const message = await sent({
		...TO_ZOE,
		text: 'Hi 👋',
		buttons: [button('ActionButton', { payload: 'p' })],
	});
	expect(message).toMatchObject({
		...TO_ZOE,
		text: 'Hi 👋',
		direction: 'outbound',
		id: expect.stringMatching(/^[0-9a-f-]{36}$/),
		sentTimestamp: expect.any(Number),
		buttons: [button('ActionButton', { payload: 'p' })],
	});
	expect(await statuses('70001', 1)).toEqual(['DELIVERED']);
});

test.each([
	['chatId', { chatId: '79005550202' }],
	['tbChatId as a number', { tbChatId: 9007199254740995n }],
	['tbChatId as a string', { tbChatId: '9007199254740995' }],
	['remoteAddress', { remoteAddress: 'tel:+79005550202' }],
])('finds the chat by %s', async (_case, reference) => {
	const { tbChatId } = await sent({ ...BUSINESS, ...reference, text: 'x' });
	expect(tbChatId).toBe(9007199254740995n);
});

test('echoes further fields of the message model', async () => {
	const more = {
		textMarkup: 'HTML',
		replyToChannelMessageId: '17',
		removeKeyboard: true,
		location: { latitude: 52.5, longitude: 13.4 },
		contact: { phone: '+4930123456', name: 'Zoë' },
		headers: { any: 9007199254740993n },
	};
	expect(await sent({ ...TO_ZOE, text: '<b>x</b>', ...more })).toMatchObject(more);
	const wrong = await api('POST /messages', { ...TO_ZOE, text: 'x', textMarkup: 'RTF' });
	expect(failure(wrong)).toEqual([400, 1001, 'BODY_VALIDATION_ERROR', 'textMarkup']);
});

test('ignores unknown request fields', async () => {
	await sent({ ...TO_ZOE, text: 'x', newField: { deep: [1] } });
});

test.each([
	['a location', { location: { latitude: 1, longitude: 2 } }],
	['a contact', { contact: { phone: '+4930123456' } }],
	['contact cards', { contactCards: { any: 1 } }],
	['a field that the specification does not show', { newField: { deep: [1] } }],
])('takes %s without a text', async (_case, content) => {
	await sent({ ...TO_ZOE, ...content });
});

test.each([
	['channel', { channelId: 4100, text: 'x' }],
	['channelId', { channel: 'tg', text: 'x' }],
	['channelId', { ...TO_ZOE, channelId: 'four', text: 'x' }],
	['channelId', { ...TO_ZOE, channelId: 2n ** 63n, text: 'x' }],
	['text', { ...TO_ZOE, text: 5 }],
	['substitutions.a', { ...TO_ZOE, text: 'x', substitutions: { a: { b: 'c' } } }],
	['attachments', { ...TO_ZOE, attachments: Array.from({ length: 11 }, () => ({ kind: 'image', channelFileId: 'x' })) }],
	['attachments[0].kind', { ...TO_ZOE, attachments: [{ channelFileId: 'x' }] }],
	['attachments[0].channelFileId', { ...TO_ZOE, attachments: [{ kind: 'image' }] }],
	['attachments[0].kind', { ...TO_ZOE, attachments: [{ kind: 'gif', channelFileId: 'x' }] }],
	[
		'buttons',
		{
			...TO_ZOE,
			text: 'x',
			buttons: Array.from({ length: 11 }, () => button('ActionButton', { payload: 'p' })),
		},
	],
	['buttons', { ...TO_ZOE, text: 'x', buttons: [button('GetContactButton'), button('ActionButton', { payload: 'p' })] }],
	['buttons[0].payload', { ...TO_ZOE, text: 'x', buttons: [button('ActionButton')] }],
	['buttons[0].link', { ...TO_ZOE, text: 'x', buttons: [button('HyperLinkButton')] }],
	['buttons[0].link', { ...TO_ZOE, text: 'x', buttons: [button('HyperLinkButton', { link: 'no url' })] }],
	['buttons[0].type', { ...TO_ZOE, text: 'x', buttons: [button('InvoiceButton')] }],
	['buttons[0].text', { ...TO_ZOE, text: 'x', buttons: [{ type: 'GetContactButton' }] }],
	['attachments[0].channelFileId', { ...TO_ZOE, attachments: [{ kind: 'image', channelFileId: 'https://a.example/b.png' }] }],
	['remoteAddress', { ...BUSINESS, remoteAddress: '+79001112233', templateId: '1002' }],
	['substitutions.name', { ...BUSINESS, tbChatId: 70007, templateId: '1001', substitutions: { name: 'a\nb' } }],
	['substitutions.name', { ...BUSINESS, tbChatId: 70007, templateId: '1001', substitutions: { name: 'a     b' } }],
	[
		'substitutions.order1',
		{
			channel: 'vk',
			channelId: 4100,
			remoteAddress: 'tel:+79001112233',
			templateId: 'order_status',
			substitutions: { order1: 1 },
		},
	],
])('refuses a body whose %s is wrong, naming it', async (path, body) => {
	expect(failure(await api('POST /messages', body))).toEqual([400, 1001, 'BODY_VALIDATION_ERROR', path]);
});

test.each([
	['an unknown channel type', { ...TO_ZOE, channel: 'icq', text: 'x' }],
	['an unknown channel', { channel: 'tg', channelId: 1, tbChatId: 70001, text: 'x' }],
	['a chat of another channel', { channel: 'vk', channelId: 4100, tbChatId: 70001, text: 'x' }],
	['no chat', { channel: 'tg', channelId: 4100, text: 'x' }],
	['nothing to send', { ...TO_ZOE }],
	['an empty text', { ...TO_ZOE, text: '' }],
	['an unknown template', { ...BUSINESS, tbChatId: 70007, templateId: '9' }],
	['a template on a channel without', { ...TO_ZOE, templateId: '1001' }],
	[
		'a new number on a channel without mailing',
		{ channel: 'sms', channelId: 79005550103, remoteAddress: 'tel:+79001112233', text: 'x' },
	],
	['a free text to a new number on vk', { channel: 'vk', channelId: 4100, remoteAddress: 'tel:+79001112233', text: 'x' }],
])('refuses %s', async (_case, body) => {
	expect(failure(await api('POST /messages', body))).toEqual([400, 400, 'INVALID_REQUEST']);
});

test('opens a chat by phone number if the channel allows it, once', async () => {
	const to = { channel: 'whatsapp', channelId: 79005550101, remoteAddress: 'tel:+79001112233' };
	const [first, second] = [await sent({ ...to, text: 'one' }), await sent({ ...to, text: 'two' })];
	expect(first.tbChatId).toEqual(second.tbChatId);
	expect((await control('GET /chats/whatsapp_79005550101_79001112233/messages')).body.$count).toBe(2);
});

test('fills a template in and keeps to the 24-hour window', async () => {
	const closed = { ...BUSINESS, tbChatId: 70007 };
	const message = await sent({ ...closed, templateId: '1001', substitutions: { name: 'Ελένη', order: 7 } });
	expect(message).toMatchObject({
		text: 'Hello, Ελένη! Your order 7 is ready.',
		templateId: '1001',
		templateName: 'order_ready',
		wabaWindowOpened: false,
	});
	await sent({ ...closed, text: 'free-form' });
	expect(await statuses('70007', 2)).toEqual(['DELIVERED', 'MESSAGE_OUTSIDE_OF_ALLOWED_WINDOW']);
	await control('POST /chats/70007/messages', { text: 'the window opens' });
	await sent({ ...closed, text: 'free-form' });
	expect(await statuses('70007', 1)).toEqual(['DELIVERED']);
});

test('splits a text that is too large, losing nothing and cutting no character', async () => {
	// The odd letter puts the cut of the emoji into the middle of one.
	const text = `${'слово '.repeat(700)}x${'👍'.repeat(5000)}`;
	const message = await sent({ ...TO_ZOE, text, buttons: [button('ActionButton', { payload: 'p' })] });
	expect(message.compositeMessageType).toBe('MASTER_MESSAGE');
	const children = message.childMessages as JsonObject[];
	expect(children.length).toBeGreaterThan(1);
	expect(children.map((one) => one.text).join('')).toBe(text);
	for (const [index, child] of children.entries()) {
		expect(child).toMatchObject({ compositeMessageType: 'CHILD_MESSAGE', masterMessageId: message.id });
		expect(String(child.text).length).toBeLessThanOrEqual(4096);
		expect(String(child.text)).not.toMatch(/[\uD800-\uDBFF]$/);
		expect(child.buttons !== undefined).toBe(index === children.length - 1);
	}
	expect(await statuses('70001', children.length + 1)).toEqual(Array(children.length + 1).fill('DELIVERED'));
});

test('reports no status on instagram and an unreliable one on whatsapp', async () => {
	await sent({ channel: 'instagram', channelId: 17841400008460056n, tbChatId: 70011, text: 'x' });
	expect(await statuses('70011', 1)).toEqual([undefined]);
	for (const text of ['1', '2']) await sent({ channel: 'whatsapp', channelId: 79005550101, tbChatId: 70005, text });
	expect(await statuses('70005', 2)).toEqual(['DELIVERED', 'SENT']);
});

test('turns a GetContactButton into an ActionButton but on tg', async () => {
	const contact = button('GetContactButton', { payload: 'p' });
	expect((await sent({ ...TO_ZOE, text: 'x', buttons: [contact] })).buttons).toEqual([contact]);
	const onViber = { channel: 'viber', channelId: 310, tbChatId: 70008, text: 'x', buttons: [contact] };
	expect((await sent(onViber)).buttons).toEqual([{ ...contact, type: 'ActionButton' }]);
});
