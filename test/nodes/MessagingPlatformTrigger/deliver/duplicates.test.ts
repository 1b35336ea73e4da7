import { SeenEvents } from '../../../../nodes/MessagingPlatformTrigger/deliver/once';
import { startCall, type Caller, newMessage } from '../../../helpers/deliveries';
import { useTriggers } from '../../../helpers/useTriggers';
import { waitFor } from '../../../helpers/waitFor';

const stage = useTriggers();
const deliver = async (body: string) => await stage.outcome(body);
const STARTED = [200, undefined];
const DUPLICATE = [200, 'duplicate'];

test('gives the next copy its chance when n8n failed to start the execution', async () => {
	let status = 500;
	await stage.start({ startStatus: () => status });
	const body = newMessage();
	expect(await deliver(body)).toEqual([500, undefined]);
	status = 200;
	expect([await deliver(body), await deliver(body)]).toEqual([STARTED, DUPLICATE]);
	expect(stage.trigger.executions).toHaveLength(1);
});

test('keeps events without an id apart', async () => {
	const body = newMessage({}, { id: undefined });
	expect([await deliver(body), await deliver(body)]).toEqual([STARTED, STARTED]);
});

test('takes two names under one id for two events', async () => {
	await stage.start({ parameters: { events: ['new_message', 'ChatMemoChanged'] } });
	const bodies = ['new_message', 'ChatMemoChanged'].map((name) => newMessage({}, { id: 'same', name }));
	for (const outcome of [STARTED, DUPLICATE]) for (const body of bodies) expect(await deliver(body)).toEqual(outcome);
});

test.each([
	[123, '123', true],
	['a', 'A', false],
	['\ud83d', '\ud83e', false],
	['\u00e9', 'e\u0301', false],
	['x","new_message', 'x', false],
])('takes the ids %j and %j for one event: %s', async (one, other, isOne) => {
	await deliver(newMessage({}, { id: one }));
	expect(await deliver(newMessage({}, { id: other }))).toEqual(isOne ? DUPLICATE : STARTED);
});

test('an event that two triggers of one n8n take starts both', async () => {
	const body = newMessage();
	expect(await deliver(body)).toEqual(STARTED);
	stage.trigger.nodes[0]!.id = 'other';
	expect([await deliver(body), await deliver(body)]).toEqual([STARTED, DUPLICATE]);
});

test('does not remember what was refused or filtered', async () => {
	const body = newMessage();
	await stage.send(body, { key: stage.platform.otherKey });
	stage.trigger.setParameters({ events: ['ChatMemoChanged'] });
	expect(await deliver(body)).toEqual([200, 'event']);
	stage.trigger.setParameters({});
	expect(await deliver(body)).toEqual(STARTED);
});

test('lets the same event be played again while the editor listens', async () => {
	await stage.start({ mode: 'manual' });
	const body = newMessage();
	expect([await deliver(body), await deliver(body)]).toEqual([STARTED, STARTED]);
});

describe('a caller that hangs up', () => {
	let body: string;
	/** The starts that n8n has not answered yet, oldest first; each is one claim. */
	let starts: Array<(status: number) => void>;

	/** n8n whose answers are held back. */
	const startSlow = async () =>
		await stage.start({ startStatus: async () => await new Promise((resolve) => starts.push(resolve)) });

	beforeEach(() => {
		body = newMessage();
		starts = [];
	});

	/** Each with a token of its own, as the service sends again. */
	const call = (sentBytes?: number) => startCall(stage.trigger.url, stage.request(body), sentBytes);

	async function hangUp(caller: Caller): Promise<void> {
		const before = stage.trigger.hangUps;
		caller.hangUp();
		await waitFor(() => stage.trigger.hangUps > before);
	}

	/** Waits until n8n begins to start the event for the nth time. */
	const untilStarting = async (count: number) => await waitFor(() => starts.length === count);

	/** Expects that the next copy is started, n8n's second start, and that copies are duplicates from then on. */
	async function expectSecondStart(): Promise<void> {
		const next = deliver(body);
		await untilStarting(2);
		starts[1]?.(200);
		expect([await next, await deliver(body)]).toEqual([STARTED, DUPLICATE]);
		expect(stage.trigger.executions).toHaveLength(1);
	}

	test('before its body is complete: nothing is started, and the next copy is', async () => {
		const caller = call(20);
		await waitFor(() => stage.trigger.calls === 1);
		await hangUp(caller);
		expect([await deliver(body), await deliver(body)]).toEqual([STARTED, DUPLICATE]);
		expect(stage.trigger.executions).toHaveLength(1);
	});

	test('while the key is fetched: started once, and the next copy is a duplicate', async () => {
		const releases: Array<() => void> = [];
		stage.platform.keyServer.routes.set(new URL(stage.platform.x5u).pathname, (_request, response) => {
			releases.push(() => response.end(stage.platform.key.certificatePem));
		});
		const caller = call();
		await waitFor(() => releases.length === 1);
		await hangUp(caller);
		releases[0]?.();
		await waitFor(() => stage.trigger.executions.length === 1);
		expect(await deliver(body)).toEqual(DUPLICATE);
	});

	test.each([200, 500])('before n8n answers %i: then copies are duplicates, or the next one is started', async (status) => {
		await startSlow();
		const caller = call();
		await untilStarting(1);
		await hangUp(caller);
		starts[0]?.(status);
		if (status === 500) return await expectSecondStart();
		expect(await deliver(body)).toEqual(DUPLICATE);
		expect(stage.trigger.executions).toHaveLength(1);
	});

	test('and n8n never answers: copies are sent away, and one is started once the claim has had its time', async () => {
		await startSlow();
		const caller = call();
		await untilStarting(1);
		await hangUp(caller);
		stage.now += 10 * 60_000 - 1_000;
		expect(await deliver(body)).toEqual([503, 'in_progress']);
		stage.now += 1_000;
		await expectSecondStart();
	});

	test('as a copy that waits, and the first fails: starts the copy though no one listens', async () => {
		await startSlow();
		const first = deliver(body);
		await untilStarting(1);
		const { handled } = stage.trigger;
		const copy = call();
		await waitFor(() => stage.trigger.handled > handled);
		// It reaches its wait with no more input or output: another event that comes after it and is answered shows that it has.
		expect(await deliver(newMessage({}, { name: 'ChatMemoChanged' }))).toEqual([200, 'event']);
		await hangUp(copy);
		starts[0]?.(500);
		expect(await first).toEqual([500, undefined]);
		await untilStarting(2);
		starts[1]?.(200);
		expect(await deliver(body)).toEqual(DUPLICATE);
		expect(stage.trigger.executions).toHaveLength(1);
	});
});

describe('the memory of events', () => {
	/** Time after which a claim is given up while n8n gives no answer, in ms. */
	const MAX_CLAIM_AGE_MS = 10 * 60_000;

	let now = 1_800_000_000_000;

	/** Waits for another copy for a moment, or for longer than a test. */
	const seenFor = (waitMs: number) => new SeenEvents(() => now, waitMs);
	const LONG_MS = 3_600_000;
	const keyOf = (id: string | number) => ['workflow/node', 'account', 'new_message', String(id)];

	/** Claims an event that is new. */
	async function claim(seen: SeenEvents, id: string | number) {
		const sighting = await seen.claim(...keyOf(id));
		if (typeof sighting === 'string') throw new Error(`not new but ${sighting}`);
		return sighting;
	}

	test('a claim that was given up and fails late does not open the claim of another copy', async () => {
		const seen = seenFor(20);
		const first = await claim(seen, 'late');
		now += MAX_CLAIM_AGE_MS;
		const second = await claim(seen, 'late');
		first.settle(false);
		expect(await seen.claim(...keyOf('late'))).toBe('in_progress');
		second.settle(true);
		expect(await seen.claim(...keyOf('late'))).toBe('duplicate');
	});

	test('a claim that fails lets exactly one of the waiting copies start the event', async () => {
		const seen = seenFor(LONG_MS);
		const first = await claim(seen, 'shared');
		const copies = Array.from({ length: 20 }, async () => {
			const sighting = await seen.claim(...keyOf('shared'));
			if (typeof sighting === 'string') return sighting;
			sighting.settle(true);
			return 'new';
		});
		first.settle(false);
		expect((await Promise.all(copies)).sort()).toEqual([...Array<string>(19).fill('duplicate'), 'new']);
	});
});
