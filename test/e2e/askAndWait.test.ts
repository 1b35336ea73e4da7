import {
	type ChainNode,
	chainWorkflow,
	createAndPublish,
	type RealN8n,
	runByHand,
	startRealN8n,
	unpublishWorkflow,
} from '../helpers/realN8n';
import { control, pressNewest } from '../helpers/sandbox';
import { waitFor } from '../helpers/waitFor';
import { deliverSigned } from './delivery';
import { ADA, type AskedInChat, Questions } from './questions';
import { AFTER, found, ofN8n, START } from './workflows';

let real: RealN8n;
let questions: Questions;
let webhook: string;

beforeAll(async () => {
	real = await startRealN8n();
	questions = new Questions(real);
	({ url: webhook } = await createAndPublish(real, chainWorkflow('Receives answers', [questions.trigger(), AFTER])));
});
afterAll(async () => await real?.close());

const deliver = async (event: object, token: object = {}) => await deliverSigned(real, webhook, token, event);

/** Asks once through a workflow that is published only for that, so that nothing else asks the person. */
async function ask(definition = questions.workflow('Asks')): Promise<AskedInChat> {
	const { id } = await createAndPublish(real, definition);
	const asked = await questions.asked();
	await unpublishWorkflow(real, id);
	return asked;
}

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
	expect(presses.map(({ attempts }) => attempts.map(({ status }) => status))).toEqual([[200]]);
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

test('answers 200 at once to the buttons of stopped and deleted executions', async () => {
	const [stopped, deleted] = [await ask(), await ask()];
	await real.rest.stopExecution(stopped.executionId);
	await real.rest.deleteExecutions([deleted.executionId]);
	await waitFor(async () => (await questions.status(deleted.executionId)) === undefined, 'it is deleted');
	for (const { payloads } of [stopped, deleted]) expect(await deliver(questions.pressed(payloads[0]))).toBe(200);
	expect(await questions.status(stopped.executionId)).toBe('canceled');
});

test('continues a workflow that is run by hand in the editor, too', async () => {
	const executionId = await questions.begin(chainWorkflow('By hand', [START, questions.askAda(), AFTER]));
	await pressNewest(real.sandbox, ADA, 0);
	expect((await questions.ended(executionId)).output.After).toMatchObject([{ data: { approved: true } }]);
});

test('asks three people one after the other in Loop Over Items, and continues with all answers', async () => {
	const people = ['Ada', 'Bob', 'Cleo'];
	const choice = [{ label: 'Yes', value: '={{ $json.name }} comes' }];
	const jsCode = `return ${JSON.stringify(people.map((name) => ({ json: { name } })))};`;
	const workflow = chainWorkflow('Loop', [
		START,
		ofN8n('People', 'code', 2, { jsCode }),
		ofN8n('Each', 'splitInBatches', 3, { options: {} }),
		questions.askAda({ message: '={{ $json.name }}, coming?', responseType: 'choice', choices: { choice } }),
		AFTER,
	]);
	const to = (node: string) => [{ node, type: 'main', index: 0 }];
	Object.assign(workflow.connections, { Each: { main: [to('After'), to('Ask')] }, Ask: { main: [to('Each')] } });
	const before = (await questions.inChat()).length;
	const { executionId = '' } = await real.rest.run((await real.rest.createWorkflow(workflow)).id, 'Start');
	for (const [index, name] of people.entries()) {
		const { text } = await found(async () => (await questions.inChat())[before + index], `${name} is asked`);
		expect(text).toBe(`${name}, coming?`);
		await pressNewest(real.sandbox, ADA, 0);
	}
	const { output } = await questions.ended(executionId);
	expect(output.After).toMatchObject(people.map((name) => ({ data: { choice: `${name} comes` } })));
});

describe('with Separate Outputs', () => {
	/** A step behind each output. Its item says who wrote, which n8n finds through the item of the question. */
	const STEPS = ['First', 'Second', 'Third', 'Fourth'];
	const separate = { options: { separateOutputs: true } };

	function step(name: string): ChainNode {
		const value = "={{ $('Messages').item.json.text.split(' ').slice(0, 2).join(' ') }}";
		const assignments = { assignments: [{ id: 'said', name: 'said', type: 'string', value }] };
		return ofN8n(name, 'set', 3.4, { assignments, includeOtherFields: true, options: {} });
	}

	/** A workflow that asks, with a step behind each output. */
	function branching(parameters: object) {
		const workflow = chainWorkflow('Branches', [questions.trigger(), questions.ask(parameters), ...STEPS.map(step)]);
		const connections = {
			Messages: workflow.connections.Messages,
			Ask: { main: STEPS.map((node) => [{ node, type: 'main', index: 0 }]) },
		};
		return { ...workflow, connections };
	}

	/** The steps that ran in an execution, with their items. */
	async function branchesOf(executionId: string): Promise<object> {
		const { status, output } = await questions.ended(executionId);
		expect(status).toBe('success');
		return Object.fromEntries(STEPS.flatMap((name) => (output[name] === undefined ? [] : [[name, output[name]]])));
	}

	const item = (data: object) => [{ data: expect.objectContaining(data), said: 'Please ask' }];

	test('runs only the branch of the button that was pressed, and of the choice even if its label is an expression', async () => {
		const choice = [{ label: 'Morning' }, { label: 'Noon' }, { label: '={{ "Even" + "ing" }}', value: 'late' }];
		for (const [button, parameters, branches] of [
			[0, separate, { Second: item({ approved: true, timedOut: false }) }],
			[1, separate, { Third: item({ approved: false, timedOut: false }) }],
			[2, { ...separate, responseType: 'choice', choices: { choice } }, { Fourth: item({ choice: 'late', timedOut: false }) }],
		] as const) {
			const { executionId, payloads } = await ask(branching(parameters));
			expect(await deliver(questions.pressed(payloads[button]))).toBe(200);
			expect(await branchesOf(executionId)).toEqual(branches);
		}
	});

	test('keeps the outputs of a question that waits while the workflow is changed', async () => {
		const definition = branching(separate);
		const { id } = await createAndPublish(real, definition);
		const { executionId, payloads } = await questions.asked();
		const { parameters } = questions.ask();
		const nodes = (definition.nodes as ChainNode[]).map((node) => (node.name === 'Ask' ? { ...node, parameters } : node));
		await real.rest.updateWorkflow(id, { ...definition, nodes });
		await real.rest.publish(id);
		expect(await deliver(questions.pressed(payloads[1]))).toBe(200);
		expect(await branchesOf(executionId)).toEqual({ Third: item({ approved: false }) });
		await unpublishWorkflow(real, id);
	});

	test('lets pinned data through the first output', async () => {
		const pinData = { Messages: [{ json: { text: 'Please ask' } }], Ask: [{ json: { data: { approved: true } } }] };
		const { id } = await real.rest.createWorkflow({ ...branching(separate), pinData });
		const { output } = await runByHand(real.rest, id, 'Messages');
		expect(Object.keys(output).filter((name) => STEPS.includes(name))).toEqual(['First']);
	});

	test('runs only the first branch when the time is over', async () => {
		const values = { limitType: 'afterTimeInterval', resumeAmount: 0.02, resumeUnit: 'minutes' };
		const { executionId } = await ask(branching({ options: { ...separate.options, limitWaitTime: { values } } }));
		expect(await branchesOf(executionId)).toEqual({ First: item({ timedOut: true }) });
	});
});
