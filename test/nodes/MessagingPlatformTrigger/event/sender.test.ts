import { readEvent } from '../../../../nodes/MessagingPlatformTrigger/event/event';

const CHAT = { channel: 'tg', channelId: 1, chatId: '77' };

function senderOf(command: object, name = 'OperatorReadChatCommand') {
	const body = Buffer.from(JSON.stringify({ id: 'e-1', accountId: 'a', name, command }));
	return readEvent(body, (text) => text).sender;
}

test.each<[object, object]>([
	[
		{ ...CHAT, direction: 'outbound', senderInfo: { endpointType: 'SERVICE_WEB', type: 'forged' }, remoteFirstName: 'Ada' },
		{ endpointType: 'SERVICE_WEB', type: 'operator' },
	],
	[
		{ direction: 'outbound', senderInfo: { endpointType: 'UNKNOWN', userAgent: '', channelUserId: '' } },
		{ endpointType: 'UNKNOWN', type: 'unknown' },
	],
	[{ direction: 'outbound', senderInfo: 'nobody' }, { type: 'unknown' }],
	[{ direction: 'inbound', ...CHAT }, { type: 'contact' }],
	[{}, { type: 'contact' }],
])('the message %j has the sender %j', (message, sender) => {
	expect(senderOf({ message }, 'new_message')).toEqual(sender);
});

test.each([
	[{ chatId: '77' }, { type: 'contact' }],
	[{ tbChatId: 5 }, { type: 'contact' }],
	[{ channel: 'tg', channelId: 1, remoteFirstName: 'Ada' }, undefined],
	[{}, undefined],
])('another event with %j has the sender %j', (command, sender) => {
	expect(senderOf(command)).toEqual(sender);
});

describe('the place of the contact', () => {
	const PLACES = ['message', 'firstMessage', 'chat', 'subscription', 'chatAddress', 'address'];
	const named = (place: string) => ({ remoteUsername: place });

	test.each(PLACES.map((_place, index) => PLACES.slice(index)))('is %s, before the next ones and the chat in it', (...places) => {
		const [first = ''] = places;
		const command = Object.fromEntries([...places].reverse().map((place) => [place, named(place)]));
		expect(senderOf({ ...CHAT, ...command })).toMatchObject({ username: first });
		expect(senderOf({ ...CHAT, ...command, ...named('event') })).toMatchObject({ username: 'event' });
		const inChat = { [first]: { chat: named('chat') } };
		expect(senderOf({ ...CHAT, ...inChat })).toMatchObject({ username: 'chat' });
		expect(senderOf({ ...CHAT, ...inChat, address: { chat: named('chat'), ...named('address') } })).toMatchObject({
			username: 'address',
		});
	});

	test.each(['text', ['x'], { chat: 'x' }, { remoteContact: 'x' }])('is not %j', (message) => {
		expect(senderOf({ ...CHAT, message })).toEqual({ type: 'contact' });
	});
});

describe('the data of the contact', () => {
	// test/nodes/shared/person.test.ts has the names and the other data of a person
	test('has the separate names, the username and the address, from wherever each is', () => {
		const message = { remoteLastName: 'L', remoteUsername: 'ada', remoteAddress: 'tel:1' };
		const names = { name: 'Ada', firstName: 'Ada', lastName: 'L', username: 'ada', address: 'tel:1' };
		expect(senderOf({ ...CHAT, remoteFirstName: 'Ada', message })).toEqual({ type: 'contact', ...names });
		const second = { remoteContact: {}, message: { remoteContact: { nationalName: { firstName: 'B' } } } };
		expect(senderOf({ ...CHAT, ...second })).toMatchObject({ name: 'B' });
		expect(senderOf({ ...CHAT, remoteFirstName: '' })).not.toHaveProperty('name');
	});

	test('has fields of a further contact when the first lacks them, and the first contact unchanged', () => {
		const first = { phone: '', email: 'a@example.org' };
		const further = { phone: '+44', preferredLanguage: 'en', timezone: '+01:00' };
		const second = { ...further, email: 'b@example.org', channelUserId: 7, channelUsername: 'ada' };
		const both = { ...CHAT, remoteContact: first, message: { remoteContact: second } };
		const told = { ...further, email: 'a@example.org', channelUserId: '7', username: 'ada' };
		expect(senderOf(both)).toEqual({ type: 'contact', ...told, contact: first });
		expect(senderOf({ ...both, remoteUsername: 'lovelace' })).toMatchObject({ username: 'lovelace' });
	});

	test.each([
		[0, 0],
		['Europe/London', 'Europe/London'],
		['', undefined],
		[{}, undefined],
	])('reads the time zone %j as %j', (value, timezone) => {
		expect(senderOf({ ...CHAT, remoteContact: { timezone: value } })?.timezone).toBe(timezone);
		expect(senderOf({ ...CHAT, conversationStartContext: { timezoneOffset: value } })?.timezoneOffset).toBe(timezone);
	});

	test.each([
		[{}, 60],
		[{ conversationStartContext: { timezoneOffset: -180 } }, -180],
		[{ conversationStartContext: 'none' }, 60],
	])('has the time zone of the visit that began the conversation, otherwise of the last visit: %j', (fields, timezoneOffset) => {
		const last = { lastConversationStartContext: { timezoneOffset: 60 } };
		expect(senderOf({ ...CHAT, ...last, ...fields })).toMatchObject({ timezoneOffset });
	});
});
