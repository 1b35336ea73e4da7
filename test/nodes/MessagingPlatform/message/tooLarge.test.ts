import type { FileFacts } from '../../../../nodes/MessagingPlatform/message/fileKind';
import type { ChannelFacts } from '../../../../nodes/MessagingPlatform/run/channelBook';
import { maxTextSize, textsOf } from '../../../../nodes/MessagingPlatform/message/channelLimits';
import { fileGroups } from '../../../../nodes/MessagingPlatform/message/fileLimits';
import { refusalOf } from '../../../helpers/fields';

const KEY = { channel: 'tg', channelId: '7' };
const withText = (textRestrictions: unknown) => ({ capability: { textRestrictions } }) as ChannelFacts;

test.each<[unknown, number | undefined]>([
	[{ maxSize: 20 }, 20],
	[{ maxSize: 20.9 }, 20],
	[{ maxSize: 0 }, 0],
	[{ maxSize: -1 }, undefined],
	[{ maxSize: '20' }, undefined],
	[{ maxSize: Infinity }, Infinity],
	[{ maxSize: NaN }, undefined],
	[{}, undefined],
	[null, undefined],
])('reads from restrictions of text %j the size %s', (restrictions, size) => {
	expect(maxTextSize(withText(restrictions))).toBe(size);
});

describe('a text', () => {
	const texts = (text: string, facts: ChannelFacts | undefined, choice: 'platform' | 'split' | 'fail' = 'split') =>
		textsOf(KEY, facts, { text, markup: 'PLAIN' }, choice);
	const refusal = (...given: Parameters<typeof texts>) => refusalOf(() => texts(...given));
	const begin = `It begins with: ${'x'.repeat(60)}…`;

	test('is refused by a channel that takes none; no text is not refused', () => {
		for (const choice of ['split', 'fail', 'platform'] as const) {
			expect(refusal(' ', withText(null), choice)).toEqual({
				message: "Text isn't supported by the Telegram channel 7",
				advice: 'Send a file without a text, or send to another channel.',
			});
			expect(texts('', withText(null), choice)).toEqual(['']);
		}
	});

	test('is refused if it is too long and not to be split, with what to do and how it begins', () => {
		expect(refusal('x'.repeat(101), withText({ maxSize: 100 }), 'fail')).toEqual({
			message: 'Text is too long: it has 101 characters, and the Telegram channel 7 allows up to 100',
			advice: `Shorten it, or set "If Text Is Too Long" to "Split Before Sending". ${begin}`,
		});
	});

	test('is split into up to a hundred parts: the longest is sent, one more character is not', () => {
		expect(texts('x'.repeat(500), withText({ maxSize: 5 }))).toEqual(Array.from({ length: 100 }, () => 'xxxxx'));
		expect(refusal('x'.repeat(501), withText({ maxSize: 5 }))).toEqual({
			message:
				'Text is too long: it has 501 characters, and the Telegram channel 7 allows up to 5, so it would take more than 100 messages',
			advice: `Shorten it. ${begin}`,
		});
	});

	test('is ignored if it is too long and only spaces', () => {
		expect(texts(' '.repeat(50), withText({ maxSize: 20 }))).toEqual(['']);
	});

	test('is cut at the places that its markup allows', () => {
		const message = { text: '<b>one two</b> three', markup: 'HTML' } as const;
		expect(textsOf(KEY, withText({ maxSize: 15 }), message, 'split')).toEqual(['<b>one two</b>', 'three']);
	});
});

describe('the files', () => {
	const taking = (maxAttachmentsPerMessage: unknown) => ({ capability: { maxAttachmentsPerMessage } }) as ChannelFacts;
	const most = (count: number, facts: ChannelFacts | undefined, choice: 'split' | 'fail' = 'split') =>
		fileGroups(
			KEY,
			facts,
			Array.from({ length: count }, (): FileFacts => ({ kind: 'document' })),
			choice,
		)[0]?.length;
	const refusal = (...given: Parameters<typeof most>) => refusalOf(() => most(...given));

	test.each<[string, ChannelFacts | undefined, number]>([
		['ten where nothing is known', undefined, 10],
		['ten where the channel says nothing', { capability: {} }, 10],
		['ten where it takes more', taking(11), 10],
		['ten where what it says is no number', taking('3'), 10],
		['what it takes', taking(3), 3],
		['whole ones', taking(3.9), 3],
		['one', taking(1), 1],
	])('go into one message: %s', (_what, facts, expected) => {
		expect(most(expected, facts)).toBe(expected);
		expect(most(expected, facts, 'fail')).toBe(expected);
		expect(most(expected * 100, facts)).toBe(expected);
		expect(refusal(expected * 100 + 1, facts)?.advice).toBe('Leave them out, or send them another way.');
		expect(refusal(expected + 1, facts, 'fail')?.advice).toBe(
			'Send the others in another message, or set "If There Are Too Many Files" to "Send Several Messages".',
		);
	});

	describe('files of several kinds', () => {
		const files = (...kinds: Array<FileFacts['kind']>) => kinds.map((kind): FileFacts => ({ kind }));
		const mixed = files('image', 'image', 'document', 'image');
		const separate = { capability: { canCombineDifferentTypes: false, maxAttachmentsPerMessage: 10 } };

		test('are sent in one message each if the channel does not combine them, in their order', () => {
			const groups = fileGroups(KEY, separate, mixed, 'split');
			expect(groups).toEqual([files('image', 'image'), files('document'), files('image')]);
			const one = { capability: { ...separate.capability, maxAttachmentsPerMessage: 1 } };
			expect(fileGroups(KEY, one, mixed, 'split')).toHaveLength(4);
		});

		test.each([undefined, {}, { capability: {} }, { capability: { canCombineDifferentTypes: true } }])(
			'stay together unless the channel reports that it does not combine them: %j',
			(facts) => {
				expect(fileGroups(KEY, facts as ChannelFacts | undefined, mixed, 'fail')).toEqual([mixed]);
			},
		);

		test('are refused if they are not to be split, or take too many messages', () => {
			expect(refusalOf(() => fileGroups(KEY, separate, mixed, 'fail'))).toEqual({
				message: 'Attachments has files of several kinds, but the Telegram channel 7 accepts one kind per message',
				advice: 'Send the others in another message, or set "If There Are Too Many Files" to "Send Several Messages".',
			});
			const alternating = Array.from({ length: 101 }, (_one, index) => files(index % 2 === 0 ? 'image' : 'audio')).flat();
			expect(fileGroups(KEY, separate, alternating.slice(1), 'split')).toHaveLength(100);
			expect(refusalOf(() => fileGroups(KEY, separate, alternating, 'split'))?.advice).toMatch(/more than 100 messages/);
		});
	});
});
