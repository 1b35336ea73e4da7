/* eslint-disable @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { startInternet, type Received, type Reply, type ScriptedServer, type KeyServer } from '../../../helpers/servers';
import { startSigningPlatform, deliveryOf, newMessage, type SigningPlatform } from '../../../helpers/deliveries';
import { startTrigger, type Trigger } from '../../../helpers/startTrigger';

let platform: SigningPlatform;
let trigger: Trigger;
let internet: ScriptedServer;
let onInternet: (request: Received) => Reply | undefined;
const OPTIONS = { downloadAttachments: true };
const ANYWHERE = { ...OPTIONS, allowOtherAddresses: true };

beforeAll(async () => {
	platform = await startSigningPlatform();
	internet = await startInternet((request) => onInternet(request));
});

beforeEach(async () => {
	trigger = await startTrigger({ credential: platform.credential, parameters: { options: OPTIONS } });
	onInternet = () => ({ headers: { 'content-type': 'text/plain' }, body: 'stored' });
	platform.keyServer.requests.length = 0;
	platform.keyServer.headers.length = 0;
	platform.foreignServer.requests.length = 0;
	internet.requests.length = 0;
});

afterEach(async () => {
	await trigger.close();
});

afterAll(async () => {
	await internet.close();
	await platform.close();
});

async function deliver(attachments: unknown[], message: Record<string, unknown> = {}) {
	const answer = await trigger.send(deliveryOf(newMessage({ ...message, attachments }), platform.token()));
	const item = trigger.executions.at(-1)?.[0];
	return { answer, binary: item?.binary ?? {}, notes: item?.json.attachments };
}

// With a type, n8n does not look into the file, for which it loads a module in a way that jest's runtime does not have.
const TEXT = { 'content-type': 'text/plain; charset=utf-8' };

function serveFile(server: KeyServer, path: string, content: string | Buffer): string {
	return server.serve(path, content, 200, TEXT);
}

function contentOf(data: string | undefined): string {
	return Buffer.from(data ?? '', 'base64').toString();
}

test('downloads every attachment, voice too, into fields of their own, in their order', async () => {
	const voice = platform.keyServer.serve('/files/1', 'voice-bytes', 200, { 'content-type': 'audio/ogg' });
	const photo = platform.keyServer.serve('/files/2/photo.png', 'photo-bytes');
	const { binary, notes } = await deliver([
		{ kind: 'voice', publicUrl: voice, mimeType: 'audio/ogg', fileName: 'note.ogg' },
		{ kind: 'image', publicUrl: photo },
	]);
	expect(contentOf(binary.attachment_0?.data)).toBe('voice-bytes');
	expect(binary.attachment_0).toMatchObject({ fileName: 'note.ogg', mimeType: 'audio/ogg' });
	expect(contentOf(binary.attachment_1?.data)).toBe('photo-bytes');
	expect(binary.attachment_1).toMatchObject({ fileName: 'photo.png', mimeType: 'image/png' });
	expect(notes).toMatchObject([
		{ kind: 'voice', binaryField: 'attachment_0' },
		{ kind: 'image', binaryField: 'attachment_1' },
	]);
});

test("sends the token to the credential's own origin", async () => {
	await deliver([{ publicUrl: serveFile(platform.keyServer, '/files/own', 'x') }]);
	expect(platform.keyServer.headers.at(-1)?.authorization).toBe('Bearer a-secret-token');
});

describe("addresses outside the credential's", () => {
	const elsewhere = 'http://files.example.org/bucket/file';
	const allow =
		'To download files from there, enter http://files.example.org in the credential\'s File Origins, or, if it\'s public, turn on "Download From Other Addresses".';

	test('are not asked unless the user allows it, directly or over a redirect', async () => {
		const redirect = platform.keyServer.serve('/files/moved', '', 302, { location: elsewhere });
		const { binary, notes } = await deliver([{ publicUrl: elsewhere }, { publicUrl: redirect }]);
		expect(binary).toEqual({});
		expect(notes).toEqual([
			{ publicUrl: elsewhere, downloadError: `Not downloaded: its publicUrl is outside the credential's addresses. ${allow}` },
			{
				publicUrl: redirect,
				downloadError: `Not downloaded: its URL redirects to http://files.example.org, which is outside the credential's addresses. ${allow}`,
			},
		]);
		expect(trigger.logs).toEqual([
			expect.stringMatching(
				/^A file of a message wasn't downloaded: its publicUrl is .*http:\/\/files\.example\.org in .*File Origins/,
			),
			expect.stringMatching(
				/^A file of a message wasn't downloaded: its URL redirects to http:\/\/files\.example\.org, .*File Origins/,
			),
		]);
		expect(internet.requests).toEqual([]);
	});

	test('are asked without the token if they are in File Origins, on this machine too', async () => {
		const { foreignServer, credential } = platform;
		const inside = serveFile(foreignServer, '/media/1', 'inside');
		const redirect = platform.keyServer.serve('/files/moved', '', 302, { location: inside });
		trigger.setCredential({ ...credential, fileOrigins: `http://files.example.org, ${foreignServer.origin}/media` });
		const others = [`${foreignServer.origin}/metadata`, `http://localhost:${new URL(inside).port}/media/1`];
		const { binary, notes } = await deliver([elsewhere, inside, redirect, ...others].map((publicUrl) => ({ publicUrl })));
		expect([0, 1, 2].map((index) => contentOf(binary[`attachment_${index}`]?.data))).toEqual(['stored', 'inside', 'inside']);
		const said = (notes as Array<{ downloadError?: string }>).slice(3).map((note) => note.downloadError);
		expect(said).toEqual(
			others.map((url) => expect.stringContaining(`enter ${new URL(url).origin} in the credential's File Origins, or`)),
		);
		expect(foreignServer.requests).toEqual(['/media/1', '/media/1']);
		expect(JSON.stringify([internet.requests, foreignServer.headers])).not.toContain('a-secret-token');
	});

	test('never get the token', async () => {
		trigger.setParameters({ options: ANYWHERE });
		const redirect = platform.keyServer.serve('/files/moved', '', 302, { location: elsewhere });
		const { binary } = await deliver([{ publicUrl: elsewhere }, { publicUrl: redirect }]);
		expect(contentOf(binary.attachment_0?.data)).toBe('stored');
		expect(contentOf(binary.attachment_1?.data)).toBe('stored');
		expect(internet.requests.map(({ url }) => url)).toEqual([elsewhere, elsewhere]);
		expect(JSON.stringify(internet.requests)).not.toContain('a-secret-token');
		expect(platform.keyServer.headers.at(-1)?.authorization).toBe('Bearer a-secret-token');
	});

	test('do not get it by a user name, a look-alike, or back over a redirect', async () => {
		trigger.setParameters({ options: ANYWHERE });
		const { host } = new URL(platform.keyServer.origin);
		const own = serveFile(platform.keyServer, '/files/own', 'own');
		onInternet = ({ url }) => (url.endsWith('/back') ? { status: 302, headers: { location: own } } : { body: 'x' });
		const { notes } = await deliver([
			{ publicUrl: `http://${host}@files.example.org/x` },
			{ publicUrl: `http://files.example.org/${host}` },
			{ publicUrl: 'http://files.example.org/back' },
		]);
		expect(notes).toMatchObject([{ downloadError: expect.stringContaining('a user name') }, {}, {}]);
		expect(platform.keyServer.requests).toContain('/files/own');
		expect(JSON.stringify([internet.requests, platform.keyServer.headers])).not.toContain('a-secret-token');
	});

	test('on this machine or in its network are never asked, directly or by a detour', async () => {
		trigger.setParameters({ options: ANYWHERE });
		const inside = `${platform.foreignServer.origin}/metadata`;
		onInternet = () => ({ status: 302, headers: { location: inside } });
		const redirect = platform.keyServer.serve('/files/inwards', '', 302, { location: inside });
		const { port } = new URL(inside);
		const { binary, notes } = await deliver([
			{ publicUrl: inside },
			{ publicUrl: `http://localhost:${port}/metadata` },
			{ publicUrl: `http://2130706433:${port}/metadata` },
			{ publicUrl: `http://[::ffff:127.0.0.1]:${port}/metadata` },
			{ publicUrl: elsewhere },
			{ publicUrl: redirect },
		]);
		expect(binary).toEqual({});
		for (const note of notes as unknown[])
			expect(note).toMatchObject({ downloadError: expect.stringContaining('is on this machine or in its network') });
		expect(platform.foreignServer.requests).toEqual([]);
	});
});

test('refuses an API endpoint as a file, so that no event makes the node read the chats with the token', async () => {
	const redirect = platform.keyServer.serve('/files/redirect', '', 302, { location: '/api/tags' });
	const base = `${platform.keyServer.origin}/api`;
	const { binary, notes } = await deliver([
		{ publicUrl: `${base}/chats` },
		{ publicUrl: `${base}/v1//%43hats/?from=1` },
		{ publicUrl: `${platform.keyServer.origin}/x/..%2fapi/./messages` },
		{ publicUrl: redirect },
	]);
	expect(binary).toEqual({});
	for (const note of notes as unknown[])
		expect(note).toMatchObject({ downloadError: expect.stringContaining('is an API endpoint, not a file') });
	expect(platform.keyServer.requests.filter((url) => !url.startsWith('/keys/'))).toEqual(['/files/redirect']);
});

test('cleans names and types, wherever they come from', async () => {
	const named = platform.keyServer.serve('/files/a', 'x', 200, {
		'content-type': 'text/plain',
		'content-disposition': 'attachment; filename="../.profile"',
	});
	const typed = platform.keyServer.serve('/files/.b.txt', 'x', 200, { 'content-type': 'text/plain' });
	const { binary } = await deliver([
		{ publicUrl: typed, fileName: '../../etc/\u202egpj.exe\n', mimeType: 'TEXT/Plain; charset=x' },
		{ publicUrl: typed, fileName: '...', mimeType: 'not a type\r\nX-Evil: 1' },
		{ publicUrl: named, fileName: '' },
		{ publicUrl: typed, fileName: `${'ы'.repeat(500)}.pdf`, mimeType: { a: 1 } },
	]);
	expect(binary.attachment_0).toMatchObject({ fileName: '_.._etc_gpj.exe', mimeType: 'text/plain' });
	expect(binary.attachment_1).toMatchObject({ fileName: 'b.txt', mimeType: 'text/plain' });
	expect(binary.attachment_2).toMatchObject({ fileName: '_.profile', mimeType: 'text/plain' });
	expect(binary.attachment_3).toMatchObject({ fileName: `${'ы'.repeat(98)}.pdf`, mimeType: 'text/plain' });
});

test('downloads ten files of an event and no more', async () => {
	const publicUrl = serveFile(platform.keyServer, '/files/one-of-many', 'x');
	const { binary, notes } = await deliver(Array.from({ length: 12 }, () => ({ publicUrl })));
	expect(Object.keys(binary).sort()).toEqual(Array.from({ length: 10 }, (_value, index) => `attachment_${index}`));
	expect(platform.keyServer.requests.filter((url) => url === '/files/one-of-many')).toHaveLength(10);
	expect(notes).toHaveLength(12);
	expect((notes as unknown[]).slice(10)).toEqual(
		[1, 2].map(() => ({ publicUrl, downloadError: 'Not downloaded: only the first 10 files of an event are downloaded' })),
	);
});

test.each([true, false])(
	'receives 100 MB of an event and no more, whatever the limit of a file (length announced: %s)',
	async (announced) => {
		trigger.setParameters({ options: { ...OPTIONS, maxAttachmentMegabytes: 40, downloadBudgetSeconds: 60 } });
		const content = Buffer.alloc(39 * 1_048_576);
		const length: Record<string, string> = announced ? { 'content-length': String(content.length) } : {};
		const publicUrl = platform.keyServer.serve('/files/large', content, 200, { ...TEXT, ...length });
		const { binary, notes } = await deliver([1, 2, 3, 4].map(() => ({ publicUrl })));
		// all files of unannounced size may be stopped in the middle; otherwise those that answer first are in
		if (announced) expect(Object.keys(binary)).toHaveLength(2);
		else expect(Object.keys(binary).length).toBeLessThanOrEqual(2);
		expect(Object.keys(binary)).toEqual(Object.keys(binary).sort());
		expect(JSON.stringify(notes)).toContain('the files of this event are larger than 100 MB together');
	},
	60_000,
);

test('the time counts for redirects and for storing, too', async () => {
	trigger.setParameters({ options: { ...OPTIONS, downloadBudgetSeconds: 1 } });
	const waiting: Array<() => void> = [];
	platform.keyServer.routes.set('/files/slow-redirect', (request, response) => {
		waiting.push(() => response.writeHead(302, { location: request.url }).end());
		setTimeout(() => waiting.shift()?.(), 400);
	});
	const publicUrl = serveFile(platform.keyServer, '/files/stored', 'x');
	trigger.beforeStoring = () => new Promise<never>(() => undefined);
	const { answer, binary, notes } = await deliver([
		{ publicUrl: `${platform.keyServer.origin}/files/slow-redirect` },
		{ publicUrl },
	]);
	expect(answer.status).toBe(200);
	expect(binary).toEqual({});
	const over = { downloadError: 'Not downloaded: took longer than 1 s' };
	expect(notes).toMatchObject([over, over]);
});

test('notes what failed in the item, and lets the rest through', async () => {
	const good = serveFile(platform.keyServer, '/files/good', 'good');
	platform.keyServer.routes.set('/files/cut', (request) => request.socket.destroy());
	const loop = platform.keyServer.serve('/files/loop', '', 302, { location: '/files/loop' });
	const { answer, binary, notes } = await deliver([
		{ publicUrl: `${platform.keyServer.origin}/files/missing` },
		{ publicUrl: good },
		{ publicUrl: `${platform.keyServer.origin}/files/cut` },
		{ publicUrl: loop },
		{ kind: 'sticker' },
		{ publicUrl: 'file:///etc/passwd' },
		'nonsense',
	]);
	expect(answer.status).toBe(200);
	expect(Object.keys(binary)).toEqual(['attachment_1']);
	expect(notes).toMatchObject([
		{ downloadError: expect.stringContaining('HTTP 404') },
		{ binaryField: 'attachment_1' },
		{ downloadError: expect.stringContaining('the connection failed') },
		{ downloadError: expect.stringContaining('redirects too often') },
		{ downloadError: expect.stringContaining('no publicUrl') },
		{ downloadError: expect.stringContaining("isn't a web URL") },
		{ downloadError: expect.stringContaining('no publicUrl') },
	]);
	expect(JSON.stringify(notes)).not.toContain('a-secret-token');
});

test('stops at the size limit, whether the sender declares the size or not', async () => {
	trigger.setParameters({ options: { ...OPTIONS, maxAttachmentMegabytes: 1 } });
	const large = serveFile(platform.keyServer, '/files/large', Buffer.alloc(1_048_577));
	const fitting = serveFile(platform.keyServer, '/files/fitting', Buffer.alloc(1_048_576));
	const { binary, notes } = await deliver([
		{ publicUrl: large },
		{ publicUrl: fitting },
		{ publicUrl: fitting, fileSize: 2_000_000 },
	]);
	expect(Object.keys(binary)).toEqual(['attachment_1']);
	expect(notes).toMatchObject([
		{ downloadError: expect.stringContaining('larger than 1 MB') },
		{},
		{ downloadError: expect.stringContaining('larger than 1 MB') },
	]);
	expect(platform.keyServer.requests.filter((url) => url === '/files/fitting')).toHaveLength(1);
});

test('answers within the time budget when a file server is silent or trickles', async () => {
	trigger.setParameters({ options: { ...OPTIONS, downloadBudgetSeconds: 1 } });
	platform.keyServer.routes.set('/files/silent', () => undefined);
	platform.keyServer.routes.set('/files/trickle', (_request, response) => {
		response.writeHead(200);
		const timer = setInterval(() => response.write('-'), 50);
		response.on('close', () => clearInterval(timer));
	});
	const good = serveFile(platform.keyServer, '/files/quick', 'quick');
	const silent = { publicUrl: `${platform.keyServer.origin}/files/silent` };
	const { answer, binary, notes } = await deliver([
		silent,
		{ publicUrl: `${platform.keyServer.origin}/files/trickle` },
		{ publicUrl: good },
		silent,
	]);
	expect(answer.status).toBe(200);
	expect(Object.keys(binary)).toEqual(['attachment_2']);
	const over = { downloadError: 'Not downloaded: took longer than 1 s' };
	expect(notes).toMatchObject([over, over, { binaryField: 'attachment_2' }, over]);
});

test('downloads nothing unless asked, nor for events that are refused, filtered or sent again', async () => {
	const publicUrl = serveFile(platform.keyServer, '/files/once', 'once');
	const body = newMessage({ attachments: [{ publicUrl }] });
	const downloads = (): number => platform.keyServer.requests.filter((url) => url === '/files/once').length;
	trigger.setParameters({});
	await trigger.send(deliveryOf(newMessage({ attachments: [{ publicUrl }] }), platform.token()));
	trigger.setParameters({ options: OPTIONS });
	await trigger.send(deliveryOf(body, platform.token({ key: platform.otherKey })));
	await trigger.send(deliveryOf(newMessage({ attachments: [{ publicUrl }], direction: 'outbound' }), platform.token()));
	expect(downloads()).toBe(0);
	await trigger.send(deliveryOf(body, platform.token()));
	await trigger.send(deliveryOf(body, platform.token()));
	expect(downloads()).toBe(1);
});

test('downloads nothing for an event about a message, and adds nothing to a message without files', async () => {
	trigger.setParameters({ events: ['*'], options: OPTIONS });
	const publicUrl = serveFile(platform.keyServer, '/files/told', 'told');
	const about = JSON.parse(newMessage({ attachments: [{ publicUrl }] })) as object;
	await trigger.send(deliveryOf(JSON.stringify({ ...about, name: 'ChannelMessageReadCommand' }), platform.token()));
	await trigger.send(deliveryOf(newMessage({ attachments: [] }), platform.token()));
	expect(trigger.executions).toHaveLength(2);
	for (const [item] of trigger.executions) expect(item).not.toHaveProperty('binary');
	expect(platform.keyServer.requests).not.toContain('/files/told');
});

test('adds the files to the raw body, too, and leaves the body unchanged', async () => {
	trigger.setParameters({ options: { ...OPTIONS, raw: true } });
	const publicUrl = serveFile(platform.keyServer, '/files/raw', 'raw');
	const body = newMessage({ attachments: [{ publicUrl }] });
	await trigger.send(deliveryOf(body, platform.token()));
	expect(trigger.executions[0]?.[0]?.json).toEqual(JSON.parse(body));
	expect(contentOf(trigger.executions[0]?.[0]?.binary?.attachment_0?.data)).toBe('raw');
});
