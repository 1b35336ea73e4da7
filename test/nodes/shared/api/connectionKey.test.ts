import { readConnection } from '../../../../nodes/shared/api/connection';
import { Platform } from '../../../../nodes/shared/api/platform';

/** The key of a connection under these Request Options. */
async function keyOf({ token = 'secret-token', base = 'https://a.example', options = {} } = {}): Promise<string> {
	const context = { continueOnFail: () => false, getNodeParameter: () => options } as unknown as Platform['context'];
	return await new Platform(context, readConnection({ apiToken: token, baseUrl: base })).connectionKey(3);
}

test('differs with each part of the connection to the platform', async () => {
	const ways = [
		{},
		{ token: 'another' },
		{ base: 'https://b.example' },
		{ options: { proxy: 'http://a:1' } },
		{ options: { proxy: 'http://b:1' } },
		{ options: { proxy: 'http://a:2' } },
		{ options: { proxy: 'https://a:1' } },
		{ options: { proxy: 'http://user:password@a:1' } },
		{ options: { timeout: 1 } },
		{ options: { timeout: 2 } },
		{ options: { allowUnauthorizedCerts: true } },
	];
	const keys = await Promise.all(ways.map(keyOf));
	expect(new Set(keys).size).toBe(ways.length);
	expect(await Promise.all(ways.map(keyOf))).toEqual(keys);
	expect(keys.join()).not.toContain('secret');
});
