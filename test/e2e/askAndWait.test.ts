/* eslint-disable @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { randomUUID } from 'node:crypto';
import type { Execution } from '../../sandbox/demo/restSchemas';
import { hasEnded, publishWorkflow, type RealN8n, startRealN8n } from '../helpers/realN8n';
import { type SentMessage, control, say, sentTo } from '../helpers/sandbox';
import { waitFor } from '../helpers/waitFor';
import { deliverSigned } from './delivery';

const PACKAGE = 'n8n-nodes-messaging-platform';

/** A chat of the sandbox on Telegram. */
const ADA = '70001';

let real: RealN8n;
let asker: string;
let webhook: string;

beforeAll(async () => {
	real = await startRealN8n();
	asker = (await real.rest.createWorkflow(asking('Asks', { sendTo: 'reply' }))).id;
	({ url: webhook } = await publishWorkflow(real, asker));
	const other = await real.rest.createWorkflow({ ...asking('Also listens', {}), nodes: [trigger('Messages')], connections: {} });
	await publishWorkflow(real, other.id);
});
afterAll(async () => await real?.close());

const own = () => ({ credentials: { messagingPlatformApi: { id: real.credential.id, name: real.credential.name } } });

function trigger(name: string) {
	const parameters = { events: ['new_message'], options: {} };
	const node = { id: randomUUID(), name, typeVersion: 2, position: [0, 0], parameters, webhookId: randomUUID() };
	return { ...node, type: `${PACKAGE}.messagingPlatformTrigger`, ...own() };
}

function asking(name: string, parameters: object, start: object = trigger('Messages')) {
	const base = { typeVersion: 1, position: [200, 0] };
	const question = { resource: 'message', operation: 'sendAndWait', message: 'Ship it?', ...parameters };
	const ask = { ...base, id: randomUUID(), name: 'Ask', type: `${PACKAGE}.messagingPlatform`, parameters: question, ...own() };
	const after = { ...base, id: randomUUID(), name: 'After', type: 'n8n-nodes-base.noOp', parameters: {} };
	const to = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
	const { name: first } = start as { name: string };
	return { name, nodes: [start, ask, after], connections: { [first]: to('Ask'), Ask: to('After') }, settings: {} };
}

const executionsOf = async (workflow: string) => await real.rest.listExecutions(workflow);

/** Has a workflow ask in a chat by what a person says there, and finds the question. */
async function ask(chat = ADA, workflow = asker): Promise<{ id: string; question: SentMessage }> {
	const known = new Set((await executionsOf(workflow)).map(({ id }) => id));
	const before = (await sentTo(real.sandbox, chat)).length;
	await say(real.sandbox, chat, { text: 'Please ask' });
	let id: string | undefined;
	await waitFor(async () => {
		id = (await executionsOf(workflow)).find((one) => !known.has(one.id) && one.status === 'waiting')?.id;
		return id !== undefined;
	}, 'the execution waits');
	const question = (await sentTo(real.sandbox, chat))[before];
	if (id === undefined || question === undefined) throw new Error('no question was asked');
	return { id, question };
}

async function press(question: SentMessage, index: number, chat = ADA): Promise<void> {
	await control(real.sandbox, 'POST', `/chats/${chat}/press`, { messageId: question.id, index });
}

const statusOf = async (id: string, workflow = asker) => (await executionsOf(workflow)).find((one) => one.id === id)?.status;

async function ended(id: string, workflow = asker): Promise<Execution> {
	await waitFor(async () => (await executionsOf(workflow)).some((one) => one.id === id && hasEnded(one)), 'it goes on');
	return await real.rest.getExecution(id);
}

/** A press as the platform delivers it, made by hand. */
function pressed(question: SentMessage, index: number, change: object = {}): object {
	const chat = real.sandbox.state.chats.find(({ tbChatId }) => String(tbChatId) === ADA);
	const { channel, channelId, chatId } = chat ?? {};
	const payload = question.buttons?.[index]?.payload;
	const command = { channel, channelId, chatId, tbChatId: Number(ADA), payload, ...change };
	return { id: randomUUID(), accountId: real.sandbox.accountId, name: 'EndUserActionCommand', command };
}

/** Every delivery of a press was answered 200 at once. */
async function expectNoResends(): Promise<void> {
	await real.sandbox.settled();
	const deliveries = await control<Array<{ name: string; attempts: Array<{ status?: number }> }>>(
		real.sandbox,
		'GET',
		'/deliveries',
	);
	const presses = deliveries.filter(({ name }) => name === 'EndUserActionCommand');
	expect(presses.length).toBeGreaterThan(0);
	expect(presses.filter(({ attempts }) => attempts.length !== 1 || attempts[0]?.status !== 200)).toEqual([]);
}

test('asks a question and takes a button as its answer; the press starts no workflow', async () => {
	const { id, question } = await ask();
	expect(question).toMatchObject({ text: 'Ship it?', buttons: [{ text: 'Approve' }, { text: 'Decline' }] });
	const before = (await executionsOf(asker)).length;
	const since = performance.now();
	await press(question, 0);
	const { output } = await ended(id);
	process.stderr.write(`from press to the end of the execution: ${Math.round(performance.now() - since)} ms\n`);
	expect(output.After).toMatchObject([{ data: { approved: true, timedOut: false, sender: {} } }]);
	await expectNoResends();
	expect(await executionsOf(asker)).toHaveLength(before);
});

test('has one outcome for three presses at once', async () => {
	const { id, question } = await ask();
	const bodies = [0, 1, 0].map((index) => pressed(question, index));
	const statuses = await Promise.all(bodies.map(async (body) => await deliverSigned(real, webhook, {}, body)));
	expect(statuses).toEqual([200, 200, 200]);
	const { output, status } = await ended(id);
	expect(status).toBe('success');
	expect(output.After).toHaveLength(1);
});

test('keeps waiting after another chat, a forged key and a forged delivery', async () => {
	const { id, question } = await ask();
	const key = String(question.buttons?.[0]?.payload);
	expect(await deliverSigned(real, webhook, {}, pressed(question, 0, { chatId: '1', tbChatId: 1 }))).toBe(200);
	for (const payload of [
		`~w11${key.slice(4)}`,
		`${key.slice(0, 4)}AAAA${key.slice(8)}`,
		`${key.slice(0, 20)}A${key.slice(21)}`,
	]) {
		expect(await deliverSigned(real, webhook, {}, pressed(question, 0, { payload }))).toBe(200);
	}
	expect(await deliverSigned(real, webhook, { issuer: 'somebody' }, pressed(question, 0))).toBe(401);
	expect(await statusOf(id)).toBe('waiting');
	await press(question, 0);
	expect((await ended(id)).output.After).toMatchObject([{ data: { approved: true } }]);
});

test('reports in the output when the time is over, and answers a later press with 200', async () => {
	const limit = { limitType: 'afterTimeInterval', resumeAmount: 0.05, resumeUnit: 'minutes' };
	const options = { limitWaitTime: { values: limit } };
	const limited = (await real.rest.createWorkflow(asking('Asks for a while', { sendTo: 'reply', options }))).id;
	const { url } = await publishWorkflow(real, limited);
	await real.rest.unpublish(asker);
	const { id, question } = await ask(ADA, limited);
	const { output } = await ended(id, limited);
	expect(output.After).toEqual([{ data: { chatRef: expect.stringMatching(/^tg_/), timedOut: true } }]);
	expect(await deliverSigned(real, url, {}, pressed(question, 0))).toBe(200);
	expect(await statusOf(id, limited)).toBe('success');
	await real.rest.unpublish(limited);
	({ url: webhook } = await publishWorkflow(real, asker));
});

test('continues a workflow that is run by hand in the editor, too', async () => {
	const start = {
		id: randomUUID(),
		name: 'Start',
		type: 'n8n-nodes-base.manualTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const chat = real.sandbox.state.chats.find(({ tbChatId }) => String(tbChatId) === ADA);
	const value = `${chat?.channel}_${chat?.channelId}_${chat?.chatId}`;
	const parameters = { sendTo: 'chat', chat: { __rl: true, mode: 'id', value } };
	const { id: byHand } = await real.rest.createWorkflow(asking('By hand', parameters, start));
	const before = (await sentTo(real.sandbox, ADA)).length;
	const { executionId = '' } = await real.rest.run(byHand, 'Start');
	await waitFor(async () => (await statusOf(executionId, byHand)) === 'waiting', 'it waits');
	const question = (await sentTo(real.sandbox, ADA))[before];
	if (!question) throw new Error('no question was asked');
	await press(question, 0);
	expect((await ended(executionId, byHand)).output.After).toMatchObject([{ data: { approved: true } }]);
});

test('writes nothing secret to the log', () => {
	const log = real.n8n.lines.join('\n');
	expect(log).not.toContain(real.sandbox.apiToken);
	expect(log).not.toMatch(/signature=[0-9a-f]{16}/);
});
