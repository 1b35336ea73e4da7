import type { IExecuteFunctions, INodeExecutionData, INodeProperties, INodePropertyRouting } from 'n8n-workflow';
import { type ItemRunner, runDeclared, runItems, toOutput } from './declared';
import type { Item } from './item';
import type { JsonObject, JsonValue } from '../../shared/json';
import type { ApiRequest } from '../../shared/platform/apiRequest';
import { apiCall } from '../../shared/platform/calls';
import { itemsOf, valueOf } from '../../shared/platform/envelope';

export { toOutput } from './declared';
export type { Operation } from './properties';
export { resourceProperties } from './properties';

/** The function behind each routing of {@link routingOf}. */
const runners = new WeakMap<INodePropertyRouting, ItemRunner<INodeExecutionData>>();

/** Builds the call of one item from its parameters; throws NodeOperationError for a value that the service would refuse. */
export type RequestBuilder = (item: Item) => ApiRequest | Promise<ApiRequest>;

/** Makes output objects from the answer of one item. */
export type AnswerReader = (body: JsonValue | undefined, item: Item, request: ApiRequest) => JsonObject[];

/**
 * The answer of a method with one result (specification, "Response envelope").
 *
 * @param body the parsed answer
 * @returns one object: `$value`
 */
export const oneValue: AnswerReader = (body) => [valueOf(body)];

/**
 * The answer of a list method (specification, "Response envelope").
 *
 * @param body the parsed answer
 * @returns an object for each element of `$items`
 */
export const manyItems: AnswerReader = (body) => itemsOf(body);

/**
 * Tells an operation declaratively: how its call is built and how its answer is read. The fields are read once, in one
 * function, because each routing expression of a field would cost an evaluation an item.
 *
 * @param build makes the call from the item's parameters
 * @param read makes the output objects from the answer; each is paired with the item
 * @returns the `routing` of the operation's option
 */
export function routing(build: RequestBuilder, read: AnswerReader): INodePropertyRouting {
	return routingOf(async (item, inTurn) => {
		const request = await build(item);
		const call = async () => read(await apiCall(item.functions, request, item.index), item, request);
		// of several items that replace the same thing, the last one is to win
		return request.method === 'PUT' || request.method === 'PATCH' ? await inTurn(request.path, call) : await call();
	});
}

/** A call that the service answers without a body (202), and what the output says that it accepted. */
export interface Accepted {
	request: ApiRequest;
	output: JsonObject;
}

/**
 * Tells an operation whose answer has no body: the output says what was accepted.
 *
 * @param build makes the call and the output from the item's parameters
 * @returns the `routing` of the operation's option
 */
export function acceptedRouting(build: (item: Item) => Accepted): INodePropertyRouting {
	return routingOf(async (item, inTurn) => {
		const { request, output } = build(item);
		await inTurn(request.path, async () => await apiCall(item.functions, request, item.index));
		return [output];
	});
}

/**
 * Tells an operation that needs more than one call an item declaratively.
 *
 * @param run makes the output objects of one item
 * @returns the `routing` of the operation's option
 */
export function routingOf(run: ItemRunner): INodePropertyRouting {
	const runItem: ItemRunner<INodeExecutionData> = async (item, ...shared) => toOutput(await run(item, ...shared), item.index);
	const told: INodePropertyRouting = {
		send: { paginate: true },
		operations: {
			async pagination() {
				return await runDeclared(this, runItem);
			},
		},
	};
	runners.set(told, runItem);
	return told;
}

/** What runs an operation for all items of the node. */
export type CustomOperation = (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

/**
 * The declarative operations of a node once more as custom operations, which n8n runs in place of the routing wherever it
 * can: from the same functions, without the cost of n8n's engine for declarative nodes (docs/benchmarks.md).
 *
 * @param properties the node's properties, with an operation selector for each resource
 * @returns resource to operation to function; without the operations whose routing is not of {@link routingOf}
 */
export function customOperationsOf(properties: INodeProperties[]): Record<string, Record<string, CustomOperation>> {
	const found: Record<string, Record<string, CustomOperation>> = {};
	for (const { name, options = [], displayOptions } of properties) {
		const [resource] = displayOptions?.show?.resource ?? [];
		if (name !== 'operation' || typeof resource !== 'string') continue;
		for (const option of options) {
			const run = 'routing' in option && option.routing ? runners.get(option.routing) : undefined;
			if (run === undefined || !('value' in option)) continue;
			found[resource] = {
				...found[resource],
				async [String(option.value)](this: IExecuteFunctions) {
					return [await runItems(this, run)];
				},
			};
		}
	}
	return found;
}
