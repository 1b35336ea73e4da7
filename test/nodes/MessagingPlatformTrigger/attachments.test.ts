/* eslint-disable @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { startKeyServer, createWorld, deliveryOf, newMessage, type KeyServer, type World } from './world';
import { startTrigger, type Trigger } from './harness';

let world: World;
let trigger: Trigger;
let storage: KeyServer;
const OPTIONS = { downloadAttachments: true };

beforeAll(async () => {
	world = await createWorld();
	storage = await startKeyServer();
});

beforeEach(async () => {
	trigger = await startTrigger({ credential: world.credential, parameters: { options: OPTIONS } });
	for (const server of [world.service, storage]) {
		server.requests.length = 0;
		server.headers.length = 0;
	}
});

afterEach(async () => {
	await trigger.close();
});

afterAll(async () => {
	await storage.close();
	await world.close();
});

async function deliver(attachments: unknown[], message: Record<string, unknown> = {}) {
	const answer = await trigger.send(deliveryOf(newMessage({ ...message, attachments }), world.token()));
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

it('downloads every attachment, voice too, into fields of their own, in their order', async () => {
	const voice = world.service.serve('/files/1', 'voice-bytes', 200, { 'content-type': 'audio/ogg' });
	const photo = world.service.serve('/files/2/photo.png', 'photo-bytes');
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

it("sends the token to the credential's own origin", async () => {
	await deliver([{ publicUrl: serveFile(world.service, '/files/own', 'x') }]);
	expect(world.service.headers.at(-1)?.authorization).toBe('Bearer a-secret-token');
});

it('sends no token anywhere else, neither directly nor over a redirect', async () => {
	const elsewhere = serveFile(storage, '/bucket/file', 'stored');
	const redirect = world.service.serve('/files/moved', '', 302, { location: elsewhere });
	const { binary } = await deliver([{ publicUrl: elsewhere }, { publicUrl: redirect }]);
	expect(contentOf(binary.attachment_0?.data)).toBe('stored');
	expect(contentOf(binary.attachment_1?.data)).toBe('stored');
	expect(storage.requests).toEqual(['/bucket/file', '/bucket/file']);
	expect(JSON.stringify(storage.headers)).not.toContain('a-secret-token');
});

it('does not send the token to an address with a user name, a look-alike or another port', async () => {
	const { host } = new URL(world.service.origin);
	await deliver([
		{ publicUrl: `http://${host}@${new URL(storage.origin).host}/x` },
		{ publicUrl: `${storage.origin}/${host}` },
	]);
	expect(JSON.stringify(storage.headers)).not.toContain('a-secret-token');
});

it('notes what failed in the item, and lets the rest through', async () => {
	const good = serveFile(world.service, '/files/good', 'good');
	world.service.routes.set('/files/cut', (request) => request.socket.destroy());
	const loop = world.service.serve('/files/loop', '', 302, { location: '/files/loop' });
	const { answer, binary, notes } = await deliver([
		{ publicUrl: `${world.service.origin}/files/missing` },
		{ publicUrl: good },
		{ publicUrl: `${world.service.origin}/files/cut` },
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
		{ downloadError: expect.stringContaining('no web address') },
		{ downloadError: expect.stringContaining('no publicUrl') },
	]);
	expect(JSON.stringify(notes)).not.toContain('a-secret-token');
});

it('stops at the size limit, whether the sender tells the size or not', async () => {
	trigger.setParameters({ options: { ...OPTIONS, maxAttachmentMegabytes: 1 } });
	const large = serveFile(world.service, '/files/large', Buffer.alloc(1_048_577));
	const fitting = serveFile(world.service, '/files/fitting', Buffer.alloc(1_048_576));
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
	expect(world.service.requests.filter((url) => url === '/files/fitting')).toHaveLength(1);
});

it('answers within the time budget when a file server is silent or trickles', async () => {
	trigger.setParameters({ options: { ...OPTIONS, downloadBudgetSeconds: 1 } });
	world.service.routes.set('/files/silent', () => undefined);
	world.service.routes.set('/files/trickle', (_request, response) => {
		response.writeHead(200);
		const timer = setInterval(() => response.write('-'), 50);
		response.on('close', () => clearInterval(timer));
	});
	const good = serveFile(world.service, '/files/quick', 'quick');
	const started = Date.now();
	const silent = { publicUrl: `${world.service.origin}/files/silent` };
	const { answer, binary, notes } = await deliver([
		silent,
		{ publicUrl: `${world.service.origin}/files/trickle` },
		{ publicUrl: good },
		silent,
	]);
	expect(Date.now() - started).toBeLessThan(4_500);
	expect(answer.status).toBe(200);
	expect(Object.keys(binary)).toEqual(['attachment_2']);
	const over = { downloadError: 'Not downloaded: the time of 1 s was over' };
	expect(notes).toMatchObject([over, over, { binaryField: 'attachment_2' }, over]);
});

it('downloads nothing unless asked, nor for events that are refused, filtered or sent again', async () => {
	const publicUrl = serveFile(world.service, '/files/once', 'once');
	const body = newMessage({ attachments: [{ publicUrl }] });
	const downloads = (): number => world.service.requests.filter((url) => url === '/files/once').length;
	trigger.setParameters({});
	await trigger.send(deliveryOf(newMessage({ attachments: [{ publicUrl }] }), world.token()));
	trigger.setParameters({ options: OPTIONS });
	await trigger.send(deliveryOf(body, world.token({ key: world.otherKey })));
	await trigger.send(
		deliveryOf(newMessage({ attachments: [{ publicUrl }], direction: 'outbound' }), world.token()),
	);
	expect(downloads()).toBe(0);
	await trigger.send(deliveryOf(body, world.token()));
	await trigger.send(deliveryOf(body, world.token()));
	expect(downloads()).toBe(1);
});

it('adds the files also to the raw body, which stays as it came', async () => {
	trigger.setParameters({ options: { ...OPTIONS, raw: true } });
	const publicUrl = serveFile(world.service, '/files/raw', 'raw');
	const body = newMessage({ attachments: [{ publicUrl }] });
	await trigger.send(deliveryOf(body, world.token()));
	expect(trigger.executions[0]?.[0]?.json).toEqual(JSON.parse(body));
	expect(contentOf(trigger.executions[0]?.[0]?.binary?.attachment_0?.data)).toBe('raw');
});
