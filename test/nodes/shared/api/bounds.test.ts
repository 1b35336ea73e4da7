/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import type { ServerResponse } from 'node:http';
import { type AddressInfo, type Socket, createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { INodeParameters } from 'n8n-workflow';
import { runOperation } from '../../../helpers/runAction';
import { type Received, type Reply, type ScriptedServer, startScriptedServer } from '../../../helpers/servers';

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
