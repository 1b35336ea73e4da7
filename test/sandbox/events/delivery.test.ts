import { createHmac, createPublicKey } from 'node:crypto';
import { compactVerify, decodeJwt, decodeProtectedHeader, importX509, jwtVerify } from 'jose';
import type { JsonObject } from '../../../sandbox/core/json';
import { aboutEvent } from '../../../sandbox/events/deliveries';
import { ReceiverLog } from '../../../sandbox/events/receiverLog';
import { createSigningKey, signDeliveryToken } from '../../../sandbox/security/signing';
import { FakeN8n } from '../../helpers/fakeN8n';
import { call, Receiver, type Received, runSandbox } from '../../helpers/sandbox';
import { waitFor } from '../../helpers/waitFor';

const nothing = async () => await Promise.resolve(undefined);
const log = new ReceiverLog();
const running = runSandbox({ findReason: log.find, n8n: { findWorkflow: nothing, findOrigin: nothing, restart: nothing } });
const { control } = running;
let receiver: Receiver;

const subscribe = async (url: string) =>
	await call(running.sandbox, 'POST /notifications/webhooks', { body: { url, events: ['new_message'] } });

beforeEach(async () => {
	receiver = await Receiver.start();
	await control('PATCH /settings', { authScheme: 'JWT', deliveryTimeoutMs: 5000, resendDelaysMs: [1, 1, 1, 1] });
	await subscribe(receiver.url);
});

afterEach(async () => await receiver.close());

const deliveries = async () => (await control('GET /deliveries')).body.$items as Array<{ attempts: JsonObject[] }>;
const write = async (text: string, chat = '70001') => await control(`POST /chats/${chat}/messages`, { text });
const fault = async (body: object) => expect((await control('POST /faults', body)).status).toBe(200);
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
	await write('x', '9223372036854775807');
	const [received] = await receiver.until(1);
	expect(received?.text).toContain('"tbChatId":9223372036854775807');
	expect(received?.headers.authorization?.split(' ')[0]).toBe(authScheme);
	expect(received?.headers['content-type']).toBe('application/json');
	const { payload, protectedHeader } = await verify(tokenOf(received));
	expect(protectedHeader).toMatchObject({ alg: 'RS512', typ: 'JWT' });
	expect(Object.keys(payload).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'sub']);
});

test('stops at the first 200 and sends the very same event again until then', async () => {
	receiver.statuses.push(503, 302, 201);
	await write('x');
	await running.sandbox.settled();
	expect(receiver.received).toHaveLength(4);
	expect(new Set(receiver.received.map((one) => one.text)).size).toBe(1);
	expect(await deliveries()).toMatchObject([
		{ status: 'delivered', attempts: [503, 302, 201, 200].map((status) => ({ status })) },
	]);
});

test('gives up on a receiver that is away, and says why', async () => {
	await receiver.close();
	await write('x');
	await running.sandbox.settled();
	expect(await deliveries()).toMatchObject([
		{ status: 'failed', attempts: Array(5).fill({ error: expect.stringContaining('ECONNREFUSED') }) },
	]);
	receiver = await Receiver.start();
});

test('gives a receiver that does not answer the time it has', async () => {
	await control('PATCH /settings', { deliveryTimeoutMs: 30, resendDelaysMs: [] });
	receiver.silent = true;
	await write('x');
	await running.sandbox.settled();
	expect(await deliveries()).toMatchObject([{ attempts: [{ error: expect.stringMatching(/time/i) }] }]);
});

test('sends at once what n8n missed while it restarted', async () => {
	await control('PATCH /settings', { resendDelaysMs: [3_600_000] });
	receiver.statuses.push(503);
	await write('x');
	const attempts = async () => (await deliveries())[0]?.attempts.length;
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
	expect(await deliveries()).toMatchObject([{ status: 'cancelled' }]);
	expect(receiver.received.length).toBeLessThan(5);
});

test('rotates the key: serves the new certificate at once, and the old one while it is kept', async () => {
	await write('old key');
	const oldToken = tokenOf((await receiver.until(1))[0]);
	await control('POST /keys/rotate', {});
	await write('new key');
	const newToken = tokenOf((await receiver.until(2))[1]);
	expect(decodeProtectedHeader(newToken).x5u).not.toBe(decodeProtectedHeader(oldToken).x5u);
	await Promise.all([verify(oldToken), verify(newToken)]);
	await control('POST /keys/rotate', { keepOld: false });
	await expect(verify(oldToken)).rejects.toThrow();
});

describe('faults of deliveries', () => {
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

test('faults of the key server: a dropped connection, a late answer', async () => {
	const getKey = async () => await fetch(`${running.sandbox.origin}/keys/${running.sandbox.state.currentKid}.pem`);
	await fault({ kind: 'keyDown', drop: true });
	await expect(getKey()).rejects.toThrow();
	await fault({ kind: 'keySlow', delayMs: 60 });
	const started = Date.now();
	expect((await getKey()).status).toBe(200);
	expect(Date.now() - started).toBeGreaterThanOrEqual(50);
});

describe("the trigger's log", () => {
	const MAX_LINES = 10;
	let trigger: FakeN8n;

	beforeEach(async () => {
		const { apiToken, baseUrl, notificationUrl, issuer, accountId } = running.sandbox;
		const credential = { apiToken, baseUrl, notificationUrl, issuer, keyOrigins: '' };
		trigger = await FakeN8n.start({ credential, accountId, parameters: { events: ['*'] }, onLog: (line) => log.read(line) });
		running.sandbox.state.webhooks = [];
		await subscribe(trigger.url);
	});
	afterEach(async () => {
		await running.sandbox.settled();
		await trigger.close();
	});

	/** Writes so many messages at once as a person, and returns the result of each attempt. */
	async function attemptsOf(messages = 1): Promise<JsonObject[]> {
		await Promise.all(Array.from({ length: messages }, async (_, index) => await write(`message ${index}`)));
		await running.sandbox.settled();
		return (await deliveries()).slice(-messages).flatMap(({ attempts }) => attempts);
	}

	test.each([
		['foreignKey', {}, 401, 'signature'],
		['refusedKey', {}, 401, 'key_not_found'],
		['expiredToken', {}, 401, 'expired'],
		['noToken', {}, 401, 'token_missing'],
		['token', { claims: { exp: null } }, 401, 'expiry'],
		['token', { claims: { iss: 'OTHER' } }, 401, 'issuer'],
		['token', { header: { alg: 'none' } }, 401, 'token_malformed'],
		['tamper', { body: [] }, 400, 'not_an_event'],
		['keyDown', { count: 0 }, 503, 'key_unavailable'],
		['keyRedirect', { location: 'http://127.0.0.1:9/', count: 0 }, 401, 'key_redirect'],
		['keyHuge', { bytes: 2_000_000, count: 0 }, 401, 'key_too_large'],
		['keyWrong', { count: 0 }, 401, 'signature'],
	])('says why each attempt was refused: %s %j, %i, %s', async (kind, settings, status, code) => {
		await fault({ kind, ...settings });
		const attempts = await attemptsOf();
		expect(attempts).toHaveLength(5);
		for (const attempt of attempts) {
			expect([attempt.status, attempt.reason]).toEqual([status, { codes: [code], line: expect.stringMatching(/^\w.*\.$/) }]);
			expect(attempt.response).not.toContain(code);
		}
	});

	test('is read with the faults of the key server that struck meanwhile', async () => {
		await fault({ kind: 'keyGarbage', count: 0 });
		const [first] = await attemptsOf();
		expect([first?.faults, first?.reason]).toEqual([['keyGarbage'], expect.objectContaining({ codes: ['key_malformed'] })]);
	});

	test('says the reason even when it only counts', async () => {
		await fault({ kind: 'foreignKey', count: 0 });
		const attempts = await attemptsOf(4);
		expect(attempts).toHaveLength(20);
		for (const attempt of attempts) expect(attempt.reason).toMatchObject({ codes: ['signature'] });
		const logged = attempts.filter((attempt) => 'line' in (attempt.reason as JsonObject));
		expect([logged.length, trigger.logs.length]).toEqual([MAX_LINES, MAX_LINES]);
	});

	test('has nothing about an accepted delivery, nor about one that another receiver refused', async () => {
		expect((await attemptsOf())[0]).not.toHaveProperty('reason');
		running.sandbox.state.webhooks = [];
		await subscribe(`${running.sandbox.origin}/nowhere`);
		const [attempt] = await attemptsOf();
		expect(attempt?.status).toBe(404);
		expect(attempt).not.toHaveProperty('reason');
	});
});

describe('the gist of an event', () => {
	const message = (more: object) => ({ name: 'new_message', message: { direction: 'inbound', ...more } });

	test.each<[JsonObject, object]>([
		[message({ attachments: [{ kind: 'image', fileName: 'tulips.png' }] }), { direction: 'inbound', text: 'Image tulips.png' }],
		[message({ attachments: [{ kind: 'document' }] }), { direction: 'inbound', text: 'File' }],
		[message({ contact: { phone: '+491', name: 'Ada' } }), { direction: 'inbound', text: 'Contact Ada' }],
		[message({ location: { latitude: 1, longitude: 2 } }), { direction: 'inbound', text: 'Location' }],
		[message({ direction: 'outbound', templateId: '1001' }), { direction: 'outbound', text: 'Template 1001' }],
		[message({}), { direction: 'inbound' }],
		[{ name: 'MessageDeliveryCommand', deliveryStatus: 'ERROR' }, { status: 'ERROR' }],
		[{ name: 'NewChatCreatedCommand', command: { firstMessage: { text: 'Hi' } } }, { text: 'Hi' }],
		[{ name: 'ChatMemoChanged', command: { memo: { memo: 'Calls late', phones: ['+491'] } } }, { text: 'Calls late, +491' }],
		[{ name: 'ChannelConnected', command: { fullChannel: { title: 'Shop bot' } } }, { text: 'Shop bot' }],
		[{ name: 'Later', command: { what: 'ever' } }, {}],
		[message({ direction: 7, text: {}, attachments: [1] }), {}],
		[message({ direction: 7, text: '🌷'.repeat(5_000) }), { text: '🌷'.repeat(200) }],
	])('says what it is about (%#)', (body, about) => {
		expect(aboutEvent(body)).toEqual(about);
	});
});

test('signs a hostile token as its header says, with the claims that it is given', async () => {
	const key = await createSigningKey({ kid: 'k1' });
	const given = { key, x5u: 'http://h/k.pem', issuer: 'SERVICE', accountId: 'a', audience: 'h', now: 1_000_500 };
	for (const alg of ['RS256', 'PS512']) {
		const token = signDeliveryToken({ ...given, header: { alg } });
		await compactVerify(token, createPublicKey(key.certificatePem), { algorithms: [alg] });
	}
	const confused = signDeliveryToken({ ...given, header: { alg: 'HS512' } });
	const input = confused.slice(0, confused.lastIndexOf('.'));
	expect(confused.split('.')[2]).toBe(createHmac('sha512', key.publicKeyPem).update(input).digest('base64url'));
	expect(decodeJwt(confused)).toEqual({ iss: 'SERVICE', sub: 'a', aud: 'h', iat: 1000, exp: 1300 });
	const claims = { exp: undefined, aud: ['x', 'y'], big: 2n ** 60n };
	const expected = { iss: 'SERVICE', sub: 'a', aud: ['x', 'y'], iat: 1000, big: Number(2n ** 60n) };
	expect(decodeJwt(signDeliveryToken({ ...given, claims }))).toEqual(expected);
});
