import type { IExecuteFunctions, IExecuteSingleFunctions, INode, INodeExecutionData, IWorkflowDataProxyData } from 'n8n-workflow';
import { valueError } from '../../shared/platform/errors';
import { type Int64, type JsonObject, type JsonValue, isJsonObject, parseJson, toInt64 } from '../../shared/json';

/**
 * One input item with the node's parameters resolved for it: the same in a declarative operation (n8n gives a context an
 * item) and in a custom operation (n8n gives one context for all), so that one request builder serves both.
 */
export interface Item {
	readonly index: number;
	readonly functions: IExecuteFunctions | IExecuteSingleFunctions;
	readonly node: INode;
	/** The item itself: its json and binary fields. */
	readonly data: INodeExecutionData;
	/** n8n's `$`, `$json` and so on for this item. */
	proxy(): IWorkflowDataProxyData;
	/** A parameter as n8n resolved it; undefined when the node has none of this name or it is null. */
	parameter(name: string): unknown;
	/** The value of a resource locator. */
	located(name: string): unknown;
}

/** n8n throws for a parameter that the node does not have, unless there is a fallback other than undefined. */
const NONE = null;

/** Resolving a field costs n8n more than most of what an operation does itself: each is resolved once an item. */
function readOnce(read: (name: string) => unknown): (name: string) => unknown {
	const known = new Map<string, unknown>();
	return (name) => {
		if (!known.has(name)) known.set(name, read(name));
		return known.get(name);
	};
}

/**
 * Wraps the context of a declarative operation.
 *
 * @param functions n8n's context for one item
 * @returns the item
 */
export function itemOf(functions: IExecuteSingleFunctions): Item {
	return {
		index: functions.getItemIndex(),
		functions,
		node: functions.getNode(),
		data: functions.getInputData(),
		proxy: () => functions.getWorkflowDataProxy(functions.getItemIndex()),
		parameter: readOnce((name) => functions.getNodeParameter(name, NONE) ?? undefined),
		located: readOnce((name) => functions.getNodeParameter(name, NONE, { extractValue: true }) ?? undefined),
	};
}

/**
 * Wraps the context of a custom operation for one of its items.
 *
 * @param functions n8n's context for all items
 * @param index index of the item
 * @returns the item
 */
export function itemAt(functions: IExecuteFunctions, index: number): Item {
	return {
		index,
		functions,
		node: functions.getNode(),
		data: functions.getInputData()[index] ?? { json: {} },
		proxy: () => functions.getWorkflowDataProxy(index),
		parameter: readOnce((name) => functions.getNodeParameter(name, index, NONE) ?? undefined),
		located: readOnce((name) => functions.getNodeParameter(name, index, NONE, { extractValue: true }) ?? undefined),
	};
}

/**
 * Reads a text parameter. Expressions often give numbers where a text is meant: they are taken as their digits.
 *
 * @param item the item
 * @param value what the parameter holds
 * @param field display name of the field, for the error
 * @returns the text as it is; '' for a missing value
 * @throws NodeOperationError when it is a list, an object or true/false
 */
export function readText(item: Item, value: unknown, field: string): string {
	if (value === undefined || value === null) return '';
	if (typeof value === 'string') return value;
	if (typeof value === 'number' && Number.isFinite(value)) return String(value);
	const kind = Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : String(value);
	throw valueError(item.node, item.index, `${field} must be a text, but it is ${kind}`, 'Check the expression of this field.');
}

/**
 * Reads a text parameter that must not be empty.
 *
 * @param item the item
 * @param value what the parameter holds
 * @param field display name of the field, for the error
 * @returns the text without spaces around it
 * @throws NodeOperationError when it is empty or not a text
 */
export function requireText(item: Item, value: unknown, field: string): string {
	const text = readText(item, value, field).trim();
	if (text !== '') return text;
	throw valueError(
		item.node,
		item.index,
		`${field} is empty`,
		'Fill in the field. If it has an expression, the previous node gave no value for this item.',
	);
}

/**
 * Reads an int64 id of the service.
 *
 * @param item the item
 * @param value a number, or its digits as text (the form in which this package emits ids beyond 2^53)
 * @param field display name of the field, for the error
 * @returns the integer, printed digit for digit in a request body
 * @throws NodeOperationError when it is not an integer, or is a number that has already lost digits
 */
export function requireInt64(item: Item, value: unknown, field: string): Int64 {
	const integer = toInt64(value);
	if (integer !== undefined) return integer;
	const lost = typeof value === 'number' && Number.isInteger(value);
	throw valueError(
		item.node,
		item.index,
		`${field} is not a valid id: ${readText(item, value, field) || 'it is empty'}`,
		lost
			? 'This id is larger than JavaScript can count exactly, so digits were already lost. Pass it as text, as the Messaging Platform nodes emit it.'
			: 'An id is a whole number, for example 12345.',
	);
}

/**
 * Reads a parameter that holds a JSON object, either as an object (from an expression) or as JSON text that a user typed.
 *
 * @param item the item
 * @param value what the parameter holds
 * @param field display name of the field, for the error
 * @returns the object; an empty one for a missing or empty value
 * @throws NodeOperationError when it is neither
 */
export function readJsonObject(item: Item, value: unknown, field: string): JsonObject {
	if (value === undefined || value === null || value === '') return {};
	if (isJsonObject(value as JsonValue)) return value as JsonObject;
	let problem = 'it is not an object like {"name": "value"}';
	if (typeof value === 'string') {
		try {
			const parsed = parseJson(value);
			if (isJsonObject(parsed)) return parsed;
		} catch (error) {
			problem = error instanceof Error ? error.message : 'it cannot be read';
		}
	}
	throw valueError(item.node, item.index, `${field} is not valid JSON: ${problem}`, 'Check quotes, commas and brackets.');
}
