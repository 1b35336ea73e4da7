import { makeButtonKey } from '../../../../nodes/shared/buttonKey';
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

test.each<[string, object, object]>([
	[
		"the person's record first",
		{
			remoteContact: {
				channelUserId: 5,
				channelUsername: 'ada',
				nationalName: { displayName: 'Ада' },
				internationalName: { displayName: 'Ada' },
				phone: '+442079460958',
			},
			remoteUsername: 'other',
			remoteAddress: 'ada.example',
		},
		{ channelUserId: '5', username: 'ada', name: 'Ада', address: 'ada.example', phone: '+442079460958' },
	],
	[
		'the event',
		{ remoteContact: { internationalName: { displayName: 'Ada' }, phone: '' }, remoteUsername: 'ada' },
		{ username: 'ada', name: 'Ada' },
	],
	['nothing', {}, {}],
])('who pressed is read from %s', (_where, fields, sender) => {
	const read = pressOf(fields).sender;
	expect(read).toEqual(sender);
	expect(Object.keys(read).sort()).toEqual(Object.keys(sender).sort());
});

test('only the event of a pressed button is a press, whatever another one has as its payload', () => {
	expect(pressOf({})).toBeDefined();
	expect(() => pressOf({}, 'TagAssignedToChatCommand')).toThrow('the event is the press');
});

test.each<[unknown, string | undefined]>([
	['ada.example', 'ada.example'],
	[5, undefined],
])('the chat of a press has the remote address %j as %j', (remoteAddress, read) => {
	expect(pressOf({ remoteAddress }).chat).toEqual({ channel: 'tg', channelId: '1', chatId: '77', remoteAddress: read });
});

test.each<[unknown, string]>([
	[0, '1970-01-01T00:00:00.000Z'],
	[-1, '1969-12-31T23:59:59.999Z'],
	[8.64e15, '+275760-09-13T00:00:00.000Z'],
	[8.64e15 + 1, '2026-11-26T00:00:00.000Z'],
	[-8.64e15 - 1, '2026-11-26T00:00:00.000Z'],
	['5', '2026-11-26T00:00:00.000Z'],
	[null, '2026-11-26T00:00:00.000Z'],
])('a press at %j was at %s: now, if it has no time', (timestamp, pressedAt) => {
	expect(pressOf({ timestamp }).pressedAt).toBe(pressedAt);
});
