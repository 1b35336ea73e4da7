import { makeButtonKey } from '../../../../nodes/shared/buttonKey';
import { readEvent } from '../../../../nodes/MessagingPlatformTrigger/event/event';
import { readSender } from '../../../../nodes/MessagingPlatformTrigger/event/sender';
import { keysOf, pressIn } from '../../../helpers/handOver';

const NOW = Date.UTC(2026, 10, 26);
const TOKEN = 'token';
const KEY = { executionId: '36', choice: 1, tag: 'abcd', askedAt: NOW, resumeToken: '0f'.repeat(32) };

/** Reads the press in an event with these fields. */
function pressOf(fields: object, name = 'EndUserActionCommand') {
	const command = { channel: 'tg', channelId: 1, chatId: '77', payload: makeButtonKey(KEY, keysOf(TOKEN)), ...fields };
	const event = { id: 'an event', accountId: 'account', name, command };
	return pressIn(JSON.stringify(event), TOKEN, NOW);
}

test.each<[string, object]>([
	['nothing', {}],
	['names in the event', { remoteFirstName: ' Мария', remoteLastName: 'Иванова ', remoteUsername: 'maria', remoteAddress: 'x' }],
	[
		'a contact',
		{
			remoteContact: {
				channelUserId: 5,
				channelUsername: 'maria',
				nationalName: { firstName: 'Мария', lastName: 'Иванова', displayName: ' ' },
				phoneNumbers: [{ number: 'tel:+79990000001' }],
				email: 'maria@shop.example',
				userPicUrl: 'https://files.example/maria.jpg',
				timezone: '+03:00',
			},
			remoteUsername: null,
		},
	],
	['both', { remoteFirstName: 'Maria', remoteContact: { nationalName: { firstName: 'Мария' }, channelUsername: 'maria' } }],
])('a press has the sender that a message of the same person has, known from %s', (_where, person) => {
	const message = { channel: 'tg', channelId: 1, chatId: '77', direction: 'inbound', ...person };
	const event = { id: 'an event', accountId: 'account', name: 'new_message', message };
	const { sender } = pressOf(person);
	expect(sender).toEqual(readSender(readEvent(Buffer.from(JSON.stringify(event)), (text) => text)));
});

test('the ID of a pressed button is that of the person who pressed, or none', () => {
	const chat = { remoteContact: { channelUserId: 'another' } };
	expect(pressOf({ chat }).sender.channelUserId).toBeUndefined();
	expect(pressOf({ chat, remoteContact: { channelUserId: 5 } }).sender.channelUserId).toBe('5');
});

test.each<[unknown, string | undefined]>([
	['ada.example', 'ada.example'],
	[5, undefined],
])('the chat of a press has the remote address %j as %j', (remoteAddress, read) => {
	expect(pressOf({ remoteAddress }).chat).toEqual({ channel: 'tg', channelId: '1', chatId: '77', remoteAddress: read });
});

test.each<[unknown, string]>([
	[0, '1970-01-01T00:00:00.000Z'],
	[8.64e15 + 1, '2026-11-26T00:00:00.000Z'],
	[-8.64e15 - 1, '2026-11-26T00:00:00.000Z'],
	['2026-01-31T09:00:00Z', '2026-01-31T09:00:00.000Z'],
	[null, '2026-11-26T00:00:00.000Z'],
])('a press at %j was at %s: now, if it has no time', (timestamp, pressedAt) => {
	expect(pressOf({ timestamp }).pressedAt).toBe(pressedAt);
});
