/* eslint-disable @n8n/community-nodes/require-node-api-error -- development only: this file is never part of the published package */
/** Work that ends early, with an error, when its signal is aborted. */
type Work<Result> = (signal: AbortSignal) => Promise<Result>;

/**
 * Does two things at the same time. When one fails, the other is stopped and waited for, and the failure that came first is
 * thrown: never that of what was stopped because of it.
 */
export async function together<One, Other>(
	signal: AbortSignal | undefined,
	one: Work<One>,
	other: Work<Other>,
): Promise<[One, Other]> {
	const stopping = new AbortController();
	const stop = () => stopping.abort();
	if (signal?.aborted === true) stop();
	signal?.addEventListener('abort', stop, { once: true });
	const guarded = async <Result>(work: Work<Result>): Promise<Result> => {
		try {
			return await work(stopping.signal);
		} catch (error) {
			stop();
			throw error;
		}
	};
	const running: [Promise<One>, Promise<Other>] = [guarded(one), guarded(other)];
	try {
		return await Promise.all(running);
	} finally {
		await Promise.allSettled(running);
		signal?.removeEventListener('abort', stop);
	}
}
