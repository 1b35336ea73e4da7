import {
	type EngineRequest,
	type EngineResponse,
	type IConnections,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeProperties,
	type INodeType,
	type IWebhookData,
	type IWorkflowSettings,
	NodeConnectionTypes,
	Workflow,
} from 'n8n-workflow';
import { WebhookContext } from 'n8n-core';
import { ACTION_TYPE, additionalDataFor, described, inARow, newAction, nodeOf, nodeTypesOf, TRIGGER_TYPE } from './engine';
import { WorkflowRunner } from './workflowRunner';

/** The result that a model gets from its tool, and the error if the tool threw. */
interface ToolAnswer {
	response?: unknown;
	error?: string;
}

/** The way an agent calls its tool: through the engine, as current agents do, or directly, as older agents and MCP do. */
export type AgentKind = 'engine' | 'direct';

/** A model's call of the tool for one of the agent's items. */
export interface ToolCall {
	itemIndex: number;
	input: IDataObject;
}

interface Tool {
	description: string;
	/** Zod's schema of the arguments. */
	schema: { shape: Record<string, { description?: string; isOptional(): boolean; parse(value: unknown): unknown }> };
	invoke(input: IDataObject): Promise<unknown>;
}

/** The node as n8n makes a tool of it: other inputs and outputs, an execute() of its own, the same custom operations. */
function toolType(): INodeType {
	const node = newAction();
	const ends: Partial<INodeType['description']> = { inputs: [], outputs: [NodeConnectionTypes.AiTool] };
	node.description = { ...node.description, name: 'messagingPlatformTool', usableAsTool: undefined, ...ends };
	return node;
}

/** The node as n8n makes a human review of it (convertNodeToHitlTool): what makes it one is fixed, and the message is n8n's. */
function reviewType(): INodeType {
	const type = toolType();
	const fixed: INodeParameters = { resource: 'message', operation: 'sendAndWait', responseType: 'approval' };
	const { properties } = type.description;
	const kept = properties.filter(({ name }) => name !== 'message' && !(name in fixed));
	const text: INodeProperties = { displayName: 'Message', name: 'message', type: 'string', default: '' };
	const hidden = Object.entries(fixed).map(([name, value]): INodeProperties => ({
		displayName: name,
		name,
		type: 'hidden',
		default: value,
	}));
	type.description = { ...type.description, name: 'messagingPlatformHitlTool', properties: [text, ...hidden, ...kept] };
	return type;
}

/** An agent's record of its calls: the call that runs after a human review, and afterwards the review. */
type CallMetadata = { hitl: IDataObject } | { parentNodeName: string };

function agentType(kind: AgentKind, calls: ToolCall[], answers: ToolAnswer[], noted?: CallMetadata): INodeType {
	const done = [[{ json: { output: 'done' } }]];
	async function direct(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		for (const { itemIndex, input } of calls) {
			const tools = (await this.getInputConnectionData(NodeConnectionTypes.AiTool, itemIndex)) as Tool[];
			try {
				answers.push({ response: JSON.parse(String(await tools[0]?.invoke(input))) as unknown });
			} catch (error) {
				answers.push({ error: error instanceof Error ? error.message : String(error) });
			}
		}
		return done;
	}
	async function engine(this: IExecuteFunctions, response?: EngineResponse): Promise<INodeExecutionData[][] | EngineRequest> {
		if (response && response.actionResponses.length > 0) {
			for (const { data } of response.actionResponses) {
				answers.push({ response: data.data?.ai_tool?.[0]?.map(({ json }) => json), error: data.error?.message });
			}
			return done;
		}
		return {
			actions: calls.map(({ itemIndex, input }, index) => ({
				actionType: 'ExecutionNodeAction' as const,
				nodeName: 'Tool',
				input,
				type: NodeConnectionTypes.AiTool,
				id: `call-${index}`,
				metadata: { itemIndex, ...noted },
			})),
			metadata: {},
		};
	}
	const inputs = [NodeConnectionTypes.Main, NodeConnectionTypes.AiTool];
	return { description: described('agent', { inputs }), execute: kind === 'direct' ? direct : engine };
}

const toolOf = (agent: string, name = 'Tool'): IConnections => ({
	[name]: { ai_tool: [[{ node: agent, type: NodeConnectionTypes.AiTool, index: 0 }]] },
});

/** Makes tools of the action node as an MCP Server Trigger gets them from n8n, and lets them be used. */
async function withTools<Result>(
	tools: INodeParameters[],
	request: IDataObject,
	credential: ICredentialDataDecryptedObject,
	use: (found: Tool[]) => Promise<Result>,
	settings: Partial<INode> = {},
): Promise<Result> {
	const typeName = `${ACTION_TYPE}Tool`;
	const mcp: INodeType = { description: described('mcp', { inputs: [NodeConnectionTypes.AiTool], outputs: [] }) };
	const server = nodeOf({ name: 'MCP', type: 'test.mcp' });
	const nodes = tools.map((parameters, index) =>
		nodeOf({ name: index === 0 ? 'Tool' : `Tool ${index + 1}`, type: typeName, parameters, ...settings }),
	);
	const workflow = new Workflow({
		nodes: [server, ...nodes],
		connections: Object.assign({}, ...nodes.map(({ name }) => toolOf('MCP', name))) as IConnections,
		active: false,
		nodeTypes: nodeTypesOf({ 'test.mcp': mcp, [typeName]: toolType() }),
	});
	const additional = Object.assign(additionalDataFor(credential), { httpRequest: { body: request } });
	const webhook = { webhookDescription: { name: 'default', httpMethod: 'POST', path: 'mcp' } } as IWebhookData;
	const context = new WebhookContext(workflow, server, additional, 'webhook', webhook, [], null);
	await workflow.expression.acquireIsolate();
	try {
		return await use((await context.getInputConnectionData(NodeConnectionTypes.AiTool, 0)) as Tool[]);
	} finally {
		await workflow.expression.releaseIsolate();
	}
}

type McpCall = [input: IDataObject, request: IDataObject, credential: ICredentialDataDecryptedObject, settings?: Partial<INode>];

/** Calls the action node as several tools of an MCP Server Trigger at once: n8n hands them the client's HTTP request as data. */
export async function callAllByMcp(tools: INodeParameters[], ...[input, request, credential, settings]: McpCall) {
	const call = async (tool: Tool) => JSON.parse(String(await tool.invoke(input))) as unknown;
	return await withTools(tools, request, credential, async (found) => await Promise.all(found.map(call)), settings);
}

export async function callByMcp(parameters: INodeParameters, ...call: McpCall): Promise<unknown> {
	return (await callAllByMcp([parameters], ...call))[0];
}

/** Tells what a model reads about a tool: its purpose, and each argument with its meaning and whether it may be left out. */
export async function describeTool(parameters: INodeParameters) {
	return await withTools([parameters], {}, {}, async ([tool]) => {
		const args = Object.entries(tool?.schema.shape ?? {}).map(
			([key, one]) => [key, { description: one.description, optional: one.isOptional() }] as const,
		);
		return await Promise.resolve({ description: tool?.description ?? '', args: Object.fromEntries(args) });
	});
}

/**
 * Runs a workflow of trigger, a node between that replaces the json, and an AI agent with the action node as its tool, in n8n-core's real
 * engine. The agent's model is scripted: it makes the calls. Gives what the model got back for each.
 */
export async function runAgent(options: {
	kind: AgentKind;
	parameters: INodeParameters;
	items: INodeExecutionData[];
	calls: ToolCall[];
	credential: ICredentialDataDecryptedObject;
	bare?: boolean;
	/** The first node; this package's trigger otherwise. */
	start?: { type: string; parameters?: INodeParameters };
	settings?: IWorkflowSettings;
	/** The agent's notes of its calls; with `hitl`, the node runs as a human review of the tool that it names. */
	noted?: CallMetadata;
	gated?: { parameters?: INodeParameters; type?: string };
	/** Settings of the tool's node, such as Retry On Fail. */
	saved?: Partial<INode>;
}): Promise<ToolAnswer[]> {
	const answers: ToolAnswer[] = [];
	const { items } = options;
	const inputs: INodeProperties[] = [
		{ displayName: 'Text', name: 'text', type: 'string', default: '' },
		{ displayName: 'Input Source', name: 'inputSource', type: 'string', default: '' },
		{ displayName: 'Workflow Inputs', name: 'workflowInputs', type: 'json', default: {} },
	];
	const emit: INodeType = { description: described('start', { inputs: [], properties: inputs }), execute: async () => [items] };
	const between: INodeType = {
		description: described('between', { properties: inputs }),
		async execute() {
			return [this.getInputData().map((_item, item) => ({ json: { other: 'the same' }, pairedItem: { item } }))];
		},
	};
	const hitl = options.noted !== undefined && 'hitl' in options.noted ? options.noted.hitl : undefined;
	const [tool, toolName] = hitl ? [reviewType(), `${ACTION_TYPE}HitlTool`] : [toolType(), `${ACTION_TYPE}Tool`];
	const { type: gatedType = `${ACTION_TYPE}Tool`, parameters: gated } = options.gated ?? {};
	const gatedName = String(hitl?.gatedToolNodeName ?? 'Behind it');
	const start = { name: 'Start', type: TRIGGER_TYPE, ...options.start };
	const agent = agentType(options.kind, options.calls, answers, options.noted);
	const nodes = [
		...(options.bare ? [] : [nodeOf({ name: 'Between', type: 'test.between' })]),
		nodeOf({ name: 'Agent', type: 'test.agent' }),
	];
	const run = await new WorkflowRunner(options.credential).run({
		...{ start, items, settings: options.settings, executionId: '1000' },
		types: { [gatedType]: between, [start.type]: emit, 'test.between': between, 'test.agent': agent, [toolName]: tool },
		nodes: [
			...nodes,
			nodeOf({ name: 'Tool', type: toolName, parameters: options.parameters, ...options.saved }),
			...(hitl ? [nodeOf({ name: gatedName, type: gatedType, parameters: gated })] : []),
		],
		connections: {
			...inARow(nodeOf(start), ...nodes),
			...toolOf('Agent'),
			...(hitl && toolOf('Tool', gatedName)),
		},
	});
	if (run.data.resultData.error) throw run.data.resultData.error;
	return answers;
}
