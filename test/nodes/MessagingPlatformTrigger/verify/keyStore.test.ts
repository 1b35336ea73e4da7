/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import type { ServerResponse } from 'node:http';
import type { RefusalCode } from '../../../../nodes/MessagingPlatformTrigger/verify/refusals';
import { createSigningKey } from '../../../../sandbox/security/signing';
import { useTriggers } from '../../../helpers/useTriggers';
import { waitFor } from '../../../helpers/waitFor';

const HOUR = 3_600_000;
const ROTATION_PAUSE_MS = 60_000;
const FAILURE_PAUSE_MS = 2_000;
const MAX_PROVEN = 16;
const MAX_KEY_BYTES = 65_536;
const PATH = '/keys/true.pem';
const stage = useTriggers();
const codeOf = async (token: Parameters<typeof stage.deliver>[0] = {}) => (await stage.deliver(token)).code;

describe('a key', () => {
	test('counts within the time of its certificate and the tolerance, even while it is cached', async () => {
		const start = stage.now;
		const key = await createSigningKey({ notBefore: start + HOUR, notAfter: start + 2 * HOUR });
		const x5u = stage.platform.keyServer.serve('/keys/short.pem', key.certificatePem);
		expect(await codeOf({ x5u, key })).toBe('certificate_validity');
		stage.now = start + HOUR + 60_000;
		expect(await codeOf({ x5u, key })).toBeUndefined();
		stage.now = start + 2 * HOUR + 30_000;
		expect(await codeOf({ x5u, key })).toBeUndefined();
		stage.now += 1;
		expect(await codeOf({ x5u, key, now: stage.now - 1 })).toBe('certificate_validity');
		// the same key in a renewed certificate
		stage.platform.keyServer.serve('/keys/short.pem', key.publicKeyPem);
		stage.now += ROTATION_PAUSE_MS;
		expect(await codeOf({ x5u, key })).toBeUndefined();
	});

	test('is fetched once for all that wait for it, and again after an hour', async () => {
		const { keyServer, key } = stage.platform;
		const late: ServerResponse[] = [];
		keyServer.routes.set(PATH, (_request, response) => void late.push(response));
		const pending = Array.from({ length: 50 }, async () => await codeOf());
		await waitFor(() => late.length > 0);
		late[0]?.end(key.certificatePem);
		expect(new Set(await Promise.all(pending))).toEqual(new Set([undefined]));
		keyServer.serve(PATH, key.certificatePem);
		stage.now += HOUR - 1;
		await stage.deliver();
		expect(stage.fetches()).toBe(1);
		stage.now += 1;
		for (const signer of [stage.platform.otherKey, stage.platform.otherKey, key]) await stage.deliver({ key: signer });
		expect(stage.fetches()).toBe(2);
	});

	test('serves while its server is down, up to six hours, even for a token that was seen before', async () => {
		const start = stage.now;
		await stage.deliver();
		stage.platform.keyServer.serve(PATH, 'bad gateway', 502);
		stage.now = start + 6 * HOUR - 1;
		const token = { now: stage.now, lifetimeSeconds: 86_400, claims: {} };
		expect(await codeOf(token)).toBeUndefined();
		stage.now += 1;
		expect(await stage.deliver(token)).toMatchObject({ status: 503, code: 'key_unavailable' });
		stage.platform.keyServer.serve(PATH, stage.platform.key.certificatePem);
		stage.now += FAILURE_PAUSE_MS;
		expect(await codeOf()).toBeUndefined();
	});

	test('does not serve once its address answers with another status or with no key', async () => {
		const token = { now: stage.now, lifetimeSeconds: 86_400, claims: {} };
		expect(await codeOf(token)).toBeUndefined();
		stage.now += HOUR;
		for (const [status, code] of [
			[404, 'key_not_found'],
			[200, 'key_malformed'],
		] as const) {
			stage.platform.keyServer.serve(PATH, '<html>', status);
			expect(await codeOf(token)).toBe(code);
			stage.now += FAILURE_PAUSE_MS;
		}
	});

	test('is remembered with fifteen other ones that were proven, and more that were not push none of them out', async () => {
		const { keyServer, key, otherKey } = stage.platform;
		const serve = (path: string) => keyServer.serve(path, key.certificatePem);
		const proven = Array.from({ length: MAX_PROVEN }, (_, index) => serve(`/keys/${index}.pem`));
		const copies = Array.from({ length: 9 }, (_, index) => serve(`/keys/copy-${index}.pem`));
		for (const x5u of proven) {
			expect(await codeOf({ x5u })).toBeUndefined();
			stage.now += 1_000;
		}
		for (const x5u of copies) {
			stage.now += 1_000;
			await stage.deliver({ x5u, key: otherKey });
		}
		const before = keyServer.requests.length;
		for (const x5u of proven) expect(await codeOf({ x5u })).toBeUndefined();
		expect(keyServer.requests).toHaveLength(before);
		await stage.deliver({ x5u: copies[0], key: otherKey });
		expect(keyServer.requests).toHaveLength(before + 1);
	});
});

describe('a signature that does not fit the key', () => {
	test('makes the trigger look for a newer one, with one fetch for all; the old one is out then', async () => {
		const request = stage.request(undefined, { lifetimeSeconds: 3_000 });
		expect((await stage.trigger.send(request)).status).toBe(200);
		const next = await createSigningKey();
		stage.platform.keyServer.serve(PATH, next.certificatePem);
		stage.now += ROTATION_PAUSE_MS - 1;
		expect(await codeOf({ key: next })).toBe('signature');
		stage.now += 1;
		const answers = await Promise.all(Array.from({ length: 20 }, async () => await codeOf({ key: next })));
		expect(new Set(answers)).toEqual(new Set([undefined]));
		expect(stage.fetches()).toBe(2);
		expect((await stage.trigger.send(request)).code).toBe('signature');
	});

	test.each([
		['a page', 200, '<html>Deploying</html>', /fetching a newer key failed: key_malformed/],
		['404', 404, 'not found', /fetching a newer key failed: key_not_found/],
		['502', 502, 'bad gateway', /HTTP 502/],
	])(
		'may be by the newer key while the address answers %s: 503, in the pause after that too',
		async (_what, status, text, told) => {
			await stage.deliver();
			stage.platform.keyServer.serve(PATH, text, status);
			stage.now += ROTATION_PAUSE_MS;
			const next = await createSigningKey();
			for (const ms of [0, FAILURE_PAUSE_MS - 1]) {
				stage.now += ms;
				expect(await stage.deliver({ key: next })).toMatchObject({ status: 503, code: 'key_unavailable' });
			}
			expect(stage.trigger.logs[0]).toMatch(told);
			expect(stage.fetches()).toBe(2);
			// The known key is as good as before.
			expect(await codeOf()).toBeUndefined();
			stage.platform.keyServer.serve(PATH, next.certificatePem);
			stage.now += 1;
			expect(await codeOf({ key: next })).toBeUndefined();
		},
	);
});

describe('the request for a key', () => {
	test.each<[RefusalCode, number, number[]]>([
		['key_not_found', 401, [201, 400, 404, 407, 409, 428, 430, 499]],
		['key_redirect', 401, [300, 399]],
		['key_unavailable', 503, [408, 425, 429, 500, 599]],
	])('an address that gives no key is logged with its status, and not listened to: %s', async (code, status, answers) => {
		const limits = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
		const { keyServer, key } = stage.platform;
		for (const [index, answer] of answers.entries()) {
			let opened: ServerResponse | undefined;
			keyServer.routes.set(PATH, (_request, response) => void (opened = response.writeHead(answer)).write(key.certificatePem));
			expect([answer, await stage.deliver()]).toMatchObject([answer, { status, code }]);
			expect(stage.trigger.logs[index]).toContain(`(HTTP ${answer})`);
			await waitFor(() => opened?.destroyed === true);
			stage.now += 2_000;
		}
		limits.mockRestore();
		expect(stage.trigger.executions).toEqual([]);
	});

	test('a file that is too large to be a key, to the byte', async () => {
		const { certificatePem } = stage.platform.key;
		stage.platform.keyServer.serve(PATH, certificatePem.padEnd(MAX_KEY_BYTES, '\n'));
		expect((await stage.deliver()).status).toBe(200);
		const x5u = stage.platform.keyServer.serve('/keys/large.pem', certificatePem.padEnd(MAX_KEY_BYTES + 1, '\n'));
		expect((await stage.deliver({ x5u })).code).toBe('key_too_large');
		expect(stage.trigger.logs).toEqual([expect.stringContaining('(more than 65536 bytes)')]);
	});

	test('a connection that is cut: the log says where, and what the network said', async () => {
		stage.platform.keyServer.routes.set(PATH, (request) => request.socket.destroy());
		expect(await stage.deliver()).toMatchObject({ status: 503, code: 'key_unavailable' });
		const { host } = new URL(stage.platform.keyServer.origin);
		expect(stage.trigger.logs).toEqual([expect.stringContaining(`(${host}: ECONNRESET)`)]);
	});

	test('names the key formats that it reads in its request, which has nothing secret', async () => {
		await stage.deliver();
		const [{ accept, ...headers } = {}] = stage.platform.keyServer.headers;
		expect(accept).toBe('application/x-pem-file, application/pem-certificate-chain, */*');
		expect(headers).not.toHaveProperty('authorization');
		expect(JSON.stringify(headers)).not.toContain('a-secret-token');
	});

	test('gives up after 5 s when the server does not answer, and when it trickles', async () => {
		const timeout = AbortSignal.timeout.bind(AbortSignal);
		const limits = jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms === 5_000 ? 200 : ms));
		const opened: ServerResponse[] = [];
		const { origin, routes } = stage.platform.keyServer;
		routes.set('/keys/silent.pem', (_request, response) => void opened.push(response));
		routes.set('/keys/trickle.pem', (_request, response) => {
			opened.push(response);
			response.writeHead(200);
			const timer = setInterval(() => response.write('-'), 100);
			response.on('close', () => clearInterval(timer));
		});
		const answers = ['silent', 'trickle'].map(async (name) => (await stage.deliver({ x5u: `${origin}/keys/${name}.pem` })).code);
		expect(await Promise.all(answers)).toEqual(['key_unavailable', 'key_unavailable']);
		limits.mockRestore();
		// The server would never have ended either of them: the trigger gave up, and closed both connections.
		expect(opened.map(({ writableEnded }) => writableEnded)).toEqual([false, false]);
		await waitFor(() => opened.every(({ destroyed }) => destroyed));
	});
});

describe('the place of a key', () => {
	const upload = (path: string, server = stage.platform.keyServer) => server.serve(path, stage.platform.otherKey.certificatePem);
	const codeAt = async (x5u: string) => await codeOf({ x5u, key: stage.platform.otherKey });

	function enter(change: object): void {
		stage.trigger.setCredential({ ...stage.platform.credential, ...change });
		stage.now += 31_000;
	}

	test('Key Origins with a path trust that path and everything below it, and nothing else', async () => {
		const { keyServer, foreignServer } = stage.platform;
		enter({ keyOrigins: `${foreignServer.origin}/keys` });
		upload('/keys/new/2.pem', foreignServer);
		for (const path of ['/keys/true.pem', '/keys/new/2.pem']) expect(await codeAt(foreignServer.origin + path)).toBeUndefined();
		const asked = foreignServer.requests.length;
		for (const path of ['/true.pem', '/keys2/true.pem', '/Keys/true.pem', '/uploads/keys/true.pem', '/keys;x/true.pem'])
			expect([path, await codeAt(foreignServer.origin + path)]).toEqual([path, 'key_origin']);
		for (const path of ['/keys/../uploads/true.pem', '/keys/%2e%2e/true.pem', '/keys/..%2ftrue.pem', '/keys%5c..%5ctrue.pem'])
			expect([path, await codeAt(foreignServer.origin + path)]).toEqual([path, 'key_url']);
		expect(foreignServer.requests).toHaveLength(asked);
		expect((await stage.deliver()).code).toBe('key_origin');
		expect(keyServer.requests).toEqual([]);
		enter({});
		expect((await stage.deliver()).status).toBe(200);
	});

	test('ignores a proven address on an origin that the credential no longer names', async () => {
		const { foreignServer } = stage.platform;
		await stage.deliver();
		enter({ baseUrl: `${foreignServer.origin}/api`, notificationUrl: '' });
		expect(await codeAt(upload('/certificates/1.pem', foreignServer))).toBeUndefined();
		expect((await stage.deliver()).code).toBe('key_origin');
	});

	test('without Key Origins, a key may come from anywhere on the two hosts until one is proven, which pins its folder', async () => {
		expect(await codeAt(upload('/files/1'))).toBeUndefined();
		expect((await stage.deliver()).code).toBe('key_origin');
		await stage.start();
		const { keyServer, key } = stage.platform;
		for (const restart of [false, true]) {
			for (let count = 0; count < 2; count += 1) expect((await stage.deliver()).status).toBe(200);
			if (restart) stage.trigger.forget();
			const asked = keyServer.requests.length;
			for (const path of ['/files/1', '/1.pem', '/keys/new/1.pem', '/keys', '/keys/true.pem?file=1'])
				expect([path, await codeAt(upload(path))]).toEqual([path, 'key_origin']);
			expect(keyServer.requests).toHaveLength(asked);
		}
		const next = keyServer.serve('/keys/next.pem', key.certificatePem);
		expect((await stage.deliver({ x5u: next })).status).toBe(200);
	});
});
