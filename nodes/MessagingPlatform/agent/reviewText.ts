import { isObject } from '../../shared/json';
import { Failure } from '../../shared/failure';
import type { Field } from '../../shared/field';
import type { Item } from '../run/item';
import { writtenByModel } from './ownFields';
import { type Comparable, comparable } from './review';
import { listValues, visible } from './visible';

/** The agent's answer when no one answered in time. */
export const NOBODY_ANSWERED = "No one answered in time, so the tool wasn't run.";

/** Stands before the members of the agent's item. No value can begin a line like it. */
const UNNAMED = "The tool may also read these values of the agent's item:";

/** n8n's text for a review prints the values like this. */
const PRINTED_OBJECT = '[object Object]';

/** Expressions whose values the node lists itself, so no line break of the model's gets through. */
const WHOLE = /\{\{\s*\$tool\s*\.\s*(?:name|parameters)\s*\}\}/g;
const VALUES = /\{\{\s*\$tool\s*\.\s*parameters\s*\}\}/;

const BREAK = /[\n\v\f\r\x85\p{Zl}\p{Zp}]/gu;

function* textsIn(value: unknown): Generator<string> {
	if (typeof value === 'string') yield value;
	else if (Array.isArray(value)) for (const entry of value as unknown[]) yield* textsIn(entry);
	else if (isObject(value)) for (const [name, entry] of Object.entries(value)) yield* [name, ...textsIn(entry)];
}

const breaksIn = (text: string) => text.match(BREAK)?.length ?? 0;

/** Checks whether a line break of the model's could begin a line that looks like the author's, by the number of breaks alone. */
function hasModelsLine(saved: string, text: string, written: unknown): boolean {
	if (writtenByModel(saved.replace(WHOLE, '')) === 'no') return false;
	const own = saved.replace(/\{\{.*?\}\}/gs, '');
	return breaksIn(text) > breaksIn(own) && [...textsIn(written)].some((value) => breaksIn(value) > 0);
}

/** Returns the author's text with all values, every character visible. */
function wholeText(field: Field, { input, unnamed, written }: Comparable): string {
	const message = field.text();
	const saved = String(field.saved);
	if (hasModelsLine(saved, message, written)) {
		throw Failure.ofValue("A value with a line break can't be shown in this question, so no one was asked", {
			people:
				'Write each value on one line. Or use {{ $tool.parameters }} in Message, with no expressions for single values. The node then lists all values as data.',
			model: 'Write each value on one line.',
		});
	}
	if (VALUES.test(saved) && !message.includes(PRINTED_OBJECT)) {
		throw Failure.ofValue("The values can't be shown, so no one was asked", 'Call the tool with its own arguments only.');
	}
	const lines = (text: string) => text.split(/\r?\n/).map(visible).join('\n');
	const shown = message.split(PRINTED_OBJECT).map(lines).join(listValues(input));
	return Object.keys(unnamed).length === 0 ? shown : `${shown}\n\n${UNNAMED}\n${listValues(unnamed)}`;
}

export interface ReviewText {
	text: string;
	/** Text for a page, if it's too long for the message. */
	page?: string;
}

/**
 * Writes the text of a human review: the author's message, and the call's values, which the model wrote, listed as data with
 * every character visible. Nothing is left out: a text longer than `most` characters goes to a page.
 */
export function reviewText(item: Item, message: Field, most = Infinity): ReviewText {
	const reviewed = comparable(item);
	const page = wholeText(message, reviewed);
	const size = [...page].length;
	if (size <= most) return { text: page };
	const tool = visible(reviewed.tool);
	return {
		text: `The agent wants to run this tool: ${tool}\n\nThe whole question has ${size} characters, too many for this message. Read all of it on the page before you answer.`,
		page,
	};
}
