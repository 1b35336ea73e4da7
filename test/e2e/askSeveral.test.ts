import { randomUUID } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';
import type { WorkflowDefinition } from '../../sandbox/demo/rest';
import { createAndPublish, hasEnded, type RealN8n, referenceTo, startRealN8n } from '../helpers/realN8n';
import { control, sentTo } from '../helpers/sandbox';
import { waitFor } from '../helpers/waitFor';
import { type TestNode, Agents, LOOP, fromAI } from './agents';
import { Questions } from './questions';

/** Three items, as the guides speak of several. */
const PEOPLE = ['Ada', 'Bob', 'Cleo'];
const BOSS = '70001';

let real: RealN8n;
let agents: Agents;
beforeAll(async () => {
	real = await startRealN8n();
	agents = await Agents.start(real, (messages) => {
		const last = messages.at(-1);
		const text = String(last?.content);
		return last?.role === 'user' ? [{ tool: 'Notify', input: { toolParameters: { text }, hitlParameters: {} } }] : 'done';
	});
	const questions = new Questions(real);
	await createAndPublish(real, questions.workflow('Listens'));
}, 900_000);
afterAll(async () => {
	await agents?.close();
	await real?.close();
});

const node = (name: string, type: string, typeVersion: number, parameters: object = {}): TestNode => ({
	...{ name, type, typeVersion, parameters: parameters as INodeParameters },
});
const START = node('Start', 'n8n-nodes-base.manualTrigger', 1);
const jsonOutput = JSON.stringify({ people: PEOPLE.map((name) => ({ name })) });
const ROWS = [
	node('List', 'n8n-nodes-base.set', 3.4, { mode: 'raw', jsonOutput, options: {} }),
	node('People', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'people', options: {} }),
];
const EACH = node('Each', LOOP, 3, { options: {} });
const END = node('End', 'n8n-nodes-base.noOp', 1);
const chat = () => {
	const { channel, channelId, chatId } = real.sandbox.state.chats.find(({ tbChatId }) => String(tbChatId) === BOSS) ?? {};
	return { __rl: true, mode: 'id', value: `${channel}_${String(channelId)}_${chatId}` };
};
const choice = () => ({
	...node('Ask', 'n8n-nodes-messaging-platform.messagingPlatform', 1, {
		...{ resource: 'message', operation: 'sendAndWait', sendTo: 'chat', chat: chat(), message: '={{ $json.name }}, coming?' },
		...{ responseType: 'choice', choices: { choice: [{ label: 'Yes', value: '={{ $json.name }} comes' }] } },
	}),
	credentials: referenceTo(real.credential),
});

/** A workflow of nodes in a row; with a loop in it, the last node leads back to it and the loop's first output to the end. */
async function create(row: TestNode[]): Promise<string> {
	const connections: WorkflowDefinition['connections'] = {};
	const to = (name: string) => [{ node: name, type: 'main', index: 0 }];
	row.slice(1).forEach(({ name }, index) => {
		const before = row[index];
		connections[before?.name ?? ''] = { main: before?.type === LOOP ? [to('End'), to(name)] : [to(name)] };
	});
	const loop = row.find(({ type }) => type === LOOP);
	if (loop) connections[row.at(-1)?.name ?? ''] = { main: [to(loop.name)] };
	const nodes = [...row, ...(loop ? [END] : [])].map((one, index) => ({
		...{ id: randomUUID(), position: [index * 200, 0] as [number, number], parameters: {} },
		...one,
	}));
	return (await real.rest.createWorkflow({ name: randomUUID(), nodes, connections, settings: { executionOrder: 'v1' } })).id;
}

/** The questions in the chat. */
const asked = async () => (await sentTo(real.sandbox, BOSS)).filter(({ buttons = [] }) => buttons.length > 0);

async function press(index: number): Promise<string> {
	await waitFor(async () => (await asked()).length > index, `question ${index} is asked`);
	const question = (await asked())[index];
	await control(real.sandbox, 'POST', `/chats/${BOSS}/press`, { messageId: question?.id, index: 0 });
	return question?.text ?? '';
}

async function statusOf(workflow: string, id: string) {
	const ended = async () => (await real.rest.listExecutions(workflow)).find((one) => one.id === id && hasEnded(one));
	await waitFor(async () => (await ended()) !== undefined, 'it ends');
	return (await ended())?.status;
}

async function endOf(workflow: string, id: string) {
	await statusOf(workflow, id);
	return await real.rest.getExecution(id);
}

const start = async (workflow: string) => (await real.rest.run(workflow, 'Start')).executionId ?? '';
const comes = PEOPLE.map((name) => ({ data: expect.objectContaining({ choice: `${name} comes` }) as unknown }));

test('asks three people one after the other in Loop Over Items, and continues with all answers', async () => {
	const before = (await asked()).length;
	const workflow = await create([START, ...ROWS, EACH, choice()]);
	const id = await start(workflow);
	for (const [index, name] of PEOPLE.entries()) expect(await press(before + index)).toBe(`${name}, coming?`);
	const { status, output } = await endOf(workflow, id);
	expect([status, output.End]).toEqual(['success', comes]);
});

/** A sub-workflow that asks, and the node that calls it. */
async function calling(parameters: object) {
	const begin = node('Start', 'n8n-nodes-base.executeWorkflowTrigger', 1.1, { inputSource: 'passthrough' });
	const sub = await create([begin, choice()]);
	await real.rest.publish(sub);
	const workflowId = { __rl: true, mode: 'id', value: sub };
	return { sub, call: node('Call', 'n8n-nodes-base.executeWorkflow', 1.2, { workflowId, mode: 'each', ...parameters }) };
}

test('asks three people at once in a sub-workflow that is not waited for, and each execution gets its answer', async () => {
	const before = (await asked()).length;
	const { sub, call } = await calling({ options: { waitForSubWorkflow: false } });
	const workflow = await create([START, ...ROWS, call]);
	const { status } = await endOf(workflow, await start(workflow));
	expect(status).toBe('success');
	for (const index of PEOPLE.keys()) await press(before + index);
	const all = async () => (await real.rest.listExecutions(sub)).filter(hasEnded);
	await waitFor(async () => (await all()).length === PEOPLE.length, 'all sub-workflows end');
	const answers = await Promise.all((await all()).map(async ({ id }) => (await real.rest.getExecution(id)).output.Ask?.[0]));
	expect(answers).toEqual(expect.arrayContaining(comes));
});

test('reviews a call for each of three items if the agent runs in Loop Over Items', async () => {
	const before = (await asked()).length;
	const texts = (await sentTo(real.sandbox, BOSS)).length;
	const set = { resource: 'message', operation: 'send', sendTo: 'chat', chat: chat() } as unknown as INodeParameters;
	const tool = agents.tool('Notify', { ...set, text: fromAI('text') });
	const message = '=Run {{ $tool.name }}?\n{{ $tool.parameters }}';
	const review = agents.review({ message, sendTo: 'chat', chat: chat() } as unknown as INodeParameters);
	const agent = agents.agent(3, { text: '={{ $json.name }}' });
	const workflow = await agents.workflow([START, ...ROWS, EACH, agent], [review], [{ node: review, tools: [tool] }]);
	const id = await start(workflow);
	for (const [index, name] of PEOPLE.entries()) expect(await press(before + index)).toBe(`Run Notify?\ntext: "${name}"`);
	expect(await statusOf(workflow, id)).toBe('success');
	const sent = (await sentTo(real.sandbox, BOSS)).slice(texts).filter(({ buttons = [] }) => buttons.length === 0);
	expect(sent.map(({ text }) => text)).toEqual(PEOPLE);
});

test("shows what a Code Tool reads of the agent's own item, and it runs with that", async () => {
	const before = (await asked()).length;
	const review = agents.review({ message: '=Run {{ $tool.name }}?', sendTo: 'chat', chat: chat() } as unknown as INodeParameters);
	const parameters = {
		...{ description: 'Notifies', specifyInputSchema: true, schemaType: 'manual', jsCode: 'return JSON.stringify(query)' },
		inputSchema: JSON.stringify({ type: 'object', properties: { text: { type: 'string' }, name: { type: 'string' } } }),
	};
	const code = node('Notify', '@n8n/n8n-nodes-langchain.toolCode', 1.3, parameters);
	const one = node('One', 'n8n-nodes-base.limit', 1, { maxItems: 1 });
	const agent = agents.agent(3, { text: 'Notify them' });
	agents.model.calls.length = 0;
	const workflow = await agents.workflow([START, ...ROWS, one, agent], [review], [{ node: review, tools: [code] }]);
	const id = await start(workflow);
	const shown = 'Run Notify?\n\nThe tool may also read these values of the agent\'s item:\nname: "Ada"';
	expect(await press(before)).toBe(shown);
	expect(await statusOf(workflow, id)).toBe('success');
	expect(agents.model.calls.flat().join('\n')).toMatch(/name\\*":\\*"Ada/);
});
