import { waitUntil } from '../../sandbox/demo/wait';

/** Intervals between questions to this process and to another one, which each of them keeps busy. */
const LOOK_EVERY_MS = 2;
const ASK_EVERY_MS = 150;

/**
 * Waits until a condition holds: one of this process or, as a promise, of another one; `what` says it in words. The time limit is for a test
 * that hangs, so it's long enough for a busy machine.
 * @throws Error when it doesn't come true in time
 */
export async function waitFor(condition: () => boolean | Promise<boolean>, what = condition.toString(), timeoutMs = 300_000) {
	const first = condition();
	if (await first) return;
	const came = await waitUntil(condition, timeoutMs, typeof first === 'boolean' ? LOOK_EVERY_MS : ASK_EVERY_MS);
	if (!came) throw new Error(`did not happen within ${timeoutMs / 1000} s: ${what}`);
}
