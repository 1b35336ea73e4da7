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
		[{ textContains: 'stop' }, 'filter Text Contains'],
		[{ textBeginnings: 'stop' }, 'filter Text Begins With'],
		[{ content: 'attachments' }, 'filter Message Content'],
		[{ direction: 'outbound' }, 'filter Message Direction'],
		[{ channels: ['viber'] }, 'filter Channel Names or IDs'],
		[{ chats: ['70002'] }, 'filter Chat Names or IDs'],
	])('ends the test, with %j, and is not sent again', async (filters, label) => {
		expect(await endOf(filters, newMessage())).toEqual(ended('Ada Lovelace', label));
	});

	test('is named without what its sender could do with a name', async () => {
		const name = { remoteFirstName: `<a href="x">\n${'y'.repeat(500)}`, remoteLastName: undefined };
		const [status, line] = await endOf({ textIs: 'stop' }, newMessage(name));
		expect([status, String(line)]).toEqual([
			200,
			expect.stringMatching(/^NodeOperationError: A message from ‹a href="x"> y{40,50}… was/),
		]);
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
