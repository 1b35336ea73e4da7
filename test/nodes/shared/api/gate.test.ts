/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { getEventListeners } from 'node:events';
import fc from 'fast-check';
import { Gate, gateOf, isTooFast, retryAfter } from '../../../../nodes/shared/api/gate';
import { property } from '../../../helpers/fuzzer';
import { settle, World } from '../../../helpers/world';

interface Answer {
	statusCode: number;
	headers: Record<string, string>;
	held?: true;
}

const OK: Answer = { statusCode: 200, headers: {} };

type Form = 'none' | 'seconds' | 'date';

/** A platform that takes so many requests in a second, and answers each after a while. */
class Bucket {
	private tokens: number;

	private filledAt = 0;

	readonly done: string[] = [];

	asked = 0;

	constructor(
		private readonly world: World,
		private readonly rate: number,
		private readonly burst: number,
		private readonly form: Form = 'none',
		private readonly latencyMs = 5,
	) {
		this.tokens = burst;
	}

	async ask(name: string): Promise<Answer> {
		const { world } = this;
		this.asked += 1;
		await world.sleep(this.latencyMs);
		this.tokens = Math.min(this.burst, this.tokens + ((world.time - this.filledAt) / 1_000) * this.rate);
		this.filledAt = world.time;
		const isTaken = this.tokens >= 1;
		if (isTaken) {
			this.tokens -= 1;
			this.done.push(name);
		}
		await world.sleep(this.latencyMs);
		return isTaken ? OK : { statusCode: 429, headers: this.headers };
	}

	private get headers(): Record<string, string> {
		if (this.form === 'none') return {};
		if (this.form === 'seconds') return { 'retry-after': '1' };
		const at = (ms: number) => new Date(1_700_000_000_000 + ms).toUTCString();
		return { date: at(this.world.time), 'retry-after': at(this.world.time + 1_000) };
	}
}

/** Sends through gates, each of a process of its own, ten requests at once. */
async function send({ rate = 8, burst = 8, form = 'none' as Form, latencyMs = 5, count = 1_000, processes = 1, seed = 1 }) {
	const world = new World(seed);
	const bucket = new Bucket(world, rate, burst, form, latencyMs);
	const names = Array.from({ length: count }, (_, index) => String(index));
	const work = Array.from({ length: processes }, () => new Gate<Answer>(world, world.random)).flatMap((gate) => {
		const owner = {};
		return Array.from({ length: 10 }, async () => {
			for (let name = names.pop(); name !== undefined; name = names.pop()) {
				const one = name;
				const answer = await gate.pass({ owner, until: Infinity }, async () => await bucket.ask(one));
				expect(answer).toBe(OK);
			}
		});
	});
	await world.finish(work);
	expect(new Set(bucket.done).size).toBe(count);
	expect(bucket.done).toHaveLength(count);
	return { seconds: world.time / 1_000, refused: (bucket.asked - count) / bucket.asked };
}

describe('1,000 requests to a platform that takes 8 in a second', () => {
	test.each<[Form, number, number, number]>([
		['seconds', 70, 1, 1.15],
		['seconds', 5, 2, 1.3],
	])(
		'with Retry-After in %s and %d ms to each side, from %d processes, all arrive once',
		async (form, latencyMs, processes, most) => {
			const { seconds, refused } = await send({ form, latencyMs, processes });
			expect(seconds).toBeLessThan((1_000 / 8) * most);
			expect(refused).toBeLessThanOrEqual(0.05);
		},
	);
});

test('each request arrives once, whatever the platform takes and says', async () => {
	const platform = fc.record({
		rate: fc.double({ min: 0.5, max: 100, noNaN: true }),
		burst: fc.integer({ min: 1, max: 60 }),
		form: fc.constantFrom<Form>('none', 'seconds', 'date'),
		latencyMs: fc.integer({ min: 1, max: 500 }),
		count: fc.integer({ min: 1, max: 60 }),
		processes: fc.integer({ min: 1, max: 2 }),
		seed: fc.integer({ min: 1, max: 1_000_000 }),
	});
	await property(platform, async (one) => void (await send(one)), 8);
});

describe('a gate', () => {
	let world: World;
	let gate: Gate<Answer>;
	beforeEach(() => {
		world = new World();
		gate = new Gate(world, world.random);
	});

	const REFUSED: Answer = { statusCode: 429, headers: { 'retry-after': '2' } };

	/** Makes a request that gets these answers, the last one again and again, and notes when it is sent. */
	function request(answers: Answer[], turn: Partial<Parameters<typeof gate.pass>[0]> = {}) {
		const sentAt: number[] = [];
		const done = gate.pass({ owner: {}, until: Infinity, ...turn }, async () => {
			sentAt.push(world.time);
			return await Promise.resolve(answers[sentAt.length - 1] ?? answers.at(-1) ?? OK);
		});
		return { done, sentAt };
	}

	test('holds nothing back until a request is refused, and then everything for the time that the platform asks for', async () => {
		const all = Array.from({ length: 20 }, () => request([OK]));
		await Promise.all(all.map(async ({ done }) => await done));
		expect(world.time).toBe(0);
		const first = request([REFUSED, OK]);
		await settle();
		const second = request([OK]);
		await world.finish([first.done, second.done]);
		expect(first.sentAt[0]).toBe(0);
		// up to a tenth later, so that several processes don't come back at once
		for (const at of [first.sentAt[1] ?? 0, second.sentAt[0] ?? 0]) {
			expect(at).toBeGreaterThanOrEqual(2_000);
			expect(at).toBeLessThan(2_500);
		}
	});

	test('lets a refused request go before the later ones of its owner', async () => {
		const order: string[] = [];
		const owner = {};
		const send = async (name: string, answers: Answer[] = []) =>
			await gate.pass({ owner, until: Infinity }, async () => {
				order.push(name);
				return await Promise.resolve(answers.shift() ?? OK);
			});
		const first = send('first', [REFUSED, REFUSED]);
		await settle();
		await world.finish([first, send('second'), send('third')]);
		expect(order).toEqual(['first', 'first', 'first', 'second', 'third']);
	});

	test('doubles its pause from a second while nothing is accepted, up to a minute', async () => {
		const { done, sentAt } = request([...Array.from({ length: 9 }, () => ({ statusCode: 429, headers: {} })), OK]);
		await world.finish([done]);
		const pauses = sentAt.slice(1).map((at, index) => Math.floor((at - (sentAt[index] ?? 0)) / 1_000));
		const share = pauses.map((seconds, index) => seconds / Math.min(2 ** index, 60));
		expect(share.filter((one) => one < 1 || one > 1.11)).toEqual([]);
	});

	test('lets owners take turns: a reply goes before the rest of a mailing', async () => {
		const order: string[] = [];
		const pass = async (owner: object, name: string) =>
			await gate.pass({ owner, until: Infinity }, async () => {
				order.push(name);
				return await Promise.resolve(order.length <= 2 ? REFUSED : OK);
			});
		const mailing = {};
		const all = [pass(mailing, 'mail 1')];
		await settle();
		for (let index = 2; index <= 6; index++) all.push(pass(mailing, `mail ${index}`));
		all.push(pass({}, 'reply 1'), pass({}, 'reply 2'));
		await world.finish(all);
		expect(order.slice(0, 6)).toEqual(['mail 1', 'mail 1', 'reply 1', 'reply 2', 'mail 1', 'mail 2']);
	});

	test('gives up at the end of its patience, with what the platform said last, whether or not it was sent', async () => {
		const sent = request([REFUSED], { until: 5_000 });
		await settle();
		const waiting = request([OK], { until: 1_000 });
		expect(await world.finish([sent.done, waiting.done])).toEqual([
			{ ...REFUSED, held: true },
			{ ...REFUSED, held: true },
		]);
		expect(waiting.sentAt).toEqual([]);
		expect(world.time).toBe(5_000);
	});

	test('ends the wait of an execution that is stopped', async () => {
		const stop = new AbortController();
		const one = request([REFUSED], { stop: stop.signal });
		await settle();
		stop.abort();
		expect(await world.finish([one.done])).toEqual([undefined]);
		expect(world.time).toBe(0);
	});

	test('listens once to the end of an execution that makes 50 requests, and no longer than they wait', async () => {
		const warnings: Error[] = [];
		const note = (warning: Error) => void warnings.push(warning);
		process.on('warning', note);
		const { signal } = new AbortController();
		const first = request([REFUSED, OK], { stop: signal });
		await settle();
		const rest = Array.from({ length: 50 }, () => request([OK], { stop: signal }));
		await settle();
		expect(getEventListeners(signal, 'abort')).toHaveLength(1);
		await world.finish([first, ...rest].map(async ({ done }) => await done));
		process.off('warning', note);
		expect(getEventListeners(signal, 'abort')).toEqual([]);
		expect(warnings).toEqual([]);
	});

	const refusedFor = (seconds: number): Answer => ({ statusCode: 429, headers: { 'retry-after': String(seconds) } });

	/** Makes the gate accept so many requests, at once. */
	const accept = async (count: number) => await Promise.all(Array.from({ length: count }, async () => await request([OK]).done));

	/** Makes a request that is refused so often, and then as many as shall pass; the pauses between those that passed, in ms. */
	async function pausesAfter(refusals: Answer[], count: number): Promise<number[]> {
		const first = request([...refusals, OK]);
		await settle();
		const rest = Array.from({ length: count }, () => request([OK]));
		await world.finish([first, ...rest].map(async ({ done }) => await done));
		const times = [first, ...rest].map(({ sentAt }) => sentAt.at(-1) ?? 0).sort((one, other) => one - other);
		return times.slice(1).map((at, index) => at - (times[index] ?? 0));
	}

	test('begins with as many in a second as were accepted in the last one, makes up for 100 ms, and is soon twice as fast', async () => {
		await accept(2);
		world.time += 1;
		await accept(3);
		world.time += 1_000;
		const pauses = await pausesAfter([refusedFor(2)], 20);
		expect(pauses[0]).toBe(Math.ceil(1_000 / 3 - 100));
		expect(pauses[19]).toBeLessThan((pauses[1] ?? 0) / 2);
	});

	test('goes on at half of the rate after the next refusal, is back in steps, and then gets faster with time', async () => {
		await accept(10);
		await pausesAfter([refusedFor(2)], 40);
		// about half of the pause counts
		const proven = (world.time - 1_000) / 41;
		const pauses = await pausesAfter([refusedFor(2)], 40);
		world.time += 60_000;
		pauses.push(...(await pausesAfter([], 100)));
		const [begin = 0, middle = 0, back = 0, last = 0] = [1, 3, 20, 139].map((index) => (pauses[index] ?? 0) / proven);
		expect([begin > 1.15, middle > 1.05, Number(back.toFixed(1)), last < 0.8]).toEqual([true, true, 1, true]);
	});

	test('takes a time under a second at its word once, and lowers the rate no further while nothing is accepted', async () => {
		await accept(10);
		const { done, sentAt } = request([refusedFor(0.2), refusedFor(0.2), refusedFor(0.2), OK]);
		await world.finish([done]);
		const pauses = sentAt.slice(1).map((at, index) => at - (sentAt[index] ?? 0));
		expect([...pauses, ...(await pausesAfter([], 1))].map((ms) => Math.floor(ms / 200))).toEqual([1, 10, 21, 0]);
	});

	test('learns nothing from a request that was sent before the refusal', async () => {
		const slow = gate.pass({ owner: {}, until: Infinity }, async () => (await world.sleep(500), OK));
		const { done, sentAt } = request([...Array.from({ length: 2 }, () => ({ statusCode: 429, headers: {} })), OK]);
		await world.finish([slow, done]);
		expect(sentAt.map((at) => Math.floor(at / 1_000))).toEqual([0, 1, 3]);
	});

	test('sends at once while nothing was refused, even what may not wait', async () => {
		expect(await request([OK], { until: 0 }).done).toBe(OK);
	});

	test('lets a new owner come after all that wait, and one whose turn was longer ago before the others', async () => {
		const order: string[] = [];
		const [one, two] = [{}, {}];
		const pass = async (owner: object, name: string) =>
			await gate.pass({ owner, until: Infinity }, async () => {
				order.push(name);
				return await Promise.resolve(order.length === 1 ? REFUSED : OK);
			});
		const all = [pass(one, 'one')];
		await settle();
		all.push(pass(two, 'two'));
		await world.finish(all);
		world.time += 1;
		all.push(pass(two, 'two again'), pass({}, 'new'), pass(one, 'one again'));
		await world.finish(all);
		expect(order).toEqual(['one', 'one', 'two', 'one again', 'two again', 'new']);
	});

	test('does not repeat what got a 503, and holds back what follows if it names a time', async () => {
		const busy = { statusCode: 503, headers: { 'retry-after': '3' } };
		const one = request([busy]);
		expect(await world.finish([one.done])).toEqual([busy]);
		expect(one.sentAt).toEqual([0]);
		const next = request([OK]);
		await world.finish([next.done]);
		expect(next.sentAt[0]).toBeGreaterThanOrEqual(3_000);
		expect([isTooFast({ statusCode: 503, headers: {} }), isTooFast({ ...busy, statusCode: 200 })]).toEqual([false, false]);
	});

	test('is the same for everyone with the same name, and another one for each other name', () => {
		expect(gateOf('a')).toBe(gateOf('a'));
		expect(gateOf('a')).not.toBe(gateOf('b'));
	});
});

const DATE = 'Fri, 31 Dec 1999 23:59:59 GMT';
test.each<[object, number | undefined]>([
	[{ 'retry-after': 'soon' }, undefined],
	[{ 'retry-after': ' ' }, undefined],
	[{ 'retry-after': ['2'] }, undefined],
	[{ 'retry-after': '1.5' }, 1_500],
	[{ 'retry-after': '-5' }, 0],
	[{ 'retry-after': '86400' }, 60_000],
	[{ 'retry-after': DATE }, 0],
	[{ 'retry-after': DATE, date: 'Fri, 31 Dec 1999 23:59:49 GMT' }, 10_000],
])('of %j the pause is %j', (headers, pause) => {
	expect(retryAfter(headers as Record<string, string>)).toBe(pause);
});
