import { Cache } from '../../../nodes/shared/cache';

let now = 1_000_000;
const clock = () => now;

describe('keeping values', () => {
	const keysOf = (cache: Cache<number, string>, upTo: number) =>
		Array.from({ length: upTo }, (_, key) => key).filter((key) => cache.has(key));

	test('keeps the newest values, even when some were deleted or set again in between', () => {
		const cache = new Cache<number, string>({ max: 3 });
		// 1 again, so it is the newest then
		for (const key of [0, 1, 2, 3, 1, 4]) cache.set(key, `value ${key}`);
		expect(keysOf(cache, 9)).toEqual([1, 3, 4]);
		cache.delete(3);
		for (const key of [5, 6]) cache.set(key, `value ${key}`);
		expect([cache.get(1), cache.get(4)]).toEqual([undefined, 'value 4']);
	});

	test('uses a value for its time, less if wanted, and not once the clock was set back', () => {
		const cache = new Cache<string, string>({ max: 9, keepMs: 1_000, now: clock });
		cache.set('a', 'value');
		now += 999;
		expect([undefined, 1_000, 999, 5_000].map((ms) => cache.get('a', ms))).toEqual(['value', 'value', undefined, 'value']);
		now += 1;
		expect([cache.has('a'), cache.get('a', 5_000)]).toEqual([false, undefined]);
		now -= 1_001;
		expect(cache.has('a')).toBe(false);
	});
});

describe('a loaded value', () => {
	let reads = 0;
	beforeEach(() => void (reads = 0));
	const read = async () => await Promise.resolve((reads += 1));
	const fail = async () => await Promise.reject<number>(new Error(`failed ${(reads += 1)}`));
	const cacheOf = (more: Partial<ConstructorParameters<typeof Cache<string, number>>[0]> = {}) =>
		new Cache<string, number>({ max: 9, keepMs: 60_000, now: clock, ...more });

	test('is loaded once for all who ask at the same time and after, and for each key', async () => {
		const cache = cacheOf();
		const all = Array.from({ length: 50 }, async () => await cache.load('a', read));
		expect(new Set(await Promise.all(all))).toEqual(new Set([1]));
		expect([await cache.load('a', read), await cache.load('b', read)]).toEqual([1, 2]);
	});

	test('remembers a failure for its time, for its key alone', async () => {
		const cache = cacheOf({ failureMs: 5_000 });
		await expect(cache.load('a', fail)).rejects.toThrow('failed 1');
		now += 4_999;
		await expect(cache.load('a', read)).rejects.toThrow('failed 1');
		expect(await cache.load('b', read)).toBe(2);
		now += 1;
		expect(await cache.load('a', read)).toBe(3);
	});

	test.each([
		['0.5 s', 500, 5_000],
		['10 minutes', 600_000, 60_000],
	])('with patience remembers a failure that took %s for longer', async (_time, tookMs, keptMs) => {
		const cache = cacheOf({ failureMs: 5_000, patience: 5 });
		const failing = async () => {
			now += tookMs;
			return await fail();
		};
		await expect(cache.load('a', failing)).rejects.toThrow('failed 1');
		now += keptMs - 1;
		await expect(cache.load('a', read)).rejects.toThrow('failed 1');
		now += 1;
		expect(await cache.load('a', read)).toBe(2);
	});

	test('lets another who waits load it when the execution that loads it is stopped', async () => {
		const cache = cacheOf({ failureMs: 5_000 });
		const stop = new AbortController();
		let fail: (error: Error) => void = () => {};
		const stopped = new Promise<number>((_resolve, reject) => (fail = reject));
		const first = cache.load('a', async () => await stopped, { signal: stop.signal });
		const others = [cache.load('a', read), cache.load('a', read)];
		stop.abort();
		fail(new Error('stopped'));
		await expect(first).rejects.toThrow('stopped');
		expect(await Promise.all(others)).toEqual([1, 1]);
	});
});
