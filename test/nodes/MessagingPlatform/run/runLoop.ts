import type { INodeExecutionData } from 'n8n-workflow';
import type { Item } from '../../../../nodes/MessagingPlatform/run/item';
import { customOperationsOf } from '../../../../nodes/MessagingPlatform/run/loop';
import { NodeMemory } from '../../../../nodes/MessagingPlatform/run/memory';
import type { Operation } from '../../../../nodes/MessagingPlatform/run/operation';
import { contextOf, newWorkflow } from './expressions/field';

/** The settings of a run. */
export interface Given {
	items?: number;
	continueOnFail?: boolean;
	/** The user's settings under Request Options. */
	requestOptions?: unknown;
	signal?: AbortSignal;
	onlyFirstItem?: true;
}

/** The output of an item that went through. */
export const outputOf = ({ index }: Item): INodeExecutionData[] => [{ json: { index }, pairedItem: { item: index } }];

/**
 * Runs an operation for the items of a node, as n8n does.
 *
 * @param prepare what the operation does
 * @param given how the node runs: three items otherwise
 * @returns the output of the node
 * @throws what n8n would show at the node
 */
export async function run(prepare: Operation['prepare'], given: Given = {}): Promise<INodeExecutionData[]> {
	const { items = 3, requestOptions, continueOnFail = false, signal, onlyFirstItem } = given;
	const { functions } = contextOf(newWorkflow(), {
		saved: 'fixed',
		items: Array.from({ length: items }, (_, index) => ({ index })),
	});
	const { getNodeParameter } = functions;
	Object.assign(functions, {
		continueOnFail: () => continueOnFail,
		getExecutionCancelSignal: () => signal,
		getNodeParameter: (...asked: Parameters<typeof getNodeParameter>) =>
			asked[0] === 'requestOptions' ? (requestOptions ?? asked[2]) : getNodeParameter(...asked),
	});
	const operation: Operation = {
		option: { name: 'Do', value: 'do', action: 'Do', description: '' },
		reach: 'closed',
		prepare,
		fields: [],
		onlyFirstItem,
	};
	const resource = { option: { name: 'It', value: 'it', description: '' }, operations: [operation], first: 'do' };
	const [output = []] = (await customOperationsOf([resource], new NodeMemory()).it?.do?.call(functions)) ?? [];
	return output;
}
