import fc from 'fast-check';
import { channelRefOf, chatRefOf, splitChannelRef, splitChatRef } from '../../../nodes/shared/chatRef';

/** Texts that look like parts of an address, and such that almost do. */
const part = fc.oneof(
	fc.string({ unit: fc.constantFrom('a', '1', '_', ' ', '\n', '\u00A0', 'Ж'), maxLength: 5 }),
	fc.constantFrom('tg', '4100', '-5', '1.5', ''),
	fc.integer(),
	fc.constantFrom(null, true, undefined),
);

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined);

test('builds the address of a chat only if it splits into the same parts again', () => {
	fc.assert(
		fc.property(part, part, part, (channel, channelId, chatId) => {
			const parts = { channel: text(channel), channelId: text(channelId), chatId: text(chatId) };
			const split = splitChatRef(`${parts.channel}_${parts.channelId}_${parts.chatId}`);
			const isSplitAgain = Object.values(parts).every((one) => one !== undefined) && split !== undefined;
			const isSame = isSplitAgain && split.channel === parts.channel && split.chatId === parts.chatId;
			expect(chatRefOf({ channel, channelId, chatId })).toBe(
				isSame ? `${parts.channel}_${parts.channelId}_${parts.chatId}` : undefined,
			);
		}),
		{ numRuns: 5_000 },
	);
});

test.each([
	[{ channel: 'tg', channelId: 4100, chatId: 'a_b c' }, 'tg_4100_a_b c'],
	[{ channel: 'tg', channelId: '4100', chatId: 7 }, 'tg_4100_7'],
	[{ channel: 'tg', channelId: '4100', chatId: 'ends with space ' }, undefined],
	[{ channel: 't_g', channelId: '4100', chatId: '7' }, undefined],
	[{ channel: 'tg', channelId: -4100, chatId: '7' }, 'tg_-4100_7'],
	[{ channel: 'tg', channelId: '--4100', chatId: '7' }, undefined],
	[{ channel: 'tg', channelId: '04100', chatId: '7' }, undefined],
	[{ channel: 'tg', channelId: '-0', chatId: '7' }, undefined],
	[{ channel: 'tg', channelId: '9223372036854775807', chatId: '7' }, 'tg_9223372036854775807_7'],
	[{ channel: 'tg', channelId: '9223372036854775808', chatId: '7' }, undefined],
	[{ channel: 'tg', channelId: 4100 }, undefined],
])('the address of %j', (record, address) => {
	expect(chatRefOf(record)).toBe(address);
});

test.each<[string, ReturnType<typeof splitChatRef>]>([
	['tg_4100_7', { channel: 'tg', channelId: '4100', chatId: '7' }],
	[' tg_4100_a_b c\n', { channel: 'tg', channelId: '4100', chatId: 'a_b c' }],
	['tg_4100_a\nb', { channel: 'tg', channelId: '4100', chatId: 'a\nb' }],
	['tg_4100__', { channel: 'tg', channelId: '4100', chatId: '_' }],
	['tg_-4100_-7', { channel: 'tg', channelId: '-4100', chatId: '-7' }],
	['tg_-_7', undefined],
	['tg_4100_', undefined],
	['tg_4100', undefined],
	['tg__7', undefined],
	['_4100_7', undefined],
	['tg_41x_7', undefined],
	['t g_4100_7', undefined],
	['x tg_4100_7', undefined],
	['', undefined],
])('the parts of %j', (chatRef, parts) => {
	expect(splitChatRef(chatRef)).toEqual(parts);
	if (parts) expect(chatRefOf(parts)).toBe(chatRef.trim());
});

test.each<[string, ReturnType<typeof splitChannelRef>]>([
	['tg_4100', { channel: 'tg', channelId: '4100' }],
	[' tg_4100\n', { channel: 'tg', channelId: '4100' }],
	['tg_-4100', { channel: 'tg', channelId: '-4100' }],
	['tg_4100_7', undefined],
	['tg_', undefined],
	['_4100', undefined],
	['tg_4100x', undefined],
	['t g_4100', undefined],
])('the parts of the channel %j', (channelRef, parts) => {
	expect(splitChannelRef(channelRef)).toEqual(parts);
});

test.each<[Parameters<typeof channelRefOf>[0], string | undefined]>([
	[{ channel: 'tg', channelId: 4100 }, 'tg_4100'],
	[{ channel: 'tg', channelId: '9007199254740993' }, 'tg_9007199254740993'],
	[{ channel: 'tg' }, undefined],
	[{ channelId: 4100 }, undefined],
	[{ channel: 5, channelId: 4100 }, undefined],
	[{ channel: 'tg', channelId: true }, undefined],
	[{ channel: 'tg', channelId: [4100] }, undefined],
	[{ channel: 't_4', channelId: 4100 }, undefined],
	[{ channel: ' tg', channelId: 4100 }, undefined],
	[{ channel: 'tg', channelId: '4100 ' }, undefined],
	[{ channel: '', channelId: 4100 }, undefined],
	[{ channel: 'tg', channelId: -1 }, 'tg_-1'],
])('the reference of the channel %j', (record, channelRef) => {
	expect(channelRefOf(record)).toBe(channelRef);
});
