/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import express, { type Request, type Response } from 'express';
import { WebhookContext, WorkflowExecute } from 'n8n-core';
import {
	type ICredentialDataDecryptedObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type IRunExecutionData,
	type IWebhookDescription,
	type IWebhookData,
	NodeConnectionTypes,
	Workflow,
	createRunExecutionData,
} from 'n8n-workflow';
import { additionalDataFor, withDefaults } from './engine';
import { listen } from './servers';
import { ACTION_TYPE, TRIGGER_TYPE, newAction, nodeTypesFor } from './runAction';

// n8n's expressions trip over braces and over this word
const ACTION = 'Ask {{ "it" }}. constructor';
/** The names of the nodes after the question, one for each output that it can have. */
const AFTER = ['After', ...Array.from({ length: 10 }, (_output, index) => `After output ${index + 1}`)];
const ACTION_ID = 'a';

/** An execution of n8n that asked a question. */
export interface Asked {
	id: string;
	/** n8n's secret of it. */
	resumeToken: string;
	status: 'running' | 'waiting' | 'finished' | 'deleted';
	/** The time at which n8n continues on its own. */
	waitTill: Date | undefined;
	/** Why the node failed. */
	error?: Error & { description?: string | null };
	/** The input of the node after the question, once for each time that it ran. */
	outputs: INodeExecutionData[][];
	/** The input of the nodes that ran after the question, by the number of the output. */
	branches: Record<number, INodeExecutionData[]>;
	/** The output of the node before the question. */
	before(): INodeExecutionData[];
	/** Goes on without an answer, as n8n does when the time is over. */
	timeOut(): Promise<void>;
	/** Has n8n's database say something else: that it runs, as before n8n has saved that it waits, or that it was stopped or deleted. */
	pretend(status: Asked['status']): void;
}

/** An n8n whose executions wait: real engine, real HTTP, and the statuses that n8n's own route answers. */
export interface WaitingN8n {
	/** Base of the addresses of waiting executions. */
	base: string;
	/** Requests that arrived there: path with query, and headers. */
	requests: Array<{ url: string; headers: Request['headers'] }>;
	/** Lines that the node logged. */
	logs: string[];
	/** Answers in place of n8n if it returns true; a promise holds n8n up. */
	instead?: (request: Request, response: Response) => boolean | Promise<boolean>;
	/** True lets n8n fail to continue with an answer. */
	fails?: boolean;
	/** Runs a workflow of the trigger, the question and a node behind it, until it waits, fails or ends. */
	ask(parameters: INodeParameters, items?: INodeExecutionData[], settings?: Partial<INode>): Promise<Asked>;
	/** A link to the question of an execution that n8n has signed, whatever its parameters say. */
	sign(id: string, parameters: Record<string, string>): string;
	setCredential(credential: ICredentialDataDecryptedObject): void;
	close(): Promise<void>;
}

interface Kept extends Asked {
	/** The node's name. */
	name: string;
	data: IRunExecutionData;
	workflow: Workflow;
}

/**
 * Starts an n8n with the action node in it.
 *
 * @param credential the fields of the node's credential
 * @param below the path below which people reach it, and whether a proxy takes that off
 * @returns the running n8n; close it at the end of the test
 */
export async function startWaitingN8n(
	credential: ICredentialDataDecryptedObject,
	below = { path: '', isStripped: false },
): Promise<WaitingN8n> {
	const executions = new Map<string, Kept>();
	const action = newAction();
	const workflowId = randomUUID();
	let base = '';
	let next = 1000;

	const surroundings = (id: string) => ({
		...additionalDataFor(credential),
		executionId: id,
		webhookWaitingBaseUrl: base,
	});

	async function goOn(kept: Kept): Promise<void> {
		const { workflow, data, id } = kept;
		await workflow.expression.acquireIsolate();
		try {
			const run = await new WorkflowExecute(surroundings(id), 'webhook', data).processRunExecutionData(workflow);
			kept.data = run.data;
			kept.waitTill = run.data.waitTill;
			kept.status = run.data.waitTill ? 'waiting' : 'finished';
			kept.error = run.data.resultData.error as Asked['error'];
			const inputsOf = (name: string) =>
				(run.data.resultData.runData[name] ?? []).map(({ data: output }) => output?.main?.[0] ?? []);
			kept.outputs = inputsOf('After');
			kept.branches = Object.fromEntries(
				AFTER.flatMap((name, output) => inputsOf(name).map((input): [number, typeof input] => [output, input])),
			);
		} finally {
			await workflow.expression.releaseIsolate();
		}
	}

	function newExecution(parameters: INodeParameters, items: INodeExecutionData[], settings: Partial<INode>): Kept {
		const nodeTypes = nodeTypesFor(items, action);
		const base = { typeVersion: 1, position: [0, 0] as [number, number], parameters: {} };
		const trigger: INode = { ...base, id: 't', name: 'Messaging Platform Trigger', type: TRIGGER_TYPE };
		const credentials = { messagingPlatformApi: { id: '1', name: 'Test' } };
		const question: INode = { ...base, id: ACTION_ID, name: ACTION, type: ACTION_TYPE, credentials, parameters, ...settings };
		const after = AFTER.map((name, index): INode => ({ ...base, id: `p${index}`, name, type: 'test.items' }));
		withDefaults(question, action);
		const to = (...nodes: INode[]) => ({
			main: nodes.map(({ name }) => [{ node: name, type: NodeConnectionTypes.Main, index: 0 }]),
		});
		const types = {
			...nodeTypes,
			getByNameAndVersion: (type: string) => (type === 'test.items' ? passing : nodeTypes.getByNameAndVersion(type)),
		};
		const workflow = new Workflow({
			id: workflowId,
			nodes: [trigger, question, ...after],
			connections: { [trigger.name]: to(question), [question.name]: to(...after) },
			active: true,
			nodeTypes: types,
			settings: { executionOrder: 'v1' },
		});
		const data = createRunExecutionData({
			executionData: {
				nodeExecutionStack: [{ node: trigger, data: { main: [items] }, source: null }],
				metadata: {},
				waitingExecution: {},
				waitingExecutionSource: {},
				contextData: {},
			},
		});
		const id = String((next += 1));
		const kept: Kept = {
			id,
			name: question.name,
			resumeToken: data.resumeToken ?? '',
			status: 'running',
			waitTill: undefined,
			outputs: [],
			branches: {},
			data,
			workflow,
			before: () => kept.data.resultData.runData[trigger.name]?.[0]?.data?.main?.[0] ?? [],
			timeOut: async () => {
				kept.status = 'running';
				await goOn(kept);
			},
			pretend: (status) => {
				kept.status = status;
			},
		};
		return kept;
	}

	/** The context that n8n gives a webhook of the node that waits. */
	function contextFor(kept: Kept, webhook: IWebhookDescription, call: object = {}, data = kept.data): WebhookContext {
		const node = kept.workflow.getNode(kept.name);
		if (!node) throw new Error('the execution has the question');
		const additionalData = Object.assign(surroundings(kept.id), call);
		const webhookData: IWebhookData = {
			httpMethod: webhook.httpMethod as IWebhookData['httpMethod'],
			node: node.name,
			path: webhook.path,
			webhookDescription: webhook,
			workflowId,
			workflowExecuteAdditionalData: additionalData,
		};
		const context = new WebhookContext(kept.workflow, node, additionalData, 'webhook', webhookData, [], data);
		const write = (line: string) => n8n.logs.push(line);
		Object.defineProperty(context, 'logger', { value: { info: write, warn: write, error: write } });
		return context;
	}

	function sign(id: string, parameters: Record<string, string>): string {
		const kept = executions.get(id);
		const [webhook] = action.description.webhooks ?? [];
		if (!kept || !webhook) throw new Error('the execution waits');
		return contextFor(kept, webhook).getSignedResumeUrl(parameters);
	}

	async function callNode(kept: Kept, webhook: IWebhookDescription, request: Request, response: Response): Promise<void> {
		// as saved in the database: what a handler changes is not kept unless it resumes
		const data = structuredClone(kept.data);
		const [entry] = data.executionData?.nodeExecutionStack ?? [];
		if (!entry) throw new Error('the execution waits at the question');
		await kept.workflow.expression.acquireIsolate();
		let result;
		try {
			result = await action.webhook?.call(contextFor(kept, webhook, { httpRequest: request, httpResponse: response }, data));
		} finally {
			await kept.workflow.expression.releaseIsolate();
		}
		if (result?.workflowData === undefined) return;
		// n8n lets one of several win
		if (kept.status !== 'waiting' || n8n.fails) {
			response.status(500).json({ code: 0, message: 'There was a problem executing the workflow' });
			return;
		}
		kept.status = 'running';
		response.status(200).send(result.webhookResponse ?? '');
		entry.node.disabled = true;
		entry.data = { main: result.workflowData };
		entry.metadata = { ...entry.metadata, forwardAllOutputs: true };
		data.waitTill = undefined;
		data.resultData.runData[kept.name]?.pop();
		kept.data = data;
		await goOn(kept);
	}

	async function handle(request: Request, response: Response): Promise<void> {
		n8n.requests.push({ url: request.url, headers: request.headers });
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const rawBody = Buffer.concat(chunks);
		Object.assign(request, { rawBody, body: await parseForm(request.headers['content-type'], rawBody) });
		const instead = n8n.instead?.(request, response);
		if (instead === true || (instead instanceof Promise && (await instead))) return;
		// as a proxy does that takes n8n's path off
		if (below.isStripped) request.url = request.url.replace(below.path, '');
		const url = new URL(request.url, 'http://127.0.0.1');
		const [, id = '', suffix] = /\/webhook-waiting\/([^/]*)(?:\/(.*))?$/.exec(url.pathname) ?? [];
		const kept = executions.get(id);
		const refuse = (code: number, message: string) => response.status(code).json({ code, message });
		if (!kept || kept.status === 'deleted') return void refuse(404, `The execution "${id}" does not exist.`);
		const isLink = suffix === ACTION_ID;
		const { signature = '', ...parameters } = Object.fromEntries(url.searchParams);
		// n8n signs path and parameters of a link; under any other path it wants the token of the execution
		const isSigned = isLink ? sign(id, parameters) === new URL(request.url, base).href : signature === kept.resumeToken;
		if (!isSigned) return void refuse(401, 'Invalid token');
		if (kept.status === 'running') return void refuse(409, `The execution "${id}" is running already.`);
		if (kept.status === 'finished' && isLink) return void response.send('n8n: no action required');
		if (kept.status === 'finished') return void refuse(409, `The execution "${id} has finished already.`);
		const path = isLink ? '={{ $nodeId }}' : suffix;
		const webhook = action.description.webhooks?.find((one) => one.path === path && one.httpMethod === request.method);
		if (!webhook) return void refuse(404, 'no waiting webhook');
		await callNode(kept, webhook, request, response);
	}

	const app = express();
	app.use((request, response) => {
		handle(request, response).catch((error: unknown) =>
			response.status(500).end(error instanceof Error ? error.stack : String(error)),
		);
	});
	const { origin, close } = await listen(createServer(app));
	base = `${origin}${below.path}/webhook-waiting`;
	const n8n: WaitingN8n = {
		base,
		requests: [],
		logs: [],
		sign,
		setCredential: (changed) => {
			credential = changed;
		},
		ask: async (parameters, items = [{ json: {} }], settings = {}) => {
			const kept = newExecution({ resource: 'message', operation: 'sendAndWait', ...parameters }, items, settings);
			executions.set(kept.id, kept);
			await goOn(kept);
			return kept;
		},
		close,
	};
	return n8n;
}

const passing = {
	description: {
		displayName: 'After',
		name: 'after',
		group: [],
		version: 1,
		description: '',
		defaults: {},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	},
	async execute(this: { getInputData(): INodeExecutionData[] }) {
		return [this.getInputData()];
	},
} as unknown as ReturnType<Workflow['nodeTypes']['getByNameAndVersion']>;

/**
 * Reads a form (multipart/form-data) as n8n does.
 *
 * @param contentType the request's header
 * @param body its bytes
 * @returns fields and files; a single value unchanged, several as a list; undefined for anything except such a form
 */
export async function parseForm(contentType: string | undefined, body: Buffer): Promise<object | undefined> {
	if (contentType?.startsWith('multipart/form-data') !== true) return undefined;
	const data: Record<string, unknown> = {};
	const files: Record<string, unknown> = {};
	const form = await new Response(body, { headers: { 'content-type': contentType } }).formData();
	for (const name of new Set(form.keys())) {
		const values = form.getAll(name);
		const to = values.some((value) => typeof value !== 'string') ? files : data;
		to[name] = values.length === 1 ? values[0] : values;
	}
	return { data, files };
}
