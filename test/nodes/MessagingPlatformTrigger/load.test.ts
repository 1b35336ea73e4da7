import { type Answer, type WireRequest, newMessage } from '../../helpers/deliveries';
import { startKeyServer } from '../../helpers/servers';
import { useTriggers } from '../../helpers/useTriggers';

// ends only a test that hangs: on a busy machine each takes minutes
jest.setTimeout(10 * 60_000);

const stage = useTriggers();

/** Sends the first, which proves the key, and then all others at once. */
async function sendAll([first, ...others]: WireRequest[]): Promise<Answer[]> {
	const answer = await stage.trigger.send(first ?? {});
	return [answer, ...(await Promise.all(others.map(async (request) => await stage.trigger.send(request))))];
}

function eventIds(): unknown[] {
	return stage.trigger.executions.map(([item]) => item?.json.eventId);
}

test('takes 1,000 deliveries at once: each starts one execution, with one key fetch and one read of the credential', async () => {
	const requests = Array.from({ length: 1_000 }, (_, index) => stage.request(newMessage({}, { id: `load-${index}` })));
	const answers = await sendAll(requests);
	expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
	expect(new Set(eventIds()).size).toBe(1_000);
	expect(stage.trigger.executions).toHaveLength(1_000);
	expect(stage.platform.keyServer.requests).toEqual(['/keys/true.pem']);
	expect(stage.trigger.credentialReads()).toBe(1);
	expect(stage.trigger.logs).toEqual([]);
});

test('accepts the true and rejects the forged among 500 mixed at once', async () => {
	const requests = Array.from({ length: 500 }, (_, index) => {
		const key = index % 2 === 0 ? stage.platform.key : stage.platform.otherKey;
		return stage.request(newMessage({}, { id: `mixed-${index}` }), { key });
	});
	const answers = await sendAll(requests);
	expect(answers.map(({ status }) => status)).toEqual(requests.map((_, index) => (index % 2 === 0 ? 200 : 401)));
	expect(stage.trigger.executions).toHaveLength(250);
	// The first fetch, and one more for the forged: the platform may have changed its key.
	expect(stage.platform.keyServer.requests.length).toBeLessThanOrEqual(2);
});

test('loses no event of a stream when the key server is away for a minute in the middle', async () => {
	const { port } = new URL(stage.platform.keyServer.origin);
	let pending = Array.from({ length: 40 }, (_, index) => ({
		id: `stream-${index}`,
		body: newMessage({}, { id: `stream-${index}` }),
		attempts: 0,
	}));
	let isBack = false;
	// A minute in steps of 2 s: each step the service sends what is due, again what was not answered with 200.
	for (let second = 0; pending.length > 0; second += 2) {
		if (second === 10) {
			await stage.platform.keyServer.close();
			// In addition, n8n restarts meanwhile and knows no key at all.
			const { executions } = stage.trigger;
			await stage.start();
			stage.trigger.executions.push(...executions);
		}
		if (second === 70) {
			const back = await startKeyServer('127.0.0.1', Number(port));
			back.serve('/keys/true.pem', stage.platform.key.certificatePem);
			stage.platform.keyServer.close = back.close;
			isBack = true;
		}
		// Five sends an event, spread over the outage as a service does that doubles its pauses.
		const due = pending.filter(({ attempts }, index) => index <= second && second >= [0, 4, 12, 28, 72][attempts]!);
		for (const event of due) {
			event.attempts += 1;
			const [status, code] = await stage.outcome(event.body);
			if (status === 200) pending = pending.filter((one) => one !== event);
			else expect([status, code]).toEqual([503, expect.stringMatching(/^key_/)]);
		}
		stage.now += 2_000;
		expect(second).toBeLessThan(200);
	}
	expect(isBack).toBe(true);
	expect(eventIds().sort()).toEqual(Array.from({ length: 40 }, (_, index) => `stream-${index}`).sort());
});
