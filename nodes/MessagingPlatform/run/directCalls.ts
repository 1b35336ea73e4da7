import type { IExecutePaginationFunctions, INodeExecutionData, INodePropertyRouting } from 'n8n-workflow';
import { Failure, apiError } from '../../shared/failure';
import { Execution } from './execution';
import { failedItem, reportsFailures, thrownFailure } from './failures';
import { Item } from './item';
import type { Plan } from './lanes';
import type { NodeMemory } from './memory';
import type { Operation } from './operation';

/** The items that run at the same time for one node. */
interface Call {
	data: object;
	execution: Execution;
	running: number;
}

/**
 * Runs operations when n8n calls the node directly (tools of an MCP Server Trigger and of older agents): n8n then runs their
 * routing and gives every item a context of its own. Simultaneous calls have only the data of the executing node in common;
 * those of one node share an {@link Execution}, and so its lanes and bounds.
 */
export class DirectCalls {
	private open: Call[] = [];

	constructor(private readonly memory: NodeMemory) {}

	/** The routing of an operation, in the place of its pagination: only there does n8n let it see a failure, and make none or several requests. */
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
		const [data, { name }] = [functions.getExecuteData(), functions.getNode()];
		// an agent calls several nodes with the same data
		const known = this.open.find((call) => call.data === data && call.execution.node.name === name);
		const call = known ?? { data, execution: new Execution(functions, this.memory), running: 0 };
		if (!known) this.open.push(call);
		call.running += 1;
		try {
			return await runCall(functions, call.execution, operation);
		} finally {
			call.running -= 1;
			if (call.running === 0) this.open = this.open.filter((one) => one !== call);
		}
	}
}

/** Runs an item in its lane; undefined when the execution was over before its turn came. */
async function runInLane(execution: Execution, plan: Plan, index: number): Promise<INodeExecutionData[] | undefined> {
	return await new Promise((resolve, reject) => {
		const failed = (_index: number, error: unknown) => {
			// before the next item of the lane begins
			if (!reportsFailures(execution)) execution.end();
			reject(error);
		};
		execution.lanes.add({ index, plan, taker: { taken: (_index, output) => resolve(output), failed } });
	});
}

/** Runs one item and decides what its failure means: an output item, or the end of the node. */
async function runCall(
	functions: IExecutePaginationFunctions,
	execution: Execution,
	operation: Operation,
): Promise<INodeExecutionData[]> {
	const index = functions.getItemIndex();
	const journal = operation.reads ? undefined : execution.memory.journalOf(functions, execution.node)?.of(index);
	try {
		const end = journal?.end;
		if (end instanceof Failure) throw end;
		if (end !== undefined) return end;
		const plan = operation.prepare(new Item(functions, execution, index, journal?.begin()));
		const output = await runInLane(execution, plan, index);
		if (output === undefined) throw Failure.ofValue('Skipped because an earlier item failed');
		journal?.taken(output);
		return output;
	} catch (error) {
		journal?.failed(error);
		const failure = Failure.of(error);
		if (reportsFailures(execution)) return [failedItem(execution, failure, index, operation)];
		execution.end();
		throw apiError(execution.node, thrownFailure(execution, failure), index);
	}
}
