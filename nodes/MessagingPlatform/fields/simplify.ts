import type { INodeProperties } from 'n8n-workflow';
import type { JsonObject } from '../../shared/json';
import type { Item } from '../run/item';
import { forTools } from '../agent/modelFields';

/** The field as n8n's own nodes have it; off from the start. */
export const simplify: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: false,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/**
 * Whether an operation puts out only what matters most. An AI model reads, and somebody pays for, every character that its tool
 * gives back, so for tools it is on from the start.
 *
 * @returns new fields each time: one that operations shared would stand where the first of them has it
 */
export function simplifyFields(): INodeProperties[] {
	return forTools(simplify, { default: true });
}

/**
 * Tells whether an item's output is to be simplified.
 *
 * @param item the item
 */
export function isSimplified(item: Item): boolean {
	return item.field('simplify').flag() === true;
}

/**
 * Keeps some members of an object.
 *
 * @param object the object
 * @param names the members to keep, in the order of the result
 * @returns those that it has
 */
export function pick(object: JsonObject, names: readonly string[]): JsonObject {
	const kept: JsonObject = {};
	for (const name of names) {
		const value = object[name] ?? undefined;
		if (value !== undefined) kept[name] = value;
	}
	return kept;
}
