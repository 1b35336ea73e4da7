import { startTrigger, type Trigger } from '../../helpers/startTrigger';
import { type Answer, startSigningPlatform, deliveryOf, newMessage, type SigningPlatform } from '../../helpers/deliveries';
import { startKeyServer } from '../../helpers/servers';

// ends only a test that hangs: on a busy machine each takes minutes
jest.setTimeout(10 * 60_000);

let platform: SigningPlatform;
let trigger: Trigger;
let now = Math.floor(Date.now() / 1_000) * 1_000;

beforeEach(async () => {
	platform = await startSigningPlatform();
	trigger = await startTrigger({ credential: platform.credential, now: () => now });
});

afterEach(async () => {
	await trigger.close();
	await platform.close();
});

/** Sends the first, which proves the key, and then all others at once. */
async function sendAll([first, ...others]: Array<ReturnType<typeof deliveryOf>>): Promise<Answer[]> {
	const answer = await trigger.send(first!);
	return [answer, ...(await Promise.all(others.map(async (request) => await trigger.send(request))))];
}

function eventIds(): unknown[] {
	return trigger.executions.map(([item]) => item?.json.eventId);
}

test('takes 1,000 deliveries at once: each starts one execution, with one key fetch and one read of the credential', async () => {
	const requests = Array.from({ length: 1_000 }, (_, index) => {
		const jti = String(index);
		return deliveryOf(newMessage({}, { id: `load-${index}` }), platform.token({ now, claims: { jti } }));
	});
	const answers = await sendAll(requests);
	expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
	expect(new Set(eventIds()).size).toBe(1_000);
	expect(trigger.executions).toHaveLength(1_000);
	expect(platform.keyServer.requests).toEqual(['/keys/true.pem']);
	expect(trigger.credentialReads()).toBe(1);
	expect(trigger.logs).toEqual([]);
});

test('accepts the true and rejects the forged among 500 mixed at once', async () => {
	const requests = Array.from({ length: 500 }, (_, index) => {
		const key = index % 2 === 0 ? platform.key : platform.otherKey;
		return deliveryOf(newMessage({}, { id: `mixed-${index}` }), platform.token({ now, key, claims: { jti: String(index) } }));
	});
	const answers = await sendAll(requests);
	expect(answers.map(({ status }) => status)).toEqual(requests.map((_, index) => (index % 2 === 0 ? 200 : 401)));
	expect(trigger.executions).toHaveLength(250);
	// The first fetch, and one more for the forged: the platform may have changed its key.
	expect(platform.keyServer.requests.length).toBeLessThanOrEqual(2);
});

test('checks one signature for many deliveries with one token', async () => {
	const token = platform.token({ now });
	for (let index = 0; index < 10; index += 1) await trigger.send(deliveryOf(newMessage(), token));
	expect(trigger.executions).toHaveLength(10);
	// A token is remembered as a whole: with another signature it is another token.
	const forged = `${token.split('.').slice(0, 2).join('.')}.${platform.token({ now, key: platform.otherKey }).split('.')[2]}`;
	expect(await trigger.send(deliveryOf(newMessage(), forged))).toMatchObject({
		status: 401,
		code: 'signature',
	});
	// It is remembered until it expires, not longer.
	now += 331_000;
	expect(await trigger.send(deliveryOf(newMessage(), token))).toMatchObject({ status: 401, code: 'expired' });
});

test('loses no event of a stream when the key server is away for a minute in the middle', async () => {
	const { port } = new URL(platform.keyServer.origin);
	let pending = Array.from({ length: 40 }, (_, index) => ({
		id: `stream-${index}`,
		body: newMessage({}, { id: `stream-${index}` }),
		attempts: 0,
	}));
	let isBack = false;
	// A minute in steps of 2 s: each step the service sends what is due, again what was not answered with 200.
	for (let second = 0; pending.length > 0; second += 2) {
		if (second === 10) {
			await platform.keyServer.close();
			// In addition, n8n restarts meanwhile and knows no key at all.
			const { executions } = trigger;
			await trigger.close();
			trigger = await startTrigger({ credential: platform.credential, now: () => now });
			trigger.executions.push(...executions);
		}
		if (second === 70) {
			const back = await startKeyServer('127.0.0.1', Number(port));
			back.serve('/keys/true.pem', platform.key.certificatePem);
			platform.keyServer.close = back.close;
			isBack = true;
		}
		// Five sends an event, spread over the outage as a service does that doubles its pauses.
		const due = pending.filter(({ attempts }, index) => index <= second && second >= [0, 4, 12, 28, 72][attempts]!);
		for (const event of due) {
			event.attempts += 1;
			const { status, code } = await trigger.send(
				deliveryOf(event.body, platform.token({ now, claims: { jti: String(Math.random()) } })),
			);
			if (status === 200) pending = pending.filter((one) => one !== event);
			else expect([status, code]).toEqual([503, expect.stringMatching(/^key_/)]);
		}
		now += 2_000;
		expect(second).toBeLessThan(200);
	}
	expect(isBack).toBe(true);
	expect(eventIds().sort()).toEqual(Array.from({ length: 40 }, (_, index) => `stream-${index}`).sort());
});
