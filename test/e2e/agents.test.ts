import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { z } from 'zod';
import { chatOf, control, sentTo } from '../helpers/sandbox';
import { DEFAULT_ENGINE, type RealN8n, startRealN8n } from '../helpers/realN8n';
import { ALL_EVENTS } from '../../nodes/shared/catalogue';
import { type TestNode, AGENT, Agents, BETWEEN, fromAI } from './agents';
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

const register: INodeParameters = { resource: 'webhook', operation: 'create', url: fromAI('url'), events: [ALL_EVENTS] };

const KINDS: Array<[string, number, TestNode[]]> = [
	['AI Agent 3, with a node between', 3, [BETWEEN]],
	['AI Agent 2.2, which calls its tools directly', 2.2, []],
];

test.each(KINDS)(
	'%s: sends to and reads only the chat of the person who wrote, and registers nothing, whatever the model adds',
	async (_name, version, between) => {
		const [writer, victim] = [chatOf(real.sandbox, 'tg'), chatOf(real.sandbox, 'vk')];
		const before = await texts(victim);
		const text = `Hello from ${version}`;
		const to = { chatRef: victim, sendTo: 'chat', chat: victim, chatFrom: 'chat' };
		plan = () => [
			{ tool: 'Send', input: { text, ...to } },
			{ tool: 'Get', input: to },
			{ tool: 'Register', input: { url: 'https://evil.example/' } },
			{ tool: 'List', input: { allowBeyondConversation: true } },
		];
		const tools = [
			agents.tool('Send', reply),
			agents.tool('Get', { resource: 'chat', operation: 'get' }),
			agents.tool('Register', register),
			agents.tool('List', { resource: 'chat', operation: 'getAll' }),
		];
		await agents.converse(await agents.workflow([agents.trigger(), ...between, agents.agent(version)], tools), 'Hi');
		expect((await texts(writer)).at(-1)).toBe(text);
		expect(await texts(victim)).toEqual(before);
		expect(observed()).toContain(`"chatRef":"${writer}"`);
		expect(observed()).not.toContain(victim);
		expect(real.sandbox.state.webhooks.filter(({ url }) => url.includes('evil'))).toEqual([]);
		expect(observed()).toContain("AI models can't manage webhooks");
		expect(observed()).toContain('AI models may not use this tool');
	},
);

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

const answerSchema = z.object({
	result: z
		.object({ isError: z.boolean().optional(), content: z.array(z.object({ text: z.string() }).passthrough()).optional() })
		.passthrough()
		.optional(),
	error: z.object({ message: z.string() }).passthrough().optional(),
});

/** A client of an MCP server over streamable HTTP, as far as tests need one. */
class McpClient {
	private session = '';

	private id = 0;

	constructor(private readonly url: string) {}

	/** @returns whether the server answered and opened a session */
	async connect(): Promise<boolean> {
		const clientInfo = { name: 'test', version: '1' };
		const params = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo };
		const response = await this.post({ jsonrpc: '2.0', id: ++this.id, method: 'initialize', params });
		this.session = response.headers.get('mcp-session-id') ?? '';
		await response.text();
		if (!response.ok || this.session === '') return false;
		await (await this.post({ jsonrpc: '2.0', method: 'notifications/initialized' })).text();
		return true;
	}

	/** Calls a tool; the answer's texts, joined, and whether the server calls it a failure. */
	async call(name: string, input: object): Promise<{ isError: boolean; text: string }> {
		const response = await this.post({ jsonrpc: '2.0', id: ++this.id, method: 'tools/call', params: { name, arguments: input } });
		const text = await response.text();
		const data = text
			.split('\n')
			.filter((line) => line.startsWith('data: '))
			.map((line) => line.slice('data: '.length));
		const { result, error } = answerSchema.parse(JSON.parse(data.at(-1) ?? text));
		if (!result) throw new Error(`the MCP server refused the call: ${error?.message ?? text}`);
		return { isError: result.isError === true, text: (result.content ?? []).map((one) => one.text).join('\n') };
	}

	private async post(body: object): Promise<Response> {
		const headers: Record<string, string> = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
		if (this.session !== '') headers['mcp-session-id'] = this.session;
		return await fetch(this.url, { method: 'POST', headers, body: JSON.stringify(body) });
	}
}

describe('the MCP Server Trigger', () => {
	let client: McpClient;
	beforeAll(async () => {
		const path = crypto.randomUUID();
		const server: TestNode = {
			...{ name: 'Server', type: '@n8n/n8n-nodes-langchain.mcpTrigger', typeVersion: 2, webhookId: path },
			parameters: { path, authentication: 'none' },
		};
		const tools = [
			agents.tool('Reply', reply),
			agents.tool('Register', register),
			agents.tool('List', { resource: 'channel', operation: 'getAll', returnAll: true, allowBeyondConversation: true }),
		];
		const id = await agents.workflow([server], tools);
		await real.rest.publish(id);
		client = new McpClient(`${real.n8n.origin}/mcp/${path}`);
		await waitFor(async () => await client.connect(), 'the server answers');
	});

	test.each([
		['Reply', { text: 'Hi', chatRef: 'tg_1_victim' }, /No chat to reply to\. Other arguments won't help/],
		['Register', { url: 'https://evil.example/' }, /AI models can't manage webhooks\. Other arguments won't help/],
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
});
