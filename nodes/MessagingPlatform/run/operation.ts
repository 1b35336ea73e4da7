import type { INodeExecutionData, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { JsonObject } from '../../shared/json';
import type { ApiRequest } from '../../shared/api/apiRequest';
import { lazily } from '../../shared/parameter';
import type { Item, Part } from './item';
import type { Plan } from './lanes';

/** The form of an operation: its parts, in the order in which the editor shows them, by the names that its code gives them. */
type Form = Readonly<Record<string, Part>>;

/** What the parts of a form are read as for an item. */
export type Values<Parts extends Form> = {
	readonly [Name in keyof Parts]: Parts[Name] extends Part<infer Value> ? Value : never;
};

/**
 * Plans the work for an item, without a request; throws for a value that isn't accepted.
 * @param given the values of the operation's fields, each read when it is used
 */
export type Prepare<Given> = (given: Given, item: Item) => Plan;

/**
 * The reach of an operation when an AI model calls it:
 * - `conversation`: the chat that started the workflow, unless the author names another one
 * - `account`: other people or the whole account; closed until the author opens it
 * - `closed`: it would let a stranger's message change who gets the events of the account
 * - `useless`: n8n takes no file from a tool
 * - `waiting`: a tool's caller waits for it, so it can't wait itself; as the human review of other tools it can
 */
export type Reach = 'account' | 'closed' | 'conversation' | 'useless' | 'waiting';

/** An operation's entry in the operation list, and what is known about it. */
interface About {
	option: INodePropertyOptions & { value: string; action: string; description: string };
	reach: Reach;
	/** It changes nothing on the platform, so a failure has no outcome. */
	reads?: true;
	/** The description for a model that uses it as a tool, if the option's description is only for people. */
	forModels?: string;
	/** It runs for the first item alone, because the execution then waits as a whole. */
	onlyFirstItem?: true;
}

/** One operation: its own fields, without their operation among the display options, and how it runs. */
export interface Operation extends About {
	fields: INodeProperties[];
	prepare(item: Item): Plan;
}

/** Declares an operation: its work gets the values of its fields. */
export function operation<Parts extends Form>({
	fields,
	prepare,
	...about
}: About & { fields: Parts; prepare: Prepare<Values<Parts>> }): Operation {
	const parameters = Object.values<Part>(fields).flatMap((part) => ('property' in part ? [part] : part.parts));
	const givenBy = lazily<Part, Values<Parts>>(fields);
	const plan = (item: Item) =>
		prepare(
			givenBy((part) => item.read(part)),
			item,
		);
	return { ...about, fields: parameters.map(({ property }) => property), prepare: plan };
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
export function independent<Given>(run: (given: Given, item: Item) => Promise<JsonObject[]>): Prepare<Given> {
	return (given, item) => ({ run: async () => toOutput(await run(given, item), item) });
}

/** An operation that adds a record in one call, and outputs the record in the platform's response. */
export function oneCall<Given>(build: (given: Given, item: Item) => ApiRequest): Prepare<Given> {
	return independent(async (given, item) => [item.recordOf(await item.call(build(given, item)))]);
}

/** An operation that changes the record at a path below the base URL: the last of several items with the same path wins. */
export function change<Given>(
	build: (given: Given, item: Item) => { path: string; run(): Promise<JsonObject[]> },
): Prepare<Given> {
	return (given, item) => {
		const { path, run } = build(given, item);
		return { lane: path, run: async () => toOutput(await run(), item) };
	};
}

/** An operation whose response has no body (202): the output says what was accepted. */
export function accepted<Given>(
	build: (given: Given, item: Item) => { request: ApiRequest; output: JsonObject },
): Prepare<Given> {
	return change((given, item) => {
		const { request, output } = build(given, item);
		return { path: request.path, run: async () => (await item.call(request), [output]) };
	});
}
