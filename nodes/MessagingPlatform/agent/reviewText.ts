import { isObject } from '../../shared/json';
import type { Item } from '../run/item';
import { writtenByModel } from './ownFields';
import { type Comparable, comparable } from './review';
import { listValues, visible } from './visible';

/** The agent's answer when no one answered in time. */
export const NOBODY_ANSWERED = 'Nobody answered in time, so the tool was not run.';

/** n8n's text for a review prints the values like this. */
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
 * Whether a line break of the model's could begin a line that looks like the author's. An expression may cut a value or change it,
 * so only the number of breaks shows whether one is the model's.
 */
function hasModelsLine(saved: string, text: string, written: unknown): boolean {
	if (writtenByModel(saved.replace(WHOLE, '')) === 'no') return false;
	const own = saved.replace(/\{\{.*?\}\}/gs, '');
	return breaksIn(text) > breaksIn(own) && [...textsIn(written)].some((value) => breaksIn(value) > 0);
}

/** The author's text with all values, each character of which can be seen. */
function wholeText(item: Item, message: string, { input, written }: Comparable): string {
	const saved = String(item.field('message').saved);
	if (hasModelsLine(saved, message, written)) {
		throw item.refuse('A value with a line break cannot be shown in this question, so nobody was asked', {
			people:
				'Write each value on one line. The node lists all values as data if Message has {{ $tool.parameters }} for them, and no expression for single values.',
			model: 'Write each value on one line.',
		});
	}
	if (VALUES.test(saved) && !message.includes(PRINTED_OBJECT)) {
		throw item.refuse('The values cannot be shown, so nobody was asked', 'Give the tool only the arguments that it has.');
	}
	const lines = (text: string) => text.split(/\r?\n/).map(visible).join('\n');
	return message.split(PRINTED_OBJECT).map(lines).join(listValues(input));
}

export interface ReviewText {
	text: string;
	/** Text for a page, if the message has no room for it. */
	page?: string;
}

/**
 * The text of a human review: the author's message with the values of the call, which the model wrote, listed as data with every
 * character visible. Nothing is left out: what is longer than `most` characters goes to a page.
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
