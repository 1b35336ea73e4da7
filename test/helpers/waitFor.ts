import { waitUntil } from '../../sandbox/demo/wait';

/** Interval between questions to another process; this process is checked every millisecond. */
const ASK_EVERY_MS = 25;

/**
 * Waits until a condition holds.
 *
 * @param condition what is waited for, in this process or, as a promise, in another one
 * @param what the same in words, for the error
 * @param timeoutMs when to end a test that hangs, long enough for a busy machine
 * @throws Error when it does not come true in time
 */
export async function waitFor(
	condition: () => boolean | Promise<boolean>,
	what = condition.toString(),
	timeoutMs = 150_000,
): Promise<void> {
	const first = condition();
	if (await first) return;
	const came = await waitUntil(condition, timeoutMs, typeof first === 'boolean' ? 1 : ASK_EVERY_MS);
	if (!came) throw new Error(`did not happen within ${timeoutMs / 1000} s: ${what}`);
}
