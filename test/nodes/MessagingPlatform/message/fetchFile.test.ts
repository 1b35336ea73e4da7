/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import type { ServerResponse } from 'node:http';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { type Run, runOperation } from '../../../helpers/runAction';
import { type ScriptedPlatform, RICH, startScriptedPlatform, toChat } from '../../../helpers/scriptedPlatform';
import { type Received, type Reply, type ScriptedServer, startInternet, startScriptedServer } from '../../../helpers/servers';

const MB = 1024 * 1024;
const URL_OF_FILE = 'http://files.example.org/photo';

let platform: ScriptedPlatform;
let internet: ScriptedServer;
let onInternet: (request: Received, response: ServerResponse) => Reply | undefined | Promise<Reply | undefined>;

beforeEach(async () => {
	const separate = { ...RICH, canCombineDifferentTypes: false };
	const onlyImages = { ...RICH, filesRestrictions: null };
	platform = await startScriptedPlatform({ channels: { tg_7: RICH, tg_8: separate, tg_9: onlyImages, whatsapp_7: RICH } });
	onInternet = () => ({ headers: { 'Content-Type': 'image/jpeg' }, body: 'JPEG' });
	internet = await startInternet(async (request, response) => await onInternet(request, response));
});
afterEach(async () => await Promise.all([platform.close(), internet.close()]));

type Row = { publicUrl?: string } & Record<string, unknown>;

const send = async (
	rows: Row[],
	{ channel = 'tg_7', more = {}, ...run }: Partial<Run> & { channel?: string; more?: object } = {},
) =>
	await runOperation({
		parameters: toChat(channel, {
			attachments: { attachment: rows.map((row) => ({ source: 'publicUrl', publicUrl: URL_OF_FILE, ...row })) },
			...more,
		}) as INodeParameters,
		credential: platform.credential,
		...run,
	});
const attached = () => platform.bodies('/messages').map(({ attachments }) => attachments);
const uploaded = () =>
	platform.to('/upload').map(({ body }) => {
		const part = /filename="([^"]*)"\r\nContent-Type: (\S+)\r\n\r\n(.*)\r\n--/is.exec(String(body)) ?? [];
		return part.slice(1);
	});

test.each<[string, object, Record<string, string>, string, string, string]>([
	['/photo', {}, { 'Content-Type': 'image/jpeg; q=1' }, 'image', 'photo', 'image/jpeg'],
	['/a.mp4?sig=1', {}, { 'Content-Type': 'application/octet-stream' }, 'video', 'a.mp4', 'video/mp4'],
	['/a.jpg', {}, { 'Content-Type': 'application/pdf' }, 'document', 'a.jpg', 'application/pdf'],
	['/?id=1', {}, { 'content-disposition': 'attachment; filename="a.mp3"', 'Content-Type': '' }, 'audio', 'a.mp3', 'audio/mpeg'],
	['/a', { fileName: 'mine.png' }, { 'Content-Type': 'image/jpeg' }, 'image', 'mine.png', 'image/jpeg'],
	['/a', { kind: 'document' }, { 'Content-Type': 'image/jpeg' }, 'document', 'a', 'image/jpeg'],
	['/a.html', {}, { 'Content-Type': 'text/html' }, 'document', 'a.html', 'text/html'],
])('is uploaded as what its response and its name say: %s %j %j', async (path, row, headers, kind, fileName, type) => {
	onInternet = () => ({ headers, body: 'content' });
	const { error } = await send([{ publicUrl: `http://files.example.org${path}`, ...row }]);
	expect(error).toBeUndefined();
	expect(internet.requests.map(({ url }) => url)).toEqual([`http://files.example.org${path}`]);
	expect(internet.requests[0]?.headers.authorization).toBeUndefined();
	expect(uploaded()).toEqual([[fileName, type, 'content']]);
	expect(attached()).toEqual([[{ kind, channelFileId: 'https://cloud.example/1', fileName }]]);
});

test('is sent unchanged if the channel accepts it, unless it should be uploaded', async () => {
	expect((await send([{}], { channel: 'whatsapp_7' })).error).toBeUndefined();
	expect([internet.requests, attached()]).toEqual([[], [[{ kind: 'document', channelFileId: URL_OF_FILE }]]]);
	expect((await send([{ uploadFile: true }], { channel: 'whatsapp_7' })).error).toBeUndefined();
	expect(attached()[1]).toEqual([{ kind: 'image', channelFileId: 'https://cloud.example/1', fileName: 'photo' }]);
});

test.each([
	['message', 'sendTemplate', { templateId: 'hello' }, '/messages'],
	['preparedMessage', 'create', { text: 'Hi', additionalFields: { ownerId: 'account-1' } }, '/preparedMessages'],
])('is uploaded by %s: %s, too', async (resource, operation, more, path) => {
	const { error } = await send([{ uploadFile: true }], { more: { resource, operation, ...more } });
	expect(error).toBeUndefined();
	expect(platform.bodies(path)[0]?.attachments).toMatchObject([{ kind: 'image', channelFileId: 'https://cloud.example/1' }]);
});

test('goes with files of its true kind if the channel does not combine them', async () => {
	onInternet = ({ url }) => ({ headers: { 'Content-Type': url.endsWith('pdf') ? 'application/pdf' : 'image/png' }, body: 'x' });
	await send(
		['1', '2', 'pdf'].map((name) => ({ publicUrl: `http://files.example.org/get?${name}` })),
		{ channel: 'tg_8' },
	);
	expect(attached()).toMatchObject([[{ kind: 'image' }, { kind: 'image' }], [{ kind: 'document' }]]);
});

describe('is never fetched', () => {
	let inside: ScriptedServer;
	beforeEach(async () => (inside = await startScriptedServer(() => ({ body: 'a secret of the network' }))));
	afterEach(async () => await inside.close());
	const localized = (host: string) => `http://${host}:${new URL(inside.origin).port}/metadata`;

	test.each([
		'127.0.0.1',
		'localhost',
		'intranet',
		'files.internal',
		'2130706433',
		'0x7f.1',
		'[::1]',
		'[::ffff:7f00:1]',
		'10.0.0.1',
	])('from %s, directly or over a redirect, even if File Origins has it', async (host) => {
		const publicUrl = localized(host);
		const credential = { ...platform.credential, fileOrigins: new URL(publicUrl).origin };
		const direct = await send([{ publicUrl }], { credential });
		const WHY = 'is on this machine or in its network';
		expect(direct.error?.message).toBe(`Attachment 1: Public URL can't be fetched: this URL ${WHY}: ${new URL(publicUrl).href}`);
		expect(direct.error?.description).toContain('use a node that downloads it, for example File: Download');
		expect(internet.requests).toEqual([]);
		onInternet = () => ({ status: 302, headers: { location: publicUrl } });
		const { error } = await send([{}], { credential });
		expect(error?.message).toBe(
			`Attachment 1: Public URL can't be fetched: http://files.example.org redirects to ${new URL(publicUrl).origin}, which ${WHY}`,
		);
		expect([inside.requests, platform.requests]).toEqual([[], []]);
	});

	test.each([
		['an API endpoint', () => `${platform.origin}/api/chats`, 'is an API endpoint, not a file'],
		["the platform's files, which need the token", () => `${platform.origin}/files/1`, 'is on this machine or in its network'],
		['another scheme', () => 'file:///etc/passwd', "redirects to an address, which isn't a web URL"],
		['itself', () => URL_OF_FILE, 'redirects too often'],
	])('over a redirect to %s', async (_what, location, why) => {
		onInternet = () => ({ status: 301, headers: { location: location() } });
		const { error } = await send([{}]);
		expect(error?.message).toContain(why);
		expect(platform.requests).toEqual([]);
	});

	test('from the API, with its token or without', async () => {
		const { error } = await send([{ publicUrl: `${platform.origin}/api//%63hats?from=1` }]);
		expect(error?.message).toContain('this URL is an API endpoint, not a file');
		const token = await send([{ publicUrl: `${URL_OF_FILE}?t=${platform.credential.apiToken}` }]);
		expect(token.error?.message).toBe("Attachment 1: Public URL can't be fetched: this URL contains the API token");
		expect([internet.requests, platform.requests]).toEqual([[], []]);
	});

	test.each([['={{ $json.url }}'], ["={{ $fromAI('url', 'A file', 'string') }}"], ['=http://{{ $json.host }}/a']])(
		'for an AI model that could write it: %s',
		async (publicUrl) => {
			const items = [{ json: { url: URL_OF_FILE, host: 'files.example.org' } }];
			const { items: output } = await send([{ publicUrl }], { items, tool: true });
			expect(JSON.stringify(output)).toContain(
				"Attachment 1: Public URL has an expression that the AI model could fill in, so its file isn't fetched",
			);
			expect([internet.requests, platform.requests]).toEqual([[], []]);
		},
	);

	test("in a dry run, which doesn't refuse what only the response would show", async () => {
		const more = { additionalFields: { dryRun: true } };
		const { items } = await send([{}, { publicUrl: `${URL_OF_FILE}.jpg` }], { more });
		const kinds = [{ kind: 'document' }, { kind: 'image' }];
		expect(items[0]?.json).toMatchObject({ outcome: 'wouldBeSent', messages: [{ attachments: kinds }] });
		const { items: ofImages } = await send([{}], { more, channel: 'tg_9' });
		expect(ofImages[0]?.json).toMatchObject({ outcome: 'wouldBeSent', messages: [{ attachments: [{ kind: 'image' }] }] });
		expect(internet.requests).toEqual([]);
	});
});

test("is fetched for a tool if it's the author's, and the model learns nothing of a failure", async () => {
	expect((await send([{}], { tool: true })).items[0]?.json).not.toHaveProperty('error');
	expect(attached()).toMatchObject([[{ kind: 'image' }]]);
	onInternet = () => ({ status: 500 });
	const { items } = await send([{}], { tool: true });
	expect(items[0]?.json.error).toMatch(/^A file couldn't be fetched\. Other arguments won't help\./);
});

test.each<[string, typeof onInternet, string, object?]>([
	['a status', () => ({ status: 404, body: 'gone' }), 'files.example.org responded with HTTP 404'],
	['a login', () => ({ headers: { 'Content-Type': 'text/html; charset=utf-8' }, body: '<p>' }), "it's a web page, not a file"],
	[
		'an announced size',
		(_request, response) => void response.writeHead(200, { 'content-length': 50 * MB + 1 }).flushHeaders(),
		'The file is too large: 50 MB or more, but the limit is 50 MB',
	],
	[
		'a size that no one announced',
		(_request, response) => {
			response.writeHead(200, { 'Content-Type': 'image/png' });
			const more = () => {
				while (!response.destroyed && response.write(Buffer.alloc(MB)));
			};
			response.on('drain', more);
			more();
			return undefined;
		},
		'The file is too large: 50.',
	],
	[
		'a trickle',
		(_request, response) => void response.writeHead(200).write('x'),
		'The download was stopped after 0 MB, because it made almost no progress',
		{ requestOptions: { timeout: 200 } },
	],
	['silence', () => undefined, "files.example.org didn't respond in time", { requestOptions: { timeout: 200 } }],
	['a lost connection', (_request, response) => void response.destroy(), 'No connection to files.example.org'],
])('fails the item alone, before anything is sent: %s', async (_what, answer, why, more = {}) => {
	onInternet = (request, response) => (request.url.endsWith('/bad') ? answer(request, response) : { body: 'x' });
	const items: INodeExecutionData[] = ['bad', 'good'].map((name) => ({ json: { name } }));
	const publicUrl = '=http://files.example.org/{{ $json.name }}';
	const { items: output } = await send([{ publicUrl }], { items, more, continueOnFail: true });
	expect(output).toMatchObject([{ json: { details: { outcome: 'notSent' } } }, { json: { outcome: 'sent' } }]);
	expect(output[0]?.json.error).toContain(`Attachment 1: Public URL can't be fetched: ${why}`);
	expect(attached()).toHaveLength(1);
	expect(uploaded()).toHaveLength(1);
});

test('is fetched with up to nine others at once, whatever the executions', async () => {
	let now = 0;
	let most = 0;
	onInternet = async () => {
		now += 1;
		most = Math.max(most, now);
		// time for an eleventh request
		await new Promise((resolve) => setTimeout(resolve, 100));
		now -= 1;
		return { body: 'x' };
	};
	const runs = await Promise.all(Array.from({ length: 12 }, async () => await send([{}])));
	expect(runs.map(({ error }) => error)).toEqual(Array.from({ length: 12 }));
	expect(most).toBe(10);
	expect((await send(Array.from({ length: 10 }, () => ({})))).error).toBeUndefined();
	expect(attached().at(-1)).toHaveLength(10);
});
