import type { INodeExecutionData, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { JsonObject } from '../../shared/json';
import type { ApiRequest } from '../../shared/api/apiRequest';
import type { Item } from './item';
import type { Plan } from './lanes';

/** Plans the work for an item, without a request; throws for a value that isn't accepted. */
export type Prepare = (item: Item) => Plan;

/**
 * The reach of an operation when an AI model calls it:
 * - `conversation`: the chat that started the workflow, unless the author names another one
 * - `account`: other people or the whole account; closed until the author opens it
 * - `closed`: it would let a stranger's message change who gets the events of the account
 * - `useless`: n8n takes no file from a tool
 * - `waiting`: a tool's caller waits for it, so it can't wait itself; as the human review of other tools it can
 */
export type Reach = 'account' | 'closed' | 'conversation' | 'useless' | 'waiting';

/** One operation: its entry in the operation list, its own fields without display options, and how it runs. */
export interface Operation {
	option: INodePropertyOptions & { value: string; action: string; description: string };
	reach: Reach;
	/** It changes nothing on the platform, so a failure has no outcome. */
	reads?: true;
	/** The description for a model that uses it as a tool, if the option's description is only for people. */
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

/** Pairs the output objects of an item with it. */
export function toOutput(objects: JsonObject[], { index }: Item): INodeExecutionData[] {
	// one for all of them, as n8n's own nodes have it
	const pairedItem = { item: index };
	return objects.map((json) => ({ json, pairedItem }));
}

/** An operation whose items wait for no other. */
export function independent(run: (item: Item) => Promise<JsonObject[]>): Prepare {
	return (item) => ({ run: async () => toOutput(await run(item), item) });
}

/** An operation that adds a record in one call, and outputs the record in the platform's response. */
export function oneCall(build: (item: Item) => ApiRequest): Prepare {
	return independent(async (item) => [item.recordOf(await item.call(build(item)))]);
}

/** An operation that changes the record at a path below the base URL: the last of several items with the same path wins. */
export function change(build: (item: Item) => { path: string; run(): Promise<JsonObject[]> }): Prepare {
	return (item) => {
		const { path, run } = build(item);
		return { lane: path, run: async () => toOutput(await run(), item) };
	};
}

/** An operation whose response has no body (202): the output says what was accepted. */
export function accepted(build: (item: Item) => { request: ApiRequest; output: JsonObject }): Prepare {
	return change((item) => {
		const { request, output } = build(item);
		return { path: request.path, run: async () => (await item.call(request), [output]) };
	});
}
