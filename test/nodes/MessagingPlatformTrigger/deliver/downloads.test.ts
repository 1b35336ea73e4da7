/* eslint-disable @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { startInternet, type Received, type Reply, type ScriptedServer, type KeyServer } from '../../../helpers/servers';
import { newMessage } from '../../../helpers/deliveries';
import { useTriggers } from '../../../helpers/useTriggers';

const OPTIONS = { downloadAttachments: true };
const ANYWHERE = { ...OPTIONS, allowOtherAddresses: true };

const stage = useTriggers({ parameters: { options: OPTIONS } });
let internet: ScriptedServer;
let onInternet: (request: Received) => Reply | undefined;

beforeEach(async () => {
	onInternet = () => ({ headers: { 'content-type': 'text/plain' }, body: 'stored' });
	internet = await startInternet((request) => onInternet(request));
});
afterEach(async () => await internet.close());

async function deliver(attachments: unknown[]) {
	expect((await stage.send(newMessage({ attachments }))).status).toBe(200);
	const item = stage.trigger.executions.at(-1)?.[0];
	return { binary: item?.binary ?? {}, notes: item?.json.attachments as Array<{ downloadError?: string }> };
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
	const voice = stage.platform.keyServer.serve('/files/1', 'voice-bytes', 200, { 'content-type': 'audio/ogg' });
	const photo = stage.platform.keyServer.serve('/files/2/photo.png', 'photo-bytes');
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

describe("addresses outside the credential's", () => {
	const elsewhere = 'http://files.example.org/bucket/file';
	const allow =
		'To download files from there, enter http://files.example.org in the credential\'s File Origins, or, if it\'s public, turn on "Download From Other Addresses".';

	test('are not asked unless the user allows it, directly or over a redirect', async () => {
		const redirect = stage.platform.keyServer.serve('/files/moved', '', 302, { location: elsewhere });
		const { binary, notes } = await deliver([{ publicUrl: elsewhere }, { publicUrl: redirect }]);
		expect(binary).toEqual({});
		expect(notes).toEqual([
			{ publicUrl: elsewhere, downloadError: `Not downloaded: its publicUrl is outside the credential's addresses. ${allow}` },
			{
				publicUrl: redirect,
				downloadError: `Not downloaded: its URL redirects to http://files.example.org, which is outside the credential's addresses. ${allow}`,
			},
		]);
		expect(stage.trigger.logs).toEqual([
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
		const { foreignServer, credential } = stage.platform;
		const inside = serveFile(foreignServer, '/media/1', 'inside');
		const redirect = stage.platform.keyServer.serve('/files/moved', '', 302, { location: inside });
		stage.trigger.setCredential({ ...credential, fileOrigins: `http://files.example.org, ${foreignServer.origin}/media` });
		const others = [`${foreignServer.origin}/metadata`, `http://localhost:${new URL(inside).port}/media/1`];
		const { binary, notes } = await deliver([elsewhere, inside, redirect, ...others].map((publicUrl) => ({ publicUrl })));
		expect([0, 1, 2].map((index) => contentOf(binary[`attachment_${index}`]?.data))).toEqual(['stored', 'inside', 'inside']);
		const said = notes.slice(3).map((note) => note.downloadError);
		expect(said).toEqual(
			others.map((url) => expect.stringContaining(`enter ${new URL(url).origin} in the credential's File Origins, or`)),
		);
		expect(foreignServer.requests).toEqual(['/media/1', '/media/1']);
		expect(JSON.stringify([internet.requests, foreignServer.headers])).not.toContain('a-secret-token');
	});

	test('do not get it by a user name, a look-alike, or back over a redirect', async () => {
		stage.trigger.setParameters({ options: ANYWHERE });
		const { host } = new URL(stage.platform.keyServer.origin);
		const own = serveFile(stage.platform.keyServer, '/files/own', 'own');
		onInternet = ({ url }) => (url.endsWith('/back') ? { status: 302, headers: { location: own } } : { body: 'x' });
		const { notes } = await deliver([
			{ publicUrl: `http://${host}@files.example.org/x` },
			{ publicUrl: `http://files.example.org/${host}` },
			{ publicUrl: 'http://files.example.org/back' },
		]);
		expect(notes).toMatchObject([{ downloadError: expect.stringContaining('a user name') }, {}, {}]);
		expect(stage.platform.keyServer.requests).toContain('/files/own');
		expect(JSON.stringify([internet.requests, stage.platform.keyServer.headers])).not.toContain('a-secret-token');
	});

	test('on this machine or in its network are never asked, directly or by a detour', async () => {
		stage.trigger.setParameters({ options: ANYWHERE });
		const inside = `${stage.platform.foreignServer.origin}/metadata`;
		onInternet = () => ({ status: 302, headers: { location: inside } });
		const redirect = stage.platform.keyServer.serve('/files/inwards', '', 302, { location: inside });
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
		for (const note of notes)
			expect(note).toMatchObject({ downloadError: expect.stringContaining('is on this machine or in its network') });
		expect(stage.platform.foreignServer.requests).toEqual([]);
	});
});

test('refuses an API endpoint as a file, so that no event makes the node read the chats with the token', async () => {
	const redirect = stage.platform.keyServer.serve('/files/redirect', '', 302, { location: '/api/tags' });
	const base = `${stage.platform.keyServer.origin}/api`;
	const { binary, notes } = await deliver([
		{ publicUrl: `${base}/chats` },
		{ publicUrl: `${base}/v1//%43hats/?from=1` },
		{ publicUrl: `${stage.platform.keyServer.origin}/x/..%2fapi/./messages` },
		{ publicUrl: redirect },
	]);
	expect(binary).toEqual({});
	for (const note of notes)
		expect(note).toMatchObject({ downloadError: expect.stringContaining('is an API endpoint, not a file') });
	expect(stage.platform.keyServer.requests.filter((url) => !url.startsWith('/keys/'))).toEqual(['/files/redirect']);
});

test('cleans names and types, wherever they come from', async () => {
	const named = stage.platform.keyServer.serve('/files/a', 'x', 200, {
		'content-type': 'text/plain',
		'content-disposition': 'attachment; filename="../.profile"',
	});
	const typed = stage.platform.keyServer.serve('/files/.b.txt', 'x', 200, { 'content-type': 'text/plain' });
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
	const publicUrl = serveFile(stage.platform.keyServer, '/files/one-of-many', 'x');
	const { binary, notes } = await deliver(Array.from({ length: 12 }, () => ({ publicUrl })));
	expect(Object.keys(binary).sort()).toEqual(Array.from({ length: 10 }, (_value, index) => `attachment_${index}`));
	expect(stage.platform.keyServer.requests.filter((url) => url === '/files/one-of-many')).toHaveLength(10);
	expect(notes).toHaveLength(12);
	expect(notes.slice(10)).toEqual(
		[1, 2].map(() => ({ publicUrl, downloadError: 'Not downloaded: only the first 10 files of an event are downloaded' })),
	);
});

test.each([true, false])(
	'receives 100 MB of an event and no more, whatever the limit of a file (length announced: %s)',
	async (announced) => {
		stage.trigger.setParameters({ options: { ...OPTIONS, maxAttachmentMegabytes: 40, downloadBudgetSeconds: 60 } });
		const content = Buffer.alloc(39 * 1_048_576);
		const length: Record<string, string> = announced ? { 'content-length': String(content.length) } : {};
		const publicUrl = stage.platform.keyServer.serve('/files/large', content, 200, { ...TEXT, ...length });
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
	stage.trigger.setParameters({ options: { ...OPTIONS, downloadBudgetSeconds: 1 } });
	const waiting: Array<() => void> = [];
	stage.platform.keyServer.routes.set('/files/slow-redirect', (request, response) => {
		waiting.push(() => response.writeHead(302, { location: request.url }).end());
		setTimeout(() => waiting.shift()?.(), 400);
	});
	const publicUrl = serveFile(stage.platform.keyServer, '/files/stored', 'x');
	stage.trigger.beforeStoring = () => new Promise<never>(() => undefined);
	const { binary, notes } = await deliver([
		{ publicUrl: `${stage.platform.keyServer.origin}/files/slow-redirect` },
		{ publicUrl },
	]);
	expect(binary).toEqual({});
	const over = { downloadError: 'Not downloaded: took longer than 1 s' };
	expect(notes).toMatchObject([over, over]);
});

test('notes what failed in the item, and lets the rest through', async () => {
	const good = serveFile(stage.platform.keyServer, '/files/good', 'good');
	stage.platform.keyServer.routes.set('/files/cut', (request) => request.socket.destroy());
	const loop = stage.platform.keyServer.serve('/files/loop', '', 302, { location: '/files/loop' });
	const { binary, notes } = await deliver([
		{ publicUrl: `${stage.platform.keyServer.origin}/files/missing` },
		{ publicUrl: good },
		{ publicUrl: `${stage.platform.keyServer.origin}/files/cut` },
		{ publicUrl: loop },
		{ kind: 'sticker' },
		{ publicUrl: 'file:///etc/passwd' },
		'nonsense',
	]);
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
	stage.trigger.setParameters({ options: { ...OPTIONS, maxAttachmentMegabytes: 1 } });
	const large = serveFile(stage.platform.keyServer, '/files/large', Buffer.alloc(1_048_577));
	const fitting = serveFile(stage.platform.keyServer, '/files/fitting', Buffer.alloc(1_048_576));
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
	expect(stage.platform.keyServer.requests.filter((url) => url === '/files/fitting')).toHaveLength(1);
});

test('answers within the time budget when a file server is silent or trickles', async () => {
	stage.trigger.setParameters({ options: { ...OPTIONS, downloadBudgetSeconds: 1 } });
	stage.platform.keyServer.routes.set('/files/silent', () => undefined);
	stage.platform.keyServer.routes.set('/files/trickle', (_request, response) => {
		response.writeHead(200);
		const timer = setInterval(() => response.write('-'), 50);
		response.on('close', () => clearInterval(timer));
	});
	const good = serveFile(stage.platform.keyServer, '/files/quick', 'quick');
	const silent = { publicUrl: `${stage.platform.keyServer.origin}/files/silent` };
	const { binary, notes } = await deliver([
		silent,
		{ publicUrl: `${stage.platform.keyServer.origin}/files/trickle` },
		{ publicUrl: good },
		silent,
	]);
	expect(Object.keys(binary)).toEqual(['attachment_2']);
	const over = { downloadError: 'Not downloaded: took longer than 1 s' };
	expect(notes).toMatchObject([over, over, { binaryField: 'attachment_2' }, over]);
});

test('downloads nothing unless asked, nor for events that are refused, filtered or sent again', async () => {
	const publicUrl = serveFile(stage.platform.keyServer, '/files/once', 'once');
	const body = newMessage({ attachments: [{ publicUrl }] });
	const downloads = (): number => stage.platform.keyServer.requests.filter((url) => url === '/files/once').length;
	stage.trigger.setParameters({});
	await stage.send(newMessage({ attachments: [{ publicUrl }] }));
	stage.trigger.setParameters({ options: OPTIONS });
	await stage.send(body, { key: stage.platform.otherKey });
	await stage.send(newMessage({ attachments: [{ publicUrl }], direction: 'outbound' }));
	expect(downloads()).toBe(0);
	await stage.send(body);
	await stage.send(body);
	expect(downloads()).toBe(1);
});

test('downloads nothing for an event about a message, and adds nothing to a message without files', async () => {
	stage.trigger.setParameters({ events: ['*'], options: OPTIONS });
	const publicUrl = serveFile(stage.platform.keyServer, '/files/told', 'told');
	const about = JSON.parse(newMessage({ attachments: [{ publicUrl }] })) as object;
	await stage.send(JSON.stringify({ ...about, name: 'ChannelMessageReadCommand' }));
	await stage.send(newMessage({ attachments: [] }));
	expect(stage.trigger.executions).toHaveLength(2);
	for (const [item] of stage.trigger.executions) expect(item).not.toHaveProperty('binary');
	expect(stage.platform.keyServer.requests).not.toContain('/files/told');
});

test('adds the files to the raw body, too, and leaves the body unchanged', async () => {
	stage.trigger.setParameters({ options: { ...OPTIONS, raw: true } });
	const publicUrl = serveFile(stage.platform.keyServer, '/files/raw', 'raw');
	const body = newMessage({ attachments: [{ publicUrl }] });
	await stage.send(body);
	expect(stage.trigger.executions[0]?.[0]?.json).toEqual(JSON.parse(body));
	expect(contentOf(stage.trigger.executions[0]?.[0]?.binary?.attachment_0?.data)).toBe('raw');
});

test.each(['', 7, null])('does not take %j for a URL', async (publicUrl) => {
	expect((await deliver([{ publicUrl }])).notes[0]?.downloadError).toBe('Not downloaded: it has no publicUrl');
});

test('a file that n8n cannot store is noted', async () => {
	stage.trigger.beforeStoring = async () => await Promise.reject(new Error('a-secret disk is full'));
	const { binary, notes } = await deliver([{ publicUrl: serveFile(stage.platform.keyServer, '/files/stored', 'x') }]);
	expect(binary).toEqual({});
	expect(notes[0]?.downloadError).toBe("Not downloaded: n8n couldn't store it");
});

test('ignores the type application/octet-stream, and uses the other type or the file name', async () => {
	const bytes = { 'content-type': 'application/octet-stream' };
	const { keyServer } = stage.platform;
	const { binary } = await deliver([
		{ publicUrl: serveFile(keyServer, '/files/typed', 'x'), mimeType: 'application/octet-stream' },
		{ publicUrl: keyServer.serve('/files/named.png', 'x', 200, bytes) },
	]);
	expect([binary.attachment_0?.mimeType, binary.attachment_1?.mimeType]).toEqual(['text/plain', 'image/png']);
});

test('the files are in the order of the message, whichever was there first', async () => {
	const { routes, origin } = stage.platform.keyServer;
	let answer: () => void = () => undefined;
	routes.set('/files/slow', (_request, response) => {
		answer = () => response.writeHead(200, TEXT).end('slow');
	});
	routes.set('/files/quick', (_request, response) => response.writeHead(200, TEXT).end('quick'));
	let stored = 0;
	stage.trigger.beforeStoring = async () => {
		stored += 1;
		if (stored === 2) answer();
	};
	const quick = { publicUrl: `${origin}/files/quick` };
	const { binary } = await deliver([{ publicUrl: `${origin}/files/slow` }, quick, quick]);
	expect(Object.keys(binary)).toEqual(['attachment_0', 'attachment_1', 'attachment_2']);
});
