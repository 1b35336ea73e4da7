import type { INodeExecutionData, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { JsonObject } from '../../shared/json';
import type { ApiRequest } from '../../shared/api/apiRequest';
import type { Item } from './item';
import type { Plan } from './lanes';

/** Decides what an item needs, without a request; throws NodeOperationError for a value that is refused. */
export type Prepare = (item: Item) => Plan;

/**
 * How far an operation reaches when an AI model calls it:
 *
 * - `conversation`: the chat that started the workflow, unless the author names another one
 * - `account`: other people or the whole account; closed until the author opens it
 * - `closed`: it would let a stranger's message change who gets the events of the account
 * - `useless`: n8n takes no file from a tool
 * - `waiting`: whoever calls a tool waits for it, so the tool cannot; as the human review of other tools it can
 */
export type Reach = 'account' | 'closed' | 'conversation' | 'useless' | 'waiting';

/** One operation: its entry in the operation list, its own fields without display options, and how it runs. */
export interface Operation {
	option: INodePropertyOptions & { value: string; action: string; description: string };
	/** How far it reaches when an AI model calls it. */
	reach: Reach;
	/** It changes nothing on the platform, so a failure has no outcome. */
	reads?: true;
	/** What a model reads about it as a tool, where the option's description is for people alone. */
	forModels?: string;
	/** It runs for the first item alone, because the execution then waits as a whole. */
	onlyFirstItem?: true;
	prepare: Prepare;
	fields: INodeProperties[];
}

/** A resource: its entry in the resource list, and its operations in the order in which their fields appear. */
export interface Resource {
	option: INodePropertyOptions & { value: string; description: string };
	operations: Operation[];
	/** Value of the operation that is chosen at first. */
	first: string;
}

/**
 * Pairs output objects with the item that they come from.
 *
 * @param objects what the item gave
 * @param item the item
 * @returns output items
 */
export function toOutput(objects: JsonObject[], { index }: Item): INodeExecutionData[] {
	// one for all of them, as n8n's own nodes have it
	const pairedItem = { item: index };
	return objects.map((json) => ({ json, pairedItem }));
}

/**
 * Tells an operation whose items wait for no other.
 *
 * @param run makes the output objects of one item
 */
export function independent(run: (item: Item) => Promise<JsonObject[]>): Prepare {
	return (item) => ({ run: async () => toOutput(await run(item), item) });
}

/**
 * An operation that adds a record in one call.
 *
 * @param build makes the call from the item's fields; the output is the record that the platform answers
 */
export function oneCall(build: (item: Item) => ApiRequest): Prepare {
	return independent(async (item) => [item.recordOf(await item.call(build(item)))]);
}

/** A change of something that exists. */
export interface Change {
	/** What is changed: path below the base address. */
	path: string;
	/** Makes the change and returns the output objects. */
	run(): Promise<JsonObject[]>;
}

/**
 * Tells an operation that changes something: of several items that change the same thing, the last one is to win.
 *
 * @param build reads from the item's fields what is changed
 */
export function change(build: (item: Item) => Change): Prepare {
	return (item) => {
		const { path, run } = build(item);
		return { lane: path, run: async () => toOutput(await run(), item) };
	};
}

/** A call that the platform answers without a body (202), and what the output says that it accepted. */
export interface Accepted {
	request: ApiRequest;
	output: JsonObject;
}

/**
 * Tells an operation whose answer has no body: the output says what was accepted.
 *
 * @param build makes the call and the output from the item's fields
 */
export function accepted(build: (item: Item) => Accepted): Prepare {
	return change((item) => {
		const { request, output } = build(item);
		return { path: request.path, run: async () => (await item.call(request), [output]) };
	});
}
