import fc from 'fast-check';
import { chatRefOf, splitChatRef } from '../../../../nodes/shared/platform/chatRef';

/** Texts that look like parts of an address, and such that almost do. */
const part = fc.oneof(
	fc.string({ unit: fc.constantFrom('a', '1', '_', ' ', '\n', '\u00A0', 'Ж'), maxLength: 5 }),
	fc.constantFrom('tg', '4100', '-5', '1.5', ''),
	fc.integer(),
	fc.constantFrom(null, true, undefined),
);

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined);

test('the address of a chat that a record tells is one that splits into the same parts again, and there is none otherwise', () => {
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
	[{ channel: 'tg', channelId: -4100, chatId: '7' }, undefined],
	[{ channel: 'tg', channelId: 4100 }, undefined],
])('the address of %j', (record, address) => {
	expect(chatRefOf(record)).toBe(address);
});
