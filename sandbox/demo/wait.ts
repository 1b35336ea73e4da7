/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { setTimeout as delay } from 'node:timers/promises';

const INTERVAL_MS = 25;

/** Asks until the answer is yes. */
export async function waitUntil(
	condition: () => boolean | Promise<boolean>,
	timeoutMs: number,
	intervalMs = INTERVAL_MS,
): Promise<boolean> {
	const deadline = Date.now() + timeoutMs;
	while (!(await condition())) {
		if (Date.now() >= deadline) return false;
		await delay(intervalMs);
	}
	return true;
}
