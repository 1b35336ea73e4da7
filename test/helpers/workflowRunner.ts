import { type WebhookContext, WorkflowExecute } from 'n8n-core';
import {
	type IConnections,
	type ICredentialDataDecryptedObject,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type IRun,
	type IRunExecutionData,
	type IWebhookData,
	type IWebhookDescription,
	type IWorkflowSettings,
	type WorkflowExecuteMode,
	createRunExecutionData,
	Workflow,
} from 'n8n-workflow';
import { additionalDataFor, described, inARow, nodeOf, nodeTypesOf } from './engine';

interface WorkflowRun {
	/** The first node, which emits the items. */
	start?: Pick<INode, 'name' | 'type'> & Partial<INode>;
	items?: INodeExecutionData[];
	nodes: INode[];
	/** Their types, and the first node's if it has fields. */
	types: Record<string, INodeType>;
	/** One after the other by default. */
	connections?: IConnections;
	settings?: IWorkflowSettings;
	/** n8n's ID of the execution; none otherwise. */
	executionId?: string;
	/** Gets a function that stops the execution, as the editor's stop button does. */
	started?: (stop: () => void) => void;
}

/** A node that emits given items, standing for whatever comes before the node under test. */
export const emitter = (items: INodeExecutionData[]): INodeType => ({
	description: described('items', { group: ['trigger'], inputs: [] }),
	execute: async () => [items],
});

export function begun(node: INode, items: INodeExecutionData[]): IRunExecutionData {
	const executionData = { metadata: {}, waitingExecution: {}, waitingExecutionSource: {}, contextData: {} };
	const nodeExecutionStack = [{ node, data: { main: [items] }, source: null }];
	return createRunExecutionData({ executionData: { ...executionData, nodeExecutionStack } });
}

/** n8n-core's real engine and its contexts. */
export class WorkflowRunner {
	/** The lines that a node logged, except the infos of a publishing trigger. */
	readonly logs: string[] = [];

	/** @param credential the fields of every credential */
	constructor(public credential: ICredentialDataDecryptedObject) {}

	async run(of: WorkflowRun): Promise<IRun> {
		const { start = { name: 'Start', type: 'test.start' }, items = [{ json: {} }], nodes, types } = of;
		const emits = types[start.type] ?? emitter(items);
		const first = nodeOf(start);
		const workflow = new Workflow({
			id: 'test',
			nodes: [first, ...nodes],
			connections: of.connections ?? inARow(first, ...nodes),
			active: false,
			nodeTypes: nodeTypesOf({ ...types, [start.type]: emits }),
			settings: { executionOrder: 'v1', ...of.settings },
		});
		return await this.execute(workflow, begun(first, items), 'manual', of.executionId, of.started);
	}

	protected async execute(
		workflow: Workflow,
		data: IRunExecutionData,
		mode: WorkflowExecuteMode,
		executionId?: string,
		started?: (stop: () => void) => void,
	): Promise<IRun> {
		await workflow.expression.acquireIsolate();
		try {
			const running = new WorkflowExecute(this.surroundings({ executionId }), mode, data).processRunExecutionData(workflow);
			started?.(() => running.cancel());
			return await running;
		} finally {
			await workflow.expression.releaseIsolate();
		}
	}

	/** What the contexts of n8n-core get about a webhook of a node: the node, n8n's environment, and the webhook. */
	protected webhookOf(workflow: Workflow, name: string, webhook: IWebhookDescription | undefined, more: object, isTest = false) {
		const node = workflow.getNode(name);
		if (!node || !webhook) throw new Error(`the workflow has no ${name} with a webhook`);
		const environment = this.surroundings(more);
		const data: IWebhookData = {
			httpMethod: webhook.httpMethod as IWebhookData['httpMethod'],
			node: name,
			path: node.webhookId === undefined ? webhook.path : `${node.webhookId}/webhook`,
			webhookDescription: webhook,
			workflowId: workflow.id,
			workflowExecuteAdditionalData: environment,
			isTest,
		};
		return [node, environment, data] as const;
	}

	protected logFrom(
		context: WebhookContext,
		onLog?: (line: string, more?: object) => void,
		debug: (line: string) => void = () => {},
	) {
		const write = (line: string, metadata?: object) => {
			this.logs.push(line);
			onLog?.(line, metadata);
		};
		Object.defineProperty(context, 'logger', { value: { info: write, warn: write, error: write, debug } });
		return context;
	}

	protected addresses(): object {
		return {};
	}

	private readonly surroundings = (more: object) => Object.assign(additionalDataFor(this.credential), this.addresses(), more);
}
