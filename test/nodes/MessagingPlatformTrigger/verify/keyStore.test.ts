import { createSigningKey } from '../../../../sandbox/security/signing';
import { useTriggers } from '../../../helpers/useTriggers';
import { waitFor } from '../../../helpers/waitFor';

const HOUR = 3_600_000;
const ROTATION_PAUSE_MS = 60_000;
const FAILURE_PAUSE_MS = 2_000;
const MAX_PROVEN = 16;

const PATH = '/keys/true.pem';
const stage = useTriggers();

/** The code with which a delivery is refused. */
const codeOf = async (token: Parameters<typeof stage.deliver>[0] = {}) => (await stage.deliver(token)).code;

describe('a key', () => {
	test('may be a public key, or the first of a chain with line breaks of Windows', async () => {
		const { keyServer, key, otherKey } = stage.platform;
		const x5u = keyServer.serve('/keys/1.pem', key.publicKeyPem);
		expect(await codeOf({ x5u })).toBeUndefined();
		const chain = keyServer.serve('/keys/3.pem', `${key.certificatePem}${otherKey.certificatePem}`.replaceAll('\n', '\r\n'));
		expect(await codeOf({ x5u: chain })).toBeUndefined();
		expect(await codeOf({ x5u: chain, key: otherKey })).toBe('signature');
	});

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
		let answerLate: () => void = () => undefined;
		const { keyServer, key } = stage.platform;
		keyServer.routes.set(PATH, (_request, response) => {
			answerLate = () => response.end(key.certificatePem);
		});
		const pending = Array.from({ length: 50 }, async () => await codeOf());
		await waitFor(() => stage.fetches() > 0);
		answerLate();
		expect(new Set(await Promise.all(pending))).toEqual(new Set([undefined]));
		keyServer.serve(PATH, key.certificatePem);
		stage.now += HOUR - 1;
		await stage.deliver();
		expect(stage.fetches()).toBe(1);
		stage.now += 1;
		await stage.deliver();
		expect(stage.fetches()).toBe(2);
	});

	test('serves while its server is down, up to six hours, even for a token that was seen before', async () => {
		const start = stage.now;
		await stage.deliver();
		stage.breakDown();
		stage.now = start + 6 * HOUR - 1;
		const token = { now: stage.now, lifetimeSeconds: 86_400, claims: {} };
		expect(await codeOf(token)).toBeUndefined();
		stage.now += 1;
		expect(await stage.deliver(token)).toMatchObject({ status: 503, code: 'key_unavailable' });
		stage.platform.keyServer.serve(PATH, stage.platform.key.certificatePem);
		stage.now += FAILURE_PAUSE_MS;
		expect(await codeOf()).toBeUndefined();
	});

	test.each([
		[404, 'gone', 'key_not_found'],
		[200, '<html>', 'key_malformed'],
	])('does not serve once its address answers %i %s', async (status, text, code) => {
		const token = { now: stage.now, lifetimeSeconds: 86_400, claims: {} };
		expect(await codeOf(token)).toBeUndefined();
		stage.platform.keyServer.serve(PATH, text, status);
		stage.now += HOUR;
		expect(await codeOf(token)).toBe(code);
	});

	test('is remembered with fifteen other ones that were proven, and more that were not push none of them out', async () => {
		const { keyServer, key, otherKey } = stage.platform;
		const serve = (path: string) => keyServer.serve(path, key.certificatePem);
		const proven = Array.from({ length: MAX_PROVEN }, (_, index) => serve(`/keys/${index}.pem`));
		const copies = Array.from({ length: 9 }, (_, index) => serve(`/keys/copy-${index}.pem`));
		for (const x5u of [...proven, ...copies]) {
			expect(await codeOf({ x5u, key: copies.includes(x5u) ? otherKey : key })).toBe(
				copies.includes(x5u) ? 'signature' : undefined,
			);
			stage.now += 1_000;
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
