/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import type { ServerResponse } from 'node:http';
import { type AddressInfo, type Socket, createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { getEventListeners } from 'node:events';
import { createServer as createTlsServer } from 'node:tls';
import type { INodeParameters } from 'n8n-workflow';
import { runOperation, byId } from '../../../helpers/runAction';
import { type Received, type Reply, type ScriptedServer, startScriptedServer } from '../../../helpers/servers';
import { Limit, until, watchTransfer } from '../../../../nodes/shared/api/deadline';
import { createSigningKey } from '../../../../sandbox/security/signing';

const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
const MAX_ERROR_BYTES = 64 * 1024;

const list = { resource: 'tag', operation: 'getAll', returnAll: true };
const soon = { requestOptions: { timeout: 1_000 } };

type Script = (request: Received, response: ServerResponse) => Reply | undefined;

let service: ScriptedServer | undefined;
/** Answers whose connection the node closed, or that were read to their end. */
let closed: Promise<void>;

async function run(script: Script, parameters: object, more: Partial<Parameters<typeof runOperation>[0]> = {}) {
	let done: () => void = () => undefined;
	closed = new Promise((resolve) => (done = resolve));
	service = await startScriptedServer((request, response) => {
		response.on('close', done);
		return script(request, response);
	});
	const outcome = await runOperation({ parameters: parameters as INodeParameters, credential: service.credential, ...more });
	return { ...outcome, host: new URL(service.origin).host };
}

afterEach(async () => {
	await service?.close();
	service = undefined;
});

/** Sends a piece again and again, until the other side has had enough. */
function repeat(response: ServerResponse, piece: string | Buffer, everyMs: number): undefined {
	const timer = setInterval(() => response.write(piece), everyMs);
	response.on('close', () => clearInterval(timer));
	return undefined;
}

/** Sends a piece as fast as the reader takes it. */
function flood(response: ServerResponse, piece: Buffer, count: (bytes: number) => void = () => undefined): undefined {
	const more = () => {
		let ready = true;
		while (ready && !response.destroyed) {
			ready = response.write(piece);
			count(piece.length);
		}
	};
	response.on('drain', more);
	more();
	return undefined;
}

// loading what an execution needs takes longer than a short time-out leaves
beforeAll(async () => {
	await run(() => ({ body: { $items: [] } }), list);
	await service?.close();
});

describe('every call ends in time', () => {
	test('an answer that drips', async () => {
		const { error, host } = await run((_request, response) => repeat(response.writeHead(200), ' ', 20), { ...list, ...soon });
		expect(error?.message).toBe(`${host} didn't respond in time`);
		await closed;
	});

	test('headers that drip', async () => {
		const sockets: Socket[] = [];
		const ended: Array<Promise<unknown>> = [];
		const server = createServer((socket) => {
			sockets.push(socket);
			socket.on('error', () => undefined);
			ended.push(new Promise((resolve) => socket.on('close', resolve)));
			socket.write('HTTP/1.1 200 OK\r\n');
			const timer = setInterval(() => socket.write('X-Drip: 1\r\n'), 20);
			socket.on('close', () => clearInterval(timer));
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
		const { error } = await runOperation({
			parameters: { ...list, ...soon },
			credential: { apiToken: 'test-token', baseUrl, notificationUrl: '' },
		});
		expect(error?.message).toMatch(/didn't respond in time$/);
		expect(ended).toHaveLength(1);
		await Promise.all(ended);
		server.close();
	});

	test('a download that drips, at any point', async () => {
		const drip: Script = (_request, response) => repeat(response.writeHead(200), 'x', 20);
		service = await startScriptedServer(drip);
		const { origin, credential } = service;
		const { error } = await runOperation({
			parameters: { resource: 'file', operation: 'download', url: `${origin}/api/files/1`, ...soon },
			credential,
		});
		expect(error?.message).toMatch(/^The download was stopped after 0 MB, because it made almost no progress$/);
		const silent = await startScriptedServer(() => undefined);
		const parameters = { resource: 'file', operation: 'download', url: `${silent.origin}/api/files/1`, ...soon };
		const unanswered = await runOperation({ parameters, credential: silent.credential });
		expect(unanswered.error?.message).toBe(`${new URL(silent.origin).host} didn't respond in time`);
		await silent.close();
	});

	test('a download that gets on is not given up, however long it takes', async () => {
		service = await startScriptedServer((_request, response) => {
			let left = 10;
			const timer = setInterval(() => {
				left -= 1;
				response.write(Buffer.alloc(1_000));
				if (left === 0) response.end();
			}, 200);
			response.on('close', () => clearInterval(timer));
			return undefined;
		});
		const parameters = { resource: 'file', operation: 'download', url: `${service.origin}/api/files/1`, ...soon };
		const { items, error } = await runOperation({ parameters, credential: service.credential });
		expect(error).toBeUndefined();
		expect(items[0]?.json.fileSize).toBe(10_000);
	});
});

describe('no answer is read beyond its size', () => {
	test('an answer without an end', async () => {
		let sent = 0;
		const { error, host } = await run(
			(_request, response) => flood(response.writeHead(200), Buffer.alloc(65_536, ' '), (bytes) => (sent += bytes)),
			list,
		);
		expect(error?.message).toBe(`${host} sent more than 64 MB, so the rest of the response wasn't read`);
		await closed;
		expect(sent).toBeGreaterThanOrEqual(MAX_ANSWER_BYTES);
		expect(sent).toBeLessThan(MAX_ANSWER_BYTES * 2);
	});

	test('a small one that is large once it is unpacked', async () => {
		const bomb = gzipSync(Buffer.alloc(MAX_ANSWER_BYTES + 1, ' '));
		expect(bomb.length).toBeLessThan(100_000);
		const { error } = await run(
			(_request, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb) as undefined,
			list,
		);
		expect(error?.message).toContain('sent more than 64 MB');
	});

	test('a failure without an end is explained by its beginning', async () => {
		let sent = 0;
		const { error } = await run(
			(_request, response) => flood(response.writeHead(403), Buffer.alloc(65_536, 'x'), (bytes) => (sent += bytes)),
			list,
		);
		expect(error?.message).toBe("The API token's user isn't allowed to do this");
		await closed;
		// the buffers of the connection come on top
		expect(sent).toBeLessThan(MAX_ERROR_BYTES * 200);
	});
});

const WINDOW_MS = 20;

/** Resolves when a signal is aborted. */
async function abortion(signal: AbortSignal): Promise<void> {
	await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

test('a transfer that is watched ends after an hour, however fast it is', async () => {
	// whole, so that adding to it is exact
	const start = Math.floor(performance.now());
	let [passed, looks] = [60 * 60_000, 0];
	const clock = jest.spyOn(performance, 'now').mockImplementation(() => (looks === 0 ? start : start + passed));
	const signal = watchTransfer(WINDOW_MS, {
		get bytes() {
			looks += 1;
			if (looks > 6) passed += 1;
			return looks * 1_000_000;
		},
	}).begin();
	await abortion(signal);
	clock.mockRestore();
	expect(looks).toBe(7);
});

test('the limit of a request includes a user who stops the execution, but an expired time counts even when it came second', () => {
	const [time, stopped] = [new AbortController(), new AbortController()];
	const limit = new Limit(time.signal, stopped.signal);
	expect([limit.signal.aborted, limit.code]).toEqual([false, undefined]);
	stopped.abort();
	expect([limit.signal.aborted, limit.code]).toEqual([true, 'ERR_CANCELED']);
	time.abort();
	expect(limit.code).toBe('ETIMEDOUT');
});

describe('a task that cannot be stopped is waited for', () => {
	const listeners = (signal: AbortSignal) => getEventListeners(signal, 'abort').length;

	test('but not longer than the limit', async () => {
		const limit = new AbortController();
		const waiting = until(new Promise(() => undefined), limit.signal);
		expect(listeners(limit.signal)).toBe(1);
		limit.abort(new Error('late'));
		await expect(waiting).rejects.toThrow('late');
		await expect(until(new Promise(() => undefined), limit.signal)).rejects.toThrow('late');
	});

	test('and a failure after the limit does not stop the process', async () => {
		const limit = new AbortController();
		let fail: (error: Error) => void = () => undefined;
		const waiting = until(new Promise((_resolve, reject) => (fail = reject)), limit.signal);
		limit.abort(new Error('late'));
		await expect(waiting).rejects.toThrow('late');
		fail(new Error('later'));
		await new Promise((resolve) => setImmediate(resolve));
	});
});

/** Starts a server that reads a whole message over TLS, and answers it with bytes that are no TLS. */
async function startBreaking(): Promise<{ port: number; received: () => string; close: () => void }> {
	const { privateKeyPem, certificatePem } = await createSigningKey();
	let received = '';
	const below = new Map<number | undefined, Socket>();
	const tls = createTlsServer({ key: privateKeyPem, cert: certificatePem }, (socket) => {
		socket.on('error', () => undefined);
		socket.on('data', (data) => {
			const text = String(data);
			if (text.startsWith('GET')) socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}');
			else received += text;
			if (received.endsWith('}')) below.get(socket.remotePort)?.write('HTTP/1.1 400 Bad Request\r\n\r\n');
		});
	});
	const server = createServer((socket) => {
		socket.on('error', () => undefined);
		below.set(socket.remotePort, socket);
		tls.emit('connection', socket);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return { port, received: () => received, close: () => server.close() };
}

test('a message that arrived before TLS broke is not called one that was not sent', async () => {
	const server = await startBreaking();
	const message: INodeParameters = {
		resource: 'message',
		operation: 'send',
		sendTo: 'chat',
		chat: byId('tg_1_2'),
		text: 'Hello',
	};
	const { items } = await runOperation({
		parameters: { ...message, requestOptions: { allowUnauthorizedCerts: true } },
		credential: { apiToken: 'secret', baseUrl: `https://127.0.0.1:${server.port}/api`, notificationUrl: '', issuer: '' },
		continueOnFail: true,
	});
	server.close();
	expect(server.received()).toMatch(/^POST \/api\/messages .*"Hello"/s);
	expect(items).toMatchObject([
		{ json: { details: { outcome: 'unknown', code: expect.stringMatching(/^ERR_SSL_/) as string } } },
	]);
	expect(JSON.stringify(items)).not.toMatch(/wasn't sent|certificate/);
});
