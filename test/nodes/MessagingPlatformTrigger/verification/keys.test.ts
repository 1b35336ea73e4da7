import { createSigningKey } from '../../../../sandbox/signing';
import {
	MAX_AGE_MS,
	REFRESH_AFTER_MS,
	ROTATION_PAUSE_MS,
} from '../../../../nodes/MessagingPlatformTrigger/verification/keys';
import { BURST } from '../../../../nodes/MessagingPlatformTrigger/verification/fetchBudget';
import { startTrigger, type Trigger } from '../harness';
import { until, type Answer } from '../wire';
import { createWorld, deliveryOf, newMessage, type World } from '../world';

// A whole second, so that iat is the clock's time exactly.
const START = Math.floor(Date.now() / 1_000) * 1_000;
const HOUR = 3_600_000;

let world: World;
let trigger: Trigger;
let now: number;

beforeEach(async () => {
	now = START;
	world = await createWorld();
	trigger = await startTrigger({ credential: world.credential, now: () => now });
});

afterEach(async () => {
	await trigger.close();
	await world.close();
});

/** Delivers a fresh event with a fresh token of the test's time. */
async function deliver(options: Parameters<World['token']>[0] = {}): Promise<Answer> {
	return await trigger.send(
		deliveryOf(newMessage(), world.token({ now, claims: { jti: String(Math.random()) }, ...options })),
	);
}

function fetches(path = '/keys/true.pem'): number {
	return world.service.requests.filter((url) => url === path).length;
}

/** Makes a path answer with the status of an outage. */
function breakDown(path = '/keys/true.pem', status = 502): void {
	world.service.serve(path, 'bad gateway', status);
}

describe('what is accepted as a key', () => {
	it('takes a certificate, and the same key as a public key', async () => {
		expect((await deliver()).status).toBe(200);
		const x5u = world.service.serve('/public.pem', world.key.publicKeyPem);
		expect((await deliver({ x5u })).status).toBe(200);
	});

	it('takes the first certificate of a chain', async () => {
		const chain = world.service.serve(
			'/chain.pem',
			`text before\n${world.key.certificatePem}${world.otherKey.certificatePem}`,
		);
		expect((await deliver({ x5u: chain })).status).toBe(200);
		expect(await deliver({ x5u: chain, key: world.otherKey })).toMatchObject({
			status: 401,
			code: 'signature',
		});
	});

	it('takes larger keys, and a certificate with line breaks of Windows', async () => {
		const key = await createSigningKey({ bits: 4096 });
		const x5u = world.service.serve('/4096.pem', key.certificatePem.replace(/\n/g, '\r\n'));
		expect((await deliver({ x5u, key })).status).toBe(200);
	});

	it('refuses a certificate before and after its time, also while it is cached', async () => {
		const key = await createSigningKey({ notBefore: START + HOUR, notAfter: START + 2 * HOUR });
		const x5u = world.service.serve('/short.pem', key.certificatePem);
		expect(await deliver({ x5u, key })).toMatchObject({ status: 401, code: 'certificate_validity' });
		now = START + HOUR + 60_000;
		expect((await deliver({ x5u, key })).status).toBe(200);
		now = START + 2 * HOUR + 31_000;
		expect(await deliver({ x5u, key })).toMatchObject({ status: 401, code: 'certificate_validity' });
	});

	it('accepts a renewed certificate of the same key as soon as the old one has ended', async () => {
		const key = await createSigningKey({ notAfter: START + 60_000 });
		const x5u = world.service.serve('/renewed.pem', key.certificatePem);
		expect((await deliver({ x5u, key })).status).toBe(200);
		world.service.serve('/renewed.pem', key.publicKeyPem);
		now += 120_000;
		expect((await deliver({ x5u, key })).status).toBe(200);
	});

	it('sends no token to the key server, nor anything else that is secret', async () => {
		await deliver();
		expect(world.service.headers[0]?.authorization).toBeUndefined();
		expect(JSON.stringify(world.service.headers)).not.toContain('a-secret-token');
	});

	it('takes an extra origin only when the credential names it', async () => {
		const x5u = `${world.foreign.origin}/keys/true.pem`;
		expect((await deliver({ x5u, key: world.otherKey })).code).toBe('key_origin');
		trigger.setCredential({ ...world.credential, keyOrigins: world.foreign.origin });
		now += 6_000;
		expect((await deliver({ x5u, key: world.otherKey })).status).toBe(200);
	});
});

describe('caching', () => {
	it('fetches a key once, and again after an hour', async () => {
		for (let count = 0; count < 5; count += 1) await deliver();
		expect(fetches()).toBe(1);
		now += REFRESH_AFTER_MS - 1;
		await deliver();
		expect(fetches()).toBe(1);
		now += 1;
		await deliver();
		expect(fetches()).toBe(2);
	});

	it('fetches once for any number of deliveries that wait', async () => {
		let answerLate: () => void = () => undefined;
		world.service.routes.set('/keys/true.pem', (_request, response) => {
			answerLate = () => response.end(world.key.certificatePem);
		});
		const pending = Array.from({ length: 50 }, async () => await deliver());
		await until(() => fetches() > 0);
		answerLate();
		const answers = await Promise.all(pending);
		expect(answers.every(({ status }) => status === 200)).toBe(true);
		expect(fetches()).toBe(1);
	});

	it('goes on with the cached key while the key server is down, up to the maximum age', async () => {
		await deliver();
		breakDown();
		now += REFRESH_AFTER_MS + 1;
		expect((await deliver()).status).toBe(200);
		now = START + MAX_AGE_MS + 10_000;
		expect(await deliver()).toMatchObject({ status: 503, code: 'key_unavailable' });
		world.service.serve('/keys/true.pem', world.key.certificatePem);
		now += 3_000;
		expect((await deliver()).status).toBe(200);
	});

	it('does not go on with a cached key that its address does not serve any more', async () => {
		await deliver();
		world.service.routes.delete('/keys/true.pem');
		now += REFRESH_AFTER_MS + 1;
		expect(await deliver()).toMatchObject({ status: 401, code: 'key_not_found' });
	});
});

describe('rotation', () => {
	it('accepts a new key at the same address at once', async () => {
		await deliver();
		const next = await createSigningKey();
		world.service.serve('/keys/true.pem', next.certificatePem);
		now += ROTATION_PAUSE_MS;
		expect((await deliver({ key: next })).status).toBe(200);
		expect(await deliver()).toMatchObject({ status: 401, code: 'signature' });
	});

	it('does not compute again the signature of a token that it has seen, also past a rotation', async () => {
		const request = deliveryOf(newMessage(), world.token({ now, lifetimeSeconds: 3_000 }));
		expect((await trigger.send(request)).status).toBe(200);
		const next = await createSigningKey();
		world.service.serve('/keys/true.pem', next.certificatePem);
		now += ROTATION_PAUSE_MS;
		expect((await deliver({ key: next })).status).toBe(200);
		expect(await trigger.send(request)).toMatchObject({ status: 200, code: 'duplicate' });
		expect(await deliver()).toMatchObject({ status: 401, code: 'signature' });
	});

	it('refetches for bad signatures at most once a minute', async () => {
		await deliver();
		now += ROTATION_PAUSE_MS;
		for (let count = 0; count < 20; count += 1) {
			expect((await deliver({ key: world.otherKey })).code).toBe('signature');
		}
		expect(fetches()).toBe(2);
		now += ROTATION_PAUSE_MS;
		await deliver({ key: world.otherKey });
		expect(fetches()).toBe(3);
	});

	it('answers 503 to an unknown signature while the key server is down: it may be the new key', async () => {
		await deliver();
		breakDown();
		now += ROTATION_PAUSE_MS;
		const next = await createSigningKey();
		expect(await deliver({ key: next })).toMatchObject({ status: 503, code: 'key_unavailable' });
		world.service.serve('/keys/true.pem', next.certificatePem);
		now += 3_000;
		expect((await deliver({ key: next })).status).toBe(200);
	});

	it('accepts many deliveries at once right after a rotation, with one fetch', async () => {
		await deliver();
		const next = await createSigningKey();
		world.service.serve('/keys/true.pem', next.certificatePem);
		now += ROTATION_PAUSE_MS;
		const answers = await Promise.all(Array.from({ length: 20 }, async () => await deliver({ key: next })));
		expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
		expect(fetches()).toBe(2);
	});
});

describe('a stranger who makes up addresses on an allowed origin', () => {
	it('causes a bounded number of fetches, and does not disturb the true key', async () => {
		await deliver();
		for (let count = 0; count < 200; count += 1) {
			const answer = await deliver({ x5u: `${world.service.origin}/made-up-${count}`, key: world.otherKey });
			expect([401, 503]).toContain(answer.status);
		}
		expect(world.service.requests.length).toBeLessThanOrEqual(1 + BURST);
		now += REFRESH_AFTER_MS + 1;
		expect((await deliver()).status).toBe(200);
	});

	it('does not push the true key out of the cache by copies of it', async () => {
		await deliver();
		for (let count = 0; count < 100; count += 1) {
			now += 10_000;
			await deliver({ x5u: `${world.x5u}?${count}`, key: world.otherKey });
			world.service.routes.set(`/keys/true.pem?${count + 1}`, (_request, response) =>
				response.end(world.key.certificatePem),
			);
		}
		expect((await deliver()).status).toBe(200);
		expect(fetches()).toBe(1);
	});
});
