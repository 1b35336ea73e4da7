import { startCall, type Caller, newMessage } from '../../../helpers/deliveries';
import { useTriggers } from '../../../helpers/useTriggers';
import { waitFor } from '../../../helpers/waitFor';

/** An answer of n8n that a test holds back. */
type GiveAnswer = (status: number) => void;

const stage = useTriggers();
let body: string;
/** The starts that n8n has not answered yet, oldest first; each is one claim. */
let starts: GiveAnswer[];

/** n8n whose answers are held back. */
const startSlow = async () =>
	await stage.start({ startStatus: async () => await new Promise((resolve) => starts.push(resolve)) });

beforeEach(() => {
	body = newMessage();
	starts = [];
});

/** Each with a token of its own, as the service sends again. */
const call = (sentBytes?: number) => startCall(stage.trigger.url, stage.request(body), sentBytes);

const sendCopy = async () => await stage.outcome(body);

async function hangUp(caller: Caller): Promise<void> {
	const before = stage.trigger.hangUps;
	caller.hangUp();
	await waitFor(() => stage.trigger.hangUps > before);
}

/** Waits until n8n begins to start the event for the nth time. */
async function untilStarting(count: number): Promise<void> {
	await waitFor(() => starts.length === count);
}

/** A copy that waits for the outcome of the first, whose caller may hang up. */
async function callAndWait(): Promise<Caller> {
	const before = stage.trigger.handled;
	const caller = call();
	await waitFor(() => stage.trigger.handled > before);
	// It reaches its wait with no more input or output: another event that comes after it and is answered shows that it has.
	expect(await stage.outcome(newMessage({}, { name: 'ChatMemoChanged' }))).toEqual([200, 'event']);
	return caller;
}

test('before its body is complete: nothing is started, and the next copy is', async () => {
	const caller = call(20);
	await waitFor(() => stage.trigger.calls === 1);
	await hangUp(caller);
	expect(stage.trigger.executions).toHaveLength(0);
	expect([await sendCopy(), await sendCopy()]).toEqual([
		[200, undefined],
		[200, 'duplicate'],
	]);
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
	expect(await sendCopy()).toEqual([200, 'duplicate']);
	expect(stage.trigger.executions).toHaveLength(1);
});

describe('between the claim and the answer', () => {
	test('and n8n answers 200: copies are sent away until then, and are duplicates from then on', async () => {
		await startSlow();
		const caller = call();
		await untilStarting(1);
		await hangUp(caller);
		expect(await sendCopy()).toEqual([503, 'in_progress']);
		starts[0]?.(200);
		expect(await sendCopy()).toEqual([200, 'duplicate']);
		expect(stage.trigger.executions).toHaveLength(1);
	});

	test('and n8n answers 500: the next copy is started', async () => {
		await startSlow();
		const caller = call();
		await untilStarting(1);
		await hangUp(caller);
		starts[0]?.(500);
		const next = sendCopy();
		await untilStarting(2);
		starts[1]?.(200);
		expect(await next).toEqual([200, undefined]);
		expect(await sendCopy()).toEqual([200, 'duplicate']);
		expect(stage.trigger.executions).toHaveLength(1);
	});

	test('and n8n never answers: the next copy is started once the claim has had its time', async () => {
		await startSlow();
		const caller = call();
		await untilStarting(1);
		await hangUp(caller);
		stage.now += 10 * 60_000 - 1_000;
		expect(await sendCopy()).toEqual([503, 'in_progress']);
		stage.now += 1_000;
		const next = sendCopy();
		await untilStarting(2);
		starts[1]?.(200);
		expect(await next).toEqual([200, undefined]);
		expect(await sendCopy()).toEqual([200, 'duplicate']);
	});
});

describe('while a copy waits', () => {
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
		expect(stage.trigger.executions).toHaveLength(1);
	});
});
