import type { INodeParameters } from 'n8n-workflow';
import { newMessage } from '../../../helpers/deliveries';
import { useTriggers } from '../../../helpers/useTriggers';

const stage = useTriggers({ mode: 'manual' });

/** The status of the answer to a delivery, and the errors that n8n shows for it. */
async function endOf(filters: INodeParameters, body: string, token: object = {}) {
	stage.trigger.setParameters({ events: ['*'], filters });
	const { status } = await stage.send(body, token);
	return [status, ...stage.trigger.executions.flat().map(({ json }) => json.failed)];
}

const ended = (who: string, label: string) => [200, `NodeOperationError: A message from ${who} was left out by the ${label}`];

describe('a message of a person that a filter leaves out while the editor listens', () => {
	test.each<[INodeParameters, string]>([
		[{ textIs: 'stop' }, 'filter Text Is'],
		[{ textBeginnings: 'stop' }, 'filter Text Begins With'],
		[{ direction: 'outbound' }, 'filter Message Direction'],
		[{ channels: ['viber'] }, 'filter Channel Names or IDs'],
		[{ chats: ['70002'] }, 'filter Chat Names or IDs'],
	])('ends the test, with %j, and is not sent again', async (filters, label) => {
		expect(await endOf(filters, newMessage())).toEqual(ended('Ada Lovelace', label));
	});

	test('is named without what its sender could do with a name', async () => {
		const name = { remoteFirstName: `<a href="x">\n${'y'.repeat(500)}`, remoteLastName: undefined };
		const named = /^NodeOperationError: A message from ‹a href="x"> y{40,50}… was/;
		expect(await endOf({ textIs: 'stop' }, newMessage(name))).toEqual([200, expect.stringMatching(named)]);
		const nameless = newMessage({ remoteFirstName: undefined, remoteLastName: undefined });
		stage.trigger.executions.length = 0;
		expect(await endOf({ textIs: 'stop' }, nameless)).toEqual(ended('a person', 'filter Text Is'));
	});

	test.each<[string, INodeParameters, string]>([
		['an outgoing message', {}, newMessage({ direction: 'outbound' })],
		['one of no direction', {}, newMessage({ direction: undefined })],
		['an own one', { direction: 'both' }, newMessage({ direction: 'outbound', senderInfo: { endpointType: 'REST_API' } })],
		['another kind of event', { channels: ['viber'] }, newMessage({}, { name: 'EndUserActionCommand' })],
	])('does not, if it is %s', async (_what, filters, body) => {
		expect(await endOf(filters, body)).toEqual([200]);
	});

	test('does not, if it is forged', async () => {
		expect(await endOf({ textIs: 'stop' }, newMessage(), { issuer: 'other' })).toEqual([401]);
	});
});

test('ends nothing once the workflow is published', async () => {
	await stage.start({ parameters: { filters: { textIs: 'stop' } } });
	expect(await stage.outcome()).toEqual([200, 'text']);
	expect(stage.trigger.executions).toEqual([]);
});

describe('a message without a direction', () => {
	/** Delivers a message to a trigger with this direction; whether it started the workflow. */
	async function starts(direction: string | undefined, of: unknown): Promise<boolean> {
		const { trigger } = stage;
		trigger.setParameters({ events: ['new_message'], filters: direction === undefined ? {} : { direction, ignoreOwn: false } });
		const before = trigger.executions.length;
		expect((await stage.send(newMessage({ direction: of }))).status).toBe(200);
		return trigger.executions.length > before;
	}

	beforeEach(async () => void (await stage.start()));

	test.each([undefined, null, '', 'INBOUND', 7])('of %j starts only with both directions', async (direction) => {
		for (const wanted of [undefined, 'inbound', 'outbound']) expect(await starts(wanted, direction)).toBe(false);
		expect(await starts('both', direction)).toBe(true);
	});

	test('is logged once per minute and node, with what to do', async () => {
		const line = expect.stringMatching(/^A message without a direction didn't start the workflow, .*"Message Direction"/);
		for (let message = 0; message < 5; message += 1) await starts('inbound', undefined);
		expect(stage.trigger.logs).toEqual([line]);
		stage.now += 60_000;
		await starts('inbound', undefined);
		const counted = '4 more like the lines above were only counted.';
		expect(stage.trigger.logs.slice(1)).toEqual([counted, line]);
		stage.trigger.nodes[0]!.id = 'other';
		await starts('inbound', undefined);
		expect(stage.trigger.logs.slice(3)).toEqual([line]);
	});
});
