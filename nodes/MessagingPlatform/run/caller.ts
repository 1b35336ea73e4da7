import type { IExecuteFunctions, IExecuteSingleFunctions } from 'n8n-workflow';

/** n8n's context of an operation: for all items, or for one if n8n calls the node directly (`directCalls.ts`). */
export type Functions = IExecuteFunctions | IExecuteSingleFunctions;

/** The caller: a person's workflow, an AI agent, a client of an MCP Server Trigger, or n8n, which asks a person about a tool's call. */
export type Caller = 'person' | 'agent' | 'client' | 'review';

/** n8n gives tools and reviews a node type of their own, and the data of a client's call, which has no node before it, no source. */
export function callerOf(functions: Functions): Caller {
	const { type } = functions.getNode();
	if (!type.endsWith('Tool')) return 'person';
	if (functions.getExecuteData().source === null) return 'client';
	return type.endsWith('HitlTool') ? 'review' : 'agent';
}

/** Checks whether the agent doesn't wait for its tools: in workflows of the old execution order n8n runs them after it. */
export function isTooLateForAgent(functions: Functions): boolean {
	return functions.getWorkflowSettings().executionOrder !== 'v1';
}
