import { connectionKey } from '../../../../nodes/MessagingPlatform/run/connectionKey';
import type { Platform } from '../../../../nodes/shared/api/platform';

/** The key of a connection, with as much of a platform as it depends on. */
async function keyOf({ token = 'secret-token', base = 'https://a.example', options = {} } = {}): Promise<string> {
	const platform: Pick<Platform, 'connection' | 'requestOptions'> = {
		connection: async () =>
			await Promise.resolve({ apiToken: token, baseUrl: base } as Awaited<ReturnType<Platform['connection']>>),
		requestOptions: () => options,
	};
	return await connectionKey({ platform: platform as Platform, index: 3 });
}

test('differs with each part of the connection to the platform', async () => {
	const proxy = { host: 'a', port: 1, protocol: 'http' };
	const ways = [
		{},
		{ token: 'another' },
		{ base: 'https://b.example' },
		{ options: { proxy } },
		{ options: { proxy: { ...proxy, host: 'b' } } },
		{ options: { proxy: { ...proxy, port: 2 } } },
		{ options: { proxy: { ...proxy, protocol: 'https' } } },
		{ options: { proxy: { ...proxy, auth: { username: 'a', password: 'b' } } } },
		{ options: { timeout: 1 } },
		{ options: { timeout: 2 } },
		{ options: { skipSslCertificateValidation: true } },
	];
	const keys = await Promise.all(ways.map(keyOf));
	expect(new Set(keys).size).toBe(ways.length);
	expect(await Promise.all(ways.map(keyOf))).toEqual(keys);
	expect(keys.join()).not.toContain('secret');
});
