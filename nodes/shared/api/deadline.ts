import { type IHttpRequestOptions, sleep } from 'n8n-workflow';

/** A transfer that is slower than this is given up: bytes in a millisecond, 1 kB in a second. */
const MIN_RATE = 1;

/** ms after which a transfer ends, however fast it is. */
const TOTAL_MS = 60 * 60_000;

/** The bytes that have to move in a window of a transfer. */
export const bytesPer = (windowMs: number): number => windowMs * MIN_RATE;

/** A transfer that is being watched. */
export interface Watch {
	/** Aborted when the transfer is too slow or takes too long. */
	signal: AbortSignal;
	/** Ends the watching. */
	stop(): void;
}

/**
 * Watches a transfer of any size, for which no single time-out fits: one that drips ends after two windows at the latest.
 * @param windowMs ms in each of which it has to get on
 * @param count counts the bytes that have moved so far
 */
export function watchTransfer(windowMs: number, count: { readonly bytes: number }): Watch {
	const over = new AbortController();
	const ended = new AbortController();
	async function watch(): Promise<void> {
		const start = performance.now();
		for (let before = 0; ; before = count.bytes) {
			await sleep(windowMs, over.signal);
			if (count.bytes - before < bytesPer(windowMs) || performance.now() - start > TOTAL_MS) return ended.abort();
		}
	}
	// the sleep rejects when the transfer is over
	watch().catch(() => undefined);
	return { signal: ended.signal, stop: () => over.abort() };
}

/** The limit of a request and of reading its response: its time, and a user who stops the execution. */
export class Limit {
	/** Aborted by either. */
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

/** A limit and the calls that are under it. */
export class SharedLimit {
	calls = 0;

	/** The time it began: ms of the monotonic clock. */
	readonly since = performance.now();

	constructor(
		readonly limit: Limit,
		readonly ms: number,
	) {}

	leave(): void {
		this.calls -= 1;
	}
}

/** The limits that calls share which begin at nearly the same time; one of its own costs as much as the rest of a call. */
export class SharedLimits {
	private shared: SharedLimit[] = [];

	constructor(private readonly limitBy: (time: AbortSignal) => Limit) {}

	/** Puts a call under a limit, which may end up to a hundredth of its time early. */
	join(ms: number): SharedLimit {
		const now = performance.now();
		this.shared = this.shared.filter((one) => one.ms === ms && now - one.since <= ms / 100);
		const known = this.shared.find(({ calls }) => calls < SHARED_BY);
		const shared = known ?? new SharedLimit(this.limitBy(AbortSignal.timeout(ms)), ms);
		if (!known) this.shared.push(shared);
		shared.calls += 1;
		return shared;
	}
}

/**
 * Lets a limit end a request. n8n's `httpRequestWithAuthentication` would replace a request's signal with the execution's own,
 * which the limit already heeds.
 */
export function withLimit(options: IHttpRequestOptions, { signal }: Limit): IHttpRequestOptions {
	return {
		...options,
		get abortSignal() {
			return signal;
		},
		set abortSignal(_stopped: AbortSignal | undefined) {
			// the limit heeds it already
		},
	};
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
		// no one waits for it anymore
		task.catch(() => undefined);
	}
}
