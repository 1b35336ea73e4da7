import type { IExecutePaginationFunctions, INodeExecutionData, INodePropertyRouting } from 'n8n-workflow';
import { asApiError, asNodeError, valueError } from '../../shared/platform/errors';
import { checkAgentMay } from '../tool/reach';
import { Execution } from './execution';
import { failedItem, reportsFailures, thrownFailure } from './failures';
import { Item } from './item';
import type { Operation } from './operation';

/**
 * Where n8n calls the node directly (tools of an MCP Server Trigger and of older agents) it runs an operation's routing and
 * gives every item a context of its own. What calls at the same time share is the data of the node that executes; with it they
 * share an {@link Execution}, and so its lanes and bounds.
 */
export class DirectCalls {
	private readonly open = new Map<object, { execution: Execution; calls: number }>();

	/**
	 * The routing of an operation. It stands in the place of the request, as the operation's pagination function: the one place
	 * where n8n lets a declarative node see a failure, and make none or several requests for an item.
	 *
	 * @param operation the operation
	 * @returns the `routing` of the operation's option
	 */
	routingOf(operation: Operation): INodePropertyRouting {
		const run = async (functions: IExecutePaginationFunctions) => await this.run(functions, operation);
		return {
			send: { paginate: true },
			operations: {
				async pagination() {
					return await run(this);
				},
			},
		};
	}

	private async run(functions: IExecutePaginationFunctions, operation: Operation): Promise<INodeExecutionData[]> {
		const key = functions.getExecuteData();
		const entry = this.open.get(key) ?? { execution: new Execution(functions), calls: 0 };
		this.open.set(key, entry);
		entry.calls += 1;
		try {
			return await runItem(functions, entry.execution, operation);
		} finally {
			entry.calls -= 1;
			if (entry.calls === 0) this.open.delete(key);
		}
	}
}

/** Runs one item and says what its failure means: an output item, or the end of the node. */
async function runItem(
	functions: IExecutePaginationFunctions,
	execution: Execution,
	operation: Operation,
): Promise<INodeExecutionData[]> {
	const index = functions.getItemIndex();
	try {
		const item = new Item(functions, execution, operation.fields, index);
		checkAgentMay(item, operation.reach);
		const output = await execution.run(operation.prepare(item));
		if (output !== undefined) return output;
		throw valueError(execution.node, index, 'Skipped because an earlier item failed');
	} catch (error) {
		const failure = asNodeError(execution.node, index, error);
		if (reportsFailures(functions)) return [failedItem(functions, failure, index)];
		execution.end();
		throw asApiError(execution.node, index, thrownFailure(functions, failure, index));
	}
}
