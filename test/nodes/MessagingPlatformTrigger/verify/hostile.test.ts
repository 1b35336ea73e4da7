import { REFUSALS } from '../../../../nodes/MessagingPlatformTrigger/verify/refusals';
import { useTriggers } from '../../../helpers/useTriggers';
import { HOSTILE_DELIVERIES } from './hostile';
import { deliveryOf, newMessage } from '../../../helpers/deliveries';

const stage = useTriggers();

beforeEach(async () => {
	await stage.start();
});

test('has at least 80 cases, each with a name of its own', () => {
	expect(HOSTILE_DELIVERIES.length).toBeGreaterThanOrEqual(80);
	expect(new Set(HOSTILE_DELIVERIES.map(({ name }) => name)).size).toBe(HOSTILE_DELIVERIES.length);
});

test.each(HOSTILE_DELIVERIES)('refuses $name', async ({ make, code, status = 401 }) => {
	const request = make(stage.platform);
	const answer = await stage.trigger.send(request);

	expect({ code: answer.code, status: answer.status }).toEqual({ code, status });
	expect(stage.trigger.executions).toEqual([]);
	expect(stage.platform.foreignServer.requests).toEqual([]);
	for (const address of stage.trigger.requested) expect(new URL(address).origin).toBe(stage.platform.keyServer.origin);
	// One line, with the code and what to do, and with nothing secret in it.
	expect(stage.trigger.logs).toEqual([expect.stringContaining(`[${code}]`)]);
	expect(stage.trigger.logs[0]).toContain(REFUSALS[code].advice);
	expect(stage.trigger.logs[0]).toMatch(/^[\x20-\x7e…]+$/);
	const token = String(request.headers?.authorization ?? '').split(' ')[1];
	if (token && token.length > 20) expect(stage.trigger.logs[0]).not.toContain(token.slice(0, 20));
	expect(stage.trigger.logs[0]).not.toContain('a-secret-token');
});

test('still serves after the whole corpus in a row', async () => {
	for (const { make } of HOSTILE_DELIVERIES) {
		const { status } = await stage.trigger.send(make(stage.platform));
		expect([400, 401, 503]).toContain(status);
	}
	expect(stage.trigger.executions).toEqual([]);

	expect(await stage.trigger.send(deliveryOf(newMessage(), stage.platform.token()))).toMatchObject({ status: 200 });
	expect(stage.trigger.executions).toHaveLength(1);
	expect(stage.platform.foreignServer.requests).toEqual([]);
});
