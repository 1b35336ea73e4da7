import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { runOperation } from '../../../helpers/runAction';
import { RICH, type ScriptedPlatform, startScriptedPlatform, toChat } from '../../../helpers/scriptedPlatform';

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
