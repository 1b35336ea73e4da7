import type {
	ICredentialDataDecryptedObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	IRun,
	IWorkflowSettings,
} from 'n8n-workflow';
import { MessagingPlatform } from '../../nodes/MessagingPlatform/MessagingPlatform.node';
import { ACTION_TYPE, described, inEditor, newAction, nodeOf, TRIGGER_TYPE } from './engine';
import { WorkflowRunner } from './workflowRunner';
import { type Received, type Reply, startScriptedServer } from './servers';

export { ACTION_TYPE, newAction, TRIGGER_TYPE } from './engine';

const PASS_TYPE = 'test.pass';

/** A node between trigger and action that replaces the json; `pair: false` loses n8n's item pairing, as code nodes can. */
const pass: INodeType = {
	description: described('pass', { properties: [{ displayName: 'Pair', name: 'pair', type: 'boolean', default: true }] }),
	async execute() {
		const pair = this.getNodeParameter('pair', 0) !== false;
		const rows = this.getInputData().map((_item, index) => ({
			json: { output: 'something else' },
			...(pair ? { pairedItem: { item: index } } : {}),
		}));
		return [pair ? rows : [...rows, ...rows].slice(0, rows.length + 1)];
	},
};

export interface Run {
	/** Parameters of the action node; defaults fill the rest, as the editor does. */
	parameters: INodeParameters;
	/** Items that reach the node; one empty item otherwise. */
	items?: INodeExecutionData[];
	credential: ICredentialDataDecryptedObject;
	continueOnFail?: boolean;
	/** "Continue (using error output)" of the node. */
	errorOutput?: boolean;
	/** "Retry On Fail" of the node: how often n8n tries it, 1 ms after each other. */
	tries?: number;
	/** Start with the trigger node in place of a neutral one: its items are then what `reply` answers. */
	trigger?: boolean;
	between?: 'paired' | 'unpaired';
	/** Run the routing in place of the custom operation, as n8n does for tools that are called directly. */
	directly?: boolean;
	/** Gets a function that stops the execution, as the editor's stop button does. */
	started?: (stop: () => void) => void;
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

export interface Outcome {
	items: INodeExecutionData[];
	failed: INodeExecutionData[];
	error?: Error & { description?: string | null; httpCode?: string | null; context?: Record<string, unknown> };
	run: IRun;
}

/** Runs one operation in n8n-core's real engine: a start node, optionally a node between, and the action node. */
export async function runOperation(options: Run): Promise<Outcome> {
	const { parameters, credential, items, node = newAction(), settings, executionId, started } = options;
	const type = options.directly ? { ...node, customOperations: undefined } : node;
	const middle = nodeOf({ name: 'Between', type: PASS_TYPE, parameters: { pair: options.between === 'paired' } });
	const action = nodeOf({
		id: 'a',
		name: 'Messaging Platform',
		type: options.tool ? `${ACTION_TYPE}Tool` : ACTION_TYPE,
		onError: options.errorOutput ? 'continueErrorOutput' : options.continueOnFail ? 'continueRegularOutput' : undefined,
		parameters,
		...(options.tries !== undefined && { retryOnFail: true, maxTries: options.tries, waitBetweenTries: 1 }),
		...options.saved,
	});
	const run = await new WorkflowRunner(credential).run({
		start: options.trigger ? { name: 'Messaging Platform Trigger', type: TRIGGER_TYPE } : undefined,
		nodes: options.between ? [middle, action] : [action],
		types: { [action.type]: type, [PASS_TYPE]: pass },
		...{ items, settings, executionId, started },
	});
	const { resultData } = run.data;
	const [main, failed] = resultData.runData[action.name]?.[0]?.data?.main ?? [];
	return { items: main ?? [], failed: failed ?? [], error: resultData.error as Outcome['error'], run };
}

const editorContext = (credential: ICredentialDataDecryptedObject, parameters: INodeParameters) =>
	inEditor(newAction(), ACTION_TYPE, credential, parameters);

/** Loads the choices of a multi-select of the action node, as the editor does. */
export async function loadChoices(
	method: keyof MessagingPlatform['methods']['loadOptions'],
	credential: ICredentialDataDecryptedObject,
	parameters: INodeParameters = {},
) {
	return await new MessagingPlatform().methods.loadOptions[method].call(editorContext(credential, parameters));
}

/** Calls a list search of the action node, as the editor's dropdown does. */
export async function searchList(
	method: keyof MessagingPlatform['methods']['listSearch'],
	credential: ICredentialDataDecryptedObject,
	filter?: string,
	paginationToken?: string,
	parameters: INodeParameters = {},
) {
	const context = editorContext(credential, parameters);
	return await new MessagingPlatform().methods.listSearch[method].call(context, filter, paginationToken);
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

/** Runs an operation in n8n-core's engine against a scripted service; a list of replies answers the first request, the second … */
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

export const byId = (value: string, mode = 'id') => ({ __rl: true, mode, value });

export const itemsOf = (...jsons: object[]) => jsons.map((json) => ({ json: { ...json } }));
