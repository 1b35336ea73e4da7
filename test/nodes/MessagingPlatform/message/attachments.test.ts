/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import type { IBinaryKeyData, INodeExecutionData } from 'n8n-workflow';
import { toChat, RICH } from '../../../helpers/scriptedPlatform';
import { usePlatform } from '../../../helpers/usePlatform';
import mimeDb from 'mime-db/db.json';
import { maskAllows, shownAs, type FileFacts } from '../../../../nodes/MessagingPlatform/message/fileKind';
import { refusalOf } from '../../../helpers/fields';
import { characters } from '../../../../nodes/MessagingPlatform/message/channelLimits';
import { fitFiles } from '../../../../nodes/MessagingPlatform/message/fileLimits';
import type { Channel } from '../../../../nodes/MessagingPlatform/run/channelBook';

const platform = usePlatform({ channels: { tg_7: RICH, whatsapp_7: RICH } });

const startWith = async (difference: object) => await platform.start({ channels: { tg_7: { ...RICH, ...difference } } });
const file = (mimeType: string, fileName?: string, data = 'QQ==') => ({ data, mimeType, ...(fileName && { fileName }) });
const itemWith = (binary: IBinaryKeyData): INodeExecutionData => ({ json: {}, binary });
const photo = itemWith({ data: file('image/jpeg', 'Фото 1.jpg'), price: file('application/pdf', 'price.pdf') });
const attach = async (attachment: object[], more: object = {}, item = photo, channel = 'tg_7') =>
	await platform.run(toChat(channel, { attachments: { attachment }, ...more }), { items: [item] });
const attached = (index = 0) => platform.sent()[index]?.attachments;
const CLOUD = 'https://cloud.example';

test.each([
	['file:///etc/passwd', "Attachment 1: Public URL isn't a web URL: file:///etc/passwd"],
	['={{ "" }}', 'Attachment 1: Public URL is empty'],
])('refuses what is not a public link: %s', async (publicUrl, message) => {
	const { error } = await attach([{ source: 'publicUrl', publicUrl }], {}, photo, 'whatsapp_7');
	expect(error?.message).toBe(message);
	expect(platform.requests).toEqual([]);
});

test('attaches all files of the item with an empty field, in its order, each as the chosen kind', async () => {
	await attach([{ source: 'binary', binaryPropertyName: '', kind: 'document' }]);
	expect(attached()).toMatchObject([1, 2].map((number) => ({ kind: 'document', channelFileId: `${CLOUD}/${number}` })));
});

test.each([
	[{ photoRestrictions: null }, "Attachments: the Telegram channel 7 doesn't support images (Фото 1.jpg)"],
	[{ textRestrictions: null }, "Text isn't supported by the Telegram channel 7"],
])('refuses before the upload what the channel does not take: %j', async (difference, message) => {
	await startWith(difference);
	const { error } = await attach([{ source: 'binary', binaryPropertyName: 'data', kind: 'image' }], { text: 'Hi' });
	expect(error?.message).toBe(message);
	expect(platform.calls()).toEqual(['GET /api/channels?v=1.0.0']);
});

const LINK = 'https://c.example/';
test.each<[string, object, object, string]>([
	['MP4 without videos', { mimeType: 'video/mp4', fileName: 'a.mp4' }, { videoRestrictions: null }, 'document'],
	['TIFF without documents', { mimeType: 'image/tiff' }, { filesRestrictions: null, photoRestrictions: {} }, 'image'],
	['TIFF', { mimeType: 'image/tiff' }, { photoRestrictions: {} }, 'document'],
	['the link of an image', { link: `${LINK}a.heic?a=1` }, {}, 'document'],
	['a named link', { link: LINK, fileName: 'a.mov' }, {}, 'document'],
])('shows a file in the best way that the channel takes: %s', async (_what, given, difference, kind) => {
	await startWith(difference);
	const { link, fileName } = { link: undefined, fileName: undefined, ...given };
	const rows = [link === undefined ? { source: 'binary' } : { source: 'uploaded', channelFileId: link, fileName }];
	const item = itemWith({ data: { ...file(''), ...given } });
	const dry = await attach(rows, { additionalFields: { dryRun: true } }, item);
	expect(dry.items[0]?.json).toMatchObject({ outcome: 'wouldBeSent', messages: [{ attachments: [{ kind }] }] });
	const { items } = await attach(rows, { simplify: true }, item);
	expect(items[0]?.json).toMatchObject({ attachments: [{ kind }] });
	expect(attached()).toMatchObject([{ kind }]);
});

test.each([{ cloudUri: '' }, {}])('sends nothing if the upload gives no link: %j', async (value) => {
	await platform.start({ answer: ({ url }) => (url === '/api/upload' ? { body: { $value: value } } : undefined) });
	const { error } = await attach([{ source: 'binary', binaryPropertyName: 'data' }]);
	expect(error?.message).toBe("The file was uploaded, but the platform's response has no link to it");
	expect(error?.description).toContain("contact the platform's support");
	expect(platform.sent()).toEqual([]);
});

describe('a list of attachments', () => {
	const run = async (list: unknown, json: object = {}, rows: object[] = []) =>
		await attach([{ source: 'list', list }, ...rows], {}, { json: { ...json } });

	test("is sent in the platform's form, with unknown members and large integers", async () => {
		const text =
			'[{"kind":"document","channelFileId":"https://c.example/a.pdf","fileName":"a.pdf"},' +
			'{"kind":"video","channelFileId":"https://c.example/b","mediaDuration":12,"fileSize":9007199254740993,"later":{"x":[null]}}]';
		expect((await run(text)).error).toBeUndefined();
		expect(String(platform.to('/messages')[0]?.body)).toContain(
			'"attachments":[{"kind":"document","channelFileId":"https://c.example/a.pdf","fileName":"a.pdf"},' +
				'{"mediaDuration":12,"fileSize":9007199254740993,"later":{"x":[null]},"kind":"video","channelFileId":"https://c.example/b"}]',
		);
		expect(platform.to('/upload')).toEqual([]);
	});

	const FILE = { channelFileId: 'https://c.example/1', fileName: 'x.jpg', mimeType: 'image/jpeg' };
	const { channelFileId: cloudUri, ...named } = FILE;
	const uploads = [{ ...named, accountId: 'a', bucket: 'b', cloudUri, publicUri: 'https://p.example/1' }];

	test.each([
		['the items of a node', '={{ $json.uploads.map((json) => ({ json, pairedItem: { item: 0 } })) }}'],
		['JSON text', '={{ JSON.stringify($json.uploads) }}'],
	])('takes the output of uploads: %s', async (_what, list) => {
		expect((await run(list, { uploads })).error).toBeUndefined();
		expect(attached()).toEqual([{ kind: 'image', ...FILE }]);
	});

	test('takes bare links, one object, and the attachments of an event; a missing kind is guessed', async () => {
		const links = '={{ [" https://c.example/a.mp3 ", { channelFileId: "https://c.example/b", kind: null, fileName: null }] }}';
		expect((await run(links)).error).toBeUndefined();
		expect(attached()).toEqual([
			{ kind: 'audio', channelFileId: 'https://c.example/a.mp3' },
			{ kind: 'document', channelFileId: 'https://c.example/b' },
		]);
		expect((await run('{"channelFileId":"https://c.example/a.png"}')).error).toBeUndefined();
		expect(attached(1)).toEqual([{ kind: 'image', channelFileId: 'https://c.example/a.png' }]);
		const received = { kind: 'voice', channelFileId: 'f', publicUrl: 'https://p.example/1', mimeType: 'audio/ogg', fileSize: 5 };
		expect((await run('={{ $json.list }}', { list: [{ ...received, binaryField: 'attachment_0' }] })).error).toBeUndefined();
		expect(attached(2)).toEqual([received]);
	});

	test.each(['={{ undefined }}', '[]'])('attaches nothing if it is empty: %j', async (list) => {
		expect((await run(list, {}, [{ source: 'uploaded', channelFileId: 'https://c.example/a' }])).error).toBeUndefined();
		expect(attached()).toEqual([{ kind: 'document', channelFileId: 'https://c.example/a' }]);
	});

	const HOW = 'Each entry is the link of an uploaded file';
	test.each([
		['={{ ["https://c.example/a", { channelFileId: "" }] }}', 'Entry 2 has no channelFileId', HOW],
		['={{ [{ publicUrl: "https://p.example/1" }] }}', 'Entry 1 has no channelFileId', 'Download the file first'],
		['={{ [{ channelFileId: "x", kind: "movie" }] }}', 'Entry 1: kind can\'t be "movie"', 'Use one of: audio, document'],
		['[9007199254740993]', 'Entry 1 is neither an attachment nor a link', HOW],
		['={{ 5 }}', "List (JSON) isn't a list", HOW],
		['[{]', "List (JSON) isn't valid JSON: ", 'Check quotes'],
	])('is refused if it is not a list of attachments: %s', async (list, message, description) => {
		const { error } = await run(list);
		expect(error?.message).toContain(`Attachment 1: ${message}`);
		expect(error?.description).toContain(description);
		expect(platform.requests).toEqual([]);
	});
});

describe('the kind of a file', () => {
	test.each([
		['IMAGE/PNG', '', 'image'],
		['image/svg+xml', 'a.svg', 'document'],
		['image/tiff', 'scan.tif', 'document'],
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
		['', 'application/pdf', 'a.pdf'],
		['*;!exe', 'application/pdf', 'a.pdf'],
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
		['application/x-unknown', 'application/unknown', 'a'],
		['image/jpeg;image/png', 'application/octet-stream', 'https://example.com/A.JPE?size=1'],
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
		['!exe', 'application/pdf', 'a.pdf'],
		['*/*;!application/x-msdownload', 'application/x-msdownload', 'setup.exe'],
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
		['\udc4d\ud83d👍', 3],
	])('counts %j as people do, an emoji of one code point as one', (text, count) => {
		expect(characters(text)).toBe(count);
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
		const pdfs = { ...taking({ filesRestrictions: { mimeMask: 'application/pdf' } }), name: '24 hours' };
		expect(refusal(pdfs, { kind: 'document', mimeType: 'text/plain' })?.message).toContain(
			'the Telegram channel "24 hours" doesn\'t accept this file (text/plain)',
		);
	});

	const sticker: FileFacts = { kind: 'sticker', mimeType: 'application/x-tgsticker', name: 'a.tgs' };
	test.each<[string, Partial<Channel>, FileFacts]>([
		['a sticker even if it takes no files', NONE, sticker],
		['a file of an unknown type', taking({ filesRestrictions: { mimeMask: 'pdf' } }), { kind: 'document', name: 'a.exe' }],
		['a kind without formats', taking({ filesRestrictions: { maxSize: 1 } }), { kind: 'document', mimeType: 'a/b' }],
	])('leaves to the platform %s', (_what, channel, file) => {
		expect(refusal(channel, file)).toBeUndefined();
	});
});
