import type { IDataObject, ISourceData } from 'n8n-workflow';
import type { Item } from '../run/item';
import { isObject, objectOf } from '../../shared/json';

/**
 * Finds the nodes at which the way back from a tool to the trigger starts: the agent, because the tool has no main input. It is
 * the executing node in a direct call, and the source if the engine runs the tool. A sub-agent has no main input either, so the
 * node before the outermost agent is added.
 */
export function startsOf({ functions }: Item): string[] {
	const { node, source, metadata } = functions.getExecuteData();
	const names = [node.name, metadata?.preservedSourceOverwrite?.previousNode];
	for (const one of Object.values(source ?? {}).flat()) names.push(one?.previousNode);
	return [...new Set(names)].filter((name) => name !== undefined);
}

/** The index of the agent's item that a tool is called for, and the source of the items. */
interface AgentItem {
	index: number;
	source: ISourceData;
}

function listOf(value: unknown): unknown[] {
	return Array.isArray(value) ? (value as unknown[]) : [];
}

/** A call as n8n's engine plans it, and the agent that it continues with. */
interface Call {
	agent: unknown;
	/** The items that the agent runs for. */
	items: unknown[];
	/** The input that the model wrote. */
	written: unknown;
	metadata: IDataObject;
}

/** Reads a planned call: the engine adds it when it puts the agent back on its stack, to continue with the tool's answer. */
function readCall(entry: unknown, tool: string, runIndex: number): Call | undefined {
	const { metadata, node, data } = objectOf(entry);
	const { actions } = objectOf(objectOf(metadata).subNodeExecutionData);
	const isOfTool = ({ nodeName, runIndex: run }: IDataObject) => nodeName === tool && run === runIndex;
	const call = listOf(actions)
		.map((one) => objectOf(one))
		.find(isOfTool);
	if (call === undefined) return undefined;
	const [input] = listOf(objectOf(data).main);
	const action = objectOf(call.action);
	return { agent: objectOf(node).name, items: listOf(input), written: action.input, metadata: objectOf(action.metadata) };
}

/** Finds the call that the tool runs for. It isn't in n8n's interface for nodes: if it looks different, none is found. */
function findCall(item: Item): Call | undefined {
	const runIndex: unknown = item.proxy().$runIndex;
	if (typeof runIndex !== 'number') return undefined;
	const context: object = item.functions;
	const execution: unknown = 'runExecutionData' in context ? context.runExecutionData : undefined;
	for (const entry of listOf(objectOf(objectOf(execution).executionData).nodeExecutionStack)) {
		const call = readCall(entry, item.node.name, runIndex);
		if (call) return call;
	}
	return undefined;
}

/**
 * Finds the item of the agent's batch that a tool is called for, in the engine's plan: n8n pairs the tool's own item with the
 * batch's first, and its json is what the model wrote. Undefined if the agent calls its tools directly, runs a second time (n8n
 * then names the agent as the node before itself) or continues after a human review (n8n then names the first item).
 */
export function findAgentItem(item: Item): AgentItem | undefined {
	const source = item.functions.getExecuteData().metadata?.preservedSourceOverwrite;
	const { agent, metadata: { itemIndex: index, parentNodeName } = {} } = findCall(item) ?? {};
	const isReviewed = parentNodeName !== undefined;
	if (source === undefined || source.previousNode === agent || isReviewed || typeof index !== 'number') return undefined;
	return { index, source };
}

/** The call that a person is to approve. */
export interface Reviewed {
	tool: unknown;
	/** The name of the tool's node. */
	node: unknown;
	input: unknown;
	/** Everything that the model wrote: the input, and the review's own arguments. */
	written: unknown;
	/** The items that the agent runs for. */
	items: unknown[];
}

/** Finds the call that n8n runs once a human review is approved; undefined if n8n's plan can't be read. */
export function findReviewed(item: Item): Reviewed | undefined {
	const call = findCall(item);
	if (!isObject(call?.metadata.hitl)) return undefined;
	const { toolName: tool, gatedToolNodeName: node, originalInput: input } = call.metadata.hitl;
	return { tool, node, input, written: call.written, items: call.items };
}
