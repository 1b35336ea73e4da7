import { type JsonValue, isObject, printJson } from '../../shared/json';
import { clip, oneLine } from '../../shared/words';
import type { Item } from '../engine/item';
import { findReviewed } from './toolRun';

/** What the agent is told when nobody answered in time. */
export const NOBODY_ANSWERED = 'Nobody answered in time, so the tool was not run.';

/** n8n prints what the tool is called with like this, in the text that it offers for a review. */
const PRINTED_OBJECT = '[object Object]';

/** Characters that turn the direction of a text, and so can show something else than what there is. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

/** What the tool is called with, a line each; in quotes no line break of the model begins a line. */
function listInput(input: unknown): string {
	const entries = isObject(input) ? Object.entries(input) : [];
	if (entries.length === 0) return '(nothing)';
	// n8n has read it from the model's JSON
	const values = entries.map(([name, value]) => [name, value as JsonValue | undefined] as const);
	return values.map(([name, value]) => `${clip(oneLine(name))}: ${printJson(value)}`).join('\n');
}

function shorten(text: string, most: number): string {
	const characters = [...text];
	if (characters.length <= most) return text;
	const note = (hidden: number) => `\n… (${hidden} more characters are not shown)`;
	const room = Math.max(most - note(characters.length).length, 0);
	return characters.slice(0, room).join('') + note(characters.length - room);
}

/**
 * Makes the text of a human review from what the author wrote and the model's words in it. The model may have written anything:
 * what it calls the tool with is listed as data, characters that would show it in another order are left out, and what is too
 * long for the channel is cut, which the text says.
 *
 * @param item the item of the review
 * @param message the author's text, as n8n resolved it
 * @param most how many characters the channel takes; undefined where that is not known
 * @returns the text
 */
export function reviewText(item: Item, message: string, most = Infinity): string {
	const text = message.replaceAll(PRINTED_OBJECT, () => listInput(findReviewed(item)?.input)).replace(TURNING, '');
	return shorten(text, most);
}

/**
 * The output of a human review that could not be asked for.
 *
 * @param error what a model may know of the failure
 * @returns json with the error, and in the words that n8n gives to the agent (without them it would say that somebody declined)
 */
export function failedReview(error: string): { error: string; chatInput: string } {
	return { error, chatInput: `The tool was not run, because its review could not be asked for. ${error}` };
}
