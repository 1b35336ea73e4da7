import {
	type ICredentialDataDecryptedObject,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type INodeTypes,
	type IRun,
	type Workflow,
	createRunExecutionData,
	NodeHelpers,
} from 'n8n-workflow';
import { WorkflowExecute } from 'n8n-core';
import { additionalDataFor } from './additionalData';

/**
 * Node types as n8n knows them.
 *
 * @param types the types by their full names; asking for another one is an error
 */
export function nodeTypesOf(types: Record<string, INodeType>): INodeTypes {
	const get = (name: string) => {
		const type = types[name];
		if (!type) throw new Error(`unknown node type ${name}`);
		return type;
	};
	return { getByName: get, getByNameAndVersion: get, getKnownTypes: () => ({}) };
}

/**
 * Fills a node's parameters with the defaults of its type, as the editor does.
 *
 * @returns the same node
 */
export function withDefaults(node: INode, { description }: INodeType): INode {
	const filled = NodeHelpers.getNodeParameters(description.properties, node.parameters, true, false, node, description);
	node.parameters = filled ?? {};
	return node;
}

/**
 * Runs a workflow in n8n-core's real engine.
 *
 * @param workflow the workflow
 * @param from its first node, the items that it gets, and n8n's id of the execution where one is needed
 * @param credential the fields of every credential in it
 * @param started gets a function that stops the execution
 * @returns the run, also when it failed
 */
export async function runInEngine(
	workflow: Workflow,
	from: { node: INode; items: INodeExecutionData[]; executionId?: string },
	credential: ICredentialDataDecryptedObject,
	started?: (stop: () => void) => void,
): Promise<IRun> {
	const execution = createRunExecutionData({
		executionData: {
			nodeExecutionStack: [{ node: from.node, data: { main: [from.items] }, source: null }],
			metadata: {},
			waitingExecution: {},
			waitingExecutionSource: {},
			contextData: {},
		},
	});
	await workflow.expression.acquireIsolate();
	try {
		const surroundings = { ...additionalDataFor(credential), executionId: from.executionId };
		const executing = new WorkflowExecute(surroundings, 'manual', execution).processRunExecutionData(workflow);
		started?.(() => executing.cancel());
		return await executing;
	} finally {
		await workflow.expression.releaseIsolate();
	}
}
