import { REFUSALS } from '../../../../nodes/MessagingPlatformTrigger/refusals';
import { startTrigger, type Trigger } from '../../../helpers/startTrigger';
import { HOSTILE_DELIVERIES } from './hostile';
import { startSigningPlatform, deliveryOf, newMessage, type SigningPlatform } from '../../../helpers/signedDeliveries';

let platform: SigningPlatform;
let trigger: Trigger;

beforeAll(async () => {
	platform = await startSigningPlatform();
});

beforeEach(async () => {
	trigger = await startTrigger({ credential: platform.credential });
});

afterEach(async () => {
	await trigger.close();
});

afterAll(async () => {
	await platform.close();
});

test('has at least 80 cases, each with a name of its own', () => {
	expect(HOSTILE_DELIVERIES.length).toBeGreaterThanOrEqual(80);
	expect(new Set(HOSTILE_DELIVERIES.map(({ name }) => name)).size).toBe(HOSTILE_DELIVERIES.length);
});

test.each(HOSTILE_DELIVERIES)('refuses $name', async ({ make, code, status = 401 }) => {
	const request = make(platform);
	const answer = await trigger.send(request);

	expect({ code: answer.code, status: answer.status }).toEqual({ code, status });
	expect(trigger.executions).toEqual([]);
	expect(platform.foreignServer.requests).toEqual([]);
	for (const address of trigger.requested) expect(new URL(address).origin).toBe(platform.keyServer.origin);
	// One line, with the code and what to do, and with nothing secret in it.
	expect(trigger.logs).toEqual([expect.stringContaining(`[${code}]`)]);
	expect(trigger.logs[0]).toContain(REFUSALS[code].advice);
	expect(trigger.logs[0]).toMatch(/^[\x20-\x7e…]+$/);
	const token = String(request.headers?.authorization ?? '').split(' ')[1];
	if (token && token.length > 20) expect(trigger.logs[0]).not.toContain(token.slice(0, 20));
	expect(trigger.logs[0]).not.toContain('a-secret-token');
});

test('still serves after the whole corpus in a row', async () => {
	for (const { make } of HOSTILE_DELIVERIES) {
		const { status } = await trigger.send(make(platform));
		expect([400, 401, 503]).toContain(status);
	}
	expect(trigger.executions).toEqual([]);

	expect(await trigger.send(deliveryOf(newMessage(), platform.token()))).toMatchObject({ status: 200 });
	expect(trigger.executions).toHaveLength(1);
	expect(platform.foreignServer.requests).toEqual([]);
});
