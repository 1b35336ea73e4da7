import { SeenEvents } from '../../../../nodes/MessagingPlatformTrigger/deliver/once';
import { newMessage } from '../../../helpers/deliveries';
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

test('takes two names under one id for two events', async () => {
	await stage.start({ parameters: { events: ['new_message', 'ChatMemoChanged'] } });
	const bodies = ['new_message', 'ChatMemoChanged'].map((name) => newMessage({}, { id: 'same', name }));
	for (const outcome of [STARTED, DUPLICATE]) for (const body of bodies) expect(await deliver(body)).toEqual(outcome);
});

test.each([
	[undefined, undefined, false],
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

	beforeEach(async () => {
		body = newMessage();
		starts = [];
		await stage.start({ startStatus: async () => await new Promise((resolve) => starts.push(resolve)) });
	});

	/** Each with a token of its own, as the service sends again; gives what hangs up. */
	function call(): () => Promise<void> {
		const [caller, before] = [new AbortController(), stage.trigger.hangUps];
		fetch(stage.trigger.url, { method: 'POST', signal: caller.signal, ...stage.request(body) }).catch(() => undefined);
		return async () => {
			caller.abort();
			await waitFor(() => stage.trigger.hangUps > before);
		};
	}

	const untilStarting = async (count: number) => await waitFor(() => starts.length === count);

	async function callAndHangUp(): Promise<void> {
		const hangUp = call();
		await untilStarting(1);
		await hangUp();
	}

	/** Expects that the event has started once, and that copies are duplicates from now on. */
	async function expectOne(): Promise<void> {
		expect(await deliver(body)).toEqual(DUPLICATE);
		expect(stage.trigger.executions).toHaveLength(1);
	}

	/** Expects that the next copy is started, n8n's second start. */
	async function expectSecondStart(): Promise<void> {
		const next = deliver(body);
		await untilStarting(2);
		starts[1]?.(200);
		expect(await next).toEqual(STARTED);
		await expectOne();
	}

	test('while the key is fetched: started once, and the next copy is a duplicate', async () => {
		let release: (() => void) | undefined;
		stage.platform.keyServer.routes.set(new URL(stage.platform.x5u).pathname, (_request, response) => {
			release = () => response.end(stage.platform.key.certificatePem);
		});
		const hangUp = call();
		await waitFor(() => release !== undefined);
		await hangUp();
		release?.();
		await untilStarting(1);
		starts[0]?.(200);
		await expectOne();
	});

	test.each([200, 500])('before n8n answers %i: then copies are duplicates, or the next one is started', async (status) => {
		await callAndHangUp();
		starts[0]?.(status);
		await (status === 500 ? expectSecondStart() : expectOne());
	});

	test('and n8n never answers: copies are sent away, and one is started once the claim has had its time', async () => {
		await callAndHangUp();
		// a copy waits for four seconds
		const timeout = AbortSignal.timeout.bind(AbortSignal);
		const limits = jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms === 4_000 ? 50 : ms));
		stage.now += 10 * 60_000 - 1_000;
		expect(await deliver(body)).toEqual([503, 'in_progress']);
		limits.mockRestore();
		stage.now += 1_000;
		await expectSecondStart();
	});

	test('as a copy that waits, and the first fails: starts the copy though no one listens', async () => {
		const first = deliver(body);
		await untilStarting(1);
		const { handled } = stage.trigger;
		const hangUp = call();
		await waitFor(() => stage.trigger.handled > handled);
		// It reaches its wait with no more input or output: another event that comes after it and is answered shows that it has.
		expect(await deliver(newMessage({}, { name: 'ChatMemoChanged' }))).toEqual([200, 'event']);
		await hangUp();
		starts[0]?.(500);
		expect(await first).toEqual([500, undefined]);
		await untilStarting(2);
		starts[1]?.(200);
		await expectOne();
	});
});

test('a claim that fails lets exactly one of the waiting copies start the event', async () => {
	const seen = new SeenEvents();
	const first = await seen.claim('shared');
	if (typeof first === 'string') throw new Error(`not new but ${first}`);
	const copies = Array.from({ length: 20 }, async () => {
		const sighting = await seen.claim('shared');
		if (typeof sighting === 'string') return sighting;
		sighting(true);
		return 'new';
	});
	first(false);
	expect((await Promise.all(copies)).sort()).toEqual([...Array<string>(19).fill('duplicate'), 'new']);
});
