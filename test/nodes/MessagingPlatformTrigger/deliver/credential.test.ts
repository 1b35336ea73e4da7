import { useTriggers } from '../../../helpers/useTriggers';

/** Time for which a credential is used, in ms, and for which one that led to a refusal is used. */
const REMEMBER_MS = 30_000;
const RENEW_PAUSE_MS = 5_000;
const stage = useTriggers();
const deliver = async (token: Parameters<typeof stage.deliver>[0] = {}) => await stage.outcome(undefined, token);
const change = (fields: object) => stage.trigger.setCredential({ ...stage.platform.credential, ...fields });

test('is read once for many deliveries, and again after a short while', async () => {
	for (let count = 0; count < 5; count += 1) await deliver();
	expect(stage.trigger.credentialReads).toBe(1);
	stage.now += REMEMBER_MS;
	await deliver();
	expect(stage.trigger.credentialReads).toBe(2);
});

test('is read again before a delivery is refused for its sake, so that a correction counts at once', async () => {
	await deliver();
	change({ issuer: 'renamed' });
	stage.now += RENEW_PAUSE_MS;
	expect(await deliver({ issuer: 'renamed' })).toEqual([200, undefined]);
	expect(await deliver()).toEqual([401, 'issuer']);
});

test('is read once for all deliveries that wait for it, and again after it could not be used', async () => {
	change({ apiToken: '' });
	const waiting = await Promise.all(Array.from({ length: 5 }, async () => await deliver()));
	expect(waiting).toEqual(Array.from({ length: 5 }, () => [503, 'credential']));
	change({});
	expect(await deliver()).toEqual([200, undefined]);
});

test('is not read again for each forged delivery', async () => {
	await deliver();
	stage.now += RENEW_PAUSE_MS;
	for (let count = 0; count < 20; count += 1) {
		expect(await deliver({ issuer: 'forged' })).toEqual([401, 'issuer']);
		expect(await deliver({ key: stage.platform.otherKey })).toEqual([401, 'signature']);
		expect(await deliver({ x5u: 'https://evil.example/' })).toEqual([401, 'key_origin']);
	}
	expect(stage.trigger.credentialReads).toBe(2);
});

test('is read at once when another one replaces it, and reported when it is missing', async () => {
	const saved = { type: 'trigger', typeVersion: 2, credentials: { messagingPlatformApi: { id: '1', name: 'First' } } };
	await stage.start({ saved });
	expect(await deliver()).toEqual([200, undefined]);
	saved.credentials = { messagingPlatformApi: { id: '2', name: 'Second' } };
	change({ issuer: 'other' });
	expect(await deliver()).toEqual([401, 'issuer']);
	await stage.start({ saved: { ...saved, credentials: {} } });
	expect(await deliver()).toEqual([503, 'credential']);
});

test.each(['apiToken', 'baseUrl', 'issuer', 'accountId', 'keyOrigins', 'fileOrigins', 'notificationUrl'])(
	'fails closed with any other value as %s',
	async (field) => {
		for (const value of [undefined, null, 7, ['http://127.0.0.1'], { x: 1 }, ' ']) {
			change({ [field]: value });
			expect([value, ...(await deliver())]).toEqual([value, 503, 'credential']);
		}
		expect(stage.trigger.executions).toEqual([]);
		expect(stage.trigger.requested).toEqual([]);
		expect(stage.trigger.logs.join()).not.toContain('a-secret-token');
	},
);

test.each([
	['a token pasted here by mistake', "isn't a web URL"],
	['https://api.example.com?x=1', 'must not contain "?" or "#". Enter only the part before them'],
])('is not quoted in the log when its Base URL is %j', async (baseUrl, told) => {
	change({ baseUrl });
	expect(await deliver()).toEqual([503, 'credential']);
	expect(stage.trigger.logs).toEqual([expect.stringContaining(`(The credential's Base URL ${told}). `)]);
	expect(stage.trigger.logs.join()).not.toContain(baseUrl);
});
