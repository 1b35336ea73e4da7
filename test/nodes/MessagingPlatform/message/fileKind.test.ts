/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import mimeDb from 'mime-db/db.json';
import { KIND_CHOICES, maskAllows, shownAs, type FileFacts } from '../../../../nodes/MessagingPlatform/message/fileKind';
import { fieldWith, refusalOf } from '../../../helpers/fields';
import { channelNamed, characters } from '../../../../nodes/MessagingPlatform/message/channelLimits';
import { fitFiles } from '../../../../nodes/MessagingPlatform/message/fileLimits';
import type { Channel } from '../../../../nodes/MessagingPlatform/run/channelBook';

describe('the kind of a file', () => {
	test.each([
		['IMAGE/PNG', '', 'image'],
		['image/svg+xml', 'a.svg', 'document'],
		['image/tiff', 'scan.tif', 'document'],
		['audio/mpeg', 'a.mp3', 'audio'],
		['video/mp4', 'a.mp4', 'video'],
		['application/pdf', 'a.pdf', 'document'],
		['application/octet-stream', 'Фото.JPEG', 'image'],
		['Binary/Octet-Stream', 'a.mp4', 'video'],
		[undefined, 'noending', 'document'],
		[undefined, 'a.constructor', 'document'],
		[' ', 'a.png', 'image'],
		// a picture inside of something else is none
		['application/image/svg', 'a.svg', 'document'],
		['image/png+image/svg', 'a.png', 'image'],
	])('for %s %s is %s', (mime, name, kind) => {
		expect(shownAs('auto', mime, name).kind).toBe(kind);
	});

	test('is known for images, audio and videos by their endings as mime-db has them', () => {
		const names = Object.entries(mimeDb).flatMap(([type, one]) =>
			'extensions' in one && /^(image|audio|video)\//.test(type) ? one.extensions.map((ending) => [ending, type] as const) : [],
		);
		const known = names.filter(([ending]) => shownAs('auto', '', `a.${ending}`).kinds.length > 1);
		expect(known.length).toBeGreaterThan(40);
		expect(known.filter(([ending, type]) => !maskAllows(type, 'application/octet-stream', `a.${ending}`))).toEqual([]);
		expect(known.filter(([ending, type]) => !maskAllows(ending, type, 'a.bin'))).toEqual([]);
	});

	test("is the user's choice in small or capital letters; automatic and nothing leave it to the node", () => {
		const row = { label: 'Attachment 1', prefix: 'Attachment 1: ' };
		const read = (kind: unknown) =>
			shownAs(fieldWith({ kind }, row).member('kind').oneOf(KIND_CHOICES, 'auto'), 'image/png', 'a.png').kind;
		const kinds = ['audio', 'document', 'image', 'sticker', 'thumb', 'video', 'voice'];
		expect(kinds.map((kind) => read(` ${kind.toUpperCase()} `))).toEqual(kinds);
		for (const kind of ['Auto', '', undefined, null]) expect(read(kind)).toBe('image');
		expect(refusalOf(() => read('movie'))).toEqual({
			message: 'Attachment 1: kind can\'t be "movie"',
			advice: 'Use one of: audio, document, image, sticker, thumb, video, voice, auto.',
		});
	});
});

describe('the mask of a channel', () => {
	test.each([
		['a.tar.gz', 'gz'],
		['a.', ''],
		['a.JPG', 'jpg'],
		['a.123456789', ''],
		['https://example.com/a.png?b=c.d\ne.f', 'png'],
	])('finds in %j the extension %j', (name, ending) => {
		// a mask of another ending leaves out only a file that has an ending
		expect(maskAllows('zzz', 'a/b', name)).toBe(ending === '');
		expect(maskAllows(ending, 'a/b', name)).toBe(true);
	});

	test.each([
		['jpg;png', 'image/jpeg', 'a.jpeg'],
		['.jpg; *.png', 'image/png', 'a.png'],
		['image/*', 'image/webp', 'a.webp'],
		['*;!exe', 'application/pdf', 'a.pdf'],
		['', 'application/pdf', 'a.pdf'],
		['jpg', 'image/jpeg', 'noending'],
		[' image/jpeg ; image/png ', ' image/png ', 'a'],
		['image/png', 'image/png;a=1\n;b', 'a'],
		['jpg', 'image/jpeg', 'a.bin'],
		// an unreadable entry is not a reason to refuse, even if the readable ones leave the file out
		['jpg;a!b', 'application/pdf', 'a.pdf'],
		['*;!', 'application/pdf', 'a.pdf'],
		// each format has several names, and a wrong type may have the right ending
		['image/jpeg;image/png', 'image/jpg', 'a'],
		['video/mp4', 'video/x-m4v', 'a.m4v'],
		['application/zip', 'application/x-zip-compressed', 'a'],
		['application/x-unknown', 'application/unknown', 'a'],
		['image/jpeg;image/png', 'application/octet-stream', 'https://example.com/A.JPE?size=1'],
		['audio/*', 'application/ogg', 'a'],
		['application/vnd.openxmlformats-officedocument.wordprocessingml.document', '', 'a.docx'],
		// a negation leaves out every name of its format, but not what only the ending may be
		['*/*;!video/mp4', 'application/octet-stream', 'a.mp4'],
	])('%j allows %s %s', (mask, mime, name) => {
		expect(maskAllows(mask, mime, name)).toBe(true);
	});

	test.each([
		['jpg;png', 'image/gif', 'a.gif'],
		['*;!exe', 'application/x-msdownload', 'setup.exe'],
		['*.*;!*.exe', 'application/pdf', 'setup.exe'],
		['*/*;!application/x-msdownload', 'application/x-msdownload', 'setup.exe'],
		['!exe', 'application/pdf', 'a.pdf'],
		['!exe;*', 'application/x-msdownload', 'setup.exe'],
		[' ; jpg', 'application/pdf', 'a.pdf'],
		['.jpg', 'image/gif', 'a.gif'],
		['image/*', 'imagery/png', 'a'],
		['image/jpeg;image/png', 'application/octet-stream', 'a.exe'],
		['video/mp4', 'application/octet-stream', 'noending'],
		['*/*;!image/jpeg', 'image/jpg', 'a.bin'],
	])('%j leaves out %s %s', (mask, mime, name) => {
		expect(maskAllows(mask, mime, name)).toBe(false);
	});
});

describe('a channel', () => {
	const KEY = { channel: 'tg', channelId: '4100' };
	const ALL = { photoRestrictions: {}, audioRestrictions: {}, videoRestrictions: {}, filesRestrictions: {} };
	const NONE = { capability: { textRestrictions: {} } };
	const taking = (more: object): Channel => ({ ...KEY, capability: { ...ALL, ...more } });
	const refusal = (channel: Partial<Channel>, ...files: FileFacts[]) => refusalOf(() => fitFiles({ ...KEY, ...channel }, files));

	test.each<[string, number]>([
		['abc', 3],
		['👍a', 2],
		['👩‍👩', 3],
		['\ud83d', 1],
		['\udc4d\ud83d👍', 3],
	])('counts %j as people do, an emoji of one code point as one', (text, count) => {
		expect(characters(text)).toBe(count);
	});

	test.each<[Partial<Channel>, string]>([
		[{}, 'the Telegram channel 4100'],
		[{ name: '+491511234567' }, 'the Telegram channel +491511234567'],
		[{ name: '24 hours' }, 'the Telegram channel "24 hours"'],
	])('is named as lists do: %j', (facts, name) => {
		expect(channelNamed({ ...KEY, ...facts })).toBe(name);
	});

	test.each([
		['image', 'photoRestrictions', 'images'],
		['audio', 'audioRestrictions', 'audio'],
		['video', 'videoRestrictions', 'videos'],
		['document', 'filesRestrictions', 'documents'],
	] as const)('checks a file shown as %s against %s', (kind, field, what) => {
		expect(refusal(taking({}), { kind })).toBeUndefined();
		expect(refusal(taking({ [field]: null }), { kind })).toEqual({
			message: `Attachments: the Telegram channel 4100 doesn't support ${what}`,
			advice: 'Choose another kind for this file, or send to another channel.',
		});
		expect(refusal(NONE, { kind, name: 'a.bin' })).toEqual({
			message: "Attachments: the Telegram channel 4100 doesn't accept files (a.bin)",
			advice: 'Leave the file out, or send to another channel.',
		});
	});

	test('refuses a file if the formats of its kind leave it out; each of several files is checked', () => {
		const facts = taking({ photoRestrictions: { mimeMask: 'image/png;gif' } });
		const fine: FileFacts = { kind: 'image', mimeType: 'image/png', name: 'a.png' };
		expect(refusal(facts, fine, fine)).toBeUndefined();
		expect(refusal(facts, fine, { kind: 'image', mimeType: 'image/jpeg', name: 'b.jpg' })).toEqual({
			message: "Attachments: the Telegram channel 4100 doesn't accept b.jpg (image/jpeg) as image (it accepts image/png, gif)",
			advice: 'Convert the file, or choose another kind for it.',
		});
		const pdfs = taking({ filesRestrictions: { mimeMask: 'application/pdf' } });
		expect(refusal(pdfs, { kind: 'document', mimeType: 'text/plain' })?.message).toContain(
			"doesn't accept this file (text/plain)",
		);
	});

	const sticker: FileFacts = { kind: 'sticker', mimeType: 'application/x-tgsticker', name: 'a.tgs' };
	test.each<[string, Partial<Channel>, FileFacts]>([
		['a sticker, which no restriction mentions', taking({ photoRestrictions: { mimeMask: 'jpg' } }), sticker],
		['a sticker even if it takes no files', NONE, sticker],
		['a file of an unknown type', taking({ filesRestrictions: { mimeMask: 'pdf' } }), { kind: 'document', name: 'a.exe' }],
		['a kind without formats', taking({ filesRestrictions: { maxSize: 1 } }), { kind: 'document', mimeType: 'a/b' }],
	])('leaves to the platform %s', (_what, channel, file) => {
		expect(refusal(channel, file)).toBeUndefined();
	});
});
