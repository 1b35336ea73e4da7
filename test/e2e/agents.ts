import type { WorkflowDefinition } from '../../sandbox/demo/rest';
import type { Credential } from '../../sandbox/demo/restSchemas';
import { chatOf, say } from '../helpers/sandbox';
import { type ChainNode, publishWorkflow, referenceTo, unpublishWorkflow } from '../helpers/realN8n';
import { type Model, startModel } from '../examples/model';
import type { Asking } from './questions';
import { action, firstEnded, ofN8n, trigger } from './workflows';

export const AGENT = '@n8n/n8n-nodes-langchain.agent';

/** Its second output runs once for each item, to the end of the row and back. */
export const LOOP = 'splitInBatches';

/** A field that its author gave to the model. */
export const fromAI = (key: string, type = 'string') => `={{ $fromAI('${key}', 'as you like', '${type}') }}`;

/** The node between trigger and agent: it replaces the json, as an Edit Fields node does. */
export const BETWEEN = ofN8n('Between', 'set', 3.4, {
	...{ mode: 'raw', jsonOutput: '={{ ({ question: $json.text ?? $json.question }) }}', options: {} },
});

/** An agent as a tool of another one. */
export const SUB_AGENT: ChainNode = {
	...{ name: 'Helper', type: `${AGENT}Tool`, typeVersion: 3 },
	parameters: { toolDescription: 'Helps', text: fromAI('query'), options: {} },
};

/** A real n8n, or several processes of one, in which agents with a scripted model have the action node as their tool. */
export class Agents {
	/** The tool calls that the model makes when it reads what a person said; it is done after them. */
	plan: (said: string) => Array<{ tool: string; input: object }> = () => [];

	private constructor(
		readonly real: Asking,
		readonly model: Model,
		private readonly modelCredential: Credential,
	) {}

	static async start(real: Asking): Promise<Agents> {
		const model = await startModel((messages) => {
			const last = messages.at(-1);
			return last?.role === 'user' ? agents.plan(String(last.content)) : 'done';
		});
		const agents = new Agents(real, model, await real.rest.createCredential('Stand-in', 'openAiApi', model.credential));
		return agents;
	}

	/** The results of its calls that the model read. */
	told(): string {
		const lines = this.model.calls.flat().filter((line) => line.startsWith('tool: '));
		return lines.join('\n');
	}

	trigger(): ChainNode {
		return { ...trigger(this.real.credential), webhookId: crypto.randomUUID() };
	}

	/** The action node as a tool. */
	tool(name: string, parameters: object): ChainNode {
		return action(this.real.credential, name, parameters, 'Tool');
	}

	/** The action node as the human review of tools. */
	review(parameters: object): ChainNode {
		return action(this.real.credential, 'Review', parameters, 'HitlTool');
	}

	agent(typeVersion = 3, parameters: object = {}): ChainNode {
		const text = '={{ $json.text ?? $json.question }}';
		const all = { agent: 'toolsAgent', promptType: 'define', text, options: {}, ...parameters };
		return { name: 'Agent', type: AGENT, typeVersion, parameters: all };
	}

	/**
	 * Makes a workflow of nodes in a row, of which the last is the agent.
	 *
	 * @param row the nodes from the trigger to the agent (or the MCP Server Trigger alone)
	 */
	async workflow(
		row: ChainNode[],
		tools: ChainNode[],
		more: Array<{ node: ChainNode; tools: ChainNode[] }> = [],
	): Promise<string> {
		const last = row.at(-1)?.name ?? '';
		const model: ChainNode = {
			...{ name: 'Model', type: '@n8n/n8n-nodes-langchain.lmChatOpenAi', typeVersion: 1.2 },
			parameters: { model: { __rl: true, mode: 'list', value: 'gpt-4.1-mini' }, options: {} },
			credentials: referenceTo(this.modelCredential),
		};
		const nodes = [...row, model, ...tools, ...more.flatMap(({ tools: own }) => own)];
		const connections: Record<string, Record<string, unknown>> = {};
		const connect = (from: string, to: string, type = 'main') => {
			const before = (connections[from]?.[type] as Array<Array<object>> | undefined)?.[0] ?? [];
			connections[from] = { ...connections[from], [type]: [[...before, { node: to, type, index: 0 }]] };
		};
		row.slice(1).forEach(({ name }, index) => connect(row[index]?.name ?? '', name));
		for (const { name } of row.filter(({ type }) => type.endsWith(LOOP))) {
			// its first output is for when it has ended
			connections[name] = { main: [[], ...((connections[name]?.main as object[] | undefined) ?? [])] };
			connect(last, name);
		}
		for (const { name } of tools) connect(name, last, 'ai_tool');
		for (const { node, tools: own } of more) for (const { name } of own) connect(name, node.name, 'ai_tool');
		for (const { name } of nodes.filter(({ type }) => type.startsWith(AGENT))) connect(model.name, name, 'ai_languageModel');
		const definition: WorkflowDefinition = {
			name: 'Agent',
			nodes: nodes.map((node, index) => ({ id: crypto.randomUUID(), position: [index * 200, 0], ...node })),
			connections,
			settings: { executionOrder: 'v1' },
		};
		return (await this.real.rest.createWorkflow(definition)).id;
	}

	/** Publishes a workflow that starts with the trigger, writes to it as a person in a chat, and waits for its execution. */
	async converse(...parts: Parameters<Agents['workflow']>): Promise<void> {
		const id = await this.workflow(...parts);
		await publishWorkflow(this.real, id);
		await say(this.real.sandbox, chatOf(this.real.sandbox, 'tg'), { text: 'Hi' });
		await firstEnded(this.real, id);
		await unpublishWorkflow(this.real, id);
	}

	async close(): Promise<void> {
		await this.model.close();
	}
}
