import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { runOperation } from '../../../../helpers/runAction';
import {
	type ScriptedPlatform,
	type PlatformOptions,
	RICH,
	startScriptedPlatform,
	toChat,
} from '../../../../helpers/scriptedPlatform';

const binary = (content: string, mimeType: string, fileName?: string) => ({
	data: Buffer.from(content).toString('base64'),
	mimeType,
	...(fileName ? { fileName } : {}),
});

describe('message: attachments', () => {
	let platform: ScriptedPlatform;
	const start = async (
		options: PlatformOptions = { channels: { tg_7: { ...RICH, maxAttachmentsPerMessage: 3 }, whatsapp_7: RICH } },
	) => {
		platform = await startScriptedPlatform(options);
	};
	afterEach(async () => await platform.close());

	const photo: INodeExecutionData = {
		json: {},
		binary: {
			data: binary('JPEG', 'image/jpeg', 'Фото 1.jpg'),
			price: binary('PDF', 'application/pdf', 'price.pdf'),
			song: binary('MP3', 'audio/mpeg'),
		},
	};
	const run = async (attachment: object[], more: object = {}, channel = 'tg_7', items = [photo]) =>
		await runOperation({
			parameters: toChat(channel, { attachments: { attachment }, ...more }) as INodeParameters,
			items,
			credential: platform.credential,
		});

	// specification, "Capability object fields", canCombineDifferentTypes
	test('sends files of several kinds in separate messages if the channel does not combine them', async () => {
		await start({ channels: { tg_7: { ...RICH, canCombineDifferentTypes: false } } });
		const file = (kind: string, name: string) => ({ source: 'uploaded', channelFileId: `https://cloud.example/${name}`, kind });
		const { error, items } = await run([file('image', 'a'), file('image', 'b'), file('document', 'c')], { text: 'See' });
		expect(error).toBeUndefined();
		expect(platform.bodies('/messages')).toMatchObject([
			{ text: 'See', attachments: [{ kind: 'image' }, { kind: 'image' }] },
			{ attachments: [{ kind: 'document', channelFileId: 'https://cloud.example/c' }] },
		]);
		expect(items).toHaveLength(1);
		expect(items[0]?.json.parts).toHaveLength(2);
	});

	test('sends a sticker and a voice message even if images and music are not supported', async () => {
		await start({ channels: { tg_7: { ...RICH, photoRestrictions: null, audioRestrictions: { mimeMask: 'mp3' } } } });
		const { error } = await run([
			{ source: 'uploaded', channelFileId: 'https://cloud.example/s.webp', kind: 'sticker' },
			{ source: 'binary', binaryPropertyName: 'song', kind: 'voice', fileName: 'hello.opus' },
		]);
		expect(error).toBeUndefined();
		expect(platform.bodies('/messages')[0]?.attachments).toMatchObject([{ kind: 'sticker' }, { kind: 'voice' }]);
	});

	test.each([
		[
			'tg_7',
			'https://example.com/a.png',
			"Attachment 1: Public URL can't be used on Telegram, which doesn't accept public URLs: https://example.com/a.png",
		],
		['whatsapp_7', 'example.com/a.png', "Attachment 1: Public URL isn't a web URL: example.com/a.png"],
		['whatsapp_7', 'file:///etc/passwd', "Attachment 1: Public URL isn't a web URL: file:///etc/passwd"],
		['whatsapp_7', '={{ "" }}', 'Attachment 1: Public URL is empty'],
	])('refuses a public link: %s %s', async (channel, publicUrl, message) => {
		await start();
		const { error } = await run([{ source: 'publicUrl', publicUrl }], {}, channel);
		expect(error?.message).toBe(message);
		expect(platform.requests).toEqual([]);
	});

	test('attaches all files of the item with an empty field, in its order; the only file with a field left unchanged', async () => {
		await start();
		expect((await run([{ source: 'binary', binaryPropertyName: '', kind: 'document' }])).error).toBeUndefined();
		expect(platform.bodies('/messages')[0]?.attachments).toEqual([
			{ kind: 'document', channelFileId: 'https://cloud.example/1', fileName: 'Фото 1.jpg' },
			{ kind: 'document', channelFileId: 'https://cloud.example/2', fileName: 'price.pdf' },
			{ kind: 'document', channelFileId: 'https://cloud.example/3' },
		]);
		const only = { json: {}, binary: { song: binary('MP3', 'audio/mpeg') } };
		expect((await run([{ source: 'binary' }], {}, 'tg_7', [only])).error).toBeUndefined();
		expect(platform.bodies('/messages')[1]?.attachments).toEqual([{ kind: 'audio', channelFileId: 'https://cloud.example/4' }]);
	});

	const CHOSEN: Record<string, string> = { data: 'image', price: 'document', song: 'audio', clip: 'video' };

	test.each([
		[{ photoRestrictions: null }, 'data', "Attachments: the Telegram channel 7 doesn't support images (Фото 1.jpg)"],
		[
			{ photoRestrictions: { mimeMask: 'png;gif' } },
			'data',
			"Attachments: the Telegram channel 7 doesn't accept Фото 1.jpg (image/jpeg) as image (it accepts png, gif)",
		],
		[{ textRestrictions: null }, 'data', "Text isn't supported by the Telegram channel 7"],
	])('refuses before the upload what the channel does not take: %j', async (difference, binaryPropertyName, message) => {
		await start({ channels: { tg_7: { ...RICH, ...difference } } });
		const kind = CHOSEN[binaryPropertyName];
		const { error } = await run([{ source: 'binary', binaryPropertyName, kind }], { text: 'Hi' });
		expect(error?.message).toBe(message);
		expect(platform.requests.map(({ url }) => url)).toEqual(['/api/channels?v=1.0.0']);
	});

	const LINK = 'https://c.example/';

	test.each<[string, object, object, string]>([
		['a type of image that the channel lacks', { mimeType: 'image/heic', fileName: 'a.heic' }, {}, 'document'],
		['an image that only its ending shows', { mimeType: 'application/octet-stream', fileName: 'a.heic' }, {}, 'document'],
		['BMP', { mimeType: 'image/bmp', fileName: 'a.bmp' }, {}, 'document'],
		['MOV', { mimeType: 'video/quicktime', fileName: 'a.mov' }, {}, 'document'],
		['MP4 without videos', { mimeType: 'video/mp4', fileName: 'a.mp4' }, { videoRestrictions: null }, 'document'],
		['a JPEG without images', { mimeType: 'image/jpeg', fileName: 'a.jpg' }, { photoRestrictions: null }, 'document'],
		['a JPEG by another name', { mimeType: 'image/jpg', fileName: 'a.jpg' }, {}, 'image'],
		['TIFF without documents', { mimeType: 'image/tiff' }, { filesRestrictions: null, photoRestrictions: {} }, 'image'],
		['TIFF', { mimeType: 'image/tiff' }, { photoRestrictions: {} }, 'document'],
		['the link of an image', { link: `${LINK}a.heic?a=1` }, {}, 'document'],
		['the link of an image that it takes', { link: `${LINK}a.jpg` }, {}, 'image'],
		['a named link', { link: LINK, fileName: 'a.mov' }, {}, 'document'],
	])('shows a file in the best way that the channel takes: %s', async (_what, file, difference, kind) => {
		await start({ channels: { tg_7: { ...RICH, ...difference } } });
		const { link, fileName } = { link: undefined, fileName: undefined, ...file };
		const rows = [link === undefined ? { source: 'binary' } : { source: 'uploaded', channelFileId: link, fileName }];
		const items = [{ json: {}, binary: { data: { data: 'QQ==', mimeType: '', ...file } } }];
		const dry = await run(rows, { additionalFields: { dryRun: true } }, 'tg_7', items);
		expect(dry.items[0]?.json).toMatchObject({ outcome: 'wouldBeSent', messages: [{ attachments: [{ kind }] }] });
		for (const simplify of [true, false]) {
			const { items: output, error } = await run(rows, { simplify }, 'tg_7', items);
			expect(error).toBeUndefined();
			expect(output[0]?.json).toMatchObject({ attachments: [{ kind }] });
		}
		expect(platform.bodies('/messages').map(({ attachments }) => attachments)).toMatchObject([[{ kind }], [{ kind }]]);
	});

	test('refuses a file that the channel takes in no way, as what it most likely is', async () => {
		await start({ channels: { tg_7: { ...RICH, filesRestrictions: { mimeMask: 'pdf' } } } });
		const items = [{ json: {}, binary: { data: { data: 'QQ==', mimeType: 'image/heic', fileName: 'a.heic' } } }];
		const { error } = await run([{ source: 'binary' }], {}, 'tg_7', items);
		expect(error?.message).toBe(
			"Attachments: the Telegram channel 7 doesn't accept a.heic (image/heic) as image (it accepts jpg, jpeg, png)",
		);
		expect(platform.to('/upload')).toEqual([]);
	});

	test.each([
		['null', null],
		['absent', undefined],
		['no object', 'all'],
	])('lets the platform decide if nothing is known without any capability object (%s)', async (_what, freeTextCapability) => {
		const entry = { channel: { channel: 'tg', channelId: 7 }, freeTextCapability };
		await start({ channelList: { body: { tg: [entry], capability: null } } });
		const buttons = { buttonsInput: 'json', buttonsJson: '[{"text": "A", "payload": "a"}]' };
		const { error } = await run([{ source: 'binary', binaryPropertyName: 'data' }], { text: 'x'.repeat(5000), ...buttons });
		expect(error).toBeUndefined();
		expect(platform.bodies('/messages')).toMatchObject([{ buttons: [{ text: 'A' }], attachments: [{ kind: 'image' }] }]);
	});
});
