import { aboutEvent } from '../../../sandbox/events/deliveries';

const message = (more: object) => ({ name: 'new_message', message: { direction: 'inbound', ...more } });

test.each([
	['a text', message({ text: 'Hello' }), { direction: 'inbound', text: 'Hello' }],
	['an image', message({ attachments: [{ kind: 'image', fileName: 'tulips.png' }] }), { text: 'Image tulips.png' }],
	['a caption', message({ text: 'Look', attachments: [{ kind: 'image' }] }), { text: 'Look' }],
	['a file without name', message({ attachments: [{ kind: 'document' }] }), { text: 'File' }],
	['a contact', message({ contact: { phone: '+491', name: 'Ada' } }), { text: 'Contact Ada' }],
	['a location', message({ location: { latitude: 1, longitude: 2 } }), { text: 'Location' }],
	['a template', message({ direction: 'outbound', templateId: '1001' }), { direction: 'outbound', text: 'Template 1001' }],
	['nothing', message({}), { direction: 'inbound' }],
	[
		'a delivery status',
		{ name: 'MessageDeliveryCommand', command: { deliveryStatus: 'SENT', message: { direction: 'outbound', text: 'Hello' } } },
		{ direction: 'outbound', status: 'SENT', text: 'Hello' },
	],
	['the flat layout', { name: 'MessageDeliveryCommand', deliveryStatus: 'ERROR' }, { status: 'ERROR' }],
	['a first message', { name: 'NewChatCreatedCommand', command: { firstMessage: { text: 'Hi' } } }, { text: 'Hi' }],
	[
		'a tag',
		{ name: 'TagAssignedOnChatCommand', command: { tag: { name: 'vip' }, reason: 'operator_assigned' } },
		{ text: 'vip' },
	],
	[
		'notes',
		{ name: 'ChatMemoChanged', command: { memo: { memo: 'Calls late', phones: ['+491'] } } },
		{ text: 'Calls late, +491' },
	],
	['a channel', { name: 'ChannelConnected', command: { fullChannel: { title: 'Shop bot' } } }, { text: 'Shop bot' }],
	['an event that nobody knows', { name: 'Later', command: { what: 'ever' } }, {}],
])('%s', (_what, body, about) => {
	expect(aboutEvent(body)).toMatchObject(about);
	if (Object.keys(about).length === 0) expect(aboutEvent(body)).toEqual({});
});

test('is short, and takes any body', () => {
	expect(aboutEvent(message({ text: '🌷'.repeat(5_000) })).text).toBe('🌷'.repeat(200));
	const odd = [
		{},
		{ name: 'new_message', message: 'x' },
		{ name: 'new_message', message: { direction: 7, text: {}, attachments: [1] } },
	];
	for (const body of odd) expect(aboutEvent(body)).toEqual({});
});
