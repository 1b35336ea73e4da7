import { type FromAIArgument, type INodeProperties, NodeConnectionTypes, deepCopy, traverseNodeParameters } from 'n8n-workflow';
import { type JsonObject, asJson, isJson, isJsonObject, isSame, objectOf } from '../../shared/json';
import { Failure } from '../../shared/failure';
import type { Field } from '../../shared/field';
import { clip } from '../../shared/texts';
import type { Item } from '../run/item';
import { readsItem, readsToolItem } from './ownFields';
import { isTooLateForAgent } from '../run/caller';
import { type Reviewed, findReviewed } from './toolRun';

/** The type by which LangChain recognizes a call among a tool's values. */
const TOOL_CALL = 'tool_call';

/** Refuses the old execution order, in which n8n runs the agent to its end first and treats every review as declined. */
function checkOrder(item: Item): void {
	if (!isTooLateForAgent(item.functions)) return;
	throw Failure.forOperator(
		"A human review needs the execution order v1, which this workflow doesn't use, so no one was asked",
		'In the workflow\'s settings, set Execution Order to "v1 (recommended)". With the old order, the agent doesn\'t wait for the answer and treats it as declined.',
	);
}

function planOf(item: Item): Reviewed {
	const reviewed = findReviewed(item);
	if (reviewed !== undefined) return reviewed;
	throw Failure.forOperator(
		"n8n doesn't say which tool would run, so no one could see what they approve",
		'No one was asked. Update n8n and this package, and connect the review to an AI Agent of version 3 or newer.',
	);
}

/** Refuses several items: n8n runs an approved tool for each of them, even if it was approved for one. */
function checkOneItem({ items }: Reviewed): void {
	if (items.length <= 1) return;
	throw Failure.forOperator(
		`The agent runs for ${items.length} items at once, and n8n would run an approved tool for each of them`,
		'No one was asked. Run the agent for one item at a time: put "Loop Over Items" before it, with a batch size of 1, and connect the end of the branch back to it.',
	);
}

/** Refuses an item of this type: n8n adds its fields, so LangChain's tools take it for a call and run with its "args". */
function checkAgentItem({ items, input }: Reviewed): void {
	const { json } = objectOf(items[0]);
	if (objectOf({ ...objectOf(json), ...objectOf(input) }).type !== TOOL_CALL) return;
	throw Failure.forOperator(
		`The agent's own item has the type "${TOOL_CALL}", so a tool could run with its "args" instead of what is shown`,
		'No one was asked. Before the agent, add an Edit Fields node that keeps only the prompt.',
	);
}

/** A call that can be shown exactly, and everything that the model wrote. */
export interface Comparable {
	tool: string;
	input: JsonObject;
	/** The members of the agent's item that the tool gets without being named in the call. */
	unnamed: JsonObject;
	written: unknown;
}

/** Tools that read a call's values by `$fromAI` alone, which sees nothing of the agent's item. Any other may read the whole item. */
const READS_CALL = ['n8n-nodes-messaging-platform.messagingPlatformTool', 'n8n-nodes-base.httpRequestTool'];

/** It runs with the values that it asks for; without any, with one text. */
const WORKFLOW_TOOL = '@n8n/n8n-nodes-langchain.toolWorkflow';

/** Finds the node that runs after an approval, and the values that it asks a model for. */
function toolOf({ functions, node }: Item, { node: name }: Reviewed): { type: string; reads: boolean; asked: FromAIArgument[] } {
	const options = { connectionType: NodeConnectionTypes.AiTool, depth: 1, includeNodeParameters: true };
	const { type = '', parameters = {} } = functions.getParentNodes(node.name, options).find((one) => one.name === name) ?? {};
	const asked: FromAIArgument[] = [];
	traverseNodeParameters(parameters, asked);
	return { type, reads: readsItem(parameters), asked };
}

/** Finds the members of the agent's item that the tool may read, too: n8n merges the call's values over them. */
function unnamedOf(item: Item, reviewed: Reviewed): Record<string, unknown> {
	const { type, reads, asked } = toolOf(item, reviewed);
	if (READS_CALL.includes(type) && !reads) return {};
	const named = { tool: '', toolCallId: '', ...objectOf(reviewed.input) };
	const taken = type === WORKFLOW_TOOL && !reads ? ['input', 'query', ...asked.map(({ key }) => key)] : undefined;
	const own = Object.entries(objectOf(objectOf(reviewed.items[0]).json));
	return Object.fromEntries(own.filter(([name]) => !Object.hasOwn(named, name) && (taken?.includes(name) ?? true)));
}

/** Argument names that n8n uses for something else, and the values that it does so with. */
const TAKEN: Record<string, (value: unknown, tool: unknown) => boolean> = {
	// $fromAI looks inside before it reads the argument itself
	query: (value) => typeof value === 'object' && value !== null,
	// the MCP Client Tool runs the tool of this name
	tool: (value, tool) => value !== tool,
	// n8n replaces it with the call's own id
	toolCallId: () => true,
	// LangChain's tools then run with only "args"
	type: (value) => value === TOOL_CALL,
};

/** Finds what n8n runs after an approval; refuses a call that would run with other values than those shown. */
export function comparable(item: Item): Comparable {
	const reviewed = planOf(item);
	const { tool, input, written } = reviewed;
	const unnamed = asJson(unnamedOf(item, reviewed));
	// n8n's copies lose "constructor" and the like
	const isExact = isJson(input) && isJsonObject(input) && isSame(deepCopy(input), input);
	if (!isExact || typeof tool !== 'string' || !isJsonObject(unnamed)) {
		throw Failure.ofValue("The arguments of the call can't be compared with what would run, so no one was asked", {
			people:
				'Put the arguments into toolParameters by their names, as a JSON object, or {} if there are none. Otherwise n8n would run the tool without them, or with others.',
			model: 'Put the arguments into toolParameters by their names, as a JSON object, or {} if there are none.',
		});
	}
	const taken = Object.keys(TAKEN).find((name) => Object.hasOwn(input, name) && TAKEN[name]?.(input[name], tool));
	if (taken === undefined) return { tool, input, unnamed, written };
	throw Failure.ofValue(
		`The argument "${taken}" with this value would make the tool run with something other than what is shown, so no one was asked`,
		{
			people: 'Call the tool with its own arguments only. If the tool needs this one, rename it there: n8n uses the name itself.',
			model: 'Call the tool with its own arguments only.',
		},
	);
}

/** Compares what `$tool` shows, which a model can overwrite with arguments, with what n8n runs after approval. */
function checkShown(item: Item, { tool, input }: Comparable): void {
	const { $tool: shown } = item.proxy() as { $tool?: { name?: unknown; parameters?: unknown } };
	if (shown?.name === tool && isSame(shown?.parameters, input)) return;
	throw Failure.ofValue(
		'The call would show the reviewer something other than what would run',
		'Call the tool with its own arguments only.',
	);
}

/** Makes sure that only the author decides about the buttons, and who may press them. */
function checkAnswer(item: Item, ofAuthor: readonly INodeProperties[]): void {
	const field = ofAuthor.map((property) => item.field(property)).find(({ saved }) => readsToolItem(saved));
	if (field === undefined) return;
	throw Failure.forOperator(
		`${field.label} reads the tool's own item, which the AI model can overwrite`,
		"Read the trigger instead, like {{ $('Messaging Platform Trigger').item.json.text }}, or enter fixed text.",
	);
}

/** Refuses another response type: n8n sets it in a hidden field. */
function checkResponseType({ value: type }: Field): void {
	if (type === undefined || type === 'approval') return;
	throw Failure.forOperator(
		'A human review can only be approved or declined',
		'Set Response Type to "Approval". For other kinds of answers, use this operation as a step of the workflow.',
	);
}

/** Refuses a call without a value that the tool's own fields ask for: it would fail, or do something else, after the approval. */
function checkComplete(item: Item, reviewed: Reviewed): void {
	const given = objectOf(reviewed.input);
	const missing = toolOf(item, reviewed).asked.find(
		({ key, defaultValue }) => defaultValue === undefined && (given[key] ?? undefined) === undefined,
	);
	if (missing === undefined) return;
	throw Failure.ofValue(
		`The call has no value for "${clip(missing.key)}", so no one was asked`,
		'Call the tool again with all of its arguments.',
	);
}

/**
 * Refuses, before anything is sent, a human review that wouldn't show what runs, or whose answer wouldn't count.
 * @param ofAuthor the fields for the buttons, and for the people who may press them
 */
export function checkReview(item: Item, ofAuthor: readonly INodeProperties[], responseType: Field): void {
	checkOrder(item);
	const reviewed = planOf(item);
	checkOneItem(reviewed);
	checkShown(item, comparable(item));
	checkAgentItem(reviewed);
	checkComplete(item, reviewed);
	checkAnswer(item, ofAuthor);
	checkResponseType(responseType);
}
