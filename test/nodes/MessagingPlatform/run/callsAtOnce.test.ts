import { type IExecutePaginationFunctions, type INodeExecutionData, NodeApiError, sleep } from 'n8n-workflow';
import { DirectCalls } from '../../../../nodes/MessagingPlatform/run/directCalls';
import { NodeMemory } from '../../../../nodes/MessagingPlatform/run/memory';
import type { Operation } from '../../../../nodes/MessagingPlatform/run/operation';
import { Failure } from '../../../../nodes/shared/failure';
import { contextOf, newWorkflow, replacedIn } from './expressions/field';

const { functions } = contextOf(newWorkflow());

interface Called {
	index: number;
	/** Shared by all calls of one execution. */
	data: object;
	name?: string;
	continueOnFail?: boolean;
}

/** n8n's context of one call. */
function contextFor({ index, data, name = 'Node', continueOnFail = false }: Called): IExecutePaginationFunctions {
	const node = { ...functions.getNode(), name };
	const members = {
		getItemIndex: () => index,
		getExecuteData: () => data,
		getNode: () => node,
		continueOnFail: () => continueOnFail,
	};
	return replacedIn(functions, members) as unknown as IExecutePaginationFunctions;
}

/** An operation that is called directly: its runs are written down, and end when the test says so. */
function callable() {
	const begun: string[] = [];
	const ends: Array<(error?: Error) => void> = [];
	const operation: Operation = {
		option: { name: 'Do', value: 'do', action: 'Do', description: '' },
		reach: 'closed',
		fields: [],
		prepare: ({ index, node }) => ({
			lane: 'one',
			run: async () => {
				begun.push(`${node.name} ${index}`);
				const error = await new Promise<Error | undefined>((resolve) => ends.push(resolve));
				if (error) throw Failure.ofValue(error.message, 'Check it.');
				return [{ json: { index } }];
			},
		}),
	};
	const { send, operations } = new DirectCalls(new NodeMemory()).routingOf(operation);
	const pagination = operations?.pagination;
	if (typeof pagination !== 'function') throw new Error('n8n would call nothing.');
	const call = async (called: Called): Promise<INodeExecutionData[]> => {
		const context = contextFor(called);
		return await pagination.call(context, { options: { url: '' }, maxResults: 1, preSend: [], postReceive: [] });
	};
	const end = async (error?: Error) => {
		ends.shift()?.(error);
		await settle();
	};
	return { send, begun, call, end };
}

const settle = async () => await sleep(0);

describe('calls at the same time', () => {
	test('keep their order in one node and one execution', async () => {
		const { begun, call, end } = callable();
		const data = {};
		const outputs = [call({ index: 0, data }), call({ index: 1, data })];
		await settle();
		expect(begun).toEqual(['Node 0']);
		await end();
		expect(begun).toEqual(['Node 0', 'Node 1']);
		await end();
		expect(await Promise.all(outputs)).toEqual([[{ json: { index: 0 } }], [{ json: { index: 1 } }]]);
	});

	test('do not wait for each other in two nodes or two executions', async () => {
		const { begun, call, end } = callable();
		const data = {};
		const outputs = [call({ index: 0, data }), call({ index: 0, data, name: 'Other' }), call({ index: 0, data: {} })];
		await settle();
		expect(begun).toEqual(['Node 0', 'Other 0', 'Node 0']);
		for (let count = 0; count < 3; count++) await end();
		expect(await Promise.all(outputs)).toHaveLength(3);
	});

	test('stop at the first failure and mark the waiting calls as skipped', async () => {
		const { begun, call, end } = callable();
		const data = {};
		const results = Promise.allSettled([call({ index: 0, data }), call({ index: 1, data })]);
		await settle();
		await end(new Error('Refused'));
		const errors = (await results).map((result) => (result.status === 'rejected' ? (result.reason as unknown) : undefined));
		expect(errors).toEqual([expect.any(NodeApiError), expect.any(NodeApiError)]);
		expect(errors).toMatchObject([
			{ message: 'Refused', description: 'Check it.', context: { itemIndex: 0 } },
			{ message: 'Skipped because an earlier item failed', context: { itemIndex: 1 } },
		]);
		expect(begun).toEqual(['Node 0']);
	});
});

describe('a call after others of the same execution', () => {
	test('joins those that still run', async () => {
		const { begun, call, end } = callable();
		const data = {};
		const first = [call({ index: 0, data }), call({ index: 1, data })];
		await settle();
		await end();
		const later = call({ index: 2, data });
		await settle();
		expect(begun).toEqual(['Node 0', 'Node 1']);
		await end();
		await end();
		expect(await Promise.all([...first, later])).toHaveLength(3);
	});
});
