import type { IExecuteFunctions, IExecuteSingleFunctions, INodeExecutionData, INodePropertyRouting } from 'n8n-workflow';
import { runDeclared } from './declared';
import { type Prepare, sendItems } from './sendLoop';

/** Begins an execution of an operation that sends: what its items share, for example the channel list, lives in here. */
export type Start = (functions: IExecuteFunctions | IExecuteSingleFunctions) => Prepare;

/**
 * The custom operation of an operation that sends: n8n runs it for workflows and for the tools of current agents.
 *
 * @param start begins an execution
 * @returns the function for the node's `customOperations`; it returns one output with the items in input order
 */
export function customOperation(start: Start) {
	return async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await sendItems(this, start(this))];
	};
}

/**
 * The routing of the same operation: n8n runs it in place of the custom operation where a tool is called directly (MCP
 * Server Trigger, older agents). It stands in the place of the request, because an item may need several of them; both
 * ways run the same code and so make the same requests.
 *
 * @param start begins an execution; a tool call has one item
 * @returns the `routing` of the operation's option
 */
export function sendRouting(start: Start): INodePropertyRouting {
	return {
		send: { paginate: true },
		operations: {
			async pagination() {
				return await runDeclared(this, async (item, inTurn) => {
					const { lane, send } = start(item.functions)(item);
					return lane === undefined ? await send() : await inTurn(lane, send);
				});
			},
		},
	};
}
