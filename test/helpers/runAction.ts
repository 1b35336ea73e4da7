import 'reflect-metadata';
import {
	type IConnections,
	type ICredentialDataDecryptedObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodePropertyOptions,
	type INodeType,
	type INodeTypes,
	type IRun,
	type IWorkflowSettings,
	NodeConnectionTypes,
	setSafeRegexEngine,
	Workflow,
} from 'n8n-workflow';
import { DirectoryLoader, LoadOptionsContext, RoutingNode, type ExecuteContext } from 'n8n-core';
import { MessagingPlatform } from '../../nodes/MessagingPlatform/MessagingPlatform.node';
import { WAITS } from '../../nodes/shared/api/platform';
import { additionalDataFor, nodeTypesOf, runInEngine, withDefaults } from './engine';
import { type Received, type Reply, startScriptedServer } from './servers';

/** Type names as a real n8n gives them to the installed package. */
export const ACTION_TYPE = 'n8n-nodes-messaging-platform.messagingPlatform';
export const TRIGGER_TYPE = 'n8n-nodes-messaging-platform.messagingPlatformTrigger';
// A read that failed is repeated at once.
WAITS.again = 0;
// n8n-workflow gives its own regular expressions 250 ms by the clock, which a test that waits for its processor is not to fail by.
setSafeRegexEngine({
	exec: (pattern, input, flags) => new RegExp(pattern, flags).exec(input),
	test: (pattern, input, flags) => new RegExp(pattern, flags).test(input),
	replace: (pattern, input, flags, replacement) => input.replace(new RegExp(pattern, flags), replacement),
	matchAll: (pattern, input, flags = '') => [...input.matchAll(new RegExp(pattern, flags.replace('g', '') + 'g'))],
	split: (pattern, input, flags) => input.split(new RegExp(pattern, flags)),
});

export const ITEMS_TYPE = 'test.items';
const PASS_TYPE = 'test.pass';

/** A node that emits given items, standing for whatever comes before the node under test. */
function emitter(items: INodeExecutionData[]): INodeType {
	return {
		description: {
			displayName: 'Items',
			name: 'items',
			group: ['trigger'],
			version: 1,
			description: '',
			defaults: { name: 'Items' },
			inputs: [],
			outputs: [NodeConnectionTypes.Main],
			properties: [],
		},
		execute: async () => [items],
	};
}

/** A node between trigger and action that replaces the json; `pair: false` loses n8n's item pairing, as code nodes can. */
const pass: INodeType = {
	description: {
		displayName: 'Pass',
		name: 'pass',
		group: ['transform'],
		version: 1,
		description: '',
		defaults: { name: 'Pass' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		properties: [{ displayName: 'Pair', name: 'pair', type: 'boolean', default: true }],
	},
	async execute() {
		const pair = this.getNodeParameter('pair', 0) !== false;
		const rows = this.getInputData().map((_item, index) => ({
			json: { output: 'something else' },
			...(pair ? { pairedItem: { item: index } } : {}),
		}));
		return [pair ? rows : [...rows, ...rows].slice(0, rows.length + 1)];
	},
};

/**
 * The action node as n8n makes it when it starts.
 *
 * @returns a node that knows nothing yet; hand it to several runs to see what it remembers between them
 */
export function newAction(): INodeType {
	const action: INodeType = new MessagingPlatform();
	// As n8n does when it loads a declarative node: the field "Request Options".
	DirectoryLoader.applyDeclarativeNodeOptionParameters(action);
	// As n8n does to every declarative node (it is what tools call).
	action.execute = async function () {
		return (await new RoutingNode(this as ExecuteContext, action).runNode()) ?? [[]];
	};
	return action;
}

/** The action node, its tool, a simulated trigger and the nodes around them, as n8n knows them. */
export function nodeTypesFor(items: INodeExecutionData[], action: INodeType = newAction()): INodeTypes {
	const types: Record<string, INodeType> = {
		[ACTION_TYPE]: action,
		[`${ACTION_TYPE}Tool`]: action,
		[TRIGGER_TYPE]: emitter(items),
		[ITEMS_TYPE]: emitter(items),
		[PASS_TYPE]: pass,
	};
	return nodeTypesOf(types);
}

/** The ways to run an operation. */
export interface Run {
	/** Parameters of the action node; defaults fill the rest, as the editor does. */
	parameters: INodeParameters;
	/** Items that reach the node; one empty item otherwise. */
	items?: INodeExecutionData[];
	/** The credential's fields. */
	credential: ICredentialDataDecryptedObject;
	/** "Continue on Fail" of the node. */
	continueOnFail?: boolean;
	/** "Continue (using error output)" of the node. */
	errorOutput?: boolean;
	/** "Retry On Fail" of the node: how often n8n tries it, 1 ms after each other. */
	tries?: number;
	/** Start with the trigger node in place of a neutral one: its items are then what `reply` answers. */
	trigger?: boolean;
	/** Put a node between start and action. */
	between?: 'paired' | 'unpaired';
	/** Run the routing in place of the custom operation, as n8n does for tools that are called directly. */
	directly?: boolean;
	/** Gets a function that stops the execution, as the editor's stop button does. */
	started?: (stop: () => void) => void;
	/** Settings of the workflow. */
	settings?: IWorkflowSettings;
	/** The data that a saved workflow holds of the node in addition to its parameters; today's by default. */
	saved?: Pick<INode, 'type' | 'typeVersion' | 'credentials'>;
	/** Run the node under the type that n8n gives it as a tool of an AI agent. */
	tool?: boolean;
	/** n8n's ID of the execution; none otherwise. */
	executionId?: string;
	/** An existing node, from newAction, instead of a new one. */
	node?: INodeType;
}

/** The output of the node under test. */
export interface Outcome {
	items: INodeExecutionData[];
	/** The items at the error output. */
	failed: INodeExecutionData[];
	/** The execution's error, when the node failed. */
	error?: Error & { description?: string | null; httpCode?: string | null; context?: Record<string, unknown> };
	run: IRun;
}

/**
 * Runs one operation of the action node in n8n-core's real engine, within a workflow of a start node, optionally a node
 * between, and the action node.
 *
 * @param options what to run
 * @returns output items of the action node, or its error
 */
export async function runOperation(options: Run): Promise<Outcome> {
	const items = options.items ?? [{ json: {} }];
	const node = options.node ?? newAction();
	const nodeTypes = nodeTypesFor(items, options.directly ? { ...node, customOperations: undefined } : node);
	const actionType = nodeTypes.getByNameAndVersion(ACTION_TYPE);
	const base = { typeVersion: 1, position: [0, 0] as [number, number], parameters: {} };
	const credentials = { messagingPlatformApi: { id: '1', name: 'Test' } };
	const start: INode = options.trigger
		? { ...base, id: 's', name: 'Messaging Platform Trigger', type: TRIGGER_TYPE }
		: { ...base, id: 's', name: 'Start', type: ITEMS_TYPE };
	const middle: INode = {
		...base,
		id: 'm',
		name: 'Between',
		type: PASS_TYPE,
		parameters: { pair: options.between === 'paired' },
	};
	const action: INode = {
		...base,
		id: 'a',
		name: 'Messaging Platform',
		type: options.tool ? `${ACTION_TYPE}Tool` : ACTION_TYPE,
		credentials,
		onError: options.errorOutput ? 'continueErrorOutput' : options.continueOnFail ? 'continueRegularOutput' : undefined,
		parameters: options.parameters,
		...(options.tries !== undefined && { retryOnFail: true, maxTries: options.tries, waitBetweenTries: 1 }),
		...options.saved,
	};
	const nodes = options.between ? [start, middle, action] : [start, action];
	const connections: IConnections = {};
	nodes.slice(1).forEach((node, index) => {
		const from = nodes[index];
		if (from) connections[from.name] = { main: [[{ node: node.name, type: NodeConnectionTypes.Main, index: 0 }]] };
	});
	withDefaults(action, actionType);
	const workflow = new Workflow({
		id: 'test',
		nodes,
		connections,
		active: false,
		nodeTypes,
		settings: { executionOrder: 'v1', ...options.settings },
	});
	const run = await runInEngine(
		workflow,
		{ node: start, items, executionId: options.executionId },
		options.credential,
		options.started,
	);
	const { resultData } = run.data;
	const [main, failed] = resultData.runData[action.name]?.[0]?.data?.main ?? [];
	return { items: main ?? [], failed: failed ?? [], error: resultData.error as Outcome['error'], run };
}

/** The action node in the editor, with what its fields hold. */
function editorContext(credential: ICredentialDataDecryptedObject, parameters: INodeParameters): LoadOptionsContext {
	const node: INode = {
		id: 'a',
		name: 'Messaging Platform',
		type: ACTION_TYPE,
		typeVersion: 1,
		position: [0, 0],
		parameters,
		credentials: { messagingPlatformApi: { id: '1', name: 'Test' } },
	};
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes: nodeTypesFor([]) });
	const additionalData = { ...additionalDataFor(credential), currentNodeParameters: parameters };
	return new LoadOptionsContext(workflow, node, additionalData, '');
}

/**
 * Loads the choices of a multi-select of the action node, as the editor does.
 *
 * @param method name of the method that loads them
 * @param credential the credential's fields
 * @param parameters what the node's fields hold
 */
export async function loadChoices(
	method: keyof MessagingPlatform['methods']['loadOptions'],
	credential: ICredentialDataDecryptedObject,
	parameters: INodeParameters = {},
): Promise<INodePropertyOptions[]> {
	return await new MessagingPlatform().methods.loadOptions[method].call(editorContext(credential, parameters));
}

/**
 * Calls a list search of the action node, as the editor's dropdown does.
 *
 * @param method name of the list search
 * @param credential the credential's fields
 * @param filter what the user typed
 * @param paginationToken token of the page before
 * @returns the options
 */
export async function searchList(
	method: keyof MessagingPlatform['methods']['listSearch'],
	credential: ICredentialDataDecryptedObject,
	filter?: string,
	paginationToken?: string,
	parameters: INodeParameters = {},
) {
	const context = editorContext(credential, parameters);
	const search: (
		this: LoadOptionsContext,
		filter?: string,
		paginationToken?: string,
	) => Promise<{ results: Array<{ name: string; value: string | number | boolean }>; paginationToken?: string }> =
		new MessagingPlatform().methods.listSearch[method];
	return await search.call(context, filter, paginationToken);
}

/** The requests and the output of an operation that ran once with a scripted platform. */
interface Wire extends Outcome {
	/** Each request as one line: method, path with query as sent, body as sent. */
	calls: string[];
	requests: Received[];
}

/** The whole of a request, so that a test pins all of it at once; the headers that every request must have are checked here. */
function lineOf({ method, url, headers, body }: Received): string {
	expect(headers.authorization).toBe('Bearer test-token');
	expect(headers.accept).toBe('application/json');
	expect(headers['content-type']).toBe(body.length > 0 ? 'application/json' : undefined);
	return [method, url, body.toString()].filter((part) => part !== '').join(' ');
}

/**
 * Runs an operation in n8n-core's engine against a scripted service.
 *
 * @param parameters parameters of the node, with `resource` and `operation`
 * @param answer the reply to every request, or a function that makes it; a list answers the first, the second …
 * @param options items, "Continue on Fail" and so on
 * @returns the requests and the output
 */
export async function overWire(
	parameters: INodeParameters,
	answer: Reply | Reply[] | ((request: Received) => Reply | Promise<Reply>),
	options: Partial<Run> = {},
): Promise<Wire> {
	let count = 0;
	const service = await startScriptedServer((request) => {
		if (typeof answer === 'function') return answer(request);
		if (!Array.isArray(answer)) return answer;
		count += 1;
		return answer[count - 1] ?? { status: 500, body: 'an unexpected request' };
	});
	try {
		const outcome = await runOperation({ credential: service.credential, ...options, parameters });
		return { ...outcome, requests: service.requests, calls: service.requests.map(lineOf) };
	} finally {
		await service.close();
	}
}

/** A list answer as the service sends it; elements as JSON text, so that their integers stay exact. */
export const listOf = (...elements: string[]): Reply => ({
	body: `{"$count":${elements.length},"$items":[${elements.join(',')}]}`,
});

/** A single-result answer as the service sends it. */
export const single = (value: string): Reply => ({ body: `{"$count":1,"$value":${value}}` });

/** The answer without a body of blocking and tags. */
export const accepted: Reply = { status: 202 };

/** A resource locator by id. */
export const byId = (value: string, mode = 'id') => ({ __rl: true, mode, value });

/** Input items. */
export const itemsOf = (...jsons: object[]) => jsons.map((json) => ({ json: { ...json } }));
