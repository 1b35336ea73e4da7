import { randomUUID } from 'node:crypto';
import { credentialData } from '../../sandbox/demo/provision';
import {
	type ChainNode,
	chainWorkflow,
	createAndPublish,
	publishWorkflow,
	unpublishWorkflow,
	type RealN8n,
	startRealN8n,
} from '../helpers/realN8n';
import { say, sentTo } from '../helpers/sandbox';
import { waitFor } from '../helpers/waitFor';
import { deliverSigned } from './delivery';
import { ADA, AFTER, callOf, Questions } from './questions';

let real: RealN8n;
let questions: Questions;
/** A workflow that does nothing, through whose trigger all answers come. */
let receiver: { id: string; url: string };

beforeAll(async () => {
	real = await startRealN8n();
	questions = new Questions(real);
	const nothing = [questions.trigger(['ChatMemoChanged']), AFTER];
	receiver = await createAndPublish(real, chainWorkflow('Receives answers', nothing));
});
afterAll(async () => await real?.close());

const press = async (payload: string | undefined, change: object = {}) =>
	await deliverSigned(real, receiver.url, {}, questions.pressed(payload, change));

/** Asks once through a workflow that is published only for that, so that nothing else answers the person. */
async function askOnce(definition: Parameters<typeof createAndPublish>[1]) {
	const { id } = await createAndPublish(real, definition);
	const [question] = await questions.asked();
	await unpublishWorkflow(real, id);
	if (question === undefined) throw new Error('nothing was asked');
	return question;
}

const APPROVED = [{ data: expect.objectContaining({ approved: true, timedOut: false }) }];

test("leaves the next question waiting after another account's press, and after a recorded press that is replayed", async () => {
	const first = await askOnce(questions.workflow('First'));
	const recorded = questions.pressed(first.payloads[0]);
	expect(await deliverSigned(real, receiver.url, {}, recorded)).toBe(200);
	await questions.ended(first.executionId);
	const { executionId, payloads } = await askOnce(questions.workflow('Second'));
	expect(await deliverSigned(real, receiver.url, {}, recorded)).toBe(200);
	expect(await deliverSigned(real, receiver.url, {}, { ...recorded, id: randomUUID() })).toBe(200);
	const accountId = randomUUID();
	expect(await deliverSigned(real, receiver.url, { accountId }, questions.pressed(payloads[0]))).toBe(401);
	expect(await deliverSigned(real, receiver.url, {}, { ...questions.pressed(payloads[0]), accountId })).toBe(401);
	expect(await deliverSigned(real, receiver.url, { accountId }, { ...questions.pressed(payloads[0]), accountId })).toBe(401);
	expect(await questions.status(executionId)).toBe('waiting');
	expect(await press(payloads[0])).toBe(200);
	expect((await questions.ended(executionId)).output.After).toEqual(APPROVED);
});

test('confirms an answer once, however often the button is pressed', async () => {
	const confirmation = `Noted ${randomUUID()}`;
	const { executionId, payloads } = await askOnce(questions.workflow('Confirms', { options: { confirmation } }));
	const confirmed = async () => (await sentTo(real.sandbox, ADA)).filter(({ text }) => text === confirmation).length;
	const copy = questions.pressed(payloads[0]);
	const deliver = async (event: object) => await deliverSigned(real, receiver.url, {}, event);
	const statuses = await Promise.all([deliver(copy), deliver(copy), press(payloads[0]), press(payloads[1])]);
	expect(statuses).toEqual([200, 200, 200, 200]);
	await questions.ended(executionId);
	await waitFor(async () => (await confirmed()) > 0, 'the answer is confirmed');
	// later ones
	expect([await deliver(copy), await press(payloads[1])]).toEqual([200, 200]);
	// its messages come after a late confirmation
	await askOnce(questions.workflow('Next'));
	expect(await confirmed()).toBe(1);
});

test('takes no answer to an old question with another API token, and does again with the old one', async () => {
	const { executionId, payloads } = await askOnce(questions.workflow('Token'));
	// one that has not read its credential yet: for some seconds a trigger remembers it
	const nothing = chainWorkflow('Reads its credential anew', [questions.trigger(['ChatMemoChanged']), AFTER]);
	const { id, url } = await createAndPublish(real, nothing);
	const data = credentialData(real.sandbox);
	await real.rest.updateCredential(real.credential, { ...data, apiToken: `${real.sandbox.apiToken}x` });
	expect(await deliverSigned(real, url, {}, questions.pressed(payloads[0]))).toBe(200);
	expect(await questions.status(executionId)).toBe('waiting');
	await real.rest.updateCredential(real.credential, data);
	await unpublishWorkflow(real, id);
	expect(await press(payloads[0])).toBe(200);
	expect((await questions.ended(executionId)).output.After).toEqual(APPROVED);
});

test('takes no answer while no trigger is published, and does through one that is published later', async () => {
	const { executionId, payloads } = await askOnce(questions.workflow('Nobody listens'));
	await unpublishWorkflow(real, receiver.id);
	expect(real.sandbox.state.webhooks).toEqual([]);
	expect(await press(payloads[0])).toBe(404);
	expect(await questions.status(executionId)).toBe('waiting');
	receiver = { id: receiver.id, url: (await publishWorkflow(real, receiver.id)).url };
	expect(await press(payloads[0])).toBe(200);
	expect((await questions.ended(executionId)).output.After).toEqual(APPROVED);
});

test('asks only the first of several items, and outputs its answer as the one item', async () => {
	const several: ChainNode = {
		...{ name: 'Several', type: 'n8n-nodes-base.code', typeVersion: 2 },
		parameters: { jsCode: 'return [1, 2, 3].map((number) => ({ json: { ...$json, number } }));' },
	};
	const ask = questions.ask({ message: '=Number {{ $json.number }}? {{ $json.text }}' });
	const before = (await questions.inChat()).length;
	const { executionId, payloads } = await askOnce(chainWorkflow('Several', [questions.trigger(), several, ask, AFTER]));
	expect((await questions.inChat()).slice(before)).toEqual([
		expect.objectContaining({ text: expect.stringMatching(/^Number 1\?/) }),
	]);
	await press(payloads[1]);
	expect((await questions.ended(executionId)).output.After).toEqual([{ data: expect.objectContaining({ approved: false }) }]);
});

test('asks in a sub-workflow: the answer resumes it, and then the workflow that called it, with the answer', async () => {
	const chat = real.sandbox.state.chats.find(({ tbChatId }) => String(tbChatId) === ADA);
	const value = `${chat?.channel}_${chat?.channelId}_${chat?.chatId}`;
	const ask = questions.ask({ sendTo: 'chat', chat: { __rl: true, mode: 'id', value } });
	const call = await callOf(real.rest, [ask]);
	const { id: parent } = await createAndPublish(real, chainWorkflow('Calls', [questions.trigger(), call, AFTER]));
	const [{ executionId, payloads } = { executionId: '', payloads: [] }] = await questions.asked();
	const calling = async () => (await real.rest.listExecutions(parent))[0];
	await waitFor(async () => (await calling())?.status === 'waiting', 'the workflow that called it waits');
	await press(payloads[0]);
	await questions.ended(executionId);
	expect((await questions.ended((await calling())?.id ?? '')).output.After).toEqual(APPROVED);
	await unpublishWorkflow(real, parent);
});

test('leaves nothing of stopped or deleted executions at the platform, and answers 200 to their buttons at once', async () => {
	const stopped = await askOnce(questions.workflow('Stopped'));
	const deleted = await askOnce(questions.workflow('Deleted'));
	await real.rest.stopExecution(stopped.executionId);
	await real.rest.deleteExecutions([deleted.executionId]);
	await waitFor(async () => (await questions.status(deleted.executionId)) === undefined, 'it is deleted');
	expect(real.sandbox.state.webhooks.map(({ url }) => url)).toEqual([receiver.url]);
	for (const { payloads } of [stopped, deleted]) expect(await press(payloads[0])).toBe(200);
	expect(await questions.status(stopped.executionId)).toBe('canceled');
});

test('lets the events of others through while fifty executions wait', async () => {
	const { id } = await createAndPublish(real, questions.workflow('Fifty'));
	const waiting = await questions.asked(Array.from({ length: 50 }, () => 'Please ask'));
	await unpublishWorkflow(real, id);
	const { id: others } = await createAndPublish(real, chainWorkflow('Others', [questions.trigger(), AFTER]));
	for (let message = 0; message < 10; message += 1) await say(real.sandbox, ADA, { text: 'Hello' });
	const done = async () => (await real.rest.listExecutions(others)).filter(({ status }) => status === 'success').length;
	await waitFor(async () => (await done()) === 10, 'all events are executed');
	const [first, , third] = waiting;
	expect(await press(third?.payloads[0])).toBe(200);
	await questions.ended(third?.executionId ?? '');
	expect(await questions.status(first?.executionId ?? '')).toBe('waiting');
});
