import { sleep } from 'n8n-workflow';

/** A transfer that is slower than this is given up: bytes in a millisecond, 1 kB in a second. */
const MIN_RATE = 1;

/** ms after which a transfer ends, however fast it is. */
const TOTAL_MS = 60 * 60_000;

/** The bytes that have to move in a window of a transfer. */
export const bytesPer = (windowMs: number): number => windowMs * MIN_RATE;

/**
 * Watches a transfer of any size, for which no single time-out fits: one that drips ends after two windows at the latest.
 * @param windowMs ms in each of which it has to get on
 * @param count counts the bytes that have moved so far
 * @returns `begin`, whose signal is aborted when an attempt is too slow or takes too long, and `stop`, which ends the attempt
 */
export function watchTransfer(
	windowMs: number,
	count: { readonly bytes: number },
): { begin(this: void): AbortSignal; stop(this: void): void } {
	let attempt = new AbortController();
	async function watch({ signal }: AbortController): Promise<void> {
		const start = performance.now();
		for (let before = 0; ; before = count.bytes) {
			await sleep(windowMs, signal);
			if (count.bytes - before < bytesPer(windowMs) || performance.now() - start > TOTAL_MS) return stop();
		}
	}
	const stop = () => attempt.abort();
	const begin = () => {
		stop();
		attempt = new AbortController();
		// the sleep rejects when the attempt is over
		watch(attempt).catch(() => undefined);
		return attempt.signal;
	};
	return { begin, stop };
}

/** The limit of a request and of reading its response: its time, and a user who stops the execution. */
export class Limit {
	readonly signal: AbortSignal;

	constructor(
		private readonly time: AbortSignal,
		private readonly stopped?: AbortSignal,
	) {
		this.signal = stopped === undefined ? time : AbortSignal.any([time, stopped]);
	}

	/** The reason why the request ended, as the code of n8n's HTTP library; undefined while it hasn't. */
	get code(): 'ETIMEDOUT' | 'ERR_CANCELED' | undefined {
		if (this.time.aborted) return 'ETIMEDOUT';
		return this.stopped?.aborted ? 'ERR_CANCELED' : undefined;
	}
}

/** Calls under a limit at the same time: each listens to it up to twice, and Node warns of a leak at more than ten. */
const SHARED_BY = 4;

/** The limits that calls share which begin at nearly the same time; one of its own costs as much as the rest of a call. */
export class SharedLimits {
	private shared: Array<{ limit: Limit; ms: number; since: number; calls: number }> = [];

	constructor(private readonly limitBy: (time: AbortSignal) => Limit) {}

	/** Puts a call under a limit, which may end up to a hundredth of its time early, until it leaves. */
	join(ms: number): { limit: Limit; leave(this: void): void } {
		const since = performance.now();
		this.shared = this.shared.filter((one) => one.ms === ms && since - one.since <= ms / 100);
		const known = this.shared.find(({ calls }) => calls < SHARED_BY);
		const shared = known ?? { limit: this.limitBy(AbortSignal.timeout(ms)), ms, since, calls: 0 };
		if (!known) this.shared.push(shared);
		shared.calls += 1;
		return { limit: shared.limit, leave: () => void (shared.calls -= 1) };
	}
}

/**
 * Waits for something that cannot be stopped, for example n8n's storage, but not longer than a limit.
 * @throws what the task throws, or the limit's reason
 */
export async function until<Result>(task: Promise<Result>, limit: AbortSignal): Promise<Result> {
	const over = new AbortController();
	const late = new Promise<never>((_resolve, reject) => {
		const give = () => reject(limit.reason);
		if (limit.aborted) give();
		else limit.addEventListener('abort', give, { once: true, signal: over.signal });
	});
	try {
		return await Promise.race([task, late]);
	} finally {
		over.abort();
	}
}
