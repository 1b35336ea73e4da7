import type { ISourceData } from 'n8n-workflow';
import type { Item } from '../run/item';
import { isObject } from '../../shared/json';

/**
 * The nodes from which the way back from a tool to the trigger starts: the agent, because the tool has no main input. n8n gives it
 * as the executing node of a direct call, and as the source if the engine runs the tool; for a sub-agent, which has no main input
 * either, the node before the outermost agent is added.
 */
export function startsOf({ functions }: Item): string[] {
	const { node, source, metadata } = functions.getExecuteData();
	const names = [node.name, metadata?.preservedSourceOverwrite?.previousNode];
	for (const one of Object.values(source ?? {}).flat()) names.push(one?.previousNode);
	return [...new Set(names)].filter((name) => name !== undefined);
}

/** Which of the agent's items a tool is called for, and where the agent got them from. */
interface AgentItem {
	index: number;
	source: ISourceData;
}

function listOf(value: unknown): unknown[] {
	return Array.isArray(value) ? (value as unknown[]) : [];
}

const memberOf = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);

/** A call as n8n's engine plans it, and the agent that it continues with. */
interface Call {
	agent: unknown;
	/** The items that the agent runs for. */
	items: unknown[];
	/** What the model wrote. */
	written: unknown;
	metadata: unknown;
}

/** The engine plans it when it puts the agent back on its stack, to continue with the tool's answer. */
function readCall(entry: unknown, tool: string, runIndex: number): Call | undefined {
	const planned = memberOf(memberOf(entry, 'metadata'), 'subNodeExecutionData');
	const call = listOf(memberOf(planned, 'actions')).find(
		(one) => memberOf(one, 'nodeName') === tool && memberOf(one, 'runIndex') === runIndex,
	);
	if (call === undefined) return undefined;
	const agent = memberOf(memberOf(entry, 'node'), 'name');
	const [input] = listOf(memberOf(memberOf(entry, 'data'), 'main'));
	const action = memberOf(call, 'action');
	return { agent, items: listOf(input), written: memberOf(action, 'input'), metadata: memberOf(action, 'metadata') };
}

/** The call that the tool runs for. n8n's interface for nodes does not have it: if it looks different, none is found. */
function findCall(item: Item): Call | undefined {
	const runIndex: unknown = item.proxy().$runIndex;
	if (typeof runIndex !== 'number') return undefined;
	const context: object = item.functions;
	const execution: unknown = 'runExecutionData' in context ? context.runExecutionData : undefined;
	for (const entry of listOf(memberOf(memberOf(execution, 'executionData'), 'nodeExecutionStack'))) {
		const call = readCall(entry, item.node.name, runIndex);
		if (call) return call;
	}
	return undefined;
}

/**
 * The item of the agent's batch that a tool is called for, from the engine's plan: n8n pairs the tool's own item with the first of
 * the batch, and its json holds what the model wrote. Undefined if the agent calls its tools directly, runs for the second time (n8n
 * then names the agent itself as the node before it) or continues after a human review (n8n then names the first item).
 */
export function findAgentItem(item: Item): AgentItem | undefined {
	const source = item.functions.getExecuteData().metadata?.preservedSourceOverwrite;
	const { agent, metadata } = findCall(item) ?? {};
	const index = memberOf(metadata, 'itemIndex');
	const isReviewed = memberOf(metadata, 'parentNodeName') !== undefined;
	if (source === undefined || source.previousNode === agent || isReviewed || typeof index !== 'number') return undefined;
	return { index, source };
}

/** The call that a person is to approve. */
export interface Reviewed {
	tool: unknown;
	input: unknown;
	/** All that the model wrote: the input, and what it gives the review itself. */
	written: unknown;
	/** The items that the agent runs for. */
	items: unknown[];
}

/** Finds the call that n8n runs once a human review is approved; undefined if n8n's plan cannot be read. */
export function findReviewed(item: Item): Reviewed | undefined {
	const call = findCall(item);
	const reviewed = memberOf(call?.metadata, 'hitl');
	if (call === undefined || !isObject(reviewed)) return undefined;
	return { tool: reviewed.toolName, input: reviewed.originalInput, written: call.written, items: call.items };
}
