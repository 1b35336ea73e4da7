/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { getEventListeners } from 'node:events';
import fc from 'fast-check';
import { Queue, Queues } from '../../../nodes/shared/queue';
import { RUNS } from '../../helpers/fuzzer';
import { settle } from '../../helpers/world';

/** A job, with times in ms. */
interface Job {
	key: number;
	arrives: number;
	takes: number;
	fails: boolean;
	/** Nothing of its key begins for this time after it. */
	pause: number;
	/** It may not begin before. */
	due: number;
	/** The execution that it belongs to, with which it's stopped; 0 for none. */
	execution: number;
	stops: number;
	/** The time at which its patience ends. */
	until: number;
	rank: number;
}

const LATEST = 150;

interface Setup {
	jobs: Job[];
	atOnce: number;
	maxWaiting: number;
	isOrdered: boolean;
}

const time = (max: number) => fc.integer({ min: 0, max });
const often = (value: number, other: fc.Arbitrary<number>) => fc.oneof({ weight: 2, arbitrary: fc.constant(value) }, other);

const anyJob = fc.record({
	...{ key: time(1), arrives: time(12), takes: fc.integer({ min: 1, max: 6 }), fails: fc.boolean(), rank: time(3) },
	...{ pause: often(0, time(8)), due: often(0, time(25)), execution: time(3), until: often(Infinity, time(25)) },
});

const anySetup = fc.record<Setup>({
	jobs: fc
		.tuple(fc.array(anyJob, { maxLength: 16 }), fc.tuple(...[1, 2, 3].map(() => often(Infinity, time(25)))))
		.map(([jobs, stops]) => jobs.map((job) => ({ ...job, stops: stops[job.execution - 1] ?? Infinity }))),
	atOnce: fc.integer({ min: 1, max: 3 }),
	maxWaiting: often(Infinity, time(3)),
	isOrdered: fc.boolean(),
});

/** The time at which each job of one key begins. */
function expected({ jobs, atOnce, maxWaiting, isOrdered }: Setup, key: number): Map<Job, number> {
	const begun = new Map<Job, number>();
	const running: Job[] = [];
	let [waiting, opensAt]: [Job[], number] = [[], 0];
	for (let now = 0; now < LATEST; now += 1) {
		const giveTurns = () => {
			waiting = waiting.filter(({ stops, until }) => stops >= now && !(isOrdered && until <= now));
			while (running.length < atOnce && opensAt <= now) {
				const able = waiting.filter(({ due }) => !isOrdered || due <= now);
				const [next] = able.sort((one, other) => (isOrdered ? one.rank - other.rank : 0));
				if (next === undefined) return;
				waiting.splice(waiting.indexOf(next), 1);
				running.push(next);
				begun.set(next, now);
			}
		};
		giveTurns();
		for (const job of running.filter((one) => (begun.get(one) ?? 0) + one.takes === now)) {
			running.splice(running.indexOf(job), 1);
			opensAt = now + job.pause;
			giveTurns();
		}
		for (const job of jobs.filter((one) => one.key === key && one.arrives === now && one.stops >= now)) {
			if (waiting.length < maxWaiting) waiting.push(job);
			giveTurns();
		}
	}
	return begun;
}

/** The same of real queues, on a clock of the test's own. */
async function real({ jobs, atOnce, maxWaiting, isOrdered }: Setup) {
	let now = 0;
	let alarms: Array<{ at: number; fire(): void }> = [];
	const sleep = async (ms: number, signal?: AbortSignal) =>
		await new Promise<void>((fire, reject) => {
			alarms.push({ at: now + ms, fire });
			signal?.addEventListener('abort', reject);
		});
	const order = {
		goesBefore: (one: Job, earlier: Job) => one.rank < earlier.rank,
		pause: ({ due }: Job) => due - now,
		patience: ({ until }: Job) => until - now,
	};
	const clock = { now: () => now, sleep };
	const queues = new Queues(() => new Queue<Job>({ atOnce, maxWaiting, clock, ...(isOrdered ? order : {}) }));
	const begun = new Map<Job, number>();
	const told = new Map<Job, number>();
	const ends: Array<{ job: Job; at: number; end(): void }> = [];
	const executions = [1, 2, 3].map(() => new AbortController());
	const waiting = Promise.resolve<unknown>('not added');
	const runs = jobs.map((job) => ({ job, stop: executions[job.execution - 1], outcome: waiting }));
	const run = async (job: Job, stop?: AbortSignal) => {
		const queue = queues.of(job.key);
		const work = async () => {
			begun.set(job, now);
			await new Promise<void>((end) => ends.push({ job, at: now + job.takes, end }));
			queue.opensAt = now + job.pause;
			if (job.fails) throw new Error('failed');
			return 'done';
		};
		return await queue.run(work, job, stop);
	};
	for (; now < LATEST; now += 1) {
		for (const { fire } of alarms.filter(({ at }) => at <= now)) fire();
		alarms = alarms.filter(({ at }) => at > now);
		await settle();
		for (const { end } of ends.filter(({ at }) => at === now)) {
			end();
			await settle();
		}
		for (const one of runs.filter(({ job }) => job.arrives === now)) {
			const outcome = run(one.job, one.stop?.signal).catch((error: Error) => error.message);
			one.outcome = outcome.finally(() => told.set(one.job, now));
			await settle();
		}
		for (const { stop } of runs.filter(({ job }) => job.stops === now)) stop?.abort();
		await settle();
	}
	const listeners = executions.flatMap(({ signal }) => getEventListeners(signal, 'abort'));
	return { begun, outcomes: await Promise.all(runs.map(async ({ outcome }) => await outcome)), listeners, queues, told };
}

test('each job begins when it is its turn, ends as it ends, or ends in time if its turn does not come', async () => {
	const property = fc.asyncProperty(anySetup, async (setup) => {
		const { begun, outcomes, listeners, queues, told } = await real(setup);
		const turns = new Map([...expected(setup, 0), ...expected(setup, 1)]);
		expect(new Map(setup.jobs.map((job) => [job, begun.get(job)]))).toEqual(
			new Map(setup.jobs.map((job) => [job, turns.get(job)])),
		);
		expect(outcomes).toEqual(setup.jobs.map((job) => (turns.has(job) ? (job.fails ? 'failed' : 'done') : undefined)));
		const end = ({ stops, until }: Job) => (setup.isOrdered ? Math.min(stops, until) : stops);
		const late = setup.jobs.filter((job) => !turns.has(job) && (told.get(job) ?? Infinity) > Math.max(job.arrives, end(job)));
		expect([late, listeners, queues.size]).toEqual([[], [], 0]);
	});
	await fc.assert(property, { numRuns: 30 * RUNS });
});

test('a hundred thousand jobs wait at little cost, and are done in their order', async () => {
	const begun: number[] = [];
	let looked = 0;
	const queue = new Queue<{ index: number }>({
		atOnce: 2,
		pause: () => {
			// at each when it's added, when it begins and when another one did
			if ((looked += 1) > 3 * 100_000) throw new Error('looks at those behind the first, too');
			return 0;
		},
		begin: ({ index }) => begun.push(index),
	});
	for (let index = 0; index < 100_000; index += 1) queue.add({ index });
	expect(queue.inHand).toBe(100_000);
	for (let index = 0; index < 100_000; index += 1) queue.end();
	expect(queue.inHand).toBe(0);
	expect(begun).toEqual([...begun].sort((one, other) => one - other));
	expect(begun).toHaveLength(100_000);
});

test('unused queues are forgotten once their pause is over, those in use never, and seldom are all looked at', async () => {
	let looks = 0;
	class Watched extends Queue {
		override get isIdle(): boolean {
			looks += 1;
			return super.isIdle;
		}
	}
	const queues = new Queues(() => new Watched());
	queues.of('pausing').opensAt = Infinity;
	const keys = ['pausing', ...Array.from({ length: 2_000 }, (_, index) => `busy ${index}`)];
	for (const key of keys.slice(1)) void queues.of(key).run(async () => await new Promise<void>(() => {}));
	const kept = keys.map((key) => queues.of(key));
	const unused = queues.of('key 0');
	for (let index = 0; index < 10_000; index += 1) queues.of(`key ${index}`);
	expect(looks).toBeLessThan(40_000);
	expect(keys.map((key) => queues.of(key))).toEqual(kept);
	expect(queues.of('key 0')).not.toBe(unused);
	expect(queues.size).toBe(2_001);
});
