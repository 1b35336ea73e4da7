/* eslint-disable @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { startInternet, type KeyRoute, type Received, type Reply, type ScriptedServer } from '../../../helpers/servers';
import { newMessage } from '../../../helpers/deliveries';
import { useTriggers } from '../../../helpers/useTriggers';
import { waitFor } from '../../../helpers/waitFor';

const OPTIONS = { downloadAttachments: true };
const MEGABYTE = 1_048_576;
const NOTE = 'Not downloaded: too many other events were downloading files at the same time';

// With a type, n8n does not look into the file, for which it loads a module in a way that jest's runtime does not have.
const TEXT = { 'content-type': 'text/plain; charset=utf-8' };
const stage = useTriggers({ parameters: { options: OPTIONS } });
let internet: ScriptedServer;
let onInternet: (request: Received) => Reply | undefined;
/** The budgets of one second and the times of ten minutes for n8n to store a file: they end when the test says so. */
let budgets: AbortController[];
let tenMinutes: AbortController[];

beforeEach(async () => {
	[budgets, tenMinutes] = [[], []];
	const timeout = AbortSignal.timeout.bind(AbortSignal);
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
		const limits = ms === 1_000 ? budgets : ms === 600_000 ? tenMinutes : undefined;
		if (limits === undefined) return timeout(ms);
		limits.push(new AbortController());
		return limits.at(-1)!.signal;
	});
	onInternet = () => ({ headers: TEXT, body: 'stored' });
	internet = await startInternet((request) => onInternet(request));
});
afterEach(async () => {
	endAll(tenMinutes);
	jest.restoreAllMocks();
	await internet.close();
});

const setOptions = (options: object) => stage.trigger.setParameters({ options: { ...OPTIONS, ...options } });

/** Delivers a message with files: URLs, or whole attachments. */
async function deliver(...files: unknown[]) {
	const attachments = files.map((file) => (typeof file === 'string' && /^\w+:/.test(file) ? { publicUrl: file } : file));
	expect((await stage.send(newMessage({ attachments }))).status).toBe(200);
	const item = stage.trigger.executions.at(-1)?.[0];
	const { binary = {} } = item ?? {};
	const notes = item?.json.attachments as Array<{ downloadError?: string }>;
	const contents = Object.values(binary).map(({ data }) => Buffer.from(data, 'base64').toString());
	return { binary, contents, notes, errors: notes.map(({ downloadError }) => downloadError) };
}

const serve = (path: string, content: string | Buffer, headers: Record<string, string> = TEXT) =>
	stage.platform.keyServer.serve(path, content, 200, headers);

const redirect = (path: string, location: string) => stage.platform.keyServer.serve(path, '', 302, { location });

function serveWith(path: string, route: KeyRoute): string {
	stage.platform.keyServer.routes.set(path, route);
	return stage.platform.keyServer.origin + path;
}

const endAll = (limits: AbortController[]) => limits.forEach((limit) => limit.abort());

/** n8n stores a file for longer than the budget. */
async function storeSlowly(): Promise<void> {
	endAll(budgets);
	return await new Promise(() => undefined);
}

/** Announces so many bytes at a path of the platform, and sends one; gives what ends the responses. */
function announce(path: string, bytes: number) {
	const open = new Set<() => void>();
	const url = serveWith(path, (_request, response) => {
		response.writeHead(200, { ...TEXT, 'content-length': bytes }).write('x');
		const end = () => void response.destroy();
		open.add(end);
		response.on('close', () => open.delete(end));
	});
	return { url, open, end: () => open.forEach((one) => one()) };
}

const asked = () => stage.platform.keyServer.requests.filter((url) => !url.startsWith('/keys/'));

test('downloads every attachment, voice too, into fields of their own, in their order', async () => {
	const { binary, contents, notes } = await deliver(
		{ kind: 'voice', publicUrl: serve('/files/1', 'voice', {}), mimeType: 'audio/ogg', fileName: 'note.ogg' },
		{ kind: 'image', publicUrl: serve('/files/2/photo.png', 'photo', {}) },
	);
	expect(contents).toEqual(['voice', 'photo']);
	expect(binary.attachment_0).toMatchObject({ fileName: 'note.ogg', mimeType: 'audio/ogg' });
	expect(binary.attachment_1).toMatchObject({ fileName: 'photo.png', mimeType: 'image/png' });
	expect(notes).toMatchObject([
		{ kind: 'voice', binaryField: 'attachment_0' },
		{ kind: 'image', binaryField: 'attachment_1' },
	]);
});

describe("addresses outside the credential's", () => {
	const elsewhere = 'http://files.example.org/bucket/file';
	const advice =
		'To download files from there, enter http://files.example.org in the credential\'s File Origins, or, if it\'s public, turn on "Download From Anywhere".';

	test('are not asked unless the user allows it, directly or over a redirect', async () => {
		const { binary, errors } = await deliver(elsewhere, redirect('/files/moved', elsewhere));
		expect(binary).toEqual({});
		expect(errors).toEqual([
			`Not downloaded: its publicUrl is outside the credential's addresses. ${advice}`,
			`Not downloaded: its URL redirects to http://files.example.org, which is outside the credential's addresses. ${advice}`,
		]);
		const lines = ['its publicUrl is .*http://files.example.org in', 'its URL redirects to http://files.example.org, '];
		expect(stage.trigger.logs).toEqual(
			lines.map((line) => expect.stringMatching(`^A file of a message wasn't downloaded: ${line}.*File Origins`)),
		);
		expect(internet.requests).toEqual([]);
	});

	test('are asked without the token if they are in File Origins, on this machine too', async () => {
		const { foreignServer, credential } = stage.platform;
		const inside = foreignServer.serve('/media/1', 'inside', 200, TEXT);
		stage.trigger.setCredential({ ...credential, fileOrigins: `http://files.example.org, ${foreignServer.origin}/media` });
		const others = [`${foreignServer.origin}/metadata`, `http://localhost:${new URL(inside).port}/media/1`];
		const { contents, errors } = await deliver(elsewhere, inside, redirect('/files/moved', inside), ...others);
		expect(contents).toEqual(['stored', 'inside', 'inside']);
		expect(errors.slice(3)).toEqual(
			others.map((url) => expect.stringContaining(`enter ${new URL(url).origin} in the credential's File Origins, or`)),
		);
		expect(foreignServer.requests).toEqual(['/media/1', '/media/1']);
		expect(JSON.stringify([internet.requests, foreignServer.headers])).not.toContain('a-secret-token');
	});

	test('on this machine or in its network are never asked, directly or by a detour', async () => {
		setOptions({ allowOtherAddresses: true });
		const inside = `${stage.platform.foreignServer.origin}/metadata`;
		onInternet = () => ({ status: 302, headers: { location: inside } });
		const { port } = new URL(inside);
		const direct = ['localhost', '2130706433', '[::ffff:127.0.0.1]'].map((host) => `http://${host}:${port}/metadata`);
		const { binary, errors } = await deliver(inside, ...direct, elsewhere, redirect('/files/inwards', inside));
		expect(binary).toEqual({});
		for (const error of errors) expect(error).toContain('is on this machine or in its network');
		expect(stage.platform.foreignServer.requests).toEqual([]);
	});
});

test('cleans names and types, wherever they come from', async () => {
	const named = serve('/files/a', 'x', { ...TEXT, 'content-disposition': 'attachment; filename="../.profile"' });
	const typed = serve('/files/.b.txt', 'x');
	const bytes = 'application/octet-stream';
	const { binary } = await deliver(
		{ publicUrl: typed, fileName: '../../etc/\u202egpj.exe\n', mimeType: 'TEXT/Plain; charset=x' },
		{ publicUrl: typed, fileName: '...', mimeType: 'not a type\r\nX-Evil: 1' },
		{ publicUrl: named, fileName: '' },
		{ publicUrl: typed, fileName: `${'ы'.repeat(500)}.pdf`, mimeType: { a: 1 } },
		{ publicUrl: typed, mimeType: bytes },
		{ publicUrl: serve('/files/named.png', 'x', { 'content-type': bytes }) },
	);
	const names = ['_.._etc_gpj.exe', 'b.txt', '_.profile', `${'ы'.repeat(98)}.pdf`, 'b.txt', 'named.png'];
	expect(Object.values(binary).map(({ fileName }) => fileName)).toEqual(names);
	const types = [...Array<string>(5).fill('text/plain'), 'image/png'];
	expect(Object.values(binary).map(({ mimeType }) => mimeType)).toEqual(types);
});

test('downloads ten files of an event and no more', async () => {
	const { binary, errors } = await deliver(...Array<string>(12).fill(serve('/files/one-of-many', 'x')));
	expect(Object.keys(binary).sort()).toEqual(Array.from({ length: 10 }, (_value, index) => `attachment_${index}`));
	expect(asked()).toHaveLength(10);
	expect(errors.slice(9)).toEqual([
		undefined,
		...Array<string>(2).fill('Not downloaded: only the first 10 files of an event are downloaded'),
	]);
});

test('receives 100 MB of an event and no more, whatever the limit of a file, announced or not', async () => {
	setOptions({ maxAttachmentMegabytes: 99, downloadBudgetSeconds: 60 });
	const [large, other] = [announce('/files/large', 99 * MEGABYTE), announce('/files/other', 2 * MEGABYTE)];
	const unannounced = serveWith('/files/unannounced', (_request, response) => {
		const timer = setInterval(() => response.writable && response.write(Buffer.alloc(MEGABYTE / 4)), 5);
		response.on('close', () => {
			clearInterval(timer);
			large.end();
		});
	});
	const { errors } = await deliver(large.url, other.url, unannounced);
	const over = 'Not downloaded: the files of this event are larger than 100 MB together';
	expect(errors).toEqual([expect.stringContaining('failed (ECONNRESET)'), over, over]);
});

test('answers within the time budget when a server is silent, trickles or redirects forever, or n8n stores slowly', async () => {
	setOptions({ downloadBudgetSeconds: 1 });
	const silent = serveWith('/files/silent', () => undefined);
	const trickle = serveWith('/files/trickle', (_request, response) => {
		response.writeHead(200);
		const timer = setInterval(() => response.write('-'), 50);
		response.on('close', () => clearInterval(timer));
	});
	const slow = serveWith('/files/redirect', ({ url }, response) => {
		setTimeout(() => response.writeHead(302, { location: url }).end(), 400);
	});
	const over = 'Not downloaded: took longer than 1 s';
	const all = deliver(silent, trickle, serve('/files/quick', 'quick'), slow);
	await waitFor(() => asked().filter((url) => url === '/files/redirect').length > 1);
	endAll(budgets);
	expect((await all).errors).toEqual([over, over, undefined, over]);
	stage.trigger.beforeStoring = storeSlowly;
	expect((await deliver(serve('/files/stored', 'x'))).errors).toEqual([over]);
});

test('counts a file among those in memory until n8n has stored it, for up to ten minutes', async () => {
	setOptions({ downloadBudgetSeconds: 1, maxAttachmentMegabytes: 200 });
	stage.trigger.beforeStoring = storeSlowly;
	expect((await deliver(serve('/files/small', 'x'))).errors).toEqual(['Not downloaded: took longer than 1 s']);
	const whole = announce('/files/whole', 200 * MEGABYTE);
	expect((await deliver(whole.url)).errors).toEqual([NOTE]);
	endAll(tenMinutes);
	const last = deliver(whole.url);
	await waitFor(() => asked().length === 3);
	whole.end();
	expect((await last).errors).toEqual([expect.stringContaining('failed (ECONNRESET)')]);
});

test('notes what failed in the item, and lets the rest through', async () => {
	const good = serve('/files/good', 'good');
	const cut = serveWith('/files/cut', (request) => request.socket.destroy());
	const missing = `${stage.platform.keyServer.origin}/files/missing`;
	const wrong = [{ kind: 'sticker' }, 'nonsense', { publicUrl: '' }, { publicUrl: 7 }, { publicUrl: null }];
	const files = [good, missing, cut, redirect('/files/loop', '/files/loop'), 'file:///etc/passwd', ...wrong];
	const { binary, notes, errors } = await deliver(...files);
	expect(Object.keys(binary)).toEqual(['attachment_0']);
	const causes = [
		'HTTP 404',
		'the connection failed',
		'redirects too often',
		"isn't a web URL",
		...wrong.map(() => 'no publicUrl'),
	];
	expect(errors).toEqual([undefined, ...causes.map((cause) => expect.stringContaining(cause))]);
	expect(JSON.stringify(notes)).not.toContain('a-secret-token');
	stage.trigger.beforeStoring = async () => await Promise.reject(new Error('a-secret disk is full'));
	expect((await deliver(good)).errors).toEqual(["Not downloaded: n8n couldn't store it"]);
});

test('stops at the size limit, whether the sender declares the size or not', async () => {
	setOptions({ maxAttachmentMegabytes: 1 });
	const large = serve('/files/large', Buffer.alloc(MEGABYTE + 1));
	const fitting = serve('/files/fitting', Buffer.alloc(MEGABYTE));
	const over = expect.stringContaining('larger than 1 MB');
	expect((await deliver(large, fitting, { publicUrl: fitting, fileSize: 2_000_000 })).errors).toEqual([over, undefined, over]);
	expect(asked().filter((url) => url === '/files/fitting')).toHaveLength(1);
});

test('downloads nothing unless asked, nor for events that are refused, filtered, sent again or about a message', async () => {
	stage.trigger.setParameters({ events: ['*'] });
	const file = { attachments: [{ publicUrl: serve('/files/once', 'once') }] };
	await stage.send(newMessage(file));
	stage.trigger.setParameters({ events: ['*'], options: OPTIONS });
	await stage.send(newMessage(file), { key: stage.platform.otherKey });
	await stage.send(newMessage({ ...file, direction: 'outbound' }));
	await stage.send(newMessage(file, { name: 'ChannelMessageReadCommand' }));
	await stage.send(newMessage({ attachments: [] }));
	expect(stage.trigger.executions).toHaveLength(3);
	for (const [item] of stage.trigger.executions) expect(item).not.toHaveProperty('binary');
	expect(asked()).toEqual([]);
	const body = newMessage(file);
	for (let copy = 0; copy < 2; copy += 1) await stage.send(body);
	expect(asked()).toEqual(['/files/once']);
});

describe('the places for events with files', () => {
	// proves the key, so that no delivery waits for it
	beforeEach(async () => expect(await send()).toBe(200));

	async function send(path?: string): Promise<number> {
		const attachments = path === undefined ? [] : [{ publicUrl: stage.platform.keyServer.origin + path }];
		return (await stage.send(newMessage({ attachments }))).status;
	}

	/** The notes on the attachments of each event that started the workflow with files. */
	const notes = () =>
		stage.trigger.executions.flatMap(([item]) =>
			(item?.json.attachments as Array<{ downloadError?: string }>).map(({ downloadError }) => downloadError),
		);

	test('are 20: others wait, and start the workflow without the files if no place is free in time', async () => {
		setOptions({ downloadBudgetSeconds: 1 });
		const slow = announce('/files/slow', 9);
		const holders = Array.from({ length: 20 }, async () => await send('/files/slow'));
		await waitFor(() => slow.open.size === 20);
		const late = send('/files/slow');
		await waitFor(() => budgets.length === 21);
		expect(await send()).toBe(200);
		budgets[20]?.abort();
		expect([await late, ...notes()]).toEqual([200, NOTE]);
		serve('/files/quick', 'x');
		const waiting = send('/files/quick');
		await waitFor(() => budgets.length === 22);
		budgets[0]?.abort();
		expect(await waiting).toBe(200);
		endAll(budgets);
		await Promise.all(holders);
		const over = 'Not downloaded: took longer than 1 s';
		expect(notes().slice(1)).toEqual([over, undefined, ...Array<string>(19).fill(over)]);
	});

	test('keep up to 200 MB of files in memory, whatever their senders announce', async () => {
		const large = announce('/files/large', 20 * MEGABYTE);
		serve('/files/unannounced', 'x');
		const pending: Array<Promise<unknown>> = [];
		for (let count = 1; count <= 10; count += 1) {
			pending.push(send('/files/large'));
			await waitFor(() => large.open.size === count);
		}
		// the node has read an answer's header before it asks for another one's
		await waitFor(async () => {
			await send('/files/unannounced');
			return notes().at(-1) === NOTE;
		});
		await send('/files/large');
		expect(notes().at(-1)).toBe(NOTE);
		large.end();
		await Promise.all(pending);
		await send('/files/unannounced');
		expect(notes().at(-1)).toBeUndefined();
	});
});
