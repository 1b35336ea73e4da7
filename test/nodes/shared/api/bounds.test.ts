/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { getEventListeners } from 'node:events';
import { settle } from '../../../helpers/world';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { INodeParameters } from 'n8n-workflow';
import { runOperation } from '../../../helpers/runAction';
import { type Received, type Reply, type ScriptedServer, startScriptedServer } from '../../../helpers/servers';
import { waitFor } from '../../../helpers/waitFor';
import { Limit, SharedLimits, until } from '../../../../nodes/shared/api/deadline';

const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
const MAX_ERROR_BYTES = 64 * 1024;
const list = { resource: 'tag', operation: 'getAll', returnAll: true };
const soon = { requestOptions: { timeout: 500 } };
type Script = (request: Received, response: ServerResponse) => Reply | undefined;
let service: ScriptedServer | undefined;
/** Answers whose connection the node closed, or that were read to their end. */
let closed: Promise<void>;

async function run(script: Script, parameters: INodeParameters) {
	let done: () => void = () => undefined;
	closed = new Promise((resolve) => (done = resolve));
	service = await startScriptedServer((request, response) => {
		response.on('close', done);
		return script(request, response);
	});
	const { origin, credential } = service;
	const outcome = await runOperation({ parameters, credential, items: [{ json: { origin } }] });
	return { ...outcome, host: new URL(origin).host };
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
	test.each<[string, (response: ServerResponse) => undefined]>([
		['an answer', (response) => repeat(response.writeHead(200), ' ', 20)],
		[
			'headers',
			({ socket }) => {
				socket?.write('HTTP/1.1 200 OK\r\n');
				const timer = setInterval(() => socket?.write('X-Drip: 1\r\n'), 20);
				socket?.on('close', () => clearInterval(timer));
			},
		],
	])('%s that drips', async (_what, drip) => {
		const { error, host } = await run((_request, response) => drip(response), { ...list, ...soon });
		expect(error?.message).toBe(`${host} didn't respond in time`);
		await closed;
	});

	const download = { resource: 'file', operation: 'download', ...soon, url: '={{ $json.origin }}/api/files/1' };

	test('a download that drips, or does not begin', async () => {
		const { error } = await run((_request, response) => repeat(response.writeHead(200), 'x', 20), download);
		expect(error?.message).toBe('The download was stopped after 0 MB, because it made almost no progress');
		await service?.close();
		const unanswered = await run(() => undefined, download);
		expect(unanswered.error?.message).toBe(`${unanswered.host} didn't respond in time`);
	});

	test('a download that gets on is not given up, however long it takes', async () => {
		const { items, error } = await run((_request, response) => {
			let left = 12;
			const timer = setInterval(() => {
				response.write(Buffer.alloc(1_000));
				if ((left -= 1) === 0) response.end();
			}, 100);
			response.on('close', () => clearInterval(timer));
			return undefined;
		}, download);
		expect(error).toBeUndefined();
		expect(items[0]?.json.fileSize).toBe(12_000);
	});
});

describe('no answer is read beyond its size', () => {
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
		const piece = Buffer.alloc(65_536, 'x');
		const { error } = await run((_request, response) => flood(response.writeHead(403), piece, (bytes) => (sent += bytes)), list);
		expect(error?.message).toBe("The API token's user isn't allowed to do this");
		await closed;
		// the buffers of the connection come on top
		expect(sent).toBeLessThan(MAX_ERROR_BYTES * 200);
	});

	const file = { resource: 'file', operation: 'download', url: '={{ $json.origin }}/api/files/1', options: { maxSize: 1 } };
	test.each<[string, INodeParameters, (response: ServerResponse) => unknown, RegExp]>([
		[
			'a redirect',
			{ ...list, ...soon },
			(response) => response.writeHead(302, { location: '/api/x' }).flushHeaders(),
			/keeps redirecting/,
		],
		['a size', file, (response) => response.writeHead(200, { 'content-length': 2_000_000 }).flushHeaders(), /larger than 1 MB/],
		['a piece too many', file, (response) => response.writeHead(200).write(Buffer.alloc(2_000_000)), /larger than 1 MB/],
	])('silence after %s keeps no connection open', async (_what, parameters, begin, message) => {
		const responses: ServerResponse[] = [];
		const { error } = await run((_request, response) => {
			responses.push(response);
			begin(response);
			return undefined;
		}, parameters);
		expect(error?.message).toMatch(message);
		await waitFor(() => responses.every(({ destroyed }) => destroyed));
	});
});

const LONG_MS = 1_000_000;

test('up to four calls at the same time share a limit, because Node warns of a leak beyond that', () => {
	const shared = new SharedLimits((time) => new Limit(time));
	const begun = Array.from({ length: 9 }, () => shared.join(LONG_MS));
	const limits = begun.map(({ limit }) => limit);
	expect(limits.map((limit) => [...new Set(limits)].indexOf(limit))).toEqual([0, 0, 0, 0, 1, 1, 1, 1, 2]);
	begun.forEach(({ leave }) => leave());
	expect(shared.join(LONG_MS).limit).toBe(limits[0]);
	expect(shared.join(2 * LONG_MS).limit).not.toBe(limits[0]);
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

test('a task that cannot be stopped is waited for up to the limit, and its failure afterwards does not stop the process', async () => {
	const limit = new AbortController();
	let fail: (error: Error) => void = () => undefined;
	const waiting = until(new Promise((_resolve, reject) => (fail = reject)), limit.signal);
	expect(getEventListeners(limit.signal, 'abort')).toHaveLength(1);
	limit.abort(new Error('late'));
	await expect(waiting).rejects.toThrow('late');
	await expect(until(new Promise(() => undefined), limit.signal)).rejects.toThrow('late');
	fail(new Error('later'));
	await settle();
});
