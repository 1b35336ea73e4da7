import { type IHttpRequestOptions, sleep } from 'n8n-workflow';

/** How slow a transfer may be. */
export interface Pace {
	/** ms in each of which at least {@link minBytes} have to move. */
	windowMs: number;
	/** Bytes that have to move in a window. */
	minBytes: number;
	/** ms after which a transfer ends, however fast it is. */
	totalMs: number;
}

/** A transfer that is being watched. */
export interface Watch {
	/** Aborted when the transfer is too slow or takes too long. */
	signal: AbortSignal;
	/** Ends the watching. */
	stop(): void;
}

/**
 * Watches a transfer of any size, for which no single time-out fits: one that drips ends after two windows at the latest.
 *
 * @param pace how slow it may be
 * @param moved bytes that have moved so far
 * @returns the signal to hand to the request; call `stop` when the transfer is over
 */
export function watchTransfer(pace: Pace, moved: () => number): Watch {
	const over = new AbortController();
	const ended = new AbortController();
	async function watch(): Promise<void> {
		const start = performance.now();
		for (let before = 0; ; before = moved()) {
			await sleep(pace.windowMs, over.signal);
			if (moved() - before < pace.minBytes || performance.now() - start > pace.totalMs) return ended.abort();
		}
	}
	// the sleep rejects when the transfer is over
	watch().catch(() => undefined);
	return { signal: ended.signal, stop: () => over.abort() };
}

/**
 * Lets a signal end a request. n8n's `httpRequestWithAuthentication` replaces a request's signal with the execution's own,
 * which is aborted when a user stops it: here both count.
 *
 * @param options the request
 * @param limit ends the request, also while its answer is read
 * @returns the request, whose `abortSignal` can be added to but not replaced
 */
export function withLimit(options: IHttpRequestOptions, limit: AbortSignal): IHttpRequestOptions {
	let signal = limit;
	return {
		...options,
		get abortSignal() {
			return signal;
		},
		set abortSignal(stopped: AbortSignal | undefined) {
			if (stopped !== undefined) signal = AbortSignal.any([limit, stopped]);
		},
	};
}

/**
 * Waits for something that cannot be stopped, for example n8n's storage, but not longer than a limit.
 *
 * @param task what is waited for
 * @param limit when it is aborted, the wait is over
 * @returns what the task gives
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
		// nobody waits for it any more
		task.catch(() => undefined);
	}
}
