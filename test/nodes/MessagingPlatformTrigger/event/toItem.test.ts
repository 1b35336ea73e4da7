import { toItem } from '../../../../nodes/MessagingPlatformTrigger/event/toItem';
import { readEvent } from '../../../../nodes/MessagingPlatformTrigger/event/event';

const CHAT = { channel: 'tg', channelId: 1, chatId: '77' };

function itemOf(name: string, fields: object, id: string | null = 'e-1') {
	return toItem(readEvent(Buffer.from(JSON.stringify({ id, accountId: 'a', name, ...fields })), (text) => text));
}

test('an event without a chat has what it brought, and no member without a value', () => {
	const item = itemOf('WidgetEnableCommand', { widget: { id: 'w-1' } });
	expect(Object.entries(item)).toEqual([
		['event', 'WidgetEnableCommand'],
		['eventId', 'e-1'],
		['accountId', 'a'],
		['widget', { id: 'w-1' }],
	]);
	const withoutId = itemOf('WidgetEnableCommand', { widget: { id: 'w-1' } }, null);
	expect(Object.keys(withoutId)).toEqual(['event', 'accountId', 'widget']);
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
	expect(Object.keys(item).slice(-6)).toEqual(['direction', 'text', 'kind', 'sender', 'attachments', 'message']);
});

test('names the kind of messages only', () => {
	expect(itemOf('MessageDeliveryCommand', { ...CHAT, message: { text: 'Hi' } })).not.toHaveProperty('kind');
	expect(itemOf('EndUserActionCommand', { ...CHAT, isFinal: true })).not.toHaveProperty('outcome');
});
