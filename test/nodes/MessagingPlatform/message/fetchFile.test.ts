/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import type { ServerResponse } from 'node:http';
import { sleep } from 'n8n-workflow';
import { itemsOf, type Run } from '../../../helpers/runAction';
import { RICH, toChat } from '../../../helpers/scriptedPlatform';
import { type Received, type Reply, type ScriptedServer, startInternet, startScriptedServer } from '../../../helpers/servers';
import { usePlatform } from '../../../helpers/usePlatform';

const HOST = 'http://files.example.org';
const URL_OF_FILE = `${HOST}/photo`;

const separate = { ...RICH, canCombineDifferentTypes: false };
const onlyImages = { ...RICH, filesRestrictions: null };
const platform = usePlatform({ channels: { tg_7: RICH, tg_8: separate, tg_9: onlyImages, whatsapp_7: RICH } });
let internet: ScriptedServer;
let onInternet: (request: Received, response: ServerResponse) => Reply | undefined | Promise<Reply | undefined>;
beforeEach(async () => {
	onInternet = () => ({ headers: { 'Content-Type': 'image/jpeg' }, body: 'JPEG' });
	internet = await startInternet(async (request, response) => await onInternet(request, response));
});
afterEach(async () => await internet.close());

type Row = { publicUrl?: string } & Record<string, unknown>;
const send = async (
	rows: Row[],
	{ channel = 'tg_7', more = {}, ...run }: Partial<Run> & { channel?: string; more?: object } = {},
) => {
	const attachment = rows.map((row) => ({ source: 'publicUrl', publicUrl: URL_OF_FILE, ...row }));
	return await platform.run(toChat(channel, { attachments: { attachment }, ...more }), run);
};
const attached = () => platform.sent().map(({ attachments }) => attachments);
const uploaded = () =>
	platform.to('/upload').map(({ body }) => {
		const part = /filename="([^"]*)"\r\nContent-Type: (\S+)\r\n\r\n(.*)\r\n--/is.exec(String(body)) ?? [];
		return part.slice(1);
	});
const expectNothing = () => expect([internet.requests, platform.requests]).toEqual([[], []]);

const JPEG = { 'Content-Type': 'image/jpeg' };
const NAMED = { 'content-disposition': 'attachment; filename="a.mp3"', 'Content-Type': '' };
test.each<[string, object, Record<string, string>, string, string, string]>([
	['/photo', {}, { 'Content-Type': 'image/jpeg; q=1' }, 'image', 'photo', 'image/jpeg'],
	['/a.mp4?sig=1', {}, { 'Content-Type': 'application/octet-stream' }, 'video', 'a.mp4', 'video/mp4'],
	['/a.jpg', {}, { 'Content-Type': 'application/pdf' }, 'document', 'a.jpg', 'application/pdf'],
	['/?id=1', {}, NAMED, 'audio', 'a.mp3', 'audio/mpeg'],
	['/a', { fileName: 'mine.png' }, JPEG, 'image', 'mine.png', 'image/jpeg'],
	['/a', { kind: 'document' }, JPEG, 'document', 'a', 'image/jpeg'],
])('is uploaded as what its response and its name say: %s %j %j', async (path, row, headers, kind, fileName, type) => {
	onInternet = () => ({ headers, body: 'content' });
	expect((await send([{ publicUrl: HOST + path, ...row }])).error).toBeUndefined();
	expect(internet.requests.map(({ url, headers: sent }) => [url, sent.authorization])).toEqual([[HOST + path, undefined]]);
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
	expect((await send([{ uploadFile: true }], { more: { resource, operation, ...more } })).error).toBeUndefined();
	expect(platform.bodies(path)[0]?.attachments).toMatchObject([{ kind: 'image', channelFileId: 'https://cloud.example/1' }]);
});

test('goes with files of its true kind if the channel does not combine them', async () => {
	onInternet = ({ url }) => ({ headers: { 'Content-Type': url.endsWith('pdf') ? 'application/pdf' : 'image/png' }, body: 'x' });
	const rows = ['1', '2', 'pdf'].map((name) => ({ publicUrl: `${HOST}/get?${name}` }));
	await send(rows, { channel: 'tg_8' });
	expect(attached()).toMatchObject([[{ kind: 'image' }, { kind: 'image' }], [{ kind: 'document' }]]);
});

describe('is never fetched', () => {
	const WHY = 'is on this machine or in its network';
	const CANNOT = "Attachment 1: Public URL can't be fetched:";

	// all forms of such addresses: test/nodes/shared/api/addresses.test.ts
	test.each(['127.0.0.1', 'intranet', '[::ffff:7f00:1]'])('from %s, even over a redirect or in File Origins', async (host) => {
		const inside = await startScriptedServer(() => ({ body: 'a secret of the network' }));
		const publicUrl = `http://${host}:${new URL(inside.origin).port}/metadata`;
		const { href, origin } = new URL(publicUrl);
		const credential = { ...platform.credential, fileOrigins: origin };
		const direct = await send([{ publicUrl }], { credential });
		expect(direct.error?.message).toBe(`${CANNOT} this URL ${WHY}: ${href}`);
		expect(direct.error?.description).toContain('use a node that downloads it, for example File: Download');
		expectNothing();
		onInternet = () => ({ status: 302, headers: { location: publicUrl } });
		const { error } = await send([{}], { credential });
		expect(error?.message).toBe(`${CANNOT} ${HOST} redirects to ${origin}, which ${WHY}`);
		await inside.close();
		expect([inside.requests, platform.requests]).toEqual([[], []]);
	});

	test.each([
		['an API endpoint', () => `${platform.origin}/api/chats`, 'is an API endpoint, not a file'],
		["the platform's files, which need the token", () => `${platform.origin}/files/1`, WHY],
	])('over a redirect to %s', async (_what, location, why) => {
		onInternet = () => ({ status: 301, headers: { location: location() } });
		expect((await send([{}])).error?.message).toContain(why);
		expect(platform.requests).toEqual([]);
	});

	test('from the API, with its token or without', async () => {
		const { error } = await send([{ publicUrl: `${platform.origin}/api//%63hats?from=1` }]);
		expect(error?.message).toContain('this URL is an API endpoint, not a file');
		const token = await send([{ publicUrl: `${URL_OF_FILE}?t=${platform.credential.apiToken as string}` }]);
		expect(token.error?.message).toBe(`${CANNOT} this URL contains the API token`);
		expectNothing();
	});

	test.each(['={{ $json.url }}', "={{ $fromAI('url', 'A file', 'string') }}", '=http://{{ $json.host }}/a'])(
		'for an AI model that could write it: %s',
		async (publicUrl) => {
			const items = itemsOf({ url: URL_OF_FILE, host: 'files.example.org' });
			const { items: output } = await send([{ publicUrl }], { items, tool: true });
			expect(JSON.stringify(output)).toContain(
				"Attachment 1: Public URL has an expression that the AI model could fill in, so its file isn't fetched",
			);
			expectNothing();
		},
	);

	test("in a dry run, which doesn't refuse what only the response would show", async () => {
		const more = { additionalFields: { dryRun: true } };
		const kinds = (...all: string[]) => ({ outcome: 'wouldBeSent', messages: [{ attachments: all.map((kind) => ({ kind })) }] });
		const { items } = await send([{}, { publicUrl: `${URL_OF_FILE}.jpg` }], { more });
		expect(items[0]?.json).toMatchObject(kinds('document', 'image'));
		const { items: ofImages } = await send([{}], { more, channel: 'tg_9' });
		expect(ofImages[0]?.json).toMatchObject(kinds('image'));
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

const endless: typeof onInternet = (_request, response) => {
	response.writeHead(200, { 'Content-Type': 'image/png' }).write(Buffer.alloc(50 * 1_048_576 + 1));
	return undefined;
};

test.each<[string, typeof onInternet, string, object?]>([
	['a status', () => ({ status: 404, body: 'gone' }), 'files.example.org responded with HTTP 404'],
	['a login', () => ({ headers: { 'Content-Type': 'text/html; charset=utf-8' }, body: '<p>' }), "it's a web page, not a file"],
	['a size that no one announced', endless, 'The file is larger than 50 MB'],
	['silence', () => undefined, "files.example.org didn't respond in time", { requestOptions: { timeout: 200 } }],
])('fails the item alone, before anything is sent: %s', async (_what, answer, why, more = {}) => {
	onInternet = (request, response) => (request.url.endsWith('/bad') ? answer(request, response) : { body: 'x' });
	const items = itemsOf({ name: 'bad' }, { name: 'good' });
	const { items: output } = await send([{ publicUrl: `=${HOST}/{{ $json.name }}` }], { items, more, continueOnFail: true });
	expect(output).toMatchObject([{ json: { details: { outcome: 'notSent' } } }, { json: { outcome: 'sent' } }]);
	expect(output[0]?.json.error).toContain(`Attachment 1: Public URL can't be fetched: ${why}`);
	expect([attached().length, uploaded().length]).toEqual([1, 1]);
});

test('is fetched with up to nine others at once, whatever the executions', async () => {
	const waiting: Array<() => void> = [];
	let most = 0;
	onInternet = async () => {
		await new Promise<void>((resolve) => {
			waiting.push(resolve);
			if (most > 0) resolve();
			// with fewer at once this would never end; an 11th would come within the pause, since all are local
			if (waiting.length !== 10) return;
			void sleep(50).then(() => {
				most = waiting.length;
				waiting.forEach((respond) => respond());
			});
		});
		return { body: 'x' };
	};
	const runs = await Promise.all(Array.from({ length: 12 }, async () => await send([{}])));
	expect(runs.map(({ error }) => error)).toEqual(Array.from({ length: 12 }));
	expect(most).toBe(10);
});
