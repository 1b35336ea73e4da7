/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { inspect } from 'node:util';
import { type INode, NodeApiError } from 'n8n-workflow';
import type { ApiContext, Platform } from '../../../../nodes/shared/api/platform';
import { ASK_AGAIN_MS, type Asker, MAX_REMEMBERED, Remembered } from '../../../../nodes/MessagingPlatform/run/remembered';

const node = (name: string): INode => ({ id: name, name, type: 'x', typeVersion: 1, position: [0, 0], parameters: {} });

/** Who asks, with as much of a platform as the memory looks at. */
function askerOf(more: { token?: string; base?: string; options?: object; name?: string; signal?: AbortSignal } = {}): Asker {
	const { token = 'secret-token', base = 'https://a.example', options = {}, name = 'A', signal } = more;
	const platform: Pick<Platform, 'connection' | 'requestOptions'> & { context: Pick<ApiContext, 'getNode'> } = {
		connection: async () =>
			await Promise.resolve({ apiToken: token, baseUrl: base } as Awaited<ReturnType<Platform['connection']>>),
		requestOptions: () => options,
		context: { getNode: () => node(name) },
	};
	return { platform: platform as Platform, index: 3, signal };
}

describe('a value that is remembered for each connection', () => {
	let now = 1_000_000;
	let reads = 0;
	let remembered: Remembered<{ read: number }>;
	beforeEach(() => {
		now = 1_000_000;
		reads = 0;
		remembered = new Remembered(60_000, () => now);
	});
	const read = async () => await Promise.resolve({ read: (reads += 1) });
	const numberOf = async (asker = askerOf(), maxAgeMs?: number) => (await remembered.get(asker, read, maxAgeMs)).read;

	test('is read once, used for its time, and then read again', async () => {
		expect(await numberOf()).toBe(1);
		now += 59_999;
		expect(await numberOf()).toBe(1);
		now += 1;
		expect(await numberOf()).toBe(2);
		now -= 120_000;
		expect(await numberOf()).toBe(3);
	});

	test('is read earlier by who needs a younger one, and by the next after it was forgotten', async () => {
		await numberOf();
		now += 10_000;
		expect(await numberOf(askerOf(), 10_001)).toBe(1);
		expect(await numberOf(askerOf(), 10_000)).toBe(2);
		await remembered.forget(askerOf());
		expect(await numberOf()).toBe(3);
	});

	test('is asked for once by many at the same time', async () => {
		const all = await Promise.all(Array.from({ length: 50 }, async () => await numberOf()));
		expect(new Set(all)).toEqual(new Set([1]));
	});

	test.each([
		['token', { token: 'other' }],
		['address', { base: 'https://b.example' }],
		['certificate check', { options: { skipSslCertificateValidation: true } }],
		['time-out', { options: { timeout: 600_000 } }],
		['proxy', { options: { proxy: { host: 'proxy', port: 1 } } }],
	])('belongs to one connection: another %s has its own', async (_what, other) => {
		expect(await numberOf()).toBe(1);
		expect(await numberOf(askerOf(other))).toBe(2);
		expect(await numberOf()).toBe(1);
	});

	test('belongs to one way to the platform: each part of it makes another', async () => {
		const proxy = { host: 'a', port: 1, protocol: 'http' };
		const ways: object[] = [
			{ proxy },
			{ proxy: { ...proxy, host: 'b' } },
			{ proxy: { ...proxy, port: 2 } },
			{ proxy: { ...proxy, protocol: 'https' } },
			{ timeout: 1 },
			{ timeout: 2 },
		];
		const all = async () => {
			const numbers: number[] = [];
			for (const options of ways) numbers.push(await numberOf(askerOf({ options })));
			return numbers;
		};
		expect(await all()).toEqual([1, 2, 3, 4, 5, 6]);
		expect(await all()).toEqual([1, 2, 3, 4, 5, 6]);
	});

	test('is remembered for a bounded number of connections, and no token is kept', async () => {
		for (let index = 0; index <= MAX_REMEMBERED; index++) await numberOf(askerOf({ token: `secret-token-${index}` }));
		expect(await numberOf(askerOf({ token: `secret-token-${MAX_REMEMBERED}` }))).toBe(MAX_REMEMBERED + 1);
		expect(await numberOf(askerOf({ token: 'secret-token-0' }))).toBe(MAX_REMEMBERED + 2);
		expect(inspect(remembered, { depth: 9, maxArrayLength: null })).not.toContain('secret');
	});

	test('a failure is the same for all who wait and for who asks within some seconds, each with an error of its own item', async () => {
		let fails = 0;
		const fail = async () => {
			fails += 1;
			await Promise.resolve();
			throw new NodeApiError(node('A'), {}, { message: 'Down', description: 'Wait.', httpCode: '503', itemIndex: 3 });
		};
		const errorOf = async (name: string) => await remembered.get(askerOf({ name }), fail).catch((error: unknown) => error);
		const errors = await Promise.all(['A', 'B', 'C'].map(errorOf));
		now += ASK_AGAIN_MS - 1;
		errors.push(await errorOf('D'));
		expect(fails).toBe(1);
		expect(errors).toEqual(
			['A', 'B', 'C', 'D'].map((name) =>
				expect.objectContaining({
					message: 'Down',
					description: 'Wait.',
					httpCode: '503',
					node: expect.objectContaining({ name }),
					context: expect.objectContaining({ itemIndex: 3 }),
				}),
			),
		);
		now += 1;
		expect(await numberOf()).toBe(1);
	});

	test.each([
		['12 s', 12_000],
		['ten minutes', 600_000],
	])('a failure that took %s keeps others from waiting for a minute', async (_time, tookMs) => {
		const fail = async () => {
			now += tookMs;
			return await Promise.reject(new Error('no answer'));
		};
		await expect(remembered.get(askerOf(), fail)).rejects.toThrow('no answer');
		now += 59_999;
		await expect(numberOf()).rejects.toThrow('no answer');
		now += 1;
		expect(await numberOf()).toBe(1);
	});

	test('a failure comes after what was known: a value that is still young is used', async () => {
		await numberOf();
		now += 20_000;
		await expect(remembered.get(askerOf(), async () => await Promise.reject(new Error('no')), 10_000)).rejects.toThrow('no');
		expect(await numberOf()).toBe(1);
	});

	test('when the execution that asks is stopped, somebody who waits asks again', async () => {
		const stop = new AbortController();
		const stopped = remembered.get(askerOf({ signal: stop.signal }), async () => {
			await Promise.resolve();
			stop.abort();
			throw new Error('stopped');
		});
		const others = [numberOf(), numberOf()];
		await expect(stopped).rejects.toThrow('stopped');
		expect(await Promise.all(others)).toEqual([1, 1]);
	});

	test('a read that throws at once does not stay under way', async () => {
		const fail = () => {
			throw new Error('at once');
		};
		await expect(remembered.get(askerOf(), fail)).rejects.toThrow('at once');
		now += ASK_AGAIN_MS;
		expect(await numberOf()).toBe(1);
	});
});
