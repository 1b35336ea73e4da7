import { createSigningKey } from '../../../../sandbox/security/signing';
import { deliveryOf, newMessage } from '../../../helpers/deliveries';
import { START, useTriggerOnTestClock } from '../../../helpers/useTriggers';
import { waitFor } from '../../../helpers/waitFor';

const HOUR = 3_600_000;
const REFRESH_AFTER_MS = HOUR;
const MAX_AGE_MS = 6 * HOUR;
const ROTATION_PAUSE_MS = 60_000;
const FAILURE_PAUSE_MS = 2_000;

const stage = useTriggerOnTestClock();

describe('accepting a key', () => {
	test('takes a certificate, and the same key as a public key', async () => {
		expect((await stage.deliver()).status).toBe(200);
		const x5u = stage.platform.keyServer.serve('/keys/public.pem', stage.platform.key.publicKeyPem);
		expect((await stage.deliver({ x5u })).status).toBe(200);
	});

	test('takes the first certificate of a chain', async () => {
		const chain = stage.platform.keyServer.serve(
			'/keys/chain.pem',
			`${stage.platform.key.certificatePem}${stage.platform.otherKey.certificatePem}`,
		);
		expect((await stage.deliver({ x5u: chain })).status).toBe(200);
		expect(await stage.deliver({ x5u: chain, key: stage.platform.otherKey })).toMatchObject({
			status: 401,
			code: 'signature',
		});
	});

	test('takes larger keys, and a certificate with line breaks of Windows', async () => {
		const key = await createSigningKey({ bits: 4096 });
		const x5u = stage.platform.keyServer.serve('/keys/4096.pem', key.certificatePem.replace(/\n/g, '\r\n'));
		expect((await stage.deliver({ x5u, key })).status).toBe(200);
	});

	test('refuses a certificate before and after its time, even while it is cached', async () => {
		const key = await createSigningKey({ notBefore: START + HOUR, notAfter: START + 2 * HOUR });
		const x5u = stage.platform.keyServer.serve('/keys/short.pem', key.certificatePem);
		expect(await stage.deliver({ x5u, key })).toMatchObject({ status: 401, code: 'certificate_validity' });
		stage.now = START + HOUR + 60_000;
		expect((await stage.deliver({ x5u, key })).status).toBe(200);
		stage.now = START + 2 * HOUR + 31_000;
		expect(await stage.deliver({ x5u, key })).toMatchObject({ status: 401, code: 'certificate_validity' });
	});

	test('accepts a renewed certificate of the same key as soon as the old one has ended', async () => {
		const key = await createSigningKey({ notAfter: START + 60_000 });
		const x5u = stage.platform.keyServer.serve('/keys/renewed.pem', key.certificatePem);
		expect((await stage.deliver({ x5u, key })).status).toBe(200);
		stage.platform.keyServer.serve('/keys/renewed.pem', key.publicKeyPem);
		stage.now += 120_000;
		expect((await stage.deliver({ x5u, key })).status).toBe(200);
	});

	test('sends no token to the key server, nor anything else that is secret', async () => {
		await stage.deliver();
		expect(stage.platform.keyServer.headers[0]?.authorization).toBeUndefined();
		expect(JSON.stringify(stage.platform.keyServer.headers)).not.toContain('a-secret-token');
	});

	test('takes an extra origin only when the credential names it', async () => {
		const x5u = `${stage.platform.foreignServer.origin}/keys/true.pem`;
		expect((await stage.deliver({ x5u, key: stage.platform.otherKey })).code).toBe('key_origin');
		stage.trigger.setCredential({ ...stage.platform.credential, keyOrigins: stage.platform.foreignServer.origin });
		stage.now += 6_000;
		expect((await stage.deliver({ x5u, key: stage.platform.otherKey })).status).toBe(200);
	});
});

describe('caching', () => {
	test('fetches a key once, and again after an hour', async () => {
		for (let count = 0; count < 5; count += 1) await stage.deliver();
		expect(stage.fetches()).toBe(1);
		stage.now += REFRESH_AFTER_MS - 1;
		await stage.deliver();
		expect(stage.fetches()).toBe(1);
		stage.now += 1;
		await stage.deliver();
		expect(stage.fetches()).toBe(2);
	});

	test('fetches once for any number of deliveries that wait', async () => {
		let answerLate: () => void = () => undefined;
		stage.platform.keyServer.routes.set('/keys/true.pem', (_request, response) => {
			answerLate = () => response.end(stage.platform.key.certificatePem);
		});
		const pending = Array.from({ length: 50 }, async () => await stage.deliver());
		await waitFor(() => stage.fetches() > 0);
		answerLate();
		const answers = await Promise.all(pending);
		expect(answers.every(({ status }) => status === 200)).toBe(true);
		expect(stage.fetches()).toBe(1);
	});

	test('uses the cached key while the key server is down, up to the maximum age', async () => {
		await stage.deliver();
		stage.breakDown();
		stage.now += REFRESH_AFTER_MS + 1;
		expect((await stage.deliver()).status).toBe(200);
		stage.now = START + MAX_AGE_MS + 10_000;
		expect(await stage.deliver()).toMatchObject({ status: 503, code: 'key_unavailable' });
		stage.platform.keyServer.serve('/keys/true.pem', stage.platform.key.certificatePem);
		stage.now += 3_000;
		expect((await stage.deliver()).status).toBe(200);
	});

	test('does not accept a token it has seen beyond the hour of its key', async () => {
		const token = stage.platform.token({ now: stage.now, lifetimeSeconds: 86_400 });
		stage.now += REFRESH_AFTER_MS - 1;
		const later = stage.platform.token({ now: stage.now, lifetimeSeconds: 86_400 });
		stage.now = START;
		expect((await stage.trigger.send(deliveryOf(newMessage(), token))).status).toBe(200);
		stage.now += REFRESH_AFTER_MS - 1;
		expect((await stage.trigger.send(deliveryOf(newMessage(), later))).status).toBe(200);
		stage.platform.keyServer.routes.delete('/keys/true.pem');
		stage.now += 1;
		for (const withdrawn of [token, later])
			expect(await stage.trigger.send(deliveryOf(newMessage(), withdrawn))).toMatchObject({ status: 401, code: 'key_not_found' });
	});

	test('does not accept a token it has seen beyond the six hours of its key in an outage', async () => {
		await stage.deliver();
		stage.breakDown();
		stage.now = START + MAX_AGE_MS - 10_000;
		const token = stage.platform.token({ now: stage.now, lifetimeSeconds: 86_400 });
		for (let count = 0; count < 2; count += 1)
			expect((await stage.trigger.send(deliveryOf(newMessage(), token))).status).toBe(200);
		stage.now += 10_000;
		expect(await stage.trigger.send(deliveryOf(newMessage(), token))).toMatchObject({ status: 503, code: 'key_unavailable' });
	});

	test('does not use a cached key that its address no longer serves', async () => {
		await stage.deliver();
		stage.platform.keyServer.routes.delete('/keys/true.pem');
		stage.now += REFRESH_AFTER_MS + 1;
		expect(await stage.deliver()).toMatchObject({ status: 401, code: 'key_not_found' });
	});
});

describe('rotation', () => {
	test('accepts a new key at the same address at once', async () => {
		await stage.deliver();
		const next = await createSigningKey();
		stage.platform.keyServer.serve('/keys/true.pem', next.certificatePem);
		stage.now += ROTATION_PAUSE_MS;
		expect((await stage.deliver({ key: next })).status).toBe(200);
		expect(await stage.deliver()).toMatchObject({ status: 401, code: 'signature' });
	});

	test('refuses a token that it has seen once its address serves another key', async () => {
		const request = deliveryOf(newMessage(), stage.platform.token({ now: stage.now, lifetimeSeconds: 3_000 }));
		expect((await stage.trigger.send(request)).status).toBe(200);
		const next = await createSigningKey();
		stage.platform.keyServer.serve('/keys/true.pem', next.certificatePem);
		stage.now += ROTATION_PAUSE_MS;
		expect((await stage.deliver({ key: next })).status).toBe(200);
		expect(await stage.trigger.send(request)).toMatchObject({ status: 401, code: 'signature' });
	});

	test('refetches for bad signatures no more than once a minute', async () => {
		await stage.deliver();
		stage.now += ROTATION_PAUSE_MS;
		for (let count = 0; count < 20; count += 1) {
			expect((await stage.deliver({ key: stage.platform.otherKey })).code).toBe('signature');
		}
		expect(stage.fetches()).toBe(2);
		stage.now += ROTATION_PAUSE_MS;
		await stage.deliver({ key: stage.platform.otherKey });
		expect(stage.fetches()).toBe(3);
	});

	test('answers 503 to an unknown signature while the key server is down: it may be the new key', async () => {
		await stage.deliver();
		stage.breakDown();
		stage.now += ROTATION_PAUSE_MS;
		const next = await createSigningKey();
		expect(await stage.deliver({ key: next })).toMatchObject({ status: 503, code: 'key_unavailable' });
		stage.platform.keyServer.serve('/keys/true.pem', next.certificatePem);
		stage.now += 3_000;
		expect((await stage.deliver({ key: next })).status).toBe(200);
	});

	test.each([
		['a page', 200, '<html>Deploying</html>'],
		['404', 404, 'not found'],
	])(
		'answers 503 to an unknown signature while the address answers %s, and in the pause after that',
		async (_what, status, text) => {
			await stage.deliver();
			stage.platform.keyServer.serve('/keys/true.pem', text, status);
			stage.now += ROTATION_PAUSE_MS;
			const next = await createSigningKey();
			expect(await stage.deliver({ key: next })).toMatchObject({ status: 503, code: 'key_unavailable' });
			stage.now += FAILURE_PAUSE_MS - 1;
			expect(await stage.deliver({ key: next })).toMatchObject({ status: 503, code: 'key_unavailable' });
			expect(stage.fetches()).toBe(2);
			// The known key is as good as before.
			expect((await stage.deliver()).status).toBe(200);
			stage.platform.keyServer.serve('/keys/true.pem', next.certificatePem);
			stage.now += 1;
			expect((await stage.deliver({ key: next })).status).toBe(200);
		},
	);

	test('accepts many deliveries at once right after a rotation, with one fetch', async () => {
		await stage.deliver();
		const next = await createSigningKey();
		stage.platform.keyServer.serve('/keys/true.pem', next.certificatePem);
		stage.now += ROTATION_PAUSE_MS;
		const answers = await Promise.all(Array.from({ length: 20 }, async () => await stage.deliver({ key: next })));
		expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
		expect(stage.fetches()).toBe(2);
	});
});
