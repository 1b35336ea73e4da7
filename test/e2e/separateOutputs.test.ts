import { randomUUID } from 'node:crypto';
import type { WorkflowDefinition } from '../../sandbox/demo/rest';
import { type ChainNode, type RealN8n, createAndPublish, runByHand, startRealN8n, unpublishWorkflow } from '../helpers/realN8n';
import { waitFor } from '../helpers/waitFor';
import { deliverSigned } from './delivery';
import { Questions } from './questions';

let real: RealN8n;
let questions: Questions;

beforeAll(async () => {
	real = await startRealN8n();
	questions = new Questions(real);
});
afterAll(async () => await real?.close());

const LIMIT = { limitWaitTime: { values: { limitType: 'afterTimeInterval', resumeAmount: 0.02, resumeUnit: 'minutes' } } };

/** A step behind each output. Its item says who wrote, which n8n finds through the item of the question. */
const STEPS = ['First', 'Second', 'Third', 'Fourth'];

function step(name: string): ChainNode {
	const value = "={{ $('Messages').item.json.text.split(' ').slice(0, 2).join(' ') }}";
	const assignments = { assignments: [{ id: 'said', name: 'said', type: 'string', value }] };
	const parameters = { assignments, includeOtherFields: true, options: {} };
	return { name, type: 'n8n-nodes-base.set', typeVersion: 3.4, parameters };
}

/** A workflow that asks, with a step behind each output. */
function branching(parameters: object, settings: object = {}): WorkflowDefinition {
	const to = (...names: string[]) => ({ main: names.map((node) => [{ node, type: 'main', index: 0 }]) });
	const start = { ...questions.trigger(), webhookId: randomUUID() };
	const nodes = [start, { ...questions.ask(parameters), ...settings }, ...STEPS.map(step)];
	return {
		name: randomUUID(),
		nodes: nodes.map((node, index) => ({ id: randomUUID(), position: [index * 240, 0], ...node })),
		connections: { Messages: to('Ask'), Ask: to(...STEPS) },
		settings: { executionOrder: 'v1' },
	};
}

/** The steps that ran in an execution, with their items. */
async function branchesOf(executionId: string): Promise<object> {
	const { status, output } = await questions.ended(executionId);
	expect(status).toBe('success');
	return Object.fromEntries(STEPS.flatMap((name) => (output[name] === undefined ? [] : [[name, output[name]]])));
}

/** Asks, presses a button or waits for the end of the time limit, and lists the steps that ran, with their items. */
async function branchesAfter(choice: number | 'timeout', parameters: object, settings: object = {}): Promise<object> {
	const { id, url } = await createAndPublish(real, branching(parameters, settings));
	const [{ executionId, payloads } = { executionId: '', payloads: [] }] = await questions.asked();
	if (choice !== 'timeout') expect(await deliverSigned(real, url, {}, questions.pressed(payloads[choice]))).toBe(200);
	const branches = await branchesOf(executionId);
	await unpublishWorkflow(real, id);
	return branches;
}

const item = (data: object) => [{ data: expect.objectContaining(data), said: 'Please ask' }];
const separate = { options: { separateOutputs: true } };

test('runs only the branch of the button that was pressed', async () => {
	expect(await branchesAfter(0, separate)).toEqual({ Second: item({ approved: true, timedOut: false }) });
	expect(await branchesAfter(1, separate)).toEqual({ Third: item({ approved: false, timedOut: false }) });
});

test('runs only the branch of the choice, even one whose label comes from an expression', async () => {
	const choice = [{ label: 'Morning' }, { label: 'Noon' }, { label: '={{ "Even" + "ing" }}', value: 'late' }];
	const parameters = { ...separate, responseType: 'choice', choices: { choice } };
	expect(await branchesAfter(2, parameters)).toEqual({ Fourth: item({ choice: 'late', timedOut: false }) });
});

test('keeps the outputs of a question that waits while the workflow is changed', async () => {
	const { nodes, ...definition } = branching(separate);
	const { id, url } = await createAndPublish(real, { ...definition, nodes });
	const [{ executionId, payloads } = { executionId: '', payloads: [] }] = await questions.asked();
	const { parameters } = questions.ask();
	const changed = (nodes as ChainNode[]).map((node) => (node.name === 'Ask' ? { ...node, parameters } : node));
	await real.rest.updateWorkflow(id, { ...definition, nodes: changed });
	await real.rest.publish(id);
	// n8n registers the trigger again meanwhile
	const pressed = async () => (await deliverSigned(real, url, {}, questions.pressed(payloads[1]))) === 200;
	await waitFor(pressed, 'the press is taken');
	expect(await branchesOf(executionId)).toEqual({ Third: item({ approved: false }) });
	await unpublishWorkflow(real, id);
});

test('lets pinned data through the first output', async () => {
	const pinned = { Messages: [{ json: { text: 'Please ask' } }], Ask: [{ json: { data: { approved: true } } }] };
	const { id } = await real.rest.createWorkflow({ ...branching(separate), pinData: pinned });
	const { output } = await runByHand(real.rest, id, 'Messages');
	expect(Object.keys(output).filter((name) => STEPS.includes(name))).toEqual(['First']);
});

test('runs only the first branch when the time is over', async () => {
	const options = { ...separate.options, ...LIMIT };
	expect(await branchesAfter('timeout', { options })).toEqual({ First: item({ timedOut: true }) });
});
