import type { IBinaryKeyData, INodeExecutionData } from 'n8n-workflow';
import { toChat, RICH } from '../../../helpers/scriptedPlatform';
import { usePlatform } from '../../../helpers/usePlatform';

const platform = usePlatform({ channels: { tg_7: RICH, whatsapp_7: RICH } });

const startWith = async (difference: object) => await platform.start({ channels: { tg_7: { ...RICH, ...difference } } });
const file = (mimeType: string, fileName?: string, data = 'QQ==') => ({ data, mimeType, ...(fileName && { fileName }) });
const itemWith = (binary: IBinaryKeyData): INodeExecutionData => ({ json: {}, binary });
const photo = itemWith({
	data: file('image/jpeg', 'Фото 1.jpg'),
	price: file('application/pdf', 'price.pdf'),
	song: file('audio/mpeg'),
});
const attach = async (attachment: object[], more: object = {}, item = photo, channel = 'tg_7') =>
	await platform.run(toChat(channel, { attachments: { attachment }, ...more }), { items: [item] });
const attached = (index = 0) => platform.sent()[index]?.attachments;
const nameOfUpload = () => /filename="([^"]*)"/.exec(String(platform.to('/upload')[0]?.body))?.[1];
const CLOUD = 'https://cloud.example';

test('sends a sticker and a voice message even if images and music are not supported', async () => {
	await startWith({ photoRestrictions: null, audioRestrictions: { mimeMask: 'mp3' } });
	const { error } = await attach([
		{ source: 'uploaded', channelFileId: `${CLOUD}/s.webp`, kind: 'sticker' },
		{ source: 'binary', binaryPropertyName: 'song', kind: 'voice', fileName: 'hello.opus' },
	]);
	expect(error).toBeUndefined();
	expect(attached()).toMatchObject([{ kind: 'sticker' }, { kind: 'voice' }]);
});

test.each([
	['file:///etc/passwd', "Attachment 1: Public URL isn't a web URL: file:///etc/passwd"],
	['={{ "" }}', 'Attachment 1: Public URL is empty'],
])('refuses what is not a public link: %s', async (publicUrl, message) => {
	const { error } = await attach([{ source: 'publicUrl', publicUrl }], {}, photo, 'whatsapp_7');
	expect(error?.message).toBe(message);
	expect(platform.requests).toEqual([]);
});

test('attaches all files of the item with an empty field, in its order; the only file with a field left unchanged', async () => {
	expect((await attach([{ source: 'binary', binaryPropertyName: '', kind: 'document' }])).error).toBeUndefined();
	expect(attached()).toEqual([
		{ kind: 'document', channelFileId: `${CLOUD}/1`, fileName: 'Фото 1.jpg' },
		{ kind: 'document', channelFileId: `${CLOUD}/2`, fileName: 'price.pdf' },
		{ kind: 'document', channelFileId: `${CLOUD}/3` },
	]);
	expect((await attach([{ source: 'binary' }], {}, itemWith({ song: file('audio/mpeg') }))).error).toBeUndefined();
	expect(attached(1)).toEqual([{ kind: 'audio', channelFileId: `${CLOUD}/4` }]);
});

test.each([
	[{ photoRestrictions: null }, "Attachments: the Telegram channel 7 doesn't support images (Фото 1.jpg)"],
	[
		{ photoRestrictions: { mimeMask: 'png;gif' } },
		"Attachments: the Telegram channel 7 doesn't accept Фото 1.jpg (image/jpeg) as image (it accepts png, gif)",
	],
	[{ textRestrictions: null }, "Text isn't supported by the Telegram channel 7"],
])('refuses before the upload what the channel does not take: %j', async (difference, message) => {
	await startWith(difference);
	const { error } = await attach([{ source: 'binary', binaryPropertyName: 'data', kind: 'image' }], { text: 'Hi' });
	expect(error?.message).toBe(message);
	expect(platform.calls()).toEqual(['GET /api/channels?v=1.0.0']);
});

const LINK = 'https://c.example/';
test.each<[string, object, object, string]>([
	['an image that only its ending shows', { mimeType: 'application/octet-stream', fileName: 'a.heic' }, {}, 'document'],
	['MP4 without videos', { mimeType: 'video/mp4', fileName: 'a.mp4' }, { videoRestrictions: null }, 'document'],
	['a JPEG by another name', { mimeType: 'image/jpg', fileName: 'a.jpg' }, {}, 'image'],
	['TIFF without documents', { mimeType: 'image/tiff' }, { filesRestrictions: null, photoRestrictions: {} }, 'image'],
	['TIFF', { mimeType: 'image/tiff' }, { photoRestrictions: {} }, 'document'],
	['the link of an image', { link: `${LINK}a.heic?a=1` }, {}, 'document'],
	['the link of an image that it takes', { link: `${LINK}a.jpg` }, {}, 'image'],
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

test('refuses a file that the channel takes in no way, as what it most likely is', async () => {
	await startWith({ filesRestrictions: { mimeMask: 'pdf' } });
	const { error } = await attach([{ source: 'binary' }], {}, itemWith({ data: file('image/heic', 'a.heic') }));
	expect(error?.message).toBe(
		"Attachments: the Telegram channel 7 doesn't accept a.heic (image/heic) as image (it accepts jpg, jpeg, png)",
	);
	expect(platform.to('/upload')).toEqual([]);
});

test.each([null, undefined, 'all'])(
	'lets the platform decide if the channel has the capability %j',
	async (freeTextCapability) => {
		const entry = { channel: { channel: 'tg', channelId: 7 }, freeTextCapability };
		await platform.start({ channelList: { body: { tg: [entry], capability: null } } });
		const more = { text: 'x'.repeat(5000), buttonsInput: 'json', buttonsJson: '[{"text": "A", "payload": "a"}]' };
		expect((await attach([{ source: 'binary', binaryPropertyName: 'data' }], more)).error).toBeUndefined();
		expect(platform.sent()).toMatchObject([{ buttons: [{ text: 'A' }], attachments: [{ kind: 'image' }] }]);
	},
);

test('gives the name of the row to one file, without the spaces around it, and not to several', async () => {
	await attach([{ source: 'binary', binaryPropertyName: 'data', fileName: ' mine.png ' }]);
	expect(attached()).toMatchObject([{ fileName: 'mine.png' }]);
	expect(nameOfUpload()).toBe('mine.png');
	await attach([{ source: 'binary', binaryPropertyName: 'data,song', fileName: 'mine.png' }]);
	expect(attached(1)).toEqual([
		{ kind: 'image', channelFileId: `${CLOUD}/2`, fileName: 'Фото 1.jpg' },
		{ kind: 'audio', channelFileId: `${CLOUD}/3` },
	]);
});

test.each([
	[{ mimeType: 'application/octet-stream', fileName: 'a.png' }, 'image', 'a.png'],
	[{ mimeType: 'application/octet-stream' }, 'document', 'file'],
	[{ mimeType: 'image/png', id: '' }, 'image', 'file'],
])('uploads a file from memory, even without a name: %j', async (more, kind, name) => {
	const data = Buffer.from('PNG').toString('base64');
	expect((await attach([{ source: 'binary' }], {}, itemWith({ data: { data, ...more } }))).error).toBeUndefined();
	expect(attached()).toMatchObject([{ kind }]);
	expect(nameOfUpload()).toBe(name);
	expect(String(platform.to('/upload')[0]?.body)).toContain('\r\n\r\nPNG\r\n');
});

test.each([{ cloudUri: '' }, { cloudUri: 5 }, {}])('sends nothing if the upload gives no link: %j', async (value) => {
	await platform.start({ answer: ({ url }) => (url === '/api/upload' ? { body: { $value: value } } : undefined) });
	const { error } = await attach([{ source: 'binary', binaryPropertyName: 'data' }]);
	expect(error?.message).toBe("The file was uploaded, but the platform's response has no link to it");
	expect(error?.description).toContain("contact the platform's support");
	expect(platform.sent()).toEqual([]);
});

test.each(['{ mimeType: 5, data: "QQ==" }', '{ mimeType: "image/png", id: "" }', '{ data: "QQ==" }'])(
	'does not take an object that only looks like a file: %s',
	async (value) => {
		const { error } = await attach([{ source: 'binary', binaryPropertyName: `={{ ${value} }}` }]);
		expect(error?.message).toContain('must be the name of a binary field, but it is an object');
		expect(platform.requests).toEqual([]);
	},
);

test("attaches in a tool the file that the author's expression gives", async () => {
	const binaryPropertyName = '={{ { mimeType: "image/png", data: "UE5H" } }}';
	await platform.send({ attachments: { attachment: [{ source: 'binary', binaryPropertyName }] } }, { tool: true });
	expect(attached()).toMatchObject([{ kind: 'image', channelFileId: `${CLOUD}/1` }]);
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
		['a list of outputs', '={{ $json.uploads }}'],
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
		const received = {
			kind: 'voice',
			channelFileId: 'f-1',
			publicUrl: 'https://p.example/1',
			mimeType: 'audio/ogg',
			fileSize: 5,
		};
		expect((await run('={{ $json.list }}', { list: [{ ...received, binaryField: 'attachment_0' }] })).error).toBeUndefined();
		expect(attached(2)).toEqual([received]);
	});

	test.each(['={{ [] }}', '={{ undefined }}', '={{ "" }}', '[]', ''])('attaches nothing if it is empty: %j', async (list) => {
		expect((await run(list, {}, [{ source: 'uploaded', channelFileId: 'https://c.example/a' }])).error).toBeUndefined();
		expect(attached()).toEqual([{ kind: 'document', channelFileId: 'https://c.example/a' }]);
	});

	const HOW = 'Each entry is the link of an uploaded file';
	const NEITHER = 'Entry 1 is neither an attachment nor a link';
	test.each([
		['={{ ["https://c.example/a", { channelFileId: "" }] }}', 'Entry 2 has no channelFileId', HOW],
		['={{ [{ channelFileId: " " }] }}', 'Entry 1: channelFileId is empty', 'Fill in'],
		['={{ [{ channelFileId: ["x"] }] }}', 'Entry 1: channelFileId must be text, but it is a list', ''],
		['={{ [{ publicUrl: "https://p.example/1" }] }}', 'Entry 1 has no channelFileId', 'Download the file first'],
		['={{ [{ channelFileId: "x", kind: "movie" }] }}', 'Entry 1: kind can\'t be "movie"', 'Use one of: audio, document'],
		['={{ [{ channelFileId: "x", fileName: {} }] }}', 'Entry 1: fileName must be text, but it is an object', ''],
		['={{ [""] }}', 'Entry 1 is empty', ''],
		['={{ [null] }}', NEITHER, HOW],
		['[9007199254740993]', NEITHER, HOW],
		['={{ [["https://c.example/a"]] }}', NEITHER, HOW],
		['={{ 5 }}', "List (JSON) isn't a list", HOW],
		['https://c.example/a', "List (JSON) isn't valid JSON: ", ''],
		['[{]', "List (JSON) isn't valid JSON: ", 'Check quotes'],
	])('is refused if it is not a list of attachments: %s', async (list, message, description) => {
		const { error } = await run(list);
		expect(error?.message).toContain(`Attachment 1: ${message}`);
		expect(error?.description).toContain(description);
		expect(platform.requests).toEqual([]);
	});
});
