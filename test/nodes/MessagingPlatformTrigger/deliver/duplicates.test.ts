import { newMessage } from '../../../helpers/deliveries';
import { useTriggers } from '../../../helpers/useTriggers';

const stage = useTriggers();

const deliver = async (body: string) => await stage.outcome(body);

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
	const body = newMessage();
	expect(await deliver(body)).toEqual([200, undefined]);
	stage.trigger.nodes[0]!.id = 'other';
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

test('lets the same event be played again while the editor listens', async () => {
	await stage.start({ mode: 'manual' });
	const body = newMessage();
	await deliver(body);
	await deliver(body);
	expect(stage.trigger.executions).toHaveLength(2);
});
