import type { INodePropertyRouting } from 'n8n-workflow';
import type { ItemRunner } from './declared';
import { runDeclared, toOutput } from './declared';
import type { Item } from './item';
import type { JsonObject, JsonValue } from './json';
import type { ApiRequest } from './transport';
import { apiCall, itemsOf, valueOf } from './transport';

export { toOutput } from './declared';
export type { Operation } from './properties';
export { resourceProperties } from './properties';

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

/**
 * Tells an operation that needs more than one call an item declaratively.
 *
 * @param run makes the output objects of one item
 * @returns the `routing` of the operation's option
 */
export function routingOf(run: ItemRunner): INodePropertyRouting {
	return {
		send: { paginate: true },
		operations: {
			async pagination() {
				return await runDeclared(this, async (item, ...shared) => toOutput(await run(item, ...shared), item.index));
			},
		},
	};
}
