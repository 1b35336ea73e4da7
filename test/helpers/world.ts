/* eslint-disable @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import type { Clock } from '../../nodes/shared/queue';

/** Lets everything continue that can without the time. */
export const settle = async () => await new Promise((resolve) => setImmediate(resolve));

/** A time that passes only when all wait for it. */
export class World implements Clock {
	time = 0;
	private timers: Array<{ at: number; fire(): void }> = [];

	constructor(private seed = 1) {}

	readonly now = () => this.time;
	readonly random = () => (this.seed = (this.seed * 16_807) % 2_147_483_647) / 2_147_483_647;
	readonly sleep = async (ms: number, signal?: AbortSignal) =>
		await new Promise<void>((resolve, reject) => {
			const timer = { at: this.time + Math.max(1, ms), fire: resolve };
			this.timers.push(timer);
			signal?.addEventListener('abort', () => {
				this.timers = this.timers.filter((one) => one !== timer);
				reject(new Error('aborted'));
			});
		});

	/** Lets time pass until the tasks are done. */
	async finish<Result>(tasks: Array<Promise<Result>>): Promise<Result[]> {
		let isDone = false;
		const all = Promise.all(tasks).finally(() => (isDone = true));
		for (;;) {
			await settle();
			if (isDone) return await all;
			const [next] = this.timers.sort((one, other) => one.at - other.at);
			if (next === undefined) throw new Error('no one waits for the time');
			this.timers.shift();
			this.time = next.at;
			next.fire();
		}
	}
}
