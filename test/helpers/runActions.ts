import {
	type IConnections,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	NodeConnectionTypes,
	Workflow,
} from 'n8n-workflow';
import { ACTION_TYPE, ITEMS_TYPE, nodeTypesFor } from './runAction';
import { runInEngine, withDefaults } from './engine';
import { type Received, type Reply, startScriptedServer } from './servers';

/** The requests and the output of a chain of operations. */
interface ChainOutcome {
	/** Each request as one line: method, path with query, body. */
	calls: string[];
	/** The output items of each operation. */
	outputs: INodeExecutionData[][];
	error?: Error;
}

/**
 * Runs operations one after the other, each in a node of its own, in n8n-core's engine with a scripted platform.
 *
 * @param operations parameters of each node, with `resource` and `operation`
 * @param answer answers every request
 * @returns the requests, and the output of each node
 */
export async function runActions(operations: INodeParameters[], answer: (request: Received) => Reply): Promise<ChainOutcome> {
	const service = await startScriptedServer(answer);
	try {
		const items = [{ json: {} }];
		const nodeTypes = nodeTypesFor(items);
		const base = { typeVersion: 1, position: [0, 0] as [number, number] };
		const start: INode = { ...base, id: 's', name: 'Start', type: ITEMS_TYPE, parameters: {} };
		const actions = operations.map((parameters, index): INode => ({
			...base,
			id: `a${index}`,
			name: `Action ${index}`,
			type: ACTION_TYPE,
			credentials: { messagingPlatformApi: { id: '1', name: 'Test' } },
			parameters,
		}));
		for (const action of actions) withDefaults(action, nodeTypes.getByNameAndVersion(ACTION_TYPE));
		const connections: IConnections = {};
		[start, ...actions].forEach(({ name }, index) => {
			const next = actions[index];
			if (next) connections[name] = { main: [[{ node: next.name, type: NodeConnectionTypes.Main, index: 0 }]] };
		});
		const workflow = new Workflow({
			id: 'chain',
			nodes: [start, ...actions],
			connections,
			active: false,
			nodeTypes,
			settings: { executionOrder: 'v1' },
		});
		const { data } = await runInEngine(workflow, { node: start, items }, service.credential);
		return {
			calls: service.requests.map(({ method, url, body }) => [method, url, String(body)].filter((part) => part !== '').join(' ')),
			outputs: actions.map(({ name }) => data.resultData.runData[name]?.[0]?.data?.main?.[0] ?? []),
			error: data.resultData.error,
		};
	} finally {
		await service.close();
	}
}
