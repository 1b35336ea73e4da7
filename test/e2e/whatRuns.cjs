/**
 * Asks n8n's own code what an approved tool runs with; for n8n's own Node.js, outside of Jest.
 *
 * Arguments: the folder that n8n is installed in. Input: a list of JSON texts, each with the tool's name and the input of a model's call. Output: of each what
 * a tool with $fromAI, an MCP Client Tool, a sub-workflow with inputs of its own and one without them run with.
 */
const { createRequire } = require('module');
const path = require('path');

const from = createRequire(path.join(process.argv[2], 'package.json'));
const folderOf = (name) => path.dirname(from.resolve(`${name}/package.json`));
const langchain = (file) => require(path.join(folderOf('@n8n/n8n-nodes-langchain'), 'dist', file));
const inLangchain = createRequire(path.join(folderOf('@n8n/n8n-nodes-langchain'), 'package.json'));

inLangchain('reflect-metadata');
const { Container } = inLangchain('@n8n/di');
const { ExecuteContext } = inLangchain('n8n-core');
const { NodeHelpers, Workflow, isSafeObjectProperty, createRunExecutionData } = inLangchain('n8n-workflow');
const { handleRequest } = require(
	path.join(path.dirname(inLangchain.resolve('n8n-core/package.json')), 'dist/execution-engine/requests-response.js'),
);
const { parse, stringify } = inLangchain('flatted');
const { extractHitlMetadata } = langchain('utils/agent-execution/createEngineRequests.js');
const { processHitlResponses } = langchain('utils/agent-execution/processHitlResponses.js');
const { executeMcpTool } = langchain('nodes/mcp/shared/runtime.js');
const { McpClientsManager } = langchain('nodes/mcp/shared/McpClientsManager.js');
const { ToolWorkflow } = langchain('nodes/tools/ToolWorkflow/ToolWorkflow.node.js');

const toolWorkflow = new ToolWorkflow();
const SUB_TYPE = '@n8n/n8n-nodes-langchain.toolWorkflow';
const AI_TYPE = 'test.fromAi';
const about = { displayName: 'AI', name: 'fromAi', group: [], version: 1, description: '', defaults: {} };
const value = { displayName: 'Value', name: 'value', type: 'json', default: '' };
const aiType = { description: { ...about, inputs: [], outputs: ['ai_tool'], properties: [value] } };
const typeOf = (name, version) => (name === AI_TYPE ? aiType : NodeHelpers.getVersionedNodeType(toolWorkflow, version));
const nodeTypes = { getByName: typeOf, getByNameAndVersion: typeOf, getKnownTypes: () => ({}) };

/** The context in which n8n runs the tool, once a call of it was approved. */
function approved(node, toolName, toolParameters) {
	const hitl = extractHitlMetadata({ gatedToolNodeName: node.name }, toolName, { toolParameters });
	const metadata = { itemIndex: 0, hitl };
	const action = { actionType: 'ExecutionNodeAction', nodeName: 'Review', id: 'call', input: {}, metadata };
	const answer = { action, data: { data: { ai_tool: [[{ json: { data: { approved: true } } }]] } } };
	// the execution waits in n8n's database
	const response = parse(stringify({ actionResponses: [answer], metadata: {} }));
	const { pendingGatedToolRequest: request } = processHitlResponses(response, 0);
	const base = { typeVersion: 1, position: [0, 0], parameters: {} };
	const agent = { ...base, id: 'a', name: 'Agent', type: AI_TYPE };
	const settings = { executionOrder: 'v1' };
	const workflow = new Workflow({ id: 'w', nodes: [agent, node], connections: {}, active: false, nodeTypes, settings });
	const execution = createRunExecutionData({});
	const { runData } = execution.resultData;
	const source = { main: [{ previousNode: 'Start' }] };
	const { nodesToBeExecuted } = handleRequest({
		...{ workflow, currentNode: agent, request, runIndex: 0, runData },
		executionData: { node: agent, data: { main: [[{ json: {} }]] }, source },
	});
	const { parentOutputData: main } = nodesToBeExecuted.find(({ inputConnectionData: { node: to } }) => to === node.name);
	const calls = [];
	const additional = {
		...{ webhookWaitingBaseUrl: 'http://localhost/waiting', formWaitingBaseUrl: 'http://localhost/form', variables: {} },
		executeWorkflow: async (_info, _data, options) => {
			calls.push(options.inputData[0].json);
			return { executionId: '1', data: [[{ json: {} }]] };
		},
	};
	const executing = { node, data: { main }, source };
	const run = [execution, 0, main[0], { main }, executing, [], new AbortController().signal];
	return { context: new ExecuteContext(workflow, node, additional, 'manual', ...run), calls };
}

/** $fromAI for each argument, of the type that its value has. */
function fromAi(input) {
	const kinds = { string: 'string', number: 'number', boolean: 'boolean' };
	const own = Object.entries(input ?? {}).filter(([name]) => isName(name));
	return Object.fromEntries(
		own.map(([name, value]) => [name, `={{ $fromAI('${name}', '', '${kinds[typeof value] ?? 'json'}') }}`]),
	);
}

const node = (type, typeVersion, parameters, name = 'Tool') => ({
	...{ id: 't', name, type, typeVersion, position: [0, 0], parameters },
});

/** A name that an author can ask for. */
const isName = (name) => /^[\w-]{1,64}$/.test(name) && isSafeObjectProperty(name) && name !== 'tool';

/** All these names, at any depth. */
function namesIn(value, found = new Set(['amount'])) {
	if (typeof value !== 'object' || value === null) return found;
	for (const [name, entry] of Object.entries(value)) {
		if (isName(name)) found.add(name);
		namesIn(entry, found);
	}
	return found;
}

async function caught(run) {
	try {
		return await run();
	} catch (error) {
		return { error: String(error.message) };
	}
}

async function runsWith(text) {
	const { tool, input } = JSON.parse(text);
	const names = [...namesIn(input)];
	return {
		fromAi: await caught(() => {
			const values = names.flatMap((name) => {
				const { context } = approved(node(AI_TYPE, 1, { value: `={{ $fromAI('${name}') }}` }), tool, input);
				const value = context.getNodeParameter('value', 0);
				return value === undefined ? [] : [[name, value]];
			});
			return Object.fromEntries(values);
		}),
		mcp: await caught(async () => {
			const calls = [];
			const client = { callTool: async (call) => (calls.push(call), { content: [] }) };
			const anything = { type: 'object', properties: {}, additionalProperties: true };
			const mcpTools = ['read_order', 'delete_all'].map((name) => ({ name, inputSchema: anything }));
			Container.set(McpClientsManager, { getOrConnect: async () => ({ client, mcpTools }), refresh: () => undefined });
			const { context } = approved(node(AI_TYPE, 1, {}, 'Shop'), tool, input);
			context.getExecutionId = () => '1';
			await executeMcpTool(context, async () => ({ timeout: 1000 }), { enableSessionCache: true });
			return calls;
		}),
		inputs: await caught(async () => {
			const value = typeof input === 'object' ? fromAi(input) : {};
			const schema = ['amount', ...Object.keys(value)].map((id) => ({ id, displayName: id, type: 'any', display: true }));
			const workflowInputs = { mappingMode: 'defineBelow', value, schema };
			const workflowId = { __rl: true, mode: 'id', value: '1' };
			const parameters = { source: 'database', workflowId, description: 'x', workflowInputs };
			const { context, calls } = approved(node(SUB_TYPE, 2.2, parameters), tool, input);
			await typeOf(SUB_TYPE, 2.2).execute.call(context);
			return calls;
		}),
		query: await caught(async () => {
			const { context, calls } = approved(
				node(SUB_TYPE, 2.2, { source: 'parameter', workflowJson: '{}', description: 'x' }),
				tool,
				input,
			);
			await typeOf(SUB_TYPE, 2.2).execute.call(context);
			return calls;
		}),
	};
}

async function main() {
	let text = '';
	for await (const chunk of process.stdin) text += chunk;
	const results = [];
	for (const one of JSON.parse(text)) results.push(await runsWith(one));
	// n8n's tools keep timers and watchers
	process.stdout.write(JSON.stringify(results), () => process.exit());
}

void main();
