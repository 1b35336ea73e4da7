import type { JsonObject } from '../../../sandbox/core/json';
import { runSandbox } from '../../helpers/sandbox';

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
