import { startTrigger, type Trigger } from '../../../helpers/startTrigger';
import { startSigningPlatform, deliveryOf, newMessage, type SigningPlatform } from '../../../helpers/deliveries';

/** Time for which a credential is used, in ms. */
const REMEMBER_MS = 30_000;

/** Time for which one that led to a refusal is used, in ms. */
const RENEW_PAUSE_MS = 5_000;

let platform: SigningPlatform;
let trigger: Trigger;
let now = Math.floor(Date.now() / 1_000) * 1_000;

beforeAll(async () => {
	platform = await startSigningPlatform();
});

beforeEach(async () => {
	trigger = await startTrigger({ credential: platform.credential, now: () => now });
});

afterEach(async () => {
	await trigger.close();
});

afterAll(async () => {
	await platform.close();
});

async function deliver(options: Parameters<SigningPlatform['token']>[0] = {}) {
	const { status, code } = await trigger.send(deliveryOf(newMessage(), platform.token({ now, ...options })));
	return [status, code];
}

test('is read once for many deliveries, and again after a short while', async () => {
	for (let count = 0; count < 5; count += 1) await deliver();
	expect(trigger.credentialReads()).toBe(1);
	now += REMEMBER_MS;
	await deliver();
	expect(trigger.credentialReads()).toBe(2);
});

test('is read again before a delivery is refused for its sake, so that a correction counts at once', async () => {
	await deliver();
	trigger.setCredential({ ...platform.credential, issuer: 'renamed' });
	now += RENEW_PAUSE_MS;
	expect(await deliver({ issuer: 'renamed' })).toEqual([200, undefined]);
	expect(await deliver()).toEqual([401, 'issuer']);
});

test('is read once for all deliveries that wait for it, and again after it could not be used', async () => {
	trigger.setCredential({ ...platform.credential, apiToken: '' });
	const waiting = await Promise.all(Array.from({ length: 5 }, async () => await deliver()));
	expect(waiting).toEqual(Array.from({ length: 5 }, () => [503, 'credential']));
	trigger.setCredential(platform.credential);
	expect(await deliver()).toEqual([200, undefined]);
});

test('is not read again within a pause, even if that could turn a refusal around', async () => {
	await deliver();
	now += RENEW_PAUSE_MS - 1;
	expect(await deliver({ issuer: 'renamed' })).toEqual([401, 'issuer']);
	expect(trigger.credentialReads()).toBe(1);
});

test('is not read again for each forged delivery', async () => {
	await deliver();
	now += RENEW_PAUSE_MS;
	for (let count = 0; count < 20; count += 1) {
		expect(await deliver({ issuer: 'forged' })).toEqual([401, 'issuer']);
		expect(await deliver({ key: platform.otherKey })).toEqual([401, 'signature']);
		expect(await deliver({ x5u: 'https://evil.example/' })).toEqual([401, 'key_origin']);
	}
	expect(trigger.credentialReads()).toBe(2);
});

test('is not read again for a refusal that it has nothing to do with', async () => {
	await deliver();
	now += RENEW_PAUSE_MS;
	expect(await deliver({ key: platform.otherKey })).toEqual([401, 'signature']);
	expect(trigger.credentialReads()).toBe(1);
});

test('reads a credential at once when it replaces another', async () => {
	const saved = { type: 'trigger', typeVersion: 2, credentials: { messagingPlatformApi: { id: '1', name: 'First' } } };
	await trigger.close();
	trigger = await startTrigger({ credential: platform.credential, now: () => now, saved });
	expect(await deliver()).toEqual([200, undefined]);
	saved.credentials = { messagingPlatformApi: { id: '2', name: 'Second' } };
	trigger.setCredential({ ...platform.credential, issuer: 'other' });
	expect(await deliver()).toEqual([401, 'issuer']);
});

test.each([undefined, {}])('reports a missing credential when the credentials are %j', async (credentials) => {
	await trigger.close();
	const saved = { type: 'trigger', typeVersion: 2, credentials };
	trigger = await startTrigger({ credential: platform.credential, now: () => now, saved });
	expect(await deliver()).toEqual([503, 'credential']);
});

test('withdraws trust when it changes, even from tokens that were already verified', async () => {
	const request = deliveryOf(newMessage(), platform.token({ now }));
	expect((await trigger.send(request)).status).toBe(200);
	trigger.setCredential({ ...platform.credential, baseUrl: 'https://moved.example', notificationUrl: '' });
	now += REMEMBER_MS;
	expect(await trigger.send(request)).toMatchObject({ status: 401, code: 'key_origin' });
});

test.each<[object, string]>([
	[{ issuer: '' }, 'issuer_not_configured'],
	[{ apiToken: '' }, 'credential'],
	[{ baseUrl: '' }, 'credential'],
	[{ baseUrl: 'a token pasted here by mistake' }, 'credential'],
	[{ baseUrl: 'https://api.example.com?by mistake' }, 'credential'],
	...['issuer', 'accountId', 'keyOrigins', 'fileOrigins', 'notificationUrl'].flatMap((field) =>
		[undefined, null, 7, ['http://127.0.0.1'], { x: 1 }, ' '].map((value): [object, string] => [
			{ [field]: value },
			'credential',
		]),
	),
])('fails closed with %j', async (change, code) => {
	trigger.setCredential({ ...platform.credential, ...change });
	expect(await deliver()).toEqual([503, code]);
	expect(trigger.executions).toEqual([]);
	expect(trigger.requested).toEqual([]);
	expect(trigger.logs.join()).not.toMatch(/a-secret-token|by mistake/);
});

test.each([
	['a token pasted here by mistake', "isn't a web URL"],
	['https://api.example.com?x=1', 'must not contain "?" or "#". Enter only the part before them'],
])('is not quoted in the log when its Base URL is %j', async (baseUrl, told) => {
	trigger.setCredential({ ...platform.credential, baseUrl });
	expect(await deliver()).toEqual([503, 'credential']);
	expect(trigger.logs).toEqual([expect.stringContaining(`(The credential's Base URL ${told}). `)]);
	expect(trigger.logs.join()).not.toContain(baseUrl);
});
