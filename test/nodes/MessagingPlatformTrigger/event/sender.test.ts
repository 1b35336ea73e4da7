import { readEvent } from '../../../../nodes/MessagingPlatformTrigger/event/event';
import { readSender } from '../../../../nodes/MessagingPlatformTrigger/event/sender';

const CHAT = { channel: 'tg', channelId: 1, chatId: '77' };

function senderOf(command: object, name = 'OperatorReadChatCommand') {
	const body = Buffer.from(JSON.stringify({ id: 'e-1', accountId: 'a', name, command }));
	return readSender(readEvent(body, (text) => text));
}

describe('the sender of a message', () => {
	const sender = (message: object) => senderOf({ message }, 'new_message');

	test('is on the side of the account when it is outgoing, whatever its senderInfo is called; empty values are left out', () => {
		const senderInfo = { endpointType: 'SERVICE_WEB', tbUserId: 'op-1', type: 'forged' };
		expect(sender({ ...CHAT, direction: 'outbound', senderInfo, remoteFirstName: 'Ada' })).toEqual({
			...senderInfo,
			type: 'operator',
		});
		const empty = { endpointType: 'UNKNOWN', userAgent: '', channelUserId: '' };
		expect(sender({ direction: 'outbound', senderInfo: empty })).toEqual({ endpointType: 'UNKNOWN', type: 'unknown' });
		expect(sender({ direction: 'outbound', senderInfo: 'nobody' })).toEqual({ type: 'unknown' });
	});

	test.each([{ direction: 'inbound' }, { direction: 'inbound', ...CHAT }, {}])(
		'%j is the contact, even when nothing is known about them',
		(message) => {
			expect(sender(message)).toEqual({ type: 'contact' });
		},
	);
});

describe('the sender of another event', () => {
	test.each([
		[{ chatId: '77' }, { type: 'contact' }],
		[{ tbChatId: 5 }, { type: 'contact' }],
		[{ channel: 'tg', channelId: 1, remoteFirstName: 'Ada' }, undefined],
		[{}, undefined],
	])('%j: %j', (command, sender) => {
		expect(senderOf(command)).toEqual(sender);
	});
});

describe('the place of the contact', () => {
	const PLACES = ['message', 'firstMessage', 'chat', 'subscription', 'chatAddress', 'address'];
	const named = (place: string) => ({ remoteUsername: place });

	test.each(PLACES.map((_place, index) => PLACES.slice(index)))('is %s, before the next ones', (...places) => {
		const command = Object.fromEntries(places.reverse().map((place) => [place, named(place)]));
		expect(senderOf({ ...CHAT, ...command })).toMatchObject({ username: places.at(-1) });
		expect(senderOf({ ...CHAT, ...command, ...named('event') })).toMatchObject({ username: 'event' });
	});

	test.each(PLACES)('is the chat of %s, after all of these', (place) => {
		const chat = named(`chat of ${place}`);
		expect(senderOf({ ...CHAT, [place]: { chat } })).toMatchObject({ username: `chat of ${place}` });
		expect(senderOf({ ...CHAT, [place]: { chat }, address: { chat, ...named('address') } })).toMatchObject({
			username: 'address',
		});
	});

	test.each(['text', 7, ['x'], { chat: 'x' }, { remoteContact: 'x' }])('is not %j', (message) => {
		expect(senderOf({ ...CHAT, message })).toEqual({ type: 'contact' });
	});
});

describe('the data of the contact', () => {
	const contact = (remoteContact: object, more: object = {}) => senderOf({ ...CHAT, remoteContact, ...more });

	test.each<[string, object, string | undefined]>([
		['both names', { remoteFirstName: 'Ada', remoteLastName: 'Lovelace' }, 'Ada Lovelace'],
		['the last name alone', { remoteFirstName: 7, remoteLastName: 'Lovelace' }, 'Lovelace'],
		['the name that the contact shows', { remoteContact: { nationalName: { displayName: 'A', firstName: 'B' } } }, 'A'],
		['the parts of it', { remoteContact: { nationalName: { displayName: '', firstName: 'B', lastName: 'C' } } }, 'B C'],
		['the international name', { remoteContact: { nationalName: {}, internationalName: { firstName: 'D' } } }, 'D'],
		[
			'the national name first',
			{ remoteContact: { nationalName: { lastName: 'C' }, internationalName: { displayName: 'D' } } },
			'C',
		],
		['the name in the event first', { remoteFirstName: 'Ada', remoteContact: { nationalName: { displayName: 'A' } } }, 'Ada'],
		[
			'the name in the next contact',
			{ remoteContact: {}, message: { remoteContact: { nationalName: { firstName: 'B' } } } },
			'B',
		],
		['no name', { remoteFirstName: '', remoteContact: { nationalName: { displayName: {} } } }, undefined],
	])('%s', (_what, fields, name) => {
		const sender = senderOf({ ...CHAT, ...fields });
		expect(sender?.name).toBe(name);
		expect(Object.keys(sender ?? {}).includes('name')).toBe(name !== undefined);
	});

	test('has the separate names, the username and the address, from wherever each is', () => {
		expect(
			senderOf({
				...CHAT,
				remoteFirstName: 'Ada',
				message: { remoteLastName: 'L', remoteUsername: 'ada', remoteAddress: 'tel:1' },
			}),
		).toEqual({ type: 'contact', name: 'Ada', firstName: 'Ada', lastName: 'L', username: 'ada', address: 'tel:1' });
	});

	test('has fields of a further contact when the first lacks them, and the first contact unchanged', () => {
		const first = { phone: '', email: 'a@example.org' };
		const second = {
			phone: '+44',
			email: 'b@example.org',
			channelUserId: 7,
			channelUsername: 'ada',
			preferredLanguage: 'en',
			timezone: '+01:00',
		};
		expect(contact(first, { message: { remoteContact: second } })).toEqual({
			type: 'contact',
			username: 'ada',
			channelUserId: '7',
			phone: '+44',
			email: 'a@example.org',
			preferredLanguage: 'en',
			timezone: '+01:00',
			contact: first,
		});
		expect(contact(second, { remoteUsername: 'lovelace' })).toMatchObject({ username: 'lovelace' });
	});

	test.each([
		[0, 0],
		['Europe/London', 'Europe/London'],
		['', undefined],
		[{}, undefined],
		[true, undefined],
	])('reads the time zone %j as %j', (value, timezone) => {
		expect(contact({ timezone: value })?.timezone).toBe(timezone);
		expect(senderOf({ ...CHAT, conversationStartContext: { timezoneOffset: value } })?.timezoneOffset).toBe(timezone);
	});

	test('has the time zone of the visit that began the conversation, otherwise of the last visit', () => {
		const last = { lastConversationStartContext: { timezoneOffset: 60 } };
		expect(senderOf({ ...CHAT, ...last })).toEqual({ type: 'contact', timezoneOffset: 60 });
		expect(senderOf({ ...CHAT, ...last, conversationStartContext: { timezoneOffset: -180 } })).toMatchObject({
			timezoneOffset: -180,
		});
		expect(senderOf({ ...CHAT, ...last, conversationStartContext: 'none' })).toMatchObject({ timezoneOffset: 60 });
	});
});
