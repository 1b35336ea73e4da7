/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { getEventListeners } from 'node:events';
import { Limit, bytesPer, until, watchTransfer } from '../../../../nodes/shared/api/deadline';

const WINDOW_MS = 20;

/** Resolves when a signal is aborted. */
async function abortion(signal: AbortSignal): Promise<void> {
	await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/** The number of whole windows that were waited for. */
const windowsIn = (waits: jest.SpyInstance) => waits.mock.calls.filter(([, ms]) => ms === WINDOW_MS).length;

describe('a transfer that is watched', () => {
	afterEach(() => jest.restoreAllMocks());

	test('is given up after a window in which nothing moved', async () => {
		const waits = jest.spyOn(globalThis, 'setTimeout');
		const signal = watchTransfer(WINDOW_MS, { bytes: 0 }).begin();
		expect(signal.aborted).toBe(false);
		await abortion(signal);
		expect(windowsIn(waits)).toBe(1);
	});

	test('continues while each window moved enough: the window counts, not the whole', async () => {
		const count = { bytes: bytesPer(WINDOW_MS) };
		let reads = 0;
		// each look at the count finds as much more as a window asks for, until the tenth
		const moving = {
			get bytes() {
				reads += 1;
				if (reads <= 10) count.bytes += bytesPer(WINDOW_MS);
				return count.bytes;
			},
		};
		const waits = jest.spyOn(globalThis, 'setTimeout');
		const signal = watchTransfer(WINDOW_MS, moving).begin();
		await abortion(signal);
		expect(windowsIn(waits)).toBeGreaterThanOrEqual(3);
		expect(reads).toBeGreaterThan(10);
	});

	test('ends after an hour, however fast it is', async () => {
		// whole, so that adding to it is exact
		const start = Math.floor(performance.now());
		let [passed, looks] = [60 * 60_000, 0];
		const clock = jest.spyOn(performance, 'now').mockImplementation(() => (looks === 0 ? start : start + passed));
		const signal = watchTransfer(WINDOW_MS, {
			get bytes() {
				looks += 1;
				if (looks > 6) passed += 1;
				return looks * 1_000_000;
			},
		}).begin();
		await abortion(signal);
		clock.mockRestore();
		expect(looks).toBe(7);
	});
});

describe('the limit of a request', () => {
	test('includes a user who stops the execution, but an expired time counts even when it came second', () => {
		const [time, stopped] = [new AbortController(), new AbortController()];
		const limit = new Limit(time.signal, stopped.signal);
		expect([limit.signal.aborted, limit.code]).toEqual([false, undefined]);
		stopped.abort();
		expect([limit.signal.aborted, limit.code]).toEqual([true, 'ERR_CANCELED']);
		time.abort();
		expect(limit.code).toBe('ETIMEDOUT');
	});
});

describe('a task that cannot be stopped is waited for', () => {
	const listeners = (signal: AbortSignal) => getEventListeners(signal, 'abort').length;

	test('but not longer than the limit', async () => {
		const limit = new AbortController();
		const waiting = until(new Promise(() => undefined), limit.signal);
		expect(listeners(limit.signal)).toBe(1);
		limit.abort(new Error('late'));
		await expect(waiting).rejects.toThrow('late');
		await expect(until(new Promise(() => undefined), limit.signal)).rejects.toThrow('late');
	});

	test('and a failure after the limit does not stop the process', async () => {
		const limit = new AbortController();
		let fail: (error: Error) => void = () => undefined;
		const waiting = until(new Promise((_resolve, reject) => (fail = reject)), limit.signal);
		limit.abort(new Error('late'));
		await expect(waiting).rejects.toThrow('late');
		fail(new Error('later'));
		await new Promise((resolve) => setImmediate(resolve));
	});
});
