import { conversationOfTool } from '../tool/chatField';
import type { Conversation } from '../tool/conversation';
import { operatorError, valueError } from '../../shared/platform/errors';
import { type Item, readText, requireInt64, requireText } from './item';
import { type JsonObject, type Printable, isObject, isPrintableObject, parseExact, printJson, toInt64 } from '../../shared/json';

/** The number of a tool's conversation; the platform does not tell it with every event. */
function numberOf(item: Item, { tbChatId }: Conversation): string {
	const integer = toInt64(tbChatId);
	if (integer !== undefined) return integer.toString();
	throw operatorError(
		item,
		'The event that started this execution does not tell the number of its chat',
		'Fill in Chat, or start the workflow with an event that has a tbChatId.',
	);
}

/**
 * Reads the service's own number of a chat (tbChatId), for blocking and tags. A tool of an AI agent means the chat that
 * started the workflow where Chat is empty.
 *
 * @param item the item
 * @returns its exact digits, for a path
 * @throws NodeOperationError when the field is empty or holds something else, for example the composite address
 */
export function requireTbChatId(item: Item): string {
	const conversation = conversationOfTool(item);
	if (conversation) return numberOf(item, conversation);
	const value = item.located('chat');
	if (typeof value === 'string' && /^[^_\s]+_\d+_./.test(value.trim())) {
		throw valueError(
			item.node,
			item.index,
			`Chat needs the chat's number (tbChatId), but it is the address ${value.trim().slice(0, 100)}`,
			"Choose the chat from the list, or use the field tbChatId that the trigger emits beside chatRef, like {{ $('Messaging Platform Trigger').item.json.tbChatId }}.",
		);
	}
	if (value === undefined || value === null || value === '') requireText(item, value, 'Chat');
	return requireInt64(item, value, 'Chat').toString();
}

/**
 * Says what an id looks like in output: as parsed answers have it.
 *
 * @param digits an integer's digits
 * @returns a number, or the digits when a number cannot hold them
 */
export function idForOutput(digits: string): number | string {
	const number = Number(digits);
	return Number.isSafeInteger(number) ? number : digits;
}

/**
 * Reads a list of texts: a list from an expression or from a field with several entries, or one text with the entries
 * separated by commas or line breaks (as an AI model or a spreadsheet gives it).
 *
 * @param item the item
 * @param value what the parameter holds
 * @param field display name of the field, for the error
 * @returns the entries without spaces around them, without empty ones and without repetitions
 * @throws NodeOperationError when an entry is a list, an object or true/false
 */
export function readTexts(item: Item, value: unknown, field: string): string[] {
	const entries: unknown[] = Array.isArray(value) ? value : readText(item, value, field).split(/[,\n]/);
	const texts = entries.map((entry) => readText(item, entry, field).trim()).filter((entry) => entry !== '');
	return [...new Set(texts)];
}

/**
 * Reads a parameter that holds JSON, either as a value (from an expression) or as JSON text that a user typed.
 *
 * @param item the item
 * @param value what the parameter holds
 * @param field display name of the field, for the error
 * @returns the value with its integers digit for digit; undefined for a missing or empty one
 * @throws NodeOperationError when a text is not JSON
 */
export function readPrintable(item: Item, value: unknown, field: string): Printable {
	if (value === undefined || value === null) return undefined;
	if (typeof value !== 'string') return value as JsonObject;
	if (value.trim() === '') return undefined;
	try {
		return parseExact(value);
	} catch (error) {
		const problem = error instanceof Error ? error.message : 'it cannot be read';
		throw valueError(item.node, item.index, `${field} is not valid JSON: ${problem}`, 'Check quotes, commas and brackets.');
	}
}

/**
 * Reads a parameter that holds a JSON object, as {@link readPrintable}.
 *
 * @param item the item
 * @param value what the parameter holds
 * @param field display name of the field, for the error
 * @returns the object with its integers digit for digit; an empty one for a missing or empty value
 * @throws NodeOperationError when it is something else
 */
export function readPrintableObject(item: Item, value: unknown, field: string): { [key: string]: Printable } {
	const object = readPrintable(item, value, field) ?? {};
	if (isPrintableObject(object)) return object;
	throw valueError(
		item.node,
		item.index,
		`${field} must be an object like {"name": "value"}, but it is ${printJson(object).slice(0, 100)}`,
	);
}

/**
 * Reads a collection, the parameter that holds what the user added under "Add Field".
 *
 * @param item the item
 * @param name name of the collection
 * @returns its members; an empty object when the user added nothing
 */
export function readCollection(item: Item, name: string): { [key: string]: unknown } {
	const value = item.parameter(name);
	return isObject(value) ? value : {};
}

/**
 * Reads the rows of a fixed collection with several values.
 *
 * @param value what the parameter holds
 * @param group name of the group whose rows are read
 * @returns the rows; an empty list when there are none
 */
export function readRows(value: unknown, group: string): Array<{ [key: string]: unknown }> {
	const rows = isObject(value) ? value[group] : undefined;
	return (Array.isArray(rows) ? rows : [rows]).filter(isObject);
}

/**
 * Reads "Return All" and "Limit".
 *
 * @param item the item
 * @returns how many elements the user wants; Infinity for all
 * @throws NodeOperationError when the limit is not a whole number above 0
 */
export function readLimit(item: Item): number {
	if (item.parameter('returnAll') === true) return Infinity;
	const value = item.parameter('limit');
	const limit = typeof value === 'string' ? Number(value) : value;
	if (typeof limit === 'number' && Number.isInteger(limit) && limit > 0) return limit;
	throw valueError(item.node, item.index, `Limit must be a whole number above 0, but it is ${String(value)}`);
}
