import type { FileFacts } from '../../../../nodes/MessagingPlatform/message/fileKind';
import { channelNamed, characters } from '../../../../nodes/MessagingPlatform/message/channelLimits';
import { fitFiles } from '../../../../nodes/MessagingPlatform/message/fileLimits';
import type { ChannelFacts } from '../../../../nodes/MessagingPlatform/run/channelBook';
import { failureOf, refusalOf } from '../../../helpers/fields';

const KEY = { channel: 'tg', channelId: '4100' };
const ALL = { photoRestrictions: {}, audioRestrictions: {}, videoRestrictions: {}, filesRestrictions: {} };
const taking = (more: object): ChannelFacts => ({ capability: { ...ALL, ...more } });

const refusal = (facts: ChannelFacts | undefined, ...files: FileFacts[]) => refusalOf(() => fitFiles(KEY, facts, files));

test.each<[string, number]>([
	['', 0],
	['abc', 3],
	['👍a', 2],
	['👩‍👩', 3],
	['\ud83d', 1],
	['\udc4d\ud83d', 2],
	['\ud83d👍', 2],
])('counts %j as people do, an emoji of one code point as one', (text, count) => {
	expect(characters(text)).toBe(count);
});

test.each<[ChannelFacts | undefined, string]>([
	[undefined, 'the Telegram channel 4100'],
	[{ name: '' }, 'the Telegram channel 4100'],
	[{ name: '+491511234567' }, 'the Telegram channel +491511234567'],
	[{ name: 'Shop bot' }, 'the Telegram channel "Shop bot"'],
	[{ name: 'Shop 24' }, 'the Telegram channel "Shop 24"'],
	[{ name: '24 hours' }, 'the Telegram channel "24 hours"'],
])('names a channel as lists do: %j', (facts, name) => {
	expect(channelNamed(KEY, facts)).toBe(name);
});

test.each<[string, () => unknown]>([
	['Leave the file out.', () => fitFiles(KEY, { capability: { textRestrictions: {} } }, [{ kind: 'audio' }])],
	['Choose another kind for this file.', () => fitFiles(KEY, taking({ audioRestrictions: null }), [{ kind: 'audio' }])],
])('advises a model to do only what it can: %s', (advice, check) => {
	expect(failureOf(check)?.model).toMatch(new RegExp(`\\. ${advice}$`));
});

describe('a file', () => {
	test.each([
		['image', 'photoRestrictions', 'images'],
		['audio', 'audioRestrictions', 'audio'],
		['video', 'videoRestrictions', 'videos'],
		['document', 'filesRestrictions', 'documents'],
	] as const)('shown as %s is checked against %s', (kind, field, what) => {
		expect(refusal(taking({}), { kind })).toBeUndefined();
		const others = Object.keys(ALL).filter((name) => name !== field);
		expect(refusal(taking({ [others[0] ?? '']: null }), { kind })).toBeUndefined();
		expect(refusal(taking({ [field]: null }), { kind })).toEqual({
			message: `Attachments: the Telegram channel 4100 doesn't support ${what}`,
			advice: 'Choose another kind for this file, or send to another channel.',
		});
		expect(refusal(taking({ [field]: null }), { kind, name: 'a.bin' })?.message).toMatch(/ \(a\.bin\)$/);
	});

	test.each(['sticker', 'thumb', 'voice'] as const)(
		'shown as %s, which no restriction mentions, is left to the platform',
		(kind) => {
			const file: FileFacts = { kind, mimeType: 'application/x-tgsticker', name: 'a.tgs' };
			expect(refusal(taking({ photoRestrictions: { mimeMask: 'jpg' }, audioRestrictions: null }), file)).toBeUndefined();
			expect(refusal({ capability: { textRestrictions: {} } }, file)).toBeUndefined();
		},
	);

	test('is refused if its kind is restricted and the channel takes none at all', () => {
		const none = { capability: { textRestrictions: {} } };
		expect(refusal(none, { kind: 'audio', name: 'a.ogg' })).toEqual({
			message: "Attachments: the Telegram channel 4100 doesn't accept files (a.ogg)",
			advice: 'Leave the file out, or send to another channel.',
		});
		expect(refusal(none, { kind: 'image' })?.message).toBe("Attachments: the Telegram channel 4100 doesn't accept files");
	});

	test('is refused if the formats of its kind leave it out; each of several files is checked', () => {
		const facts = taking({ photoRestrictions: { mimeMask: 'image/png;gif' } });
		const fine: FileFacts = { kind: 'image', mimeType: 'image/png', name: 'a.png' };
		expect(refusal(facts, fine, fine)).toBeUndefined();
		expect(refusal(facts, fine, { kind: 'image', mimeType: 'image/jpeg', name: 'b.jpg' })).toEqual({
			message: "Attachments: the Telegram channel 4100 doesn't accept b.jpg (image/jpeg) as image (it accepts image/png, gif)",
			advice: 'Convert the file, or choose another kind for it.',
		});
		const named = taking({ filesRestrictions: { mimeMask: 'application/pdf' } });
		expect(refusal(named, { kind: 'document', mimeType: 'text/plain' })?.message).toBe(
			"Attachments: the Telegram channel 4100 doesn't accept this file (text/plain) as document (it accepts application/pdf)",
		);
	});

	test.each<[string, object, FileFacts]>([
		['whose type is not known', { filesRestrictions: { mimeMask: 'pdf' } }, { kind: 'document', name: 'a.exe' }],
		['for whose kind no formats are named', { filesRestrictions: { maxSize: 1 } }, { kind: 'document', mimeType: 'a/b' }],
		[
			'for whose kind the formats are no text',
			{ filesRestrictions: { mimeMask: ['pdf'] } },
			{ kind: 'document', mimeType: 'a/b' },
		],
	])('%s is left to the platform', (_what, more, file) => {
		expect(refusal(taking(more), file)).toBeUndefined();
	});
});
