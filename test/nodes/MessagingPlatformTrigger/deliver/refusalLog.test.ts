import { createDeliver } from '../../../../nodes/MessagingPlatformTrigger/deliver/deliver';
import { DeliveryLog } from '../../../../nodes/MessagingPlatformTrigger/deliver/log';
import { deliveryOf, newMessage } from '../../../helpers/deliveries';
import { useTriggers } from '../../../helpers/useTriggers';
import type { INodeParameters } from 'n8n-workflow';

const MAX_LINES = 10;
const WINDOW_MS = 60_000;
const stage = useTriggers();

async function refuse(times: number, authorization = 'Basic x'): Promise<void> {
	const headers = { 'content-type': 'application/json', authorization };
	for (let time = 0; time < times; time += 1) {
		expect((await stage.trigger.send({ body: newMessage(), headers })).status).toBe(401);
	}
}

test('reports after the minute how many were counted, before the next line', async () => {
	await refuse(MAX_LINES + 7);
	stage.now += WINDOW_MS - 1;
	await refuse(1);
	expect(stage.trigger.logs).toHaveLength(MAX_LINES);
	stage.now += 1;
	await refuse(2);
	const [count, ...next] = stage.trigger.logs.slice(MAX_LINES);
	expect(count).toBe('Delivery rejected [scheme]: 8 more like the lines above were only counted.');
	expect(next).toEqual([stage.trigger.logs[0], stage.trigger.logs[0]]);
});

test("names the workflow, the node and the cause to n8n's log, and the caller's address unless lines are only counted", async () => {
	const written: Array<object | undefined> = [];
	await stage.start({ onLog: (_line, metadata) => written.push(metadata) });
	await refuse(MAX_LINES + 1);
	stage.now += WINDOW_MS;
	await refuse(1);
	const place = { code: 'scheme', workflowId: 'workflow-1', workflowName: 'Test', nodeName: 'Messaging Platform Trigger' };
	const withAddress = { ...place, ip: expect.stringContaining('127.0.0.1') };
	expect(written.slice(MAX_LINES - 1)).toEqual([withAddress, place, withAddress]);
});

test('keeps the message and the stack of an unexpected error at debug level, without the API token or any other', async () => {
	const token = stage.platform.token();
	const broken = () => {
		throw new Error(`${stage.platform.credential.apiToken}\nand ${token} at 127.0.0.1`);
	};
	const told = new Promise<string>((resolve) => {
		void stage
			.start({ deliver: createDeliver(undefined, broken, new DeliveryLog(Date.now)), onDebug: resolve })
			.then(async (trigger) => await trigger.send(deliveryOf(newMessage(), token)));
	});
	expect(await told).toMatch(
		/^Unexpected error: Error: \[API token\] and \[token\] at 127\.0\.0\.1 +at \S*broken .*refusalLog\.test\.ts.*$/,
	);
	expect(stage.trigger.logs).toEqual([expect.stringMatching(/\[internal\].*Report this line .* "debug"/)]);
});

const FORMS = ['a-secret-token', '\\u0061-secret-token', 'a%2Dsecret%2dtoken'];
const shown = () => JSON.stringify([stage.trigger.executions, stage.trigger.logs]);

test.each(FORMS)('the API token in an event, as %s, gets into no item', async (form) => {
	for (const raw of [false, true]) {
		stage.trigger.setParameters({ options: { raw, downloadAttachments: true } });
		const attachments = [{ publicUrl: 'PUBLIC', fileName: 'NAME' }];
		const body = newMessage({ text: 'TEXT', attachments })
			.replace('TEXT', `Bearer ${form}`)
			.replace('NAME', form)
			.replace('PUBLIC', `${stage.platform.keyServer.origin}/files/1?key=${form}`);
		const count = stage.trigger.executions.length;
		expect((await stage.send(body)).status).toBe(200);
		expect(stage.trigger.executions).toHaveLength(count + 1);
		expect(JSON.stringify(stage.trigger.executions.at(-1))).toContain('Bearer [API token]');
		expect(stage.platform.keyServer.requests.filter((url) => url.startsWith('/files/'))).toEqual([]);
		for (const one of FORMS) expect(shown()).not.toContain(one);
	}
	expect(shown()).toContain('Not downloaded: its publicUrl contains the API token');
});

test('does not get into the log when the claims of a refused delivery have it', async () => {
	for (const token of [
		{ issuer: 'a-secret-token' },
		{ issuer: `${'x'.repeat(190)}a-secret-token` },
		{ audience: 'a-secret-token' },
	])
		expect((await stage.deliver(token)).status).toBe(401);
	expect(shown()).toContain('details left out: they contain the API token');
	expect(shown()).not.toMatch(/a-secret|secret-token/);
});

/** The status of the answer to a delivery, and the errors that n8n shows for it. */
async function endOf(filters: INodeParameters, body: string) {
	await stage.start({ mode: 'manual', parameters: { events: ['*'], filters } });
	const { status } = await stage.send(body);
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
});

test('a message without a direction starts only with both directions, which is logged once per minute and node', async () => {
	for (const of of [undefined, null, '', 'INBOUND', 7]) {
		for (const direction of [undefined, 'inbound', 'outbound', 'both']) {
			stage.trigger.setParameters({ filters: { ...(direction && { direction }), ignoreOwn: false } });
			const reason = direction === 'both' ? undefined : 'direction';
			expect(await stage.outcome(newMessage({ direction: of }))).toEqual([200, reason]);
		}
	}
	const line = expect.stringMatching(/^A message without a direction didn't start the workflow, .*"Message Direction"/);
	expect(stage.trigger.logs).toEqual([line]);
});
