import { decodeJwt, decodeProtectedHeader, importX509, jwtVerify } from 'jose';
import { call, Receiver, type Received, runSandbox } from '../../helpers/sandbox';
import { waitFor } from '../../helpers/waitFor';

const nothing = async () => await Promise.resolve(undefined);
const running = runSandbox({ n8n: { findWorkflow: nothing, findOrigin: nothing, restart: nothing } });
const { control } = running;
let receiver: Receiver;

beforeEach(async () => {
	receiver = await Receiver.start();
	await control('PATCH /settings', { authScheme: 'JWT', deliveryTimeoutMs: 5000, resendDelaysMs: [1, 1, 1, 1] });
	await call(running.sandbox, 'POST /notifications/webhooks', { body: { url: receiver.url, events: ['new_message'] } });
});

afterEach(async () => await receiver.close());

const write = async (text: string) => await control('POST /chats/70001/messages', { text });
const tokenOf = (received: Received | undefined) => received?.headers.authorization?.split(' ')[1] ?? '';
const texts = () => receiver.received.map((one) => (one.event.message as { text: string }).text);

/** Verifies a delivery as a subscriber does, with the certificate of its x5u. */
async function verify(token: string) {
	const certificate = await (await fetch(String(decodeProtectedHeader(token).x5u))).text();
	const key = await importX509(certificate, 'RS512');
	const { issuer, accountId: subject } = running.sandbox;
	return await jwtVerify(token, key, { algorithms: ['RS512'], issuer, subject, audience: '127.0.0.1' });
}

test.each(['JWT', 'Bearer'])('signs every sending for the receiver, after the scheme word %s', async (authScheme) => {
	await control('PATCH /settings', { authScheme });
	await write('x');
	const [received] = await receiver.until(1);
	expect(received?.headers.authorization?.split(' ')[0]).toBe(authScheme);
	expect(received?.headers['content-type']).toBe('application/json');
	const { payload, protectedHeader } = await verify(tokenOf(received));
	expect(protectedHeader).toMatchObject({ alg: 'RS512', typ: 'JWT' });
	expect(Object.keys(payload).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'sub']);
});

test('sends only the events that were asked for', async () => {
	await control('POST /chats/70001/operator/memo', { memo: 'x' });
	await write('x');
	await running.sandbox.settled();
	expect(receiver.received.map((one) => one.event.name)).toEqual(['new_message']);
});

test('stops at the first 200 and sends the very same event again until then', async () => {
	receiver.statuses.push(503, 302, 201);
	await write('x');
	await running.sandbox.settled();
	expect(receiver.received).toHaveLength(4);
	expect(new Set(receiver.received.map((one) => one.text)).size).toBe(1);
	const { body } = await control('GET /deliveries');
	expect(body.$items).toMatchObject([{ status: 'delivered', attempts: [503, 302, 201, 200].map((status) => ({ status })) }]);
});

test('gives up on a receiver that is away, and says why', async () => {
	await receiver.close();
	await write('x');
	await running.sandbox.settled();
	expect((await control('GET /deliveries')).body.$items).toMatchObject([
		{ status: 'failed', attempts: Array(5).fill({ error: expect.stringContaining('ECONNREFUSED') }) },
	]);
	receiver = await Receiver.start();
});

test('gives a receiver that does not answer the time it has', async () => {
	await control('PATCH /settings', { deliveryTimeoutMs: 30, resendDelaysMs: [] });
	receiver.silent = true;
	await write('x');
	await running.sandbox.settled();
	expect((await control('GET /deliveries')).body.$items).toMatchObject([
		{ attempts: [{ error: expect.stringMatching(/time/i) }] },
	]);
});

test('sends at once what n8n missed while it restarted', async () => {
	await control('PATCH /settings', { resendDelaysMs: [3_600_000] });
	receiver.statuses.push(503);
	await write('x');
	const attempts = async () => ((await control('GET /deliveries')).body.$items as { attempts: unknown[] }[])[0]?.attempts.length;
	await waitFor(async () => (await attempts()) === 1, 'the first attempt has failed');
	await control('POST /n8n/restart');
	await running.sandbox.settled();
	expect(await attempts()).toBe(2);
});

test('stops resending when the webhook is removed', async () => {
	await control('PATCH /settings', { resendDelaysMs: [20, 20, 20, 20] });
	receiver.statuses.push(500, 500, 500, 500, 500);
	await write('x');
	await receiver.until(1);
	running.sandbox.state.webhooks = [];
	await running.sandbox.settled();
	expect((await control('GET /deliveries')).body.$items).toMatchObject([{ status: 'cancelled' }]);
	expect(receiver.received.length).toBeLessThan(5);
});

test('rotates the key: serves the new certificate at once, and the old one while it is kept', async () => {
	await write('old key');
	const oldToken = tokenOf((await receiver.until(1))[0]);
	await control('POST /keys/rotate', { bits: 4096 });
	await write('new key');
	const newToken = tokenOf((await receiver.until(2))[1]);
	expect(decodeProtectedHeader(newToken).x5u).not.toBe(decodeProtectedHeader(oldToken).x5u);
	await Promise.all([verify(oldToken), verify(newToken)]);
	await control('POST /keys/rotate', { keepOld: false });
	await expect(verify(oldToken)).rejects.toThrow();
});

const fault = async (body: object) => expect((await control('POST /faults', body)).status).toBe(200);

describe('faults of deliveries', () => {
	test('token: any claim or header is changed or left out', async () => {
		await fault({ kind: 'token', claims: { aud: 'other.example', iss: null }, header: { alg: 'none', kid: 'x' } });
		await write('x');
		const token = tokenOf((await receiver.until(1))[0]);
		expect(decodeJwt(token)).toMatchObject({ aud: 'other.example' });
		expect(decodeJwt(token)).not.toHaveProperty('iss');
		expect(token).toMatch(/\.$/);
	});

	test('noToken and tamper', async () => {
		await fault({ kind: 'noToken' });
		await fault({ kind: 'tamper', body: { accountId: 'another' }, skip: 1 });
		await write('x');
		await write('y');
		await running.sandbox.settled();
		expect(receiver.received.map((one) => one.headers.authorization !== undefined).sort()).toEqual([false, true]);
		expect(receiver.received.map((one) => one.text)).toContain('{"accountId":"another"}');
	});

	test('duplicate: the same event several times', async () => {
		await fault({ kind: 'duplicate', times: 3 });
		await write('x');
		await running.sandbox.settled();
		expect(receiver.received).toHaveLength(3);
		expect(new Set(receiver.received.map((one) => one.event.id)).size).toBe(1);
	});

	test('reorder: held back until later ones were sent', async () => {
		await fault({ kind: 'reorder', after: 2, match: { chatRef: 'tg_4100_271828182' } });
		for (const text of ['first', 'second', 'third']) await write(text);
		await running.sandbox.settled();
		expect(texts().at(-1)).toBe('first');
		expect(texts().sort()).toEqual(['first', 'second', 'third']);
	});

	test('strikes a matching delivery as often as ordered, and is listed and ended', async () => {
		await fault({ kind: 'noToken', count: 2, skip: 1, match: { url: '/hook$' } });
		await fault({ kind: 'expiredToken', match: { event: 'ChatMemoChanged' } });
		for (const text of ['1', '2', '3', '4']) await write(text);
		await running.sandbox.settled();
		const struck = receiver.received.filter((one) => one.headers.authorization === undefined);
		expect(struck.map((one) => (one.event.message as { text: string }).text).sort()).toEqual(['2', '3']);
		expect((await control('GET /faults')).body.$items).toMatchObject([{ kind: 'noToken', hits: 2 }, { hits: 0 }]);
		expect((await control('DELETE /faults')).body.$value).toEqual({ ended: 2 });
		expect((await control('GET /faults')).body.$count).toBe(0);
	});
});

describe('faults of the key server', () => {
	const keyUrl = () => `${running.sandbox.origin}/keys/${running.sandbox.state.currentKid}.pem`;

	test.each([
		['keyDown', {}, 503, /down/],
		['keyDown', { status: 500 }, 500, /down/],
		['keyGarbage', { body: 'nonsense' }, 200, /^nonsense$/],
		['keyRedirect', { location: 'http://127.0.0.1:9/' }, 302, /^$/],
		['keyHuge', { bytes: 2_000_000 }, 200, /^A{63}\n/],
		['keyWrong', {}, 200, /^-----BEGIN CERTIFICATE/],
	])('%s %j', async (kind, settings, status, text) => {
		const right = await (await fetch(keyUrl())).text();
		await fault({ kind, ...settings });
		const struck = await fetch(keyUrl(), { redirect: 'manual' });
		const body = await struck.text();
		expect([struck.status, body.length > 1_000_000]).toEqual([status, kind === 'keyHuge']);
		expect(body).toMatch(text);
		expect(body).not.toBe(right);
		expect(await (await fetch(keyUrl())).text()).toBe(right);
	});

	test('keyDown by a dropped connection, keySlow', async () => {
		await fault({ kind: 'keyDown', drop: true });
		await expect(fetch(keyUrl())).rejects.toThrow();
		await fault({ kind: 'keySlow', delayMs: 60 });
		const started = Date.now();
		expect((await fetch(keyUrl())).status).toBe(200);
		expect(Date.now() - started).toBeGreaterThanOrEqual(50);
	});
});
