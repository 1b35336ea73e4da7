import type { IBinaryData, INodeProperties } from 'n8n-workflow';
import { isObject } from '../../shared/json';
import { operatorError } from '../../shared/failure';
import { clip } from '../../shared/texts';
import type { Field } from '../../shared/field';
import type { Item } from '../run/item';
import { writtenByModel } from '../agent/ownFields';

/** Where n8n keeps the files of an item whose workflow has them among the json (workflow setting binaryMode "combined"). */
const FILES_IN_JSON = '_files';

function isStored(value: unknown): boolean {
	return isObject(value) && typeof value.id === 'string' && value.id !== '';
}

/** n8n leaves the data out of what it gives to expressions; the id of stored data is enough. */
function isBinary(value: unknown): value is IBinaryData {
	return isObject(value) && typeof value.mimeType === 'string' && (typeof value.data === 'string' || isStored(value));
}

/** The files that n8n itself put among the json; in any other workflow json that looks like a file is only json. */
function filesInJson({ functions, isTool, data }: Item): Array<[string, unknown]> {
	if (isTool) return [];
	const { binaryMode } = functions.getWorkflowSettings();
	const files = binaryMode === 'combined' ? data.json[FILES_IN_JSON] : undefined;
	return isObject(files) ? Object.entries(files).filter(([, value]) => isStored(value)) : [];
}

/** The binary fields of an item. */
function binariesOf(item: Item): Map<string, IBinaryData> {
	const found = new Map<string, IBinaryData>();
	for (const [name, value] of [...filesInJson(item), ...Object.entries(item.data.binary ?? {})]) {
		if (isBinary(value)) found.set(name, value);
	}
	return found;
}

/** The name that n8n's own nodes give to an only file, and so the field's default. */
const USUAL_NAME = 'data';

/**
 * The field that names the files of an item.
 *
 * @param hint what it takes, and what is made of several files
 * @param more what else the property has
 */
export function binaryProperty(hint: string, more: Partial<INodeProperties> = {}): INodeProperties {
	return {
		displayName: 'Input Binary Field',
		name: 'binaryPropertyName',
		type: 'string',
		default: USUAL_NAME,
		placeholder: 'e.g. data',
		...more,
		hint,
	};
}

/** What the item has, for an error; the item of a tool has no files, and what a model names is no file. */
function adviceFor(item: Item, available: Map<string, IBinaryData>): string {
	if (item.isTool) {
		return "n8n hands no files to a tool. Let the field take the file from a node before the agent, like {{ $('Messaging Platform Trigger').item.binary.data }}.";
	}
	if (available.size === 0) return 'This item has no binary field: the node before must hand on the file.';
	return `Enter one that the item has: ${[...available.keys()].slice(0, 50).join(', ')}.`;
}

/** The names and files that a field gives; a name that is a field's as it stands may have commas and spaces in it. */
function namedIn(field: Field, available: Map<string, IBinaryData>): unknown[] {
	const { value } = field;
	const given = Array.isArray(value) ? (value as unknown[]) : [value ?? ''];
	return given.flatMap((one) => (typeof one === 'string' && !available.has(one) ? field.with(one).texts() : [one]));
}

/**
 * What the user chose by leaving the field alone: all files where it is empty, the only file where it still has its default.
 * An expression that gave nothing, or that name, is no choice.
 */
function unnamed({ saved }: Field, wanted: unknown[], available: Map<string, IBinaryData>): string[] | undefined {
	if (typeof saved === 'string' && saved.startsWith('=')) return undefined;
	const isUsual = wanted.length === 1 && wanted[0] === USUAL_NAME && available.size === 1;
	return wanted.length === 0 || isUsual ? [...available.keys()] : undefined;
}

/**
 * Finds the binary fields that a user names, all of them where the field is left empty, and the only one where it still has
 * its default. In a tool of an AI agent only an expression of the author gives a file: what a model writes could name any
 * stored file of this n8n.
 *
 * @param item the item
 * @param field the field that names them ({@link binaryProperty}): names separated by commas, a list of names, or binary data
 * itself, as an expression gives them
 * @returns the binary data, in the given order; all files in the order in which the item has them
 * @throws NodeOperationError when a name is missing, or there is no file to take; it lists the binary fields that the item has
 */
export function findBinaries(item: Item, field: Field): IBinaryData[] {
	const available = binariesOf(item);
	const named = namedIn(field, available);
	const wanted = unnamed(field, named, available) ?? named;
	const advice = adviceFor(item, available);
	const isOwn = !item.isTool;
	const refuse = (problem: string) =>
		isOwn ? field.refuse(problem, advice) : operatorError(item, `${field.label} ${problem}`, advice);
	if (wanted.length === 0) throw refuse('is empty');
	const isBelieved = isOwn || writtenByModel(field.saved) === 'no';
	return wanted.map((one) => {
		const binary = typeof one === 'string' ? available.get(one) : one;
		if (isBinary(binary) && isBelieved) return binary;
		if (isBinary(binary)) throw refuse('is a file that an AI model made up');
		const name = typeof one === 'string' ? `"${clip(one)}"` : 'something that is neither a name nor a file';
		throw refuse(`names a binary field that the item does not have: ${name}`);
	});
}
