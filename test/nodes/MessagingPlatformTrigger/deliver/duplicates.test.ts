/* eslint-disable @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { startTrigger, type Trigger, type TriggerSetup } from '../../../helpers/startTrigger';
import { startSigningPlatform, deliveryOf, newMessage, type SigningPlatform } from '../../../helpers/deliveries';
import { waitFor } from '../../../helpers/waitFor';

let platform: SigningPlatform;
let trigger: Trigger;

async function start(setup: Partial<TriggerSetup> = {}): Promise<void> {
	trigger = await startTrigger({ credential: platform.credential, ...setup });
}

beforeAll(async () => {
	platform = await startSigningPlatform();
});

afterEach(async () => {
	await trigger.close();
});

afterAll(async () => {
	await platform.close();
});

async function deliver(body: string): Promise<[number, string | undefined]> {
	const { status, code } = await trigger.send(deliveryOf(body, platform.token({ claims: { jti: String(Math.random()) } })));
	return [status, code];
}

function eventIds(): unknown[] {
	return trigger.executions.map(([item]) => item?.json.eventId);
}

test('starts one execution for an event that is sent five times, one after the other', async () => {
	await start();
	const body = newMessage();
	const answers = [];
	for (let count = 0; count < 5; count += 1) answers.push(await deliver(body));
	expect(answers).toEqual([[200, undefined], ...Array.from({ length: 4 }, () => [200, 'duplicate'])]);
	expect(trigger.executions).toHaveLength(1);
});

test('starts one execution for each of 40 events that are all sent five times at once', async () => {
	await start({ startStatus: async () => await new Promise((resolve) => setImmediate(resolve, 200)) });
	const bodies = Array.from({ length: 40 }, (_, index) => newMessage({}, { id: `burst-${index}` }));
	const answers = await Promise.all(bodies.flatMap((body) => Array.from({ length: 5 }, async () => await deliver(body))));
	expect(answers.every(([status]) => status === 200)).toBe(true);
	expect(eventIds().sort()).toEqual(bodies.map((_, index) => `burst-${index}`).sort());
});

test('gives the next copy its chance when n8n failed to start the execution', async () => {
	let status = 500;
	await start({ startStatus: () => status });
	const body = newMessage();
	expect(await deliver(body)).toEqual([500, undefined]);
	status = 200;
	expect(await deliver(body)).toEqual([200, undefined]);
	expect(await deliver(body)).toEqual([200, 'duplicate']);
	expect(trigger.executions).toHaveLength(1);
});

test('lets a copy that waits start the execution when the first one fails', async () => {
	const releases: Array<(status: number) => void> = [];
	await start({ startStatus: async () => await new Promise((resolve) => releases.push(resolve)) });
	const body = newMessage();
	const first = deliver(body);
	await waitFor(() => releases.length > 0);
	const second = deliver(body);
	// The second delivery must be waiting before the first one fails; a round trip of another event shows that it is.
	const other = deliver(newMessage());
	await waitFor(() => releases.length === 2);
	releases[1]?.(200);
	await other;
	releases[0]?.(500);
	expect(await first).toEqual([500, undefined]);
	await waitFor(() => releases.length === 3);
	releases[2]?.(200);
	expect(await second).toEqual([200, undefined]);
	expect(trigger.executions).toHaveLength(2);
});

test('sends a copy away with 503 when the first one is under way for too long', async () => {
	const releases: Array<(status: number) => void> = [];
	await start({ startStatus: async () => await new Promise((resolve) => releases.push(resolve)) });
	const body = newMessage();
	const first = deliver(body);
	await waitFor(() => releases.length > 0);
	expect(await deliver(body)).toEqual([503, 'in_progress']);
	releases[0]?.(200);
	expect(await first).toEqual([200, undefined]);
	expect(trigger.executions).toHaveLength(1);
});

test('keeps events without an id apart', async () => {
	await start();
	const body = newMessage({}, { id: undefined });
	await deliver(body);
	await deliver(body);
	expect(trigger.executions).toHaveLength(2);
});

test('takes two names under one id for two events', async () => {
	await start({ parameters: { events: ['new_message', 'ChatMemoChanged'] } });
	const message = newMessage({}, { id: 'same' });
	const memo = newMessage({}, { id: 'same', name: 'ChatMemoChanged' });
	const answers = [await deliver(message), await deliver(memo), await deliver(message), await deliver(memo)];
	expect(answers).toEqual([
		[200, undefined],
		[200, undefined],
		[200, 'duplicate'],
		[200, 'duplicate'],
	]);
	expect(trigger.executions.map(([item]) => item?.json.event)).toEqual(['new_message', 'ChatMemoChanged']);
});

test('does not take a number and a text of the same digits for two events', async () => {
	await start();
	await deliver(newMessage({}, { id: 123 }));
	expect(await deliver(newMessage({}, { id: '123' }))).toEqual([200, 'duplicate']);
});

test('an event that two triggers of one n8n take starts both', async () => {
	const ids = { workflow: 'workflow', node: 'one' };
	await start({ ids });
	const body = newMessage();
	expect(await deliver(body)).toEqual([200, undefined]);
	ids.node = 'other';
	expect(await deliver(body)).toEqual([200, undefined]);
	expect(await deliver(body)).toEqual([200, 'duplicate']);
});

test('does not remember what was refused or filtered', async () => {
	await start();
	const body = newMessage();
	await trigger.send(deliveryOf(body, platform.token({ key: platform.otherKey })));
	trigger.setParameters({ events: ['ChatMemoChanged'] });
	expect(await deliver(body)).toEqual([200, 'filtered']);
	trigger.setParameters({});
	expect(await deliver(body)).toEqual([200, undefined]);
});

test('starts each copy when the user wants that', async () => {
	await start({ parameters: { options: { deduplicate: false } } });
	const body = newMessage();
	await deliver(body);
	await deliver(body);
	expect(trigger.executions).toHaveLength(2);
});

test('lets the same event be played again while the editor listens', async () => {
	await start({ mode: 'manual' });
	const body = newMessage();
	await deliver(body);
	await deliver(body);
	expect(trigger.executions).toHaveLength(2);
});
