import { createAndPublish, startRealN8n, type RealN8n } from '../helpers/realN8n';
import { control } from '../helpers/sandbox';
import { HeldDatabase, writeEvent, type WrittenEvent } from './heldDatabase';
import { replying } from './workflows';
import { waitFor } from '../helpers/waitFor';

/** Time for which the service waits for an answer, in ms: longer than a copy waits for the outcome of the first. */
const SERVICE_TIMEOUT_MS = 6_000;
let database: HeldDatabase;
let real: RealN8n;
let workflowId: string;
let executionsBefore: number;

beforeAll(async () => {
	database = await HeldDatabase.start();
	real = await startRealN8n({ env: database.environment });
	// More attempts than the service makes, so that the last ones show the outcome.
	const settings = { deliveryTimeoutMs: SERVICE_TIMEOUT_MS, resendDelaysMs: Array.from({ length: 30 }, () => 100) };
	await control(real.sandbox, 'PATCH', '/settings', settings);
	workflowId = (await createAndPublish(real, replying(real.credential))).id;
});

beforeEach(async () => {
	executionsBefore = (await real.rest.listExecutions(workflowId)).length;
});

afterAll(async () => {
	await real?.close();
	await database?.stop();
});

async function untilAttempts(event: WrittenEvent, count: number): Promise<void> {
	await waitFor(() => event.attempts().length >= count, `${count} attempts were made`);
}

/** The event is in one execution, and no other execution was made. */
async function expectOneExecution(event: WrittenEvent): Promise<void> {
	expect(await event.executions()).toBe(1);
	expect(await real.rest.listExecutions(workflowId)).toHaveLength(executionsBefore + 1);
}

test('accepts no copy while n8n cannot save the execution, and then has the event in exactly one execution', async () => {
	await database.lock();
	const event = await writeEvent(real, workflowId, 'Behind a lock');
	await untilAttempts(event, 5);
	expect(event.attempts().slice(0, 5)).toEqual(['cut', 503, 503, 503, 503]);
	expect(await database.saving()).toBe(1);
	await database.unlock();
	await event.untilDelivered();
	expect(event.lastAnswer()).toBe('{"status":"duplicate"}');
	await expectOneExecution(event);
});

test('gives the next copy its chance when saving fails after the caller has gone', async () => {
	await database.lock();
	const event = await writeEvent(real, workflowId, 'Behind a lock that ends badly');
	await untilAttempts(event, 1);
	expect(event.attempts()[0]).toBe('cut');
	expect(await database.saving()).toBe(1);
	await database.endSaving();
	await database.unlock();
	await event.untilDelivered();
	expect(event.lastAnswer()).not.toContain('duplicate');
	await expectOneExecution(event);
});

test('answers with a failure each time that saving fails, and saves the first copy that it can', async () => {
	await database.refuse();
	const event = await writeEvent(real, workflowId, 'No room');
	await untilAttempts(event, 5);
	expect(new Set(event.attempts())).toEqual(new Set([500]));
	await database.allow();
	await event.untilDelivered();
	expect(event.lastAnswer()).not.toContain('duplicate');
	await expectOneExecution(event);
});
