import { isObject } from '../../shared/json';
import type { Item } from '../run/item';
import { writtenByModel } from './ownFields';
import { type Comparable, comparable } from './review';
import { listValues, visible } from './visible';

/** What the agent is told when nobody answered in time. */
export const NOBODY_ANSWERED = 'Nobody answered in time, so the tool was not run.';

/** n8n prints what the tool is called with like this, in the text that it offers for a review. */
const PRINTED_OBJECT = '[object Object]';

/** The expressions whose value can't have a line break of the model's: the node itself lists the values. */
const WHOLE = /\{\{\s*\$tool\s*\.\s*(?:name|parameters)\s*\}\}/g;
const VALUES = /\{\{\s*\$tool\s*\.\s*parameters\s*\}\}/;

const BREAK = /[\n\v\f\r\x85\p{Zl}\p{Zp}]/gu;

/** The names and texts anywhere in a value. */
function* textsIn(value: unknown): Generator<string> {
	if (typeof value === 'string') yield value;
	else if (Array.isArray(value)) for (const entry of value as unknown[]) yield* textsIn(entry);
	else if (isObject(value)) for (const [name, entry] of Object.entries(value)) yield* [name, ...textsIn(entry)];
}

const breaksIn = (text: string) => text.match(BREAK)?.length ?? 0;

/**
 * A line break of the model's could begin a line that looks like the author's, in a text with single values in it. An expression may
 * cut a value or change it, so that only the number of breaks tells whether one is the model's.
 *
 * @param saved the author's text with its expressions
 * @param text what n8n made of it
 */
function hasModelsLine(saved: string, text: string, written: unknown): boolean {
	if (writtenByModel(saved.replace(WHOLE, '')) === 'no') return false;
	const own = saved.replace(/\{\{.*?\}\}/gs, '');
	return breaksIn(text) > breaksIn(own) && [...textsIn(written)].some((value) => breaksIn(value) > 0);
}

/** @returns the author's text with all values, each sign of which can be seen */
function wholeText(item: Item, message: string, { input, written }: Comparable): string {
	const saved = String(item.field('message').saved);
	if (hasModelsLine(saved, message, written)) {
		throw item.refuse(
			'A value with a line break cannot be shown in this question, so nobody was asked',
			'Write each value on one line. The node lists all values as data if Message has {{ $tool.parameters }} for them, and no expression for single values.',
		);
	}
	if (VALUES.test(saved) && !message.includes(PRINTED_OBJECT)) {
		throw item.refuse('The values cannot be shown, so nobody was asked', 'Give the tool only the arguments that it has.');
	}
	const lines = (text: string) => text.split(/\r?\n/).map(visible).join('\n');
	return message.split(PRINTED_OBJECT).map(lines).join(listValues(input));
}

/** The text of a human review. */
export interface ReviewText {
	text: string;
	/** What a page has to show, if the text had no room for it. */
	page?: string;
}

/**
 * Makes the text of a human review from what the author wrote and the model's words in it. The model may have written anything:
 * what it calls the tool with is listed as data, and every character can be seen. Nothing is left out: what is too long for the
 * channel goes to a page.
 *
 * @param item the item of the review
 * @param message the author's text, as n8n resolved it
 * @param most how many characters the channel takes; undefined where that is not known
 * @returns the text, and what a page shows
 * @throws NodeOperationError when a value would begin a line of its own, or n8n prints no values
 */
export function reviewText(item: Item, message: string, most = Infinity): ReviewText {
	const reviewed = comparable(item);
	const page = wholeText(item, message, reviewed);
	const size = [...page].length;
	if (size <= most) return { text: page };
	const tool = visible(reviewed.tool);
	return {
		text: `The agent wants to run this tool: ${tool}\n\nThe whole question has ${size} characters, too many for this message. Read all of it on the page before you answer.`,
		page,
	};
}
