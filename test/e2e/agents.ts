import type { INodeParameters } from 'n8n-workflow';
import type { WorkflowDefinition } from '../../sandbox/demo/rest';
import type { Credential } from '../../sandbox/demo/restSchemas';
import { chatOf, say } from '../helpers/sandbox';
import { hasEnded, publishWorkflow, unpublishWorkflow } from '../helpers/realN8n';
import { type Model, type Script, startModel } from '../examples/model';
import { waitFor } from '../helpers/waitFor';
import type { Asking } from './questions';

const PACKAGE = 'n8n-nodes-messaging-platform';
export const AGENT = '@n8n/n8n-nodes-langchain.agent';

/** Its second output runs once for each item, to the end of the row and back. */
export const LOOP = 'n8n-nodes-base.splitInBatches';

/** A node of a test workflow. */
export interface TestNode {
	name: string;
	type: string;
	typeVersion: number;
	parameters?: INodeParameters;
	webhookId?: string;
	credentials?: Record<string, Pick<Credential, 'id' | 'name'>>;
}

/** A field that its author gave to the model. */
export const fromAI = (key: string, type = 'string') => `={{ $fromAI('${key}', 'as you like', '${type}') }}`;

/** The node between trigger and agent: it replaces the json, as an Edit Fields node does. */
export const BETWEEN: TestNode = {
	name: 'Between',
	type: 'n8n-nodes-base.set',
	typeVersion: 3.4,
	parameters: { mode: 'raw', jsonOutput: '={{ ({ question: $json.text ?? $json.question }) }}', options: {} },
};

/** A real n8n, or several processes of one, in which agents with a scripted model have the action node as their tool. */
export class Agents {
	private constructor(
		readonly real: Asking,
		readonly model: Model,
		private readonly modelCredential: Credential,
	) {}

	/** @param script what the model says; called for every turn */
	static async start(real: Asking, script: Script): Promise<Agents> {
		const model = await startModel(script);
		const data = { apiKey: 'stand-in', url: model.url, header: false };
		return new Agents(real, model, await real.rest.createCredential('Stand-in', 'openAiApi', data));
	}

	trigger(): TestNode {
		const parameters: INodeParameters = { events: ['new_message'], options: {} };
		return this.own({
			name: 'Messages',
			type: `${PACKAGE}.messagingPlatformTrigger`,
			typeVersion: 2,
			parameters,
			webhookId: crypto.randomUUID(),
		});
	}

	/** The action node as a tool. */
	tool(name: string, parameters: INodeParameters): TestNode {
		return this.own({ name, type: `${PACKAGE}.messagingPlatformTool`, typeVersion: 1, parameters });
	}

	/** The action node as the human review of tools. */
	review(parameters: INodeParameters, name = 'Review'): TestNode {
		return this.own({ name, type: `${PACKAGE}.messagingPlatformHitlTool`, typeVersion: 1, parameters });
	}

	agent(version = 3, parameters: INodeParameters = {}): TestNode {
		const text = '={{ $json.text ?? $json.question }}';
		return {
			name: 'Agent',
			type: AGENT,
			typeVersion: version,
			parameters: { agent: 'toolsAgent', promptType: 'define', text, options: {}, ...parameters },
		};
	}

	private own(node: TestNode): TestNode {
		const { id, name } = this.real.credential;
		return { ...node, credentials: { messagingPlatformApi: { id, name } } };
	}

	private modelNode(): TestNode {
		const { id, name } = this.modelCredential;
		const model = { __rl: true, mode: 'list', value: 'gpt-4.1-mini' };
		const credentials = { openAiApi: { id, name } };
		return {
			name: 'Model',
			type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
			typeVersion: 1.2,
			parameters: { model, options: {} },
			credentials,
		};
	}

	/**
	 * Makes a workflow of nodes in a row, of which the last is the agent.
	 *
	 * @param row the nodes from the trigger to the agent (or the MCP Server Trigger alone)
	 */
	async workflow(row: TestNode[], tools: TestNode[], more: Array<{ node: TestNode; tools: TestNode[] }> = []): Promise<string> {
		const last = row.at(-1)?.name ?? '';
		const model = this.modelNode();
		const nodes = [...row, model, ...tools, ...more.flatMap(({ tools: own }) => own)];
		const connections: Record<string, Record<string, unknown>> = {};
		const connect = (from: string, to: string, type = 'main') => {
			const before = (connections[from]?.[type] as Array<Array<object>> | undefined)?.[0] ?? [];
			connections[from] = { ...connections[from], [type]: [[...before, { node: to, type, index: 0 }]] };
		};
		row.slice(1).forEach(({ name }, index) => connect(row[index]?.name ?? '', name));
		for (const { name } of row.filter(({ type }) => type === LOOP)) {
			// its first output is for when it has ended
			connections[name] = { main: [[], ...((connections[name]?.main as object[] | undefined) ?? [])] };
			connect(last, name);
		}
		for (const { name } of tools) connect(name, last, 'ai_tool');
		for (const { node, tools: own } of more) for (const { name } of own) connect(name, node.name, 'ai_tool');
		const isAgent = (node: TestNode) => node.type.startsWith(AGENT);
		for (const node of nodes.filter(isAgent)) connect(model.name, node.name, 'ai_languageModel');
		const definition: WorkflowDefinition = {
			name: 'Agent',
			nodes: nodes.map((node, index) => ({ id: crypto.randomUUID(), position: [index * 200, 0], parameters: {}, ...node })),
			connections,
			settings: { executionOrder: 'v1' },
		};
		return (await this.real.rest.createWorkflow(definition)).id;
	}

	/** Publishes a workflow that starts with the trigger, writes to it as a person in a chat, and waits for its execution. */
	async converse(id: string, text: string, channel = 'tg'): Promise<void> {
		const { rest, sandbox } = this.real;
		await publishWorkflow(this.real, id);
		await say(sandbox, chatOf(sandbox, channel), { text });
		await waitFor(async () => (await rest.listExecutions(id)).some(hasEnded), 'the execution ends');
		await unpublishWorkflow(this.real, id);
	}

	async close(): Promise<void> {
		await this.model.close();
	}
}
