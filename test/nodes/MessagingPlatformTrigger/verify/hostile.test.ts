import { REFUSALS } from '../../../../nodes/MessagingPlatformTrigger/verify/refusals';
import { useTriggers } from '../../../helpers/useTriggers';
import { HOSTILE_DELIVERIES } from './hostile';

const stage = useTriggers();

test('has at least 80 cases, each with a name of its own', () => {
	expect(HOSTILE_DELIVERIES.length).toBeGreaterThanOrEqual(80);
	expect(new Set(HOSTILE_DELIVERIES.map(({ name }) => name)).size).toBe(HOSTILE_DELIVERIES.length);
});

test.each(HOSTILE_DELIVERIES)('refuses $name', async ({ make, code, status }) => {
	const request = make(stage.platform);
	expect(await stage.trigger.send(request)).toMatchObject({ code, status });
	expect(stage.trigger.executions).toEqual([]);
	expect(stage.platform.foreignServer.requests).toEqual([]);
	for (const address of stage.trigger.requested) expect(new URL(address).origin).toBe(stage.platform.keyServer.origin);
	// One line, with the code and what to do, and with nothing secret in it.
	const { logs } = stage.trigger;
	expect(logs).toEqual([expect.stringContaining(`[${code}]`)]);
	expect(logs[0]).toContain(REFUSALS[code].advice);
	expect(logs[0]).toMatch(/^[\x20-\x7e…]+$/);
	const token = String(request.headers?.authorization ?? '').split(' ')[1];
	if (token && token.length > 20) expect(logs[0]).not.toContain(token.slice(0, 20));
	expect(logs[0]).not.toContain('a-secret-token');
});

test('still serves after the whole corpus in a row', async () => {
	for (const { make } of HOSTILE_DELIVERIES) await stage.trigger.send(make(stage.platform));
	expect(stage.trigger.executions).toEqual([]);
	expect((await stage.deliver()).status).toBe(200);
	expect(stage.trigger.executions).toHaveLength(1);
	expect(stage.platform.foreignServer.requests).toEqual([]);
});
