import type { IBinaryData } from 'n8n-workflow';
import { valueError } from './errors';
import type { Item } from './item';
import { isObject } from './json';
import { clip } from './words';

/** n8n leaves the data out of what it gives to expressions; the id of stored data is enough. */
function isBinary(value: unknown): value is IBinaryData {
	if (!isObject(value) || typeof value.mimeType !== 'string') return false;
	return typeof value.data === 'string' || (typeof value.id === 'string' && value.id !== '');
}

/** The binary fields of an item; with n8n's combined binary mode they are among the json. */
function binariesOf(item: Item): Map<string, IBinaryData> {
	const found = new Map<string, IBinaryData>();
	for (const [name, value] of [...Object.entries(item.data.json), ...Object.entries(item.data.binary ?? {})]) {
		if (isBinary(value)) found.set(name, value);
	}
	return found;
}

/**
 * Finds the binary fields that a user names.
 *
 * @param item the item
 * @param value names separated by commas, a list of names, or binary data itself, as an expression gives them
 * @param field display name of the field, for the error
 * @returns the binary data, in the given order
 * @throws NodeOperationError when a name is missing; it lists the binary fields that the item has
 */
export function findBinaries(item: Item, value: unknown, field: string): IBinaryData[] {
	const wanted = (Array.isArray(value) ? (value as unknown[]) : [value]).flatMap((one) =>
		typeof one === 'string' ? one.split(',').map((name) => name.trim()).filter((name) => name !== '') : [one],
	);
	const available = binariesOf(item);
	const has =
		available.size === 0
			? 'This item has no binary field: the node before must hand on the file.'
			: `This item has the binary fields: ${[...available.keys()].slice(0, 50).join(', ')}.`;
	if (wanted.length === 0) throw valueError(item.node, item.index, `${field} is empty`, has);
	return wanted.map((one) => {
		const binary = typeof one === 'string' ? available.get(one) : one;
		if (isBinary(binary)) return binary;
		const name = typeof one === 'string' ? `"${clip(one)}"` : 'something that is neither a name nor a file';
		throw valueError(item.node, item.index, `${field} names a binary field that the item does not have: ${name}`, has);
	});
}
