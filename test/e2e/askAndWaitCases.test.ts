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
import { say } from '../helpers/sandbox';
import { waitFor } from '../helpers/waitFor';
import { deliverSigned } from './delivery';
import { ADA, AFTER, Questions } from './questions';

/** Somebody in the messenger. */
const BOSS = '271828182';

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

const by = (channelUserId?: string) => ({ remoteContact: { channelUserId } });

/** Asks once through a workflow that is published only for that, so that nothing else answers the person. */
async function askOnce(definition: Parameters<typeof createAndPublish>[1]) {
	const { id } = await createAndPublish(real, definition);
	const [question] = await questions.asked();
	await unpublishWorkflow(real, id);
	if (question === undefined) throw new Error('nothing was asked');
	return question;
}

const APPROVED = [{ data: expect.objectContaining({ approved: true, timedOut: false }) }];

test("only certain people: somebody else's press and one that names nobody do not count", async () => {
	const { executionId, payloads } = await askOnce(questions.workflow('Boss', { options: { approverIds: `1, ${BOSS}` } }));
	expect(await press(payloads[0], by('271828183'))).toBe(200);
	expect(await press(payloads[0], by())).toBe(200);
	expect(await press(payloads[0])).toBe(200);
	expect(await questions.status(executionId)).toBe('waiting');
	expect(await press(payloads[0], by(BOSS))).toBe(200);
	expect((await questions.ended(executionId)).output.After).toEqual(APPROVED);
});

test('another account, and a press that was recorded and is played again, leave the next question waiting', async () => {
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

test('with another API token an old question is answered by nobody; with the old one again it is', async () => {
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

test('while no trigger is published nothing answers; through one that is published later the press does', async () => {
	const { executionId, payloads } = await askOnce(questions.workflow('Nobody listens'));
	await unpublishWorkflow(real, receiver.id);
	expect(real.sandbox.state.webhooks).toEqual([]);
	expect(await press(payloads[0])).toBe(404);
	expect(await questions.status(executionId)).toBe('waiting');
	receiver = { id: receiver.id, url: (await publishWorkflow(real, receiver.id)).url };
	expect(await press(payloads[0])).toBe(200);
	expect((await questions.ended(executionId)).output.After).toEqual(APPROVED);
});

test('of several items the first asks, and its answer is the one item that comes out', async () => {
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

test('a sub-workflow asks: the answer resumes it, and then the workflow that called it, with the answer', async () => {
	const start: ChainNode = {
		...{ name: 'Called', type: 'n8n-nodes-base.executeWorkflowTrigger', typeVersion: 1.1 },
		parameters: { inputSource: 'passthrough' },
	};
	const chat = real.sandbox.state.chats.find(({ tbChatId }) => String(tbChatId) === ADA);
	const value = `${chat?.channel}_${chat?.channelId}_${chat?.chatId}`;
	const ask = questions.ask({ sendTo: 'chat', chat: { __rl: true, mode: 'id', value } });
	const child = await real.rest.createWorkflow(chainWorkflow('Asks for others', [start, ask]));
	await real.rest.publish(child.id);
	const call: ChainNode = {
		...{ name: 'Call', type: 'n8n-nodes-base.executeWorkflow', typeVersion: 1.2 },
		parameters: { workflowId: { __rl: true, mode: 'id', value: child.id }, options: {} },
	};
	const { id: parent } = await createAndPublish(real, chainWorkflow('Calls', [questions.trigger(), call, AFTER]));
	const [{ executionId, payloads } = { executionId: '', payloads: [] }] = await questions.asked();
	const calling = async () => (await real.rest.listExecutions(parent))[0];
	await waitFor(async () => (await calling())?.status === 'waiting', 'the workflow that called it waits');
	await press(payloads[0]);
	await questions.ended(executionId);
	expect((await questions.ended((await calling())?.id ?? '')).output.After).toEqual(APPROVED);
	await unpublishWorkflow(real, parent);
});

test('stopped or deleted executions leave nothing behind at the platform, and their buttons are answered 200 at once', async () => {
	const stopped = await askOnce(questions.workflow('Stopped'));
	const deleted = await askOnce(questions.workflow('Deleted'));
	await real.rest.stopExecution(stopped.executionId);
	await real.rest.deleteExecutions([deleted.executionId]);
	await waitFor(async () => (await questions.status(deleted.executionId)) === undefined, 'it is deleted');
	expect(real.sandbox.state.webhooks.map(({ url }) => url)).toEqual([receiver.url]);
	for (const { payloads } of [stopped, deleted]) expect(await press(payloads[0])).toBe(200);
	expect(await questions.status(stopped.executionId)).toBe('canceled');
});

test('fifty executions wait, and the events of others go through', async () => {
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
