/* eslint-disable @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import type { INodeParameters } from 'n8n-workflow';
import { EVENT_NAMES } from '../../sandbox/events/catalogue';
import { call, runSandbox } from '../helpers/sandbox';
import { FakeN8n } from '../helpers/fakeN8n';
import { ACTS, EXAMPLES, fieldsOf, pin, pinnedNodes, type SampledTrigger, triggersOf } from './samples';

const running = runSandbox();
const WITH_TRIGGER = EXAMPLES.filter((file) => triggersOf(file).length > 0);

/** The item that the trigger of an example starts its workflow with when the act of its sample has happened. */
async function itemOf({ id, parameters }: SampledTrigger): Promise<object> {
	await call(running.sandbox, 'POST /sandbox/reset');
	running.sandbox.state.webhooks = [];
	const { apiToken, baseUrl, notificationUrl, issuer, origin, fileOrigin, state } = running.sandbox;
	const trigger = await FakeN8n.start({
		credential: { apiToken, baseUrl, notificationUrl, issuer, keyOrigins: '', fileOrigins: fileOrigin },
		accountId: state.accountId,
		parameters: parameters as INodeParameters,
	});
	try {
		await call(running.sandbox, 'POST /notifications/webhooks', { body: { url: trigger.url, events: EVENT_NAMES } });
		await ACTS[id]?.(running.sandbox);
		await running.sandbox.settled();
	} finally {
		await trigger.close();
	}
	const item = trigger.executions.flat().find(({ json }) => json.isFinal !== false);
	if (!item) throw new Error(`The act of ${id} doesn't start its workflow.`);
	const text = JSON.stringify(item).replaceAll(origin, 'https://platform.example.com');
	return JSON.parse(text.replaceAll(fileOrigin, 'https://files.example.com')) as object;
}

test('has a sample for every trigger of an example, and for no other node', () => {
	expect(WITH_TRIGGER.flatMap(triggersOf).map(({ id }) => id)).toEqual(Object.keys(ACTS));
	for (const file of EXAMPLES) {
		expect({ file, pinned: pinnedNodes(file) }).toEqual({ file, pinned: triggersOf(file).map(({ name }) => name) });
	}
});

test.each(WITH_TRIGGER)('has in %s the fields that the trigger emits', async (file) => {
	const emitted = new Map<string, object>();
	for (const trigger of triggersOf(file)) emitted.set(trigger.name, await itemOf(trigger));
	const expected = [...emitted].map(([name, item]) => ({ name, fields: [fieldsOf(item)] }));
	const sampled = () => triggersOf(file).map(({ name, pinned }) => ({ name, fields: pinned.map((item) => fieldsOf(item)) }));
	// a sample that is right keeps its times and ids
	if (process.env.RECORD === '1' && JSON.stringify(sampled()) !== JSON.stringify(expected)) pin(file, emitted);
	expect(sampled()).toEqual(expected);
});
