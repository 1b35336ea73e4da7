import {
	startCall,
	type Caller,
	startSigningPlatform,
	deliveryOf,
	newMessage,
	type SigningPlatform,
} from '../../../helpers/deliveries';
import { startTrigger, type Trigger, type TriggerSetup } from '../../../helpers/startTrigger';
import { waitFor } from '../../../helpers/waitFor';

/** An answer of n8n that a test holds back. */
type GiveAnswer = (status: number) => void;

let platform: SigningPlatform;
let trigger: Trigger;
let body: string;
/** The trigger's clock and the service's. */
let now: number;
/** The starts that n8n has not answered yet, oldest first; each is one claim. */
let starts: GiveAnswer[];

async function start(setup: Partial<TriggerSetup> = {}): Promise<void> {
	trigger = await startTrigger({ credential: platform.credential, now: () => now, ...setup });
}

/** n8n whose answers are held back. */
async function startSlow(): Promise<void> {
	await start({ startStatus: async () => await new Promise((resolve) => starts.push(resolve)) });
}

beforeEach(async () => {
	platform = await startSigningPlatform();
	body = newMessage();
	starts = [];
	now = Date.now();
});

afterEach(async () => {
	await trigger.close();
	await platform.close();
});

/** Each with a token of its own, as the service sends again. */
function delivery() {
	return deliveryOf(body, platform.token({ now, claims: { jti: String(Math.random()) } }));
}

async function sendCopy(): Promise<[number, string | undefined]> {
	const { status, code } = await trigger.send(delivery());
	return [status, code];
}

async function hangUp(caller: Caller): Promise<void> {
	const before = trigger.hangUps();
	caller.hangUp();
	await waitFor(() => trigger.hangUps() > before);
}

/** Waits until n8n begins to start the event for the nth time. */
async function untilStarting(count: number): Promise<void> {
	await waitFor(() => starts.length === count);
}

/** A copy that waits for the outcome of the first, whose caller may hang up. */
async function callAndWait(): Promise<Caller> {
	const before = trigger.handled();
	const caller = startCall(trigger.url, delivery());
	await waitFor(() => trigger.handled() > before);
	// It reaches its wait with no more input or output: another event that comes after it and is answered shows that it has.
	const other = deliveryOf(newMessage({}, { name: 'ChatMemoChanged' }), platform.token({ now }));
	expect(await trigger.send(other)).toMatchObject({ code: 'filtered' });
	return caller;
}

test('before its body is complete: nothing is started, and the next copy is', async () => {
	await start();
	const caller = startCall(trigger.url, delivery(), 20);
	await waitFor(() => trigger.calls() === 1);
	await hangUp(caller);
	expect(trigger.executions).toHaveLength(0);
	expect([await sendCopy(), await sendCopy()]).toEqual([
		[200, undefined],
		[200, 'duplicate'],
	]);
	expect(trigger.executions).toHaveLength(1);
});

test('while the key is fetched: started once, and the next copy is a duplicate', async () => {
	await start();
	const releases: Array<() => void> = [];
	platform.keyServer.routes.set(new URL(platform.x5u).pathname, (_request, response) => {
		releases.push(() => response.end(platform.key.certificatePem));
	});
	const caller = startCall(trigger.url, delivery());
	await waitFor(() => releases.length === 1);
	await hangUp(caller);
	releases[0]?.();
	await waitFor(() => trigger.executions.length === 1);
	expect(await sendCopy()).toEqual([200, 'duplicate']);
	expect(trigger.executions).toHaveLength(1);
});

describe('between the claim and the answer', () => {
	test('and n8n answers 200: copies are sent away until then, and are duplicates from then on', async () => {
		await startSlow();
		const caller = startCall(trigger.url, delivery());
		await untilStarting(1);
		await hangUp(caller);
		expect(await sendCopy()).toEqual([503, 'in_progress']);
		starts[0]?.(200);
		expect(await sendCopy()).toEqual([200, 'duplicate']);
		expect(trigger.executions).toHaveLength(1);
	});

	test('and n8n answers 500: the next copy is started', async () => {
		await startSlow();
		const caller = startCall(trigger.url, delivery());
		await untilStarting(1);
		await hangUp(caller);
		starts[0]?.(500);
		const next = sendCopy();
		await untilStarting(2);
		starts[1]?.(200);
		expect(await next).toEqual([200, undefined]);
		expect(await sendCopy()).toEqual([200, 'duplicate']);
		expect(trigger.executions).toHaveLength(1);
	});

	test('and n8n never answers: the next copy is started once the claim has had its time', async () => {
		await startSlow();
		const caller = startCall(trigger.url, delivery());
		await untilStarting(1);
		await hangUp(caller);
		now += 10 * 60_000 - 1_000;
		expect(await sendCopy()).toEqual([503, 'in_progress']);
		now += 1_000;
		const next = sendCopy();
		await untilStarting(2);
		starts[1]?.(200);
		expect(await next).toEqual([200, undefined]);
		expect(await sendCopy()).toEqual([200, 'duplicate']);
	});

	test('five times in a row: one execution', async () => {
		await startSlow();
		for (let attempt = 1; attempt <= 5; attempt += 1) {
			const caller = startCall(trigger.url, delivery());
			await untilStarting(attempt);
			await hangUp(caller);
			starts[attempt - 1]?.(attempt < 5 ? 500 : 200);
		}
		expect(await sendCopy()).toEqual([200, 'duplicate']);
		expect(trigger.executions).toHaveLength(1);
	});
});

describe('while a copy waits', () => {
	test('and the first is accepted: one execution', async () => {
		await startSlow();
		const first = sendCopy();
		await untilStarting(1);
		await hangUp(await callAndWait());
		starts[0]?.(200);
		expect(await first).toEqual([200, undefined]);
		expect(await sendCopy()).toEqual([200, 'duplicate']);
		expect(trigger.executions).toHaveLength(1);
	});

	test('and the first fails: starts the copy though no one listens, and treats the next as a duplicate', async () => {
		await startSlow();
		const first = sendCopy();
		await untilStarting(1);
		await hangUp(await callAndWait());
		starts[0]?.(500);
		expect(await first).toEqual([500, undefined]);
		await untilStarting(2);
		starts[1]?.(200);
		expect(await sendCopy()).toEqual([200, 'duplicate']);
		expect(trigger.executions).toHaveLength(1);
	});

	test('and both hang up, and n8n fails twice: the next copy is started', async () => {
		await startSlow();
		const first = startCall(trigger.url, delivery());
		await untilStarting(1);
		const second = await callAndWait();
		await hangUp(first);
		await hangUp(second);
		starts[0]?.(500);
		await untilStarting(2);
		starts[1]?.(500);
		const next = sendCopy();
		await untilStarting(3);
		starts[2]?.(200);
		expect(await next).toEqual([200, undefined]);
		expect(trigger.executions).toHaveLength(1);
	});
});

test('at the moment of the answer: started once, and the next copy is a duplicate', async () => {
	const callers: Caller[] = [];
	await start({
		startStatus: () => {
			callers[0]?.hangUp();
			return 200;
		},
	});
	callers.push(startCall(trigger.url, delivery()));
	await waitFor(() => trigger.executions.length === 1);
	expect(await sendCopy()).toEqual([200, 'duplicate']);
	expect(trigger.executions).toHaveLength(1);
});
