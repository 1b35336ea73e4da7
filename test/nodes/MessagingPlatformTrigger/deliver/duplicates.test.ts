/* eslint-disable @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { newMessage } from '../../../helpers/deliveries';
import { useTriggers } from '../../../helpers/useTriggers';

const stage = useTriggers();

const deliver = async (body: string) => await stage.outcome(body);

function eventIds(): unknown[] {
	return stage.trigger.executions.map(([item]) => item?.json.eventId);
}

test('starts one execution for each of 40 events that are all sent five times at once', async () => {
	await stage.start({ startStatus: async () => await new Promise((resolve) => setImmediate(resolve, 200)) });
	const bodies = Array.from({ length: 40 }, (_, index) => newMessage({}, { id: `burst-${index}` }));
	const answers = await Promise.all(bodies.flatMap((body) => Array.from({ length: 5 }, async () => await deliver(body))));
	expect(answers.every(([status]) => status === 200)).toBe(true);
	expect(eventIds().sort()).toEqual(bodies.map((_, index) => `burst-${index}`).sort());
});

test('gives the next copy its chance when n8n failed to start the execution', async () => {
	let status = 500;
	await stage.start({ startStatus: () => status });
	const body = newMessage();
	expect(await deliver(body)).toEqual([500, undefined]);
	status = 200;
	expect(await deliver(body)).toEqual([200, undefined]);
	expect(await deliver(body)).toEqual([200, 'duplicate']);
	expect(stage.trigger.executions).toHaveLength(1);
});

test('keeps events without an id apart', async () => {
	const body = newMessage({}, { id: undefined });
	await deliver(body);
	await deliver(body);
	expect(stage.trigger.executions).toHaveLength(2);
});

test('takes two names under one id for two events', async () => {
	await stage.start({ parameters: { events: ['new_message', 'ChatMemoChanged'] } });
	const message = newMessage({}, { id: 'same' });
	const memo = newMessage({}, { id: 'same', name: 'ChatMemoChanged' });
	const answers = [await deliver(message), await deliver(memo), await deliver(message), await deliver(memo)];
	expect(answers).toEqual([
		[200, undefined],
		[200, undefined],
		[200, 'duplicate'],
		[200, 'duplicate'],
	]);
	expect(stage.trigger.executions.map(([item]) => item?.json.event)).toEqual(['new_message', 'ChatMemoChanged']);
});

test.each([
	[123, '123', true],
	['a', 'A', false],
	['\ud83d', '\ud83e', false],
	['\u00e9', 'e\u0301', false],
	['x","new_message', 'x', false],
])('takes the ids %j and %j for one event: %s', async (one, other, isOne) => {
	await deliver(newMessage({}, { id: one }));
	expect(await deliver(newMessage({}, { id: other }))).toEqual([200, isOne ? 'duplicate' : undefined]);
});

test('an event that two triggers of one n8n take starts both', async () => {
	const ids = { workflow: 'workflow', node: 'one' };
	await stage.start({ ids });
	const body = newMessage();
	expect(await deliver(body)).toEqual([200, undefined]);
	ids.node = 'other';
	expect(await deliver(body)).toEqual([200, undefined]);
	expect(await deliver(body)).toEqual([200, 'duplicate']);
});

test('does not remember what was refused or filtered', async () => {
	const body = newMessage();
	await stage.send(body, { key: stage.platform.otherKey });
	stage.trigger.setParameters({ events: ['ChatMemoChanged'] });
	expect(await deliver(body)).toEqual([200, 'event']);
	stage.trigger.setParameters({});
	expect(await deliver(body)).toEqual([200, undefined]);
});

test('starts each copy when the user wants that', async () => {
	await stage.start({ parameters: { options: { deduplicate: false } } });
	const body = newMessage();
	await deliver(body);
	await deliver(body);
	expect(stage.trigger.executions).toHaveLength(2);
});

test('lets the same event be played again while the editor listens', async () => {
	await stage.start({ mode: 'manual' });
	const body = newMessage();
	await deliver(body);
	await deliver(body);
	expect(stage.trigger.executions).toHaveLength(2);
});
