import type {
	DeclarativeRestApiSettings,
	IExecutePaginationFunctions,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
	INodePropertyRouting,
} from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { failureError } from './errors';
import type { Item } from './item';
import { itemOf } from './item';
import type { JsonObject, JsonValue } from './json';
import type { ApiRequest } from './transport';
import { hostOf, itemsOf, notificationBase, readAnswer, toHttpOptions, valueOf } from './transport';

/** One operation: its entry in the operation list and its own fields, without display options. */
export interface Operation {
	option: INodePropertyOptions & { value: string; action: string; description: string };
	fields: INodeProperties[];
}

/** Builds the call of one item from its parameters; throws NodeOperationError for a value that the service would refuse. */
export type RequestBuilder = (item: Item) => ApiRequest | Promise<ApiRequest>;

/** Makes output objects from the answer of one item. */
export type AnswerReader = (body: JsonValue | undefined, item: Item) => JsonObject[];

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
 * preSend, because each routing expression of a field would cost an evaluation an item.
 *
 * @param build makes the call from the item's parameters
 * @param read makes the output objects from the answer; each is paired with the item
 * @returns the `routing` of the operation's option
 */
export function routing(build: RequestBuilder, read: AnswerReader): INodePropertyRouting {
	return {
		send: {
			paginate: true,
			preSend: [
				async function (this: IExecuteSingleFunctions, options: IHttpRequestOptions) {
					const request = await build(itemOf(this));
					const prepared = { ...options, ...toHttpOptions(request) };
					if (request.base === 'notification') prepared.baseURL = await notificationBase(this, this.getItemIndex());
					return prepared;
				},
			],
		},
		output: {
			postReceive: [
				async function (
					this: IExecuteSingleFunctions,
					_items: INodeExecutionData[],
					response: IN8nHttpFullResponse,
				) {
					const item = itemOf(this);
					return toOutput(read(await readAnswer(this, item.index, response), item), item.index);
				},
			],
		},
	};
}

/**
 * Pairs output objects with the item that they come from.
 *
 * @param objects what the item gave
 * @param index index of the input item
 * @returns output items
 */
export function toOutput(objects: JsonObject[], index: number): INodeExecutionData[] {
	return objects.map((json) => ({ json, pairedItem: { item: index } }));
}

/**
 * Wraps each request of a declarative operation, so that a failure to connect is explained like every other error.
 * It stands in the node's `requestOperations.pagination`: the only place where n8n lets a node see such a failure.
 *
 * @param requestData n8n's prepared request
 * @returns the output items of the request
 * @throws NodeApiError or NodeOperationError with an explanation
 */
export async function sendDeclared(
	this: IExecutePaginationFunctions,
	requestData: DeclarativeRestApiSettings.ResultOptions,
): Promise<INodeExecutionData[]> {
	try {
		return await this.makeRoutingRequest(requestData);
	} catch (error) {
		throw await explained(this, requestData, error);
	}
}

async function explained(
	functions: IExecutePaginationFunctions,
	{ options }: DeclarativeRestApiSettings.ResultOptions,
	error: unknown,
): Promise<NodeApiError | NodeOperationError> {
	// Only an error of this package's own readAnswer is free of the request; n8n's own keeps it as its cause.
	if (error instanceof NodeOperationError) return error;
	if (error instanceof NodeApiError && error.cause === undefined) return error;
	const host = options.baseURL && URL.canParse(options.baseURL) ? new URL(options.baseURL).host : await hostOf(functions);
	return failureError(functions.getNode(), functions.getItemIndex(), error, host);
}

function stamp(field: INodeProperties, resource: string, operation: string): INodeProperties {
	const show = { ...field.displayOptions?.show, resource: [resource], operation: [operation] };
	return { ...field, displayOptions: { ...field.displayOptions, show } };
}

/**
 * Assembles a resource's part of the node's properties.
 *
 * @param resource value of the resource
 * @param selector the operation selector of the resource, without display options
 * @param operations the resource's operations, whose fields are shown for that operation alone
 * @returns properties in the order in which they appear
 */
export function resourceProperties(
	resource: string,
	selector: INodeProperties,
	operations: Operation[],
): INodeProperties[] {
	const fields = operations.flatMap((operation) =>
		operation.fields.map((field) => stamp(field, resource, operation.option.value)),
	);
	return [{ ...selector, displayOptions: { show: { resource: [resource] } } }, ...fields];
}
