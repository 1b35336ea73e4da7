/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import mimeDb from 'mime-db/db.json';
import { KIND_CHOICES, maskAllows, shownAs, type FileFacts } from '../../../../nodes/MessagingPlatform/message/fileKind';
import { fieldWith, refusalOf } from '../../../helpers/fields';
import { channelNamed, characters } from '../../../../nodes/MessagingPlatform/message/channelLimits';
import { fitFiles } from '../../../../nodes/MessagingPlatform/message/fileLimits';
import type { Channel } from '../../../../nodes/MessagingPlatform/run/channelBook';

describe('kinds of files', () => {
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
		[undefined, 'a.__proto__', 'document'],
	])('show %s %s as %s', (mime, name, kind) => {
		expect(shownAs('auto', mime, name).kind).toBe(kind);
	});

	test('know images, audio and videos by their endings as mime-db does', () => {
		const names = Object.entries(mimeDb).flatMap(([type, one]) =>
			'extensions' in one && /^(image|audio|video)\//.test(type) ? one.extensions.map((ending) => [ending, type] as const) : [],
		);
		const known = names.filter(([ending]) => shownAs('auto', '', `a.${ending}`).kinds.length > 1);
		expect(known.length).toBeGreaterThan(40);
		expect(known.filter(([ending, type]) => !maskAllows(type, 'application/octet-stream', `a.${ending}`))).toEqual([]);
		expect(known.filter(([ending, type]) => !maskAllows(ending, type, 'a.bin'))).toEqual([]);
	});

	test.each([
		['a.tar.gz', 'gz'],
		['a.', ''],
		['a.JPG', 'jpg'],
		['a.123456789', ''],
		['https://example.com/a.png?b=c.d\ne.f', 'png'],
	])('find in %j the extension %j', (name, ending) => {
		// a mask of another ending leaves out only a file that has an ending
		expect(maskAllows('zzz', 'a/b', name)).toBe(ending === '');
		expect(maskAllows(ending, 'a/b', name)).toBe(true);
	});

	test("follow the user's choice in small or capital letters; automatic and nothing leave it to the node", () => {
		const row = { label: 'Attachment 1', prefix: 'Attachment 1: ' };
		const read = (kind: unknown) =>
			shownAs(fieldWith({ kind }, row).member('kind').oneOf(KIND_CHOICES, 'auto'), 'image/png', 'a.png').kind;
		for (const kind of ['audio', 'document', 'image', 'sticker', 'thumb', 'video', 'voice']) {
			expect(read(` ${kind.toUpperCase()} `)).toBe(kind);
		}
		for (const kind of ['auto', 'Auto', '', undefined, null]) expect(read(kind)).toBe('image');
		expect(refusalOf(() => read('movie'))).toEqual({
			message: 'Attachment 1: kind can\'t be "movie"',
			advice: 'Use one of: audio, document, image, sticker, thumb, video, voice, auto.',
		});
	});

	test.each([
		['jpg;png', 'image/jpeg', 'a.jpeg', true],
		['jpg;png', 'image/gif', 'a.gif', false],
		['.jpg; *.png', 'image/png', 'a.png', true],
		['image/jpeg;image/png', 'image/png; q=1', 'a', true],
		['image/*', 'image/webp', 'a.webp', true],
		['*;!exe', 'application/pdf', 'a.pdf', true],
		['*;!exe', 'application/x-msdownload', 'setup.exe', false],
		['*.*;!*.exe', 'application/pdf', 'setup.exe', false],
		['*/*;!application/x-msdownload', 'application/x-msdownload', 'setup.exe', false],
		['', 'application/pdf', 'a.pdf', true],
		['jpg', 'image/jpeg', 'noending', true],
		['!exe', 'application/pdf', 'a.pdf', false],
		[' image/jpeg ; image/png ', ' image/png ', 'a', true],
		['image/png', 'image/png;a=1\n;b', 'a', true],
		[' ; jpg', 'application/pdf', 'a.pdf', false],
		['.jpg', 'image/gif', 'a.gif', false],
		['image/*', 'imagery/png', 'a', false],
		['jpg', 'image/jpeg', 'a.bin', true],
		// an unreadable entry is not a reason to refuse, even if the readable ones leave the file out
		['jpg;a!b', 'application/pdf', 'a.pdf', true],
		['*;!', 'application/pdf', 'a.pdf', true],
		// each format has several names, and a wrong type may have the right ending
		['image/jpeg;image/png', 'image/jpg', 'a', true],
		['audio/mpeg', 'audio/mp3', '', true],
		['video/mp4', 'video/x-m4v', 'a.m4v', true],
		['application/zip', 'application/x-zip-compressed', 'a', true],
		['audio/x-wav', 'audio/vnd.wave', 'a', true],
		['application/x-unknown', 'application/unknown', 'a', true],
		['image/jpeg;image/png', 'application/octet-stream', 'a.jpg', true],
		['image/jpeg;image/png', 'application/octet-stream', 'https://example.com/A.JPE?size=1', true],
		['audio/*', 'application/ogg', 'a', true],
		['application/vnd.openxmlformats-officedocument.wordprocessingml.document', '', 'a.docx', true],
		['oga;mp3', 'audio/ogg', 'a.bin', true],
		['image/jpeg;image/png', 'application/octet-stream', 'a.exe', false],
		['video/mp4', 'application/octet-stream', 'noending', false],
		// a negation leaves out every name of its format, but not what only the ending may be
		['*/*;!image/jpeg', 'image/jpg', 'a.bin', false],
		['*/*;!application/x-zip-compressed', 'application/zip', 'a', false],
		['*/*;!video/mp4', 'application/octet-stream', 'a.mp4', true],
	])('take for the mask %j %s %s: %s', (mask, mime, name, allowed) => {
		expect(maskAllows(mask, mime, name)).toBe(allowed);
	});
});

describe('channelLimits', () => {
	const KEY = { channel: 'tg', channelId: '4100' };
	const ALL = { photoRestrictions: {}, audioRestrictions: {}, videoRestrictions: {}, filesRestrictions: {} };
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
	])('names a channel as lists do: %j', (facts, name) => {
		expect(channelNamed({ ...KEY, ...facts })).toBe(name);
	});

	test.each([
		['image', 'photoRestrictions', 'images'],
		['audio', 'audioRestrictions', 'audio'],
		['video', 'videoRestrictions', 'videos'],
		['document', 'filesRestrictions', 'documents'],
	] as const)('a file shown as %s is checked against %s', (kind, field, what) => {
		expect(refusal(taking({}), { kind })).toBeUndefined();
		expect(refusal(taking({ [field]: null }), { kind })).toEqual({
			message: `Attachments: the Telegram channel 4100 doesn't support ${what}`,
			advice: 'Choose another kind for this file, or send to another channel.',
		});
		expect(refusal({ capability: { textRestrictions: {} } }, { kind, name: 'a.bin' })).toEqual({
			message: "Attachments: the Telegram channel 4100 doesn't accept files (a.bin)",
			advice: 'Leave the file out, or send to another channel.',
		});
	});

	test('a sticker, which no restriction mentions, is left to the platform', () => {
		const file: FileFacts = { kind: 'sticker', mimeType: 'application/x-tgsticker', name: 'a.tgs' };
		expect(refusal(taking({ photoRestrictions: { mimeMask: 'jpg' }, audioRestrictions: null }), file)).toBeUndefined();
		expect(refusal({ capability: { textRestrictions: {} } }, file)).toBeUndefined();
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
	])('%s is left to the platform', (_what, more, file) => {
		expect(refusal(taking(more), file)).toBeUndefined();
	});
});
