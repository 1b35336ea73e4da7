import { toItem } from '../../../../nodes/MessagingPlatformTrigger/event/toItem';
import { readEvent } from '../../../../nodes/MessagingPlatformTrigger/event/event';

const CHAT = { channel: 'tg', channelId: 1, chatId: '77' };

function itemOf(name: string, fields: object, id: string | null = 'e-1') {
	return toItem(readEvent(Buffer.from(JSON.stringify({ id, accountId: 'a', name, ...fields })), (text) => text));
}

test('an old message has its address in the substitutions, and the person in its contact', () => {
	const item = itemOf('new_message', {
		substitutions: { text: 'Hi', channel: 'whatsapp', channelId: '2311', chatId: '79990000001', remoteUsername: 'Мария' },
		message: {
			direction: 'inbound',
			text: 'Hi',
			remoteContact: { phoneNumbers: [{ number: 'tel:+79990000001' }], email: 'maria@shop.example' },
		},
	});
	expect(item).toMatchObject({
		...{ channel: 'whatsapp', channelId: 2311, chatId: '79990000001', chatRef: 'whatsapp_2311_79990000001' },
		sender: { type: 'contact', username: 'Мария', phone: '+79990000001', email: 'maria@shop.example' },
	});
});

test('an event without a chat has what it brought, and no member without a value', () => {
	const item = itemOf('WidgetEnableCommand', { widget: { id: 'w-1' } });
	expect(Object.entries(item)).toEqual([
		['widget', { id: 'w-1' }],
		['event', 'WidgetEnableCommand'],
		['eventId', 'e-1'],
		['accountId', 'a'],
	]);
	const withoutId = itemOf('WidgetEnableCommand', { widget: { id: 'w-1' } }, null);
	expect(Object.keys(withoutId)).toEqual(['widget', 'event', 'accountId']);
});

test('keeps text, direction and attachments in the message for an event about a message', () => {
	const message = { direction: 'outbound', text: 'Hi', attachments: [{ kind: 'image' }] };
	const item = itemOf('MessageDeliveryCommand', { ...CHAT, message });
	expect(item.message).toEqual(message);
	for (const name of ['direction', 'text', 'attachments']) expect(item).not.toHaveProperty(name);
});

test('puts the text and files of a message at the top, too, the files as a separate list', () => {
	const message = { ...CHAT, direction: 'inbound', text: 'Hi', attachments: [{ kind: 'image' }] };
	const item = itemOf('new_message', { message });
	expect(item).toMatchObject({ direction: 'inbound', text: 'Hi', attachments: message.attachments, message });
	(item.attachments as Array<Record<string, unknown>>)[0] = {};
	expect(item.message).toEqual(message);
});

test('takes a field from the event when the message lacks it', () => {
	expect(itemOf('new_message', { message: CHAT, direction: 'inbound', text: 'beside it' })).toMatchObject({
		direction: 'inbound',
		text: '',
	});
});

test.each<[string, object]>([
	['text', { text: 'Hi' }],
	['voice', { attachments: [{ kind: 'voice' }, { kind: 'image' }], text: 'A caption' }],
	['document', { attachments: [{ fileName: 'a.pdf' }] }],
	['document', { attachments: [{ kind: '' }] }],
	['document', { attachments: ['no object'] }],
	['hologram', { attachments: [{ kind: 'hologram' }] }],
	['image', { attachments: [{ kind: 'image' }], location: { latitude: 1, longitude: 2 } }],
	['location', { location: { latitude: 1, longitude: 2 }, text: 'Here' }],
	['contact', { contact: { phone: '+441632960001' }, text: 'Zoë' }],
	['contact', { contactCards: [{ name: 'Zoë' }] }],
	['text', { location: {}, contact: {}, contactCards: [], attachments: [], text: 'Hi' }],
	['text', { location: 'here', contact: 7, attachments: 'none', text: 'Hi' }],
	['other', { text: ' \n' }],
	['other', {}],
])('names the kind of a message: %s: %j', (kind, message) => {
	const item = itemOf('new_message', { message: { ...CHAT, direction: 'inbound', ...message } });
	expect(item.kind).toBe(kind);
});

const IDS = ['chatId', 'channelId', 'tbChatId', 'eventId', 'accountId'];
const WHERE = ['sender', 'chatRef', 'channel'];

test.each<[string, object, string[]]>([
	[
		'new_message',
		{ message: { ...CHAT, tbChatId: 7, direction: 'inbound', text: 'Hi' }, userId: 'u-1' },
		['text', ...WHERE, 'attachments', 'kind', 'direction', 'event', 'message', 'userId', ...IDS],
	],
	[
		'MessageDeliveryCommand',
		{ ...CHAT, tbChatId: 7, messageId: 'm-1', deliveryStatus: 'SPAM' },
		['outcome', 'isFinal', 'failure', 'deliveryStatus', ...WHERE, 'event', 'messageId', ...IDS],
	],
	['EndUserActionCommand', { command: { ...CHAT, tbChatId: 7, payload: 'a' } }, ['payload', ...WHERE, 'event', ...IDS]],
	[
		'TagAssignedOnChatCommand',
		{ ...CHAT, tbChatId: 7, isNewTag: true, tag: 'VIP' },
		['tag', ...WHERE, 'event', 'isNewTag', ...IDS],
	],
	['SomethingNew', { ...CHAT, tbChatId: 7, colour: 'red' }, [...WHERE, 'event', 'colour', ...IDS]],
])('begins with what people use and ends with the IDs: %s', (name, fields, names) => {
	expect(Object.keys(itemOf(name, fields))).toEqual(names);
});

test('names the kind of messages only', () => {
	expect(itemOf('MessageDeliveryCommand', { ...CHAT, message: { text: 'Hi' } })).not.toHaveProperty('kind');
	expect(itemOf('EndUserActionCommand', { ...CHAT, isFinal: true })).not.toHaveProperty('outcome');
});
