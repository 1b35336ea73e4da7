import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { runOperation } from '../../../helpers/runAction';
import {
	type ScriptedPlatform,
	type PlatformOptions,
	RICH,
	startScriptedPlatform,
	toChat,
} from '../../../helpers/scriptedPlatform';

describe('sent', () => {
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
			['whatsapp_7', 'example.com/a.png', "Attachment 1: Public URL isn't a web URL: example.com/a.png"],
			['whatsapp_7', 'file:///etc/passwd', "Attachment 1: Public URL isn't a web URL: file:///etc/passwd"],
			['whatsapp_7', '={{ "" }}', 'Attachment 1: Public URL is empty'],
		])('refuses what is not a public link: %s %s', async (channel, publicUrl, message) => {
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
});

describe('attachments', () => {
	const data = Buffer.from('PNG').toString('base64');

	describe('the files of a message', () => {
		let platform: ScriptedPlatform;
		const start = async (more: PlatformOptions = {}) =>
			(platform = await startScriptedPlatform({ channels: { tg_7: RICH }, ...more }));
		afterEach(async () => await platform.close());

		const attach = async (attachment: object, item: INodeExecutionData = { json: {} }) =>
			await runOperation({
				parameters: toChat('tg_7', { attachments: { attachment: [attachment] } }) as INodeParameters,
				items: [item],
				credential: platform.credential,
			});
		const attached = () => platform.bodies('/messages')[0]?.attachments;
		const nameOfUpload = () => /filename="([^"]*)"/.exec(String(platform.to('/upload')[0]?.body))?.[1];

		test('do not share the one given name', async () => {
			await start();
			const binary = { a: { data, mimeType: 'image/png', fileName: 'a.png' }, b: { data, mimeType: 'image/png' } };
			await attach({ source: 'binary', binaryPropertyName: 'a,b', fileName: 'mine.png' }, { json: {}, binary });
			expect(attached()).toEqual([
				{ kind: 'image', channelFileId: 'https://cloud.example/1', fileName: 'a.png' },
				{ kind: 'image', channelFileId: 'https://cloud.example/2' },
			]);
		});

		test('have the given name if they are of the item, too, without the spaces around it', async () => {
			await start();
			const binary = { data: { data, mimeType: 'image/png', fileName: 'a.png' } };
			await attach({ source: 'binary', fileName: ' mine.png ' }, { json: {}, binary });
			expect(attached()).toMatchObject([{ fileName: 'mine.png' }]);
			expect(nameOfUpload()).toBe('mine.png');
		});

		test.each([
			[{ mimeType: 'application/octet-stream', fileName: 'a.png' }, 'image', 'a.png'],
			[{ mimeType: 'application/octet-stream' }, 'document', 'file'],
			[{ mimeType: 'image/png', id: '' }, 'image', 'file'],
		])('are uploaded from memory, even without a name: %j', async (more, kind, name) => {
			await start();
			expect((await attach({ source: 'binary' }, { json: {}, binary: { data: { data, ...more } } })).error).toBeUndefined();
			expect(attached()).toMatchObject([{ kind }]);
			expect(nameOfUpload()).toBe(name);
			expect(String(platform.to('/upload')[0]?.body)).toContain('\r\n\r\nPNG\r\n');
		});

		test("are checked in a list against the channel's limits if their type is known", async () => {
			await start({ channels: { tg_7: { ...RICH, videoRestrictions: { mimeMask: 'video/mp4' } } } });
			const { error } = await attach({ source: 'list', list: '[{"channelFileId":"x","kind":"video","mimeType":"video/avi"}]' });
			expect(error?.message).toBe(
				"Attachments: the Telegram channel 7 doesn't accept this file (video/avi) as video (it accepts video/mp4)",
			);
		});

		test.each([{ cloudUri: '' }, { cloudUri: 5 }, {}])('are not sent if their upload gives no link: %j', async (value) => {
			await start({ answer: ({ url }) => (url === '/api/upload' ? { body: { $value: value } } : undefined) });
			const { error } = await attach({ source: 'binary' }, { json: {}, binary: { data: { data, mimeType: 'image/png' } } });
			expect(error?.message).toBe("The file was uploaded, but the platform's response has no link to it");
			expect(error?.description).toContain("contact the platform's support");
			expect(platform.to('/messages')).toEqual([]);
		});

		test.each([
			['={{ { mimeType: 5, data: "QQ==" } }}'],
			['={{ { mimeType: "image/png" } }}'],
			['={{ { mimeType: "image/png", id: "" } }}'],
			['={{ { data: "QQ==" } }}'],
		])('are not objects that only look like files: %s', async (binaryPropertyName) => {
			await start();
			const { error } = await attach({ source: 'binary', binaryPropertyName });
			expect(error?.message).toContain('something that is neither a name nor a file');
			expect(platform.requests).toEqual([]);
		});

		/** The tool's response when it attaches a file of an item in which a model has named a stored file. */
		const attachInTool = async (binaryPropertyName: string) => {
			const stored = { data: '', mimeType: 'image/png', id: 'filesystem-v2:workflows/w/executions/e/binary_data/secret' };
			const { items } = await runOperation({
				parameters: toChat('tg_7', {
					attachments: { attachment: [{ source: 'binary', binaryPropertyName }] },
				}) as INodeParameters,
				items: [{ json: { file: stored, _files: { data: stored } } } as unknown as INodeExecutionData],
				credential: platform.credential,
				settings: { binaryMode: 'combined' },
				tool: true,
			});
			return JSON.stringify(items[0]?.json).replaceAll('\\"', '"');
		};

		test("include those that the author's expression gives to a tool", async () => {
			await start();
			await attachInTool('={{ { mimeType: "image/png", data: "UE5H" } }}');
			expect(attached()).toMatchObject([{ kind: 'image', channelFileId: 'https://cloud.example/1' }]);
		});
	});
});

describe('attachmentList', () => {
	const HOW = 'Each entry is the link of an uploaded file';

	describe('message: attachments as a list', () => {
		let platform: ScriptedPlatform;
		beforeEach(async () => (platform = await startScriptedPlatform({ channels: { tg_7: RICH } })));
		afterEach(async () => await platform.close());

		const run = async (list: unknown, json: object = {}, rows: object[] = []) =>
			await runOperation({
				parameters: toChat('tg_7', { attachments: { attachment: [{ source: 'list', list }, ...rows] } }) as INodeParameters,
				items: [{ json: { ...json } } as INodeExecutionData],
				credential: platform.credential,
			});
		/** The attachments of the one message, exactly as they went out. */
		const sent = () => {
			const bodies = platform.to('/messages').map(({ body }) => String(body));
			expect(bodies).toHaveLength(1);
			return /"attachments":(.*)\}$/.exec(bodies[0] ?? '')?.[1];
		};

		test("is sent in the platform's form, with unknown members and large integers", async () => {
			const text =
				'[{"kind":"document","channelFileId":"https://c.example/a.pdf","fileName":"a.pdf"},' +
				'{"kind":"video","channelFileId":"https://c.example/b","mediaDuration":12,"fileSize":9007199254740993,"later":{"x":[null]}}]';
			expect((await run(text)).error).toBeUndefined();
			expect(sent()).toBe(
				'[{"kind":"document","channelFileId":"https://c.example/a.pdf","fileName":"a.pdf"},' +
					'{"mediaDuration":12,"fileSize":9007199254740993,"later":{"x":[null]},"kind":"video","channelFileId":"https://c.example/b"}]',
			);
			expect(platform.to('/upload')).toEqual([]);
		});

		const uploads = [
			{
				accountId: 'a',
				bucket: 'b',
				cloudUri: 'https://c.example/1',
				publicUri: 'https://p.example/1',
				fileName: 'x.jpg',
				mimeType: 'image/jpeg',
			},
			{ cloudUri: 'https://c.example/2', fileName: 'y.bin', mimeType: 'application/octet-stream' },
		];

		test.each([
			['the items of a node', '={{ $json.uploads.map((json) => ({ json, pairedItem: { item: 0 } })) }}'],
			['a list of outputs', '={{ $json.uploads }}'],
			['JSON text', '={{ JSON.stringify($json.uploads) }}'],
		])('takes the output of several uploads: %s', async (_what, list) => {
			expect((await run(list, { uploads })).error).toBeUndefined();
			expect(JSON.parse(sent() ?? '')).toEqual([
				{ kind: 'image', channelFileId: 'https://c.example/1', fileName: 'x.jpg', mimeType: 'image/jpeg' },
				{ kind: 'document', channelFileId: 'https://c.example/2', fileName: 'y.bin', mimeType: 'application/octet-stream' },
			]);
		});

		test('takes bare links, and one object instead of a list, and guesses a missing kind', async () => {
			expect(
				(await run('={{ [" https://c.example/a.mp3 ", { channelFileId: "https://c.example/b", kind: null, fileName: null }] }}'))
					.error,
			).toBeUndefined();
			expect(JSON.parse(sent() ?? '')).toEqual([
				{ kind: 'audio', channelFileId: 'https://c.example/a.mp3' },
				{ kind: 'document', channelFileId: 'https://c.example/b' },
			]);
			expect((await run('{"channelFileId":"https://c.example/a.png"}')).error).toBeUndefined();
			expect(platform.bodies('/messages')[1]?.attachments).toEqual([{ kind: 'image', channelFileId: 'https://c.example/a.png' }]);
		});

		test("sends an event's attachments that have the link to send", async () => {
			const attachments = [
				{
					kind: 'voice',
					channelFileId: 'f-1',
					publicUrl: 'https://p.example/1',
					mimeType: 'audio/ogg',
					fileSize: 5,
					binaryField: 'attachment_0',
				},
			];
			expect((await run('={{ $json.attachments }}', { attachments })).error).toBeUndefined();
			expect(JSON.parse(sent() ?? '')).toEqual([
				{ publicUrl: 'https://p.example/1', mimeType: 'audio/ogg', fileSize: 5, kind: 'voice', channelFileId: 'f-1' },
			]);
		});

		test.each(['={{ [] }}', '={{ undefined }}', '={{ null }}', '={{ "" }}', '[]', ''])(
			'attaches nothing if it is empty: %j',
			async (list) => {
				const { error } = await run(list, {}, [{ source: 'uploaded', channelFileId: 'https://c.example/a' }]);
				expect(error).toBeUndefined();
				expect(JSON.parse(sent() ?? '')).toEqual([{ kind: 'document', channelFileId: 'https://c.example/a' }]);
			},
		);

		test.each<[string, string, string]>([
			['={{ [{ kind: "image" }] }}', 'Attachment 1: Entry 1 has no channelFileId', HOW],
			['={{ ["https://c.example/a", { channelFileId: "" }] }}', 'Attachment 1: Entry 2 has no channelFileId', HOW],
			['={{ [{ channelFileId: " " }] }}', 'Attachment 1: Entry 1: channelFileId is empty', 'Fill in'],
			['={{ [{ channelFileId: ["x"] }] }}', 'Attachment 1: Entry 1: channelFileId must be text, but it is a list', ''],
			[
				'={{ [{ kind: "image", publicUrl: "https://p.example/1" }] }}',
				'Attachment 1: Entry 1 has no channelFileId',
				'Download the file first',
			],
			[
				'={{ [{ channelFileId: "x", kind: "movie" }] }}',
				'Attachment 1: Entry 1: kind can\'t be "movie"',
				'Use one of: audio, document',
			],
			['={{ [{ channelFileId: "x", fileName: {} }] }}', 'Attachment 1: Entry 1: fileName must be text, but it is an object', ''],
			['={{ [""] }}', 'Attachment 1: Entry 1 is empty', ''],
			['={{ [null] }}', 'Attachment 1: Entry 1 is neither an attachment nor a link', HOW],
			['[9007199254740993]', 'Attachment 1: Entry 1 is neither an attachment nor a link', HOW],
			['={{ [["https://c.example/a"]] }}', 'Attachment 1: Entry 1 is neither an attachment nor a link', HOW],
			['={{ 5 }}', "Attachment 1: List (JSON) isn't a list", HOW],
			['={{ true }}', "Attachment 1: List (JSON) isn't a list", HOW],
			['https://c.example/a', "Attachment 1: List (JSON) isn't valid JSON: ", ''],
			['[{]', "Attachment 1: List (JSON) isn't valid JSON: ", 'Check quotes'],
		])('is refused if it is not a list of attachments: %s', async (list, message, description) => {
			const { error } = await run(list);
			expect(error?.message).toContain(message);
			expect(error?.description).toContain(description);
			expect(platform.requests).toEqual([]);
		});
	});
});
