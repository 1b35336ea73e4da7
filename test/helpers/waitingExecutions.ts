import type { Request, Response as Outgoing } from 'express';
import { WebhookContext } from 'n8n-core';
import {
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type IRunExecutionData,
	type IWebhookDescription,
	NodeConnectionTypes,
	Workflow,
} from 'n8n-workflow';
import { ACTION_TYPE, described, inARow, newAction, nodeOf, nodeTypesOf, TRIGGER_TYPE } from './engine';
import { readAll } from './servers';
import { begun, emitter, WorkflowRunner } from './workflowRunner';

const QUESTION_ID = 'a';
// n8n's expressions trip over braces and over this word
const QUESTION = 'Ask {{ "it" }}. constructor';
/** The names of the nodes after the question, one for each output that it can have. */
const AFTER = ['After', ...Array.from({ length: 10 }, (_output, index) => `After output ${index + 1}`)];

const passing: INodeType = {
	description: described('after'),
	async execute() {
		return [this.getInputData()];
	},
};

/** An execution of n8n whose workflow asks a question. */
export class Execution {
	status: 'running' | 'waiting' | 'finished' | 'deleted' = 'running';
	readonly resumeToken: string;

	constructor(
		readonly id: string,
		readonly workflow: Workflow,
		readonly question: string,
		/** The data of it in n8n's database. */
		public data: IRunExecutionData,
		private readonly proceed: (execution: Execution) => Promise<void>,
	) {
		this.resumeToken = data.resumeToken ?? '';
	}

	get waitTill(): Date | undefined {
		return this.data.waitTill;
	}

	get error() {
		return this.data.resultData.error as (Error & { description?: string | null }) | undefined;
	}

	/** The output of a node, once for each time that it ran. */
	private of(name = ''): INodeExecutionData[][] {
		return (this.data.resultData.runData[name] ?? []).map(({ data }) => data?.main?.[0] ?? []);
	}

	/** The input of the node after the question, once for each time that it ran. */
	get outputs(): INodeExecutionData[][] {
		return this.of(AFTER[0]);
	}

	/** The input of the nodes that ran after the question, by the number of the output. */
	get branches(): Record<number, INodeExecutionData[]> {
		return Object.fromEntries(AFTER.flatMap((name, output) => this.of(name).map((input) => [output, input] as const)));
	}

	before(): INodeExecutionData[] {
		return this.of('Messaging Platform Trigger')[0] ?? [];
	}

	/** Continues without an answer, as n8n does when the time is over. */
	async timeOut(): Promise<void> {
		this.status = 'running';
		await this.proceed(this);
	}

	/** Has n8n's database say something else: that it runs, as before n8n has saved that it waits, or that it was stopped or deleted. */
	pretend(status: Execution['status']): void {
		this.status = status;
	}
}

/** An n8n whose executions wait, with the statuses that n8n's own route answers. */
export abstract class WaitingN8n extends WorkflowRunner {
	/** Requests for waiting executions: path with query, and headers. */
	readonly requests: Array<{ url: string; headers: Request['headers'] }> = [];
	/** Answers for a waiting execution in place of n8n if it returns true; a promise holds n8n up. */
	instead?: (request: Request, response: Outgoing) => boolean | Promise<boolean>;
	/** The path below which people reach n8n, and whether a proxy takes that off. */
	below = { path: '', isStripped: false };

	abstract get base(): string;
	private readonly kept = new Map<string, Execution>();
	private made?: INodeType;

	private get action(): INodeType {
		return (this.made ??= newAction());
	}

	/** Runs a workflow of the trigger, a question and a node behind each of its outputs, until it waits, fails or ends. */
	async ask(parameters: INodeParameters, items?: INodeExecutionData[], settings: Partial<INode> = {}): Promise<Execution> {
		const start: INode = nodeOf({ name: 'Messaging Platform Trigger', type: TRIGGER_TYPE });
		const asking = { resource: 'message', operation: 'sendAndWait', ...parameters };
		const question = nodeOf({ id: QUESTION_ID, name: QUESTION, type: ACTION_TYPE, parameters: asking, ...settings });
		const after = AFTER.map((name) => nodeOf({ name, type: 'test.after' }));
		const outputs = after.map(({ name }) => [{ node: name, type: NodeConnectionTypes.Main, index: 0 }]);
		const emitted = items ?? [{ json: {} }];
		const workflow = new Workflow({
			id: 'asking',
			nodes: [start, question, ...after],
			connections: { ...inARow(start, question), [question.name]: { main: outputs } },
			active: true,
			nodeTypes: nodeTypesOf({ [TRIGGER_TYPE]: emitter(emitted), [ACTION_TYPE]: this.action, 'test.after': passing }),
			settings: { executionOrder: 'v1' },
		});
		const id = String(1001 + this.kept.size);
		const proceed = async (one: Execution) => await this.proceed(one);
		const execution = new Execution(id, workflow, question.name, begun(start, emitted), proceed);
		this.kept.set(id, execution);
		await this.proceed(execution);
		return execution;
	}

	/** A link to the question of an execution that n8n has signed, whatever its parameters say. */
	sign(id: string, parameters: Record<string, string>): string {
		const execution = this.kept.get(id);
		if (!execution) throw new Error('the execution waits');
		return this.waitingContext(execution, this.action.description.webhooks?.[0]).getSignedResumeUrl(parameters);
	}

	private async proceed(execution: Execution): Promise<void> {
		const { data } = await this.execute(execution.workflow, execution.data, 'webhook', execution.id);
		execution.data = data;
		execution.status = data.waitTill ? 'waiting' : 'finished';
	}

	/** The context that n8n gives a webhook of the node that waits. */
	private waitingContext(execution: Execution, webhook?: IWebhookDescription, call = {}, data = execution.data): WebhookContext {
		const { workflow, question, id } = execution;
		const [node, environment, of] = this.webhookOf(workflow, question, webhook, { executionId: id, ...call });
		return this.logFrom(new WebhookContext(workflow, node, environment, 'webhook', of, [], data));
	}

	protected async resume(request: Request, response: Outgoing): Promise<void> {
		this.requests.push({ url: request.url, headers: request.headers });
		const rawBody = await readAll(request);
		Object.assign(request, { rawBody, body: await parseForm(request.headers['content-type'], rawBody) });
		const instead = this.instead?.(request, response);
		if (instead === true || (instead instanceof Promise && (await instead))) return;
		const { path: outside, isStripped } = this.below;
		const url = new URL(isStripped ? request.url.replace(outside, '') : request.url, this.base);
		const [, id = '', suffix] = /\/webhook-waiting\/([^/]*)(?:\/(.*))?$/.exec(url.pathname) ?? [];
		const execution = this.kept.get(id);
		const refuse = (code: number, message: string) => void response.status(code).json({ code, message });
		if (!execution || execution.status === 'deleted') return refuse(404, `The execution "${id}" does not exist.`);
		const isLink = suffix === QUESTION_ID;
		const { signature = '', ...parameters } = Object.fromEntries(url.searchParams);
		// n8n signs path and parameters of a link; under any other path it wants the token of the execution
		const isSigned = isLink ? this.sign(id, parameters) === url.href : signature === execution.resumeToken;
		if (!isSigned) return refuse(401, 'Invalid token');
		if (execution.status === 'running') return refuse(409, `The execution "${id}" is running already.`);
		if (execution.status === 'finished' && isLink) return void response.send('n8n: no action required');
		if (execution.status === 'finished') return refuse(409, `The execution "${id} has finished already.`);
		const path = isLink ? '={{ $nodeId }}' : suffix;
		const webhook = this.action.description.webhooks?.find((one) => one.path === path && one.httpMethod === request.method);
		if (!webhook) return refuse(404, 'no waiting webhook');
		await this.answer(execution, webhook, request, response);
	}

	private async answer(execution: Execution, webhook: IWebhookDescription, request: Request, response: Outgoing): Promise<void> {
		// as saved in the database: what a handler changes is not kept unless it resumes
		const data = structuredClone(execution.data);
		const [entry] = data.executionData?.nodeExecutionStack ?? [];
		if (!entry) throw new Error('the execution waits at the question');
		const { expression } = execution.workflow;
		await expression.acquireIsolate();
		const context = this.waitingContext(execution, webhook, { httpRequest: request, httpResponse: response }, data);
		const result = await this.action.webhook?.call(context).finally(async () => await expression.releaseIsolate());
		if (result?.workflowData === undefined) return;
		// n8n lets one of several win
		if (execution.status !== 'waiting') {
			return void response.status(500).json({ code: 0, message: 'There was a problem executing the workflow' });
		}
		execution.status = 'running';
		response.status(200).send(result.webhookResponse ?? '');
		entry.node.disabled = true;
		entry.data = { main: result.workflowData };
		entry.metadata = { ...entry.metadata, forwardAllOutputs: true };
		data.waitTill = undefined;
		data.resultData.runData[execution.question]?.pop();
		execution.data = data;
		await this.proceed(execution);
	}
}

/** Reads a form (multipart/form-data) as n8n does: a single value unchanged, several as a list; undefined for anything else. */
async function parseForm(contentType: string | undefined, body: Buffer): Promise<object | undefined> {
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
