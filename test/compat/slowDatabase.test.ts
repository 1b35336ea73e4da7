import { HeldDatabase, writeEvent } from '../queue/heldDatabase';
import { replying } from '../queue/workflows';
import { waitForWebhooks, type RealN8n, startRealN8n } from '../helpers/realN8n';
import { activate, ensureOldestN8n, OLDEST, save } from './oldestN8n';
import { waitFor } from '../helpers/waitFor';

let database: HeldDatabase;
let real: RealN8n;
let workflowId: string;

beforeAll(async () => {
	const installed = await ensureOldestN8n();
	database = await HeldDatabase.start();
	real = await startRealN8n({ installed, env: { ...OLDEST, ...database.environment } });
	workflowId = await save(real.rest, replying(real.credential));
	await activate(real.rest, workflowId);
	await waitForWebhooks(real.sandbox);
}, 900_000);

afterAll(async () => {
	await real?.close();
	await database?.stop();
});

// n8n 2 answers only then: test/queue/slowDatabase.test.ts. docs/operate/install.md says what this means.
test('answers 200 before n8n 1 has saved the execution', async () => {
	await database.lock();
	const event = await writeEvent(real, workflowId, 'Behind a lock');
	await event.untilDelivered();
	expect(event.attempts()).toEqual([200]);
	await waitFor(async () => (await database.saving()) === 1, 'the execution waits to be saved');
	await database.unlock();
	await waitFor(async () => (await event.executions()) === 1, 'it is executed');
});

test('loses the execution that n8n 1 then fails to save: the platform does not send the event again', async () => {
	await database.refuse();
	const event = await writeEvent(real, workflowId, 'No room');
	await event.untilDelivered();
	await waitFor(async () => await database.hasRefused(), 'n8n fails to save it');
	await database.allow();
	const next = await writeEvent(real, workflowId, 'Room again');
	await waitFor(async () => (await next.executions()) === 1, 'the next event is executed');
	expect(event.attempts()).toEqual([200]);
	expect(await event.executions()).toBe(0);
});
