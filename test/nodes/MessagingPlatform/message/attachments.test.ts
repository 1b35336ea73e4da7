import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { runOperation } from '../../../helpers/runAction';
import {
	type PlatformOptions,
	RICH,
	type ScriptedPlatform,
	startScriptedPlatform,
	toChat,
} from '../../../helpers/scriptedPlatform';

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
			parameters: toChat('tg_7', { attachments: { attachment: [{ source: 'binary', binaryPropertyName }] } }) as INodeParameters,
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
