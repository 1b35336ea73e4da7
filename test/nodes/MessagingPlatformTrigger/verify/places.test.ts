import { useTriggers } from '../../../helpers/useTriggers';

const stage = useTriggers();

/** Puts a foreign key at a path of a key server. */
const upload = (path: string, server = stage.platform.keyServer) => server.serve(path, stage.platform.otherKey.certificatePem);

const codeOf = async (x5u: string) => (await stage.deliver({ x5u, key: stage.platform.otherKey })).code;

function enter(change: object): void {
	stage.trigger.setCredential({ ...stage.platform.credential, ...change });
	stage.now += 31_000;
}

test('Key Origins with a path trust that path and everything below it, and nothing else', async () => {
	const { keyServer, foreignServer } = stage.platform;
	enter({ keyOrigins: `${foreignServer.origin}/keys` });
	upload('/keys/new/2.pem', foreignServer);
	for (const path of ['/keys/true.pem', '/keys/new/2.pem']) expect(await codeOf(foreignServer.origin + path)).toBeUndefined();
	const asked = foreignServer.requests.length;
	for (const path of ['/true.pem', '/keys2/true.pem', '/Keys/true.pem', '/uploads/keys/true.pem', '/keys;x/true.pem'])
		expect([path, await codeOf(foreignServer.origin + path)]).toEqual([path, 'key_origin']);
	for (const path of ['/keys/../uploads/true.pem', '/keys/%2e%2e/true.pem', '/keys/..%2ftrue.pem', '/keys%5c..%5ctrue.pem'])
		expect([path, await codeOf(foreignServer.origin + path)]).toEqual([path, 'key_url']);
	expect(foreignServer.requests).toHaveLength(asked);
	expect((await stage.deliver()).code).toBe('key_origin');
	expect(keyServer.requests).toEqual([]);
	enter({});
	expect((await stage.deliver()).status).toBe(200);
});

test('a credential with https never trusts http of the same host', async () => {
	const { keyServer } = stage.platform;
	enter({ baseUrl: `${keyServer.origin.replace('http:', 'https:')}/api`, notificationUrl: '' });
	expect(await stage.deliver()).toMatchObject({ status: 401, code: 'key_origin' });
	expect(keyServer.requests).toEqual([]);
});

test('without Key Origins, a key may come from anywhere on the two hosts until one is proven, which pins its folder', async () => {
	expect(await codeOf(upload('/files/1'))).toBeUndefined();
	expect((await stage.deliver()).code).toBe('key_origin');
	await stage.start();
	const { keyServer, key } = stage.platform;
	for (const restart of [false, true]) {
		for (let count = 0; count < 2; count += 1) expect((await stage.deliver()).status).toBe(200);
		if (restart) stage.trigger.forget();
		const asked = keyServer.requests.length;
		for (const path of ['/files/1', '/1.pem', '/keys/new/1.pem', '/keys', '/keys/true.pem?file=1'])
			expect([path, await codeOf(upload(path))]).toEqual([path, 'key_origin']);
		expect(keyServer.requests).toHaveLength(asked);
	}
	const next = keyServer.serve('/keys/next.pem', key.certificatePem);
	expect((await stage.deliver({ x5u: next })).status).toBe(200);
});

test('ignores a proven address on an origin that the credential no longer names', async () => {
	const { foreignServer } = stage.platform;
	await stage.deliver();
	enter({ baseUrl: `${foreignServer.origin}/api`, notificationUrl: '' });
	expect(await codeOf(upload('/certificates/1.pem', foreignServer))).toBeUndefined();
	expect((await stage.deliver()).code).toBe('key_origin');
});
