import { byId } from '../helpers/runAction';
import { chainWorkflow, createAndPublish, type RealN8n, startRealN8n } from '../helpers/realN8n';
import { chatOf, control, pressNewest } from '../helpers/sandbox';
import { waitFor } from '../helpers/waitFor';
import { deliverSigned } from './delivery';
import { ADA, AFTER, type AskedInChat, Questions } from './questions';

let real: RealN8n;
let questions: Questions;
let webhook: string;

beforeAll(async () => {
	real = await startRealN8n();
	questions = new Questions(real);
	({ url: webhook } = await createAndPublish(real, questions.workflow('Asks')));
	await createAndPublish(real, chainWorkflow('Also listens', [questions.trigger(), AFTER]));
});
afterAll(async () => await real?.close());

async function ask(): Promise<AskedInChat> {
	const [asked] = await questions.asked();
	if (asked === undefined) throw new Error('no question was asked');
	return asked;
}

const deliver = async (event: object, token: object = {}) => await deliverSigned(real, webhook, token, event);

test('asks a question and takes a button as its answer; the press starts no workflow', async () => {
	const { executionId } = await ask();
	expect((await questions.inChat()).at(-1)).toMatchObject({ buttons: [{ text: 'Approve' }, { text: 'Decline' }] });
	await real.sandbox.settled();
	const before = (await real.rest.listExecutions()).length;
	await pressNewest(real.sandbox, ADA, 0);
	const { output } = await questions.ended(executionId);
	expect(output.After).toMatchObject([{ data: { approved: true, timedOut: false, sender: {} } }]);
	await real.sandbox.settled();
	type Delivery = { name: string; attempts: Array<{ status?: number }> };
	const deliveries = await control<Delivery[]>(real.sandbox, 'GET', '/deliveries');
	const presses = deliveries.filter(({ name }) => name === 'EndUserActionCommand');
	expect(presses.map(({ attempts }) => attempts.map(({ status }) => status))).toEqual([[200], [200]]);
	expect(await real.rest.listExecutions()).toHaveLength(before);
});

test('keeps waiting after another chat, a forged key and a forged delivery', async () => {
	const { executionId, payloads } = await ask();
	const [key = ''] = payloads;
	expect(await deliver(questions.pressed(key, { chatId: '1', tbChatId: 1 }))).toBe(200);
	expect(await deliver(questions.pressed(`${key.slice(0, 4)}AAAA${key.slice(8)}`))).toBe(200);
	expect(await deliver(questions.pressed(key), { issuer: 'somebody' })).toBe(401);
	expect(await questions.status(executionId)).toBe('waiting');
	expect(await deliver(questions.pressed(key))).toBe(200);
	expect((await questions.ended(executionId)).output.After).toMatchObject([{ data: { approved: true } }]);
});

test('continues a workflow that is run by hand in the editor, too', async () => {
	const start = { name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} };
	const there = questions.ask({ sendTo: 'chat', chat: byId(chatOf(real.sandbox, 'tg')), message: 'Ship it?' });
	const { id } = await real.rest.createWorkflow(chainWorkflow('By hand', [start, there, AFTER]));
	const { executionId = '' } = await real.rest.run(id, 'Start');
	await waitFor(async () => (await questions.status(executionId)) === 'waiting', 'it waits');
	await pressNewest(real.sandbox, ADA, 0);
	expect((await questions.ended(executionId)).output.After).toMatchObject([{ data: { approved: true } }]);
});

test('writes nothing secret to the log', () => {
	const log = real.n8n.lines.join('\n');
	expect(log).not.toContain(real.sandbox.apiToken);
	expect(log).not.toMatch(/signature=[0-9a-f]{16}/);
});
