import { deepCopy } from 'n8n-workflow';
import { type JsonObject, isJson, isJsonObject, isSame, objectOf } from '../../shared/json';
import { Failure } from '../../shared/failure';
import type { Item } from '../run/item';
import { readsToolItem } from './ownFields';
import { isTooLateForAgent } from '../run/caller';
import { type Reviewed, findReviewed } from './toolRun';

/** The fields of the buttons, and of the people who may press them. */
const ABOUT_THE_ANSWER = ['approvalOptions', 'declineReasons', 'options'];

/** The type by which LangChain knows a call among the values of a tool. */
const TOOL_CALL = 'tool_call';

/** In workflows of the old order n8n runs the agent to its end first, and takes every review for declined. */
function checkOrder(item: Item): void {
	if (!isTooLateForAgent(item.functions)) return;
	throw Failure.forOperator(
		'A human review needs the execution order v1, which this workflow does not have, so nobody was asked',
		'In the settings of the workflow set Execution Order to "v1 (recommended)". With the old order the agent does not wait for the answer, and takes it for declined.',
	);
}

function planOf(item: Item): Reviewed {
	const reviewed = findReviewed(item);
	if (reviewed !== undefined) return reviewed;
	throw Failure.forOperator(
		'n8n does not tell which tool is to run, so nobody could see what they approve',
		'Nobody was asked. Update n8n and this package, and connect the review to an AI Agent of version 3 or newer.',
	);
}

/** n8n runs an approved tool once for each item of the agent, whichever of them it was approved for. */
function checkOneItem({ items }: Reviewed): void {
	if (items.length <= 1) return;
	throw Failure.forOperator(
		`The agent runs for ${items.length} items at once, and n8n would run an approved tool for each of them`,
		'Nobody was asked. Let the agent run for one item at a time: put it into a workflow of its own, and call that with Execute Sub-workflow, once for each item.',
	);
}

/** n8n adds the fields of the agent's own item, and LangChain's tools take one of this type for a call: they run with its "args". */
function checkAgentItem({ items, input }: Reviewed): void {
	const { json } = objectOf(items[0]);
	if (objectOf({ ...objectOf(json), ...objectOf(input) }).type !== TOOL_CALL) return;
	throw Failure.forOperator(
		`The agent's own item has the type "${TOOL_CALL}", so a tool could run with its "args" instead of what is shown`,
		'Nobody was asked. Put an Edit Fields node in front of the agent that keeps nothing but its prompt.',
	);
}

/** A call that can be shown as it will run, and all that the model wrote. */
export interface Comparable {
	tool: string;
	input: JsonObject;
	written: unknown;
}

/** The names that n8n takes for something else than an argument, each with the values that it does that with. */
const TAKEN: Record<string, (value: unknown, tool: unknown) => boolean> = {
	// $fromAI reads in there before it reads the argument itself
	query: (value) => typeof value === 'object' && value !== null,
	// the MCP Client Tool runs the tool that is named so
	tool: (value, tool) => value !== tool,
	// n8n puts the call's own id in its place
	toolCallId: () => true,
	// LangChain's tools then run with "args" alone
	type: (value) => value === TOOL_CALL,
};

/** Finds what n8n runs after an approval; refuses a call that would run with other values than those shown. */
export function comparable(item: Item): Comparable {
	const { tool, input, written } = planOf(item);
	// n8n's copies have no "constructor" and the like
	if (!isJson(input) || !isJsonObject(input) || !isSame(deepCopy(input), input) || typeof tool !== 'string') {
		throw item.refuse('What the tool was called with cannot be compared with what would run, so nobody was asked', {
			people:
				'Put the arguments into toolParameters by their names, as an object of JSON, or {} if there are none. n8n would run the tool without them, or with others.',
			model: 'Put the arguments into toolParameters by their names, as an object of JSON, or {} if there are none.',
		});
	}
	const taken = Object.keys(TAKEN).find((name) => Object.hasOwn(input, name) && TAKEN[name]?.(input[name], tool));
	if (taken === undefined) return { tool, input, written };
	throw item.refuse(
		`The argument "${taken}" with this value would make the tool run with something else than what is shown, so nobody was asked`,
		{
			people:
				'Give the tool only the arguments that it has. If the tool needs this one, rename it there: n8n uses the name itself.',
			model: 'Give the tool only the arguments that it has.',
		},
	);
}

/** A model can overwrite what `$tool` shows, by arguments of these names; what n8n runs once it is approved it cannot. */
function checkShown(item: Item, { tool, input }: Comparable): void {
	const { $tool: shown } = item.proxy() as { $tool?: { name?: unknown; parameters?: unknown } };
	if (shown?.name === tool && isSame(shown?.parameters, input)) return;
	throw item.refuse(
		'The call has arguments that would show another tool or other values than those that would run',
		'Give the tool only the arguments that it has.',
	);
}

/** The author alone decides the buttons, and who may press them. */
function checkAnswer(item: Item): void {
	const field = ABOUT_THE_ANSWER.map((name) => item.field(name)).find(({ saved }) => readsToolItem(saved));
	if (field === undefined) return;
	throw Failure.forOperator(
		`${field.label} reads the tool's own item, which the AI model can overwrite`,
		"Read the trigger instead, like {{ $('Messaging Platform Trigger').item.json.text }}, or write it out.",
	);
}

/** n8n sets it itself, in a hidden field. */
function checkResponseType(item: Item): void {
	const type = item.field('responseType').value;
	if (type === undefined || type === 'approval') return;
	throw Failure.forOperator(
		'A human review can only be approved or declined',
		'Set Response Type to "Approval". For a question with another answer use this operation as a step of the workflow.',
	);
}

/** Refuses a human review, before anything is sent, that would show something else than what is approved, or whose answer would not count. */
export function checkReview(item: Item): void {
	checkOrder(item);
	const reviewed = planOf(item);
	checkOneItem(reviewed);
	checkShown(item, comparable(item));
	checkAgentItem(reviewed);
	checkAnswer(item);
	checkResponseType(item);
}
