import { type FromAIArgument, NodeConnectionTypes, deepCopy, nodeNameToToolName, traverseNodeParameters } from 'n8n-workflow';
import { type JsonObject, isJson, isJsonObject, isSame, objectOf } from '../../shared/json';
import { Failure } from '../../shared/failure';
import { clip } from '../../shared/texts';
import type { Item } from '../run/item';
import { readsToolItem } from './ownFields';
import { isTooLateForAgent } from '../run/caller';
import { type Reviewed, findReviewed } from './toolRun';

/** The fields for the buttons, and for the people who may press them. */
const ABOUT_THE_ANSWER = ['approvalOptions', 'declineReasons', 'options'];

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
		'No one was asked. Run the agent for one item at a time: put it into a workflow of its own, and call that with Execute Sub-workflow, once for each item.',
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
	written: unknown;
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
	const { tool, input, written } = planOf(item);
	// n8n's copies lose "constructor" and the like
	if (!isJson(input) || !isJsonObject(input) || !isSame(deepCopy(input), input) || typeof tool !== 'string') {
		throw Failure.ofValue("The arguments of the call can't be compared with what would run, so no one was asked", {
			people:
				'Put the arguments into toolParameters by their names, as a JSON object, or {} if there are none. Otherwise n8n would run the tool without them, or with others.',
			model: 'Put the arguments into toolParameters by their names, as a JSON object, or {} if there are none.',
		});
	}
	const taken = Object.keys(TAKEN).find((name) => Object.hasOwn(input, name) && TAKEN[name]?.(input[name], tool));
	if (taken === undefined) return { tool, input, written };
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
function checkAnswer(item: Item): void {
	const field = ABOUT_THE_ANSWER.map((name) => item.field(name)).find(({ saved }) => readsToolItem(saved));
	if (field === undefined) return;
	throw Failure.forOperator(
		`${field.label} reads the tool's own item, which the AI model can overwrite`,
		"Read the trigger instead, like {{ $('Messaging Platform Trigger').item.json.text }}, or enter fixed text.",
	);
}

/** Refuses another response type: n8n sets it in a hidden field. */
function checkResponseType(item: Item): void {
	const type = item.field('responseType').value;
	if (type === undefined || type === 'approval') return;
	throw Failure.forOperator(
		'A human review can only be approved or declined',
		'Set Response Type to "Approval". For other kinds of answers, use this operation as a step of the workflow.',
	);
}

/** Refuses a call without a value that the tool's own fields ask for: it would fail, or do something else, after the approval. */
function checkComplete({ functions, node }: Item, { tool, input }: Reviewed): void {
	const given = objectOf(input);
	const asked: FromAIArgument[] = [];
	const tools = functions.getParentNodes(node.name, {
		connectionType: NodeConnectionTypes.AiTool,
		depth: 1,
		includeNodeParameters: true,
	});
	for (const { name, parameters } of tools) if (nodeNameToToolName(name) === tool) traverseNodeParameters(parameters, asked);
	const missing = asked.find(({ key, defaultValue }) => defaultValue === undefined && (given[key] ?? undefined) === undefined);
	if (missing === undefined) return;
	throw Failure.ofValue(
		`The call has no value for "${clip(missing.key)}", so no one was asked`,
		'Call the tool again with all of its arguments.',
	);
}

/** Refuses, before anything is sent, a human review that wouldn't show what runs, or whose answer wouldn't count. */
export function checkReview(item: Item): void {
	checkOrder(item);
	const reviewed = planOf(item);
	checkOneItem(reviewed);
	checkShown(item, comparable(item));
	checkAgentItem(reviewed);
	checkComplete(item, reviewed);
	checkAnswer(item);
	checkResponseType(item);
}
