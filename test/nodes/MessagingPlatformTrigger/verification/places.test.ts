import { useKeyStage } from '../../../helpers/keyStage';

const stage = useKeyStage();

/** Puts a key of somebody else at a path of the platform's own key server. */
const upload = (path: string): string => stage.world.service.serve(path, stage.world.otherKey.certificatePem);

describe('Key Origins', () => {
	const enter = (keyOrigins: string): void => {
		stage.trigger.setCredential({ ...stage.world.credential, keyOrigins });
		stage.now += 6_000;
	};

	it('with a path trust that path and what is below it, and nothing else of the host', async () => {
		const { service, foreign, otherKey } = stage.world;
		enter(`${foreign.origin}/keys`);
		foreign.serve('/keys/new/2.pem', otherKey.certificatePem);
		for (const path of ['/keys/true.pem', '/keys/new/2.pem'])
			expect((await stage.deliver({ x5u: `${foreign.origin}${path}`, key: otherKey })).status).toBe(200);
		const asked = foreign.requests.length;
		for (const path of ['/true.pem', '/keys2/true.pem', '/Keys/true.pem', '/uploads/keys/true.pem', '/keys;x/true.pem'])
			expect(await stage.deliver({ x5u: `${foreign.origin}${path}`, key: otherKey })).toMatchObject({
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
			expect(await stage.deliver({ x5u: `${foreign.origin}${path}`, key: otherKey })).toMatchObject({
				status: 401,
				code: 'key_url',
			});
		expect(foreign.requests).toHaveLength(asked);
		expect(service.requests).toEqual([]);
	});

	it('are the only places once they are filled in', async () => {
		enter(`${stage.world.foreign.origin}/keys`);
		expect(await stage.deliver()).toMatchObject({ status: 401, code: 'key_origin' });
		expect(stage.world.service.requests).toEqual([]);
		enter('');
		expect((await stage.deliver()).status).toBe(200);
	});
});

describe('without Key Origins', () => {
	it('a key may come from anywhere on the two hosts until one is proven', async () => {
		expect((await stage.deliver({ x5u: upload('/files/1'), key: stage.world.otherKey })).status).toBe(200);
	});

	it('the first proven key pins its folder', async () => {
		const { service, key, otherKey } = stage.world;
		expect((await stage.deliver()).status).toBe(200);
		const asked = service.requests.length;
		for (const path of ['/files/1', '/1.pem', '/keys/new/1.pem', '/keys', '/keys/true.pem?file=1'])
			expect(await stage.deliver({ x5u: upload(path), key: otherKey })).toMatchObject({ status: 401, code: 'key_origin' });
		expect(service.requests).toHaveLength(asked);
		const next = service.serve('/keys/next.pem', key.certificatePem);
		expect((await stage.deliver({ x5u: next })).status).toBe(200);
	});

	it('the folder is pinned over a restart', async () => {
		await stage.deliver();
		await stage.deliver();
		await stage.restart();
		expect(await stage.deliver({ x5u: upload('/files/1'), key: stage.world.otherKey })).toMatchObject({
			status: 401,
			code: 'key_origin',
		});
		expect((await stage.deliver()).status).toBe(200);
	});

	it('a proven address on an origin that the credential does not name any more counts for nothing', async () => {
		const { foreign, otherKey, credential } = stage.world;
		await stage.deliver();
		stage.trigger.setCredential({ ...credential, baseUrl: `${foreign.origin}/api`, notificationUrl: '' });
		stage.now += 31_000;
		const x5u = foreign.serve('/certificates/1.pem', otherKey.certificatePem);
		expect((await stage.deliver({ x5u, key: otherKey })).status).toBe(200);
		expect(await stage.deliver()).toMatchObject({ status: 401, code: 'key_origin' });
	});
});
