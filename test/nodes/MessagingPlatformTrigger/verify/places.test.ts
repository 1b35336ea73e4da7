import { useTriggerOnTestClock } from '../../../helpers/useTriggers';

const stage = useTriggerOnTestClock();

/** Puts a foreign key at a path of the platform's own key server. */
const upload = (path: string): string => stage.platform.keyServer.serve(path, stage.platform.otherKey.certificatePem);

describe('Key Origins', () => {
	const enter = (keyOrigins: string): void => {
		stage.trigger.setCredential({ ...stage.platform.credential, keyOrigins });
		stage.now += 6_000;
	};

	test('with a path trust that path and everything below it, and no other part of the host', async () => {
		const { keyServer, foreignServer, otherKey } = stage.platform;
		enter(`${foreignServer.origin}/keys`);
		foreignServer.serve('/keys/new/2.pem', otherKey.certificatePem);
		for (const path of ['/keys/true.pem', '/keys/new/2.pem'])
			expect((await stage.deliver({ x5u: `${foreignServer.origin}${path}`, key: otherKey })).status).toBe(200);
		const asked = foreignServer.requests.length;
		for (const path of ['/true.pem', '/keys2/true.pem', '/Keys/true.pem', '/uploads/keys/true.pem', '/keys;x/true.pem'])
			expect(await stage.deliver({ x5u: `${foreignServer.origin}${path}`, key: otherKey })).toMatchObject({
				status: 401,
				code: 'key_origin',
			});
		for (const path of [
			'/keys/../uploads/true.pem',
			'/keys/%2e%2e/true.pem',
			'/keys/..%2ftrue.pem',
			'/keys/..;/true.pem',
			'/keys%5c..%5ctrue.pem',
		])
			expect(await stage.deliver({ x5u: `${foreignServer.origin}${path}`, key: otherKey })).toMatchObject({
				status: 401,
				code: 'key_url',
			});
		expect(foreignServer.requests).toHaveLength(asked);
		expect(keyServer.requests).toEqual([]);
	});

	test('are the only places once they are filled in', async () => {
		enter(`${stage.platform.foreignServer.origin}/keys`);
		expect(await stage.deliver()).toMatchObject({ status: 401, code: 'key_origin' });
		expect(stage.platform.keyServer.requests).toEqual([]);
		enter('');
		expect((await stage.deliver()).status).toBe(200);
	});
});

describe('a credential without Key Origins', () => {
	test('with http trusts https of the same host, too, which here is not served', async () => {
		const x5u = stage.platform.x5u.replace('http:', 'https:');
		expect(await stage.deliver({ x5u })).toMatchObject({ status: 503, code: 'key_unavailable' });
		expect(stage.trigger.executions).toEqual([]);
	});

	test('with https never trusts http of the same host', async () => {
		const { credential, keyServer } = stage.platform;
		const baseUrl = `${keyServer.origin.replace('http:', 'https:')}/api`;
		stage.trigger.setCredential({ ...credential, baseUrl, notificationUrl: '' });
		stage.now += 31_000;
		expect(await stage.deliver()).toMatchObject({ status: 401, code: 'key_origin' });
		expect(keyServer.requests).toEqual([]);
	});

	test('a key may come from anywhere on the two hosts until one is proven', async () => {
		expect((await stage.deliver({ x5u: upload('/files/1'), key: stage.platform.otherKey })).status).toBe(200);
	});

	test('the first proven key pins its folder', async () => {
		const { keyServer, key, otherKey } = stage.platform;
		expect((await stage.deliver()).status).toBe(200);
		const asked = keyServer.requests.length;
		for (const path of ['/files/1', '/1.pem', '/keys/new/1.pem', '/keys', '/keys/true.pem?file=1'])
			expect(await stage.deliver({ x5u: upload(path), key: otherKey })).toMatchObject({ status: 401, code: 'key_origin' });
		expect(keyServer.requests).toHaveLength(asked);
		const next = keyServer.serve('/keys/next.pem', key.certificatePem);
		expect((await stage.deliver({ x5u: next })).status).toBe(200);
	});

	test('the folder is pinned over a restart', async () => {
		await stage.deliver();
		await stage.deliver();
		await stage.restart();
		expect(await stage.deliver({ x5u: upload('/files/1'), key: stage.platform.otherKey })).toMatchObject({
			status: 401,
			code: 'key_origin',
		});
		expect((await stage.deliver()).status).toBe(200);
	});

	test('ignores a proven address on an origin that the credential no longer names', async () => {
		const { foreignServer, otherKey, credential } = stage.platform;
		await stage.deliver();
		stage.trigger.setCredential({ ...credential, baseUrl: `${foreignServer.origin}/api`, notificationUrl: '' });
		stage.now += 31_000;
		const x5u = foreignServer.serve('/certificates/1.pem', otherKey.certificatePem);
		expect((await stage.deliver({ x5u, key: otherKey })).status).toBe(200);
		expect(await stage.deliver()).toMatchObject({ status: 401, code: 'key_origin' });
	});
});
