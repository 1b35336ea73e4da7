import type { IBinaryData, INodeProperties } from 'n8n-workflow';
import { isObject } from '../../shared/json';
import { Failure } from '../../shared/failure';
import { clip } from '../../shared/texts';
import type { Field } from '../../shared/field';
import { IN_TEXT, entriesOf, kindOf } from '../../shared/fieldValue';
import { Parameter } from '../../shared/parameter';
import type { Item } from '../run/item';
import { writtenByModel } from '../agent/ownFields';

/** The member in which n8n keeps files among the json (workflow setting binaryMode "combined"). */
const FILES_IN_JSON = '_files';

function isStored(value: unknown): boolean {
	return isObject(value) && typeof value.id === 'string' && value.id !== '';
}

/** n8n gives expressions no data; the id of stored data is enough. */
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

function binariesOf(item: Item): Map<string, IBinaryData> {
	const found = new Map<string, IBinaryData>();
	for (const [name, value] of [...filesInJson(item), ...Object.entries(item.data.binary ?? {})]) {
		if (isBinary(value)) found.set(name, value);
	}
	return found;
}

/** The name that n8n's own nodes give to an only file, and so the field's default. */
const USUAL_NAME = 'data';

function adviceFor(item: Item, available: Map<string, IBinaryData>): string {
	if (item.isTool) {
		return "n8n can't pass files to a tool. Set this field to a file from a node before the agent, for example {{ $('Messaging Platform Trigger').item.binary.data }}.";
	}
	if (available.size === 0) return 'This item has no file. Make sure that the previous node passes the file on.';
	return `Enter a field that the item has: ${[...available.keys()].slice(0, 50).join(', ')}.`;
}

/** The names and files that a field gives; a name with commas and spaces may be that of one field. */
function namedIn(field: Field, available: Map<string, IBinaryData>): unknown[] {
	const { value } = field;
	const given = Array.isArray(value) ? (value as unknown[]) : [value ?? ''];
	const namesIn = (text: string) => new Set(entriesOf(text, IN_TEXT, field).map((name) => name.trim()));
	return given.flatMap((one) => (typeof one === 'string' && !available.has(one) ? [...namesIn(one)] : [one]));
}

/** An empty field stands for all files, its default for the only one, unless an expression gave this. */
function unnamed({ saved }: Field, wanted: unknown[], available: Map<string, IBinaryData>): string[] | undefined {
	if (typeof saved === 'string' && saved.startsWith('=')) return undefined;
	const isUsual = wanted.length === 1 && wanted[0] === USUAL_NAME && available.size === 1;
	return wanted.length === 0 || isUsual ? [...available.keys()] : undefined;
}

/** Finds the files that a field names. A model could name any stored file, so in a tool only the author's expression gives one. */
function findBinaries(item: Item, field: Field): IBinaryData[] {
	const available = binariesOf(item);
	const named = namedIn(field, available);
	const wanted = unnamed(field, named, available) ?? named;
	const advice = adviceFor(item, available);
	const isOwn = !item.isTool;
	const refuse = (problem: string) =>
		isOwn ? field.refuse(problem, advice) : Failure.forOperator(`${field.label} ${problem}`, advice);
	if (wanted.length === 0) throw refuse('is empty');
	const isBelieved = isOwn || writtenByModel(field.saved) === 'no';
	return wanted.map((one) => {
		const binary = typeof one === 'string' ? available.get(one) : one;
		if (isBinary(binary) && isBelieved) return binary;
		if (isBinary(binary)) throw refuse('is a file that an AI model made up');
		if (typeof one !== 'string') throw refuse(`must be the name of a binary field, but it is ${clip(kindOf(one))}`);
		throw refuse(`names a binary field that the item doesn't have: "${clip(one)}"`);
	});
}

/** The field that names the files of an item, and finds them. */
export function inputFiles(hint: string, more?: Partial<INodeProperties>): Parameter<(item: Item) => IBinaryData[]> {
	const property: INodeProperties = {
		displayName: 'Input Binary Field',
		name: 'binaryPropertyName',
		type: 'string',
		default: USUAL_NAME,
		placeholder: 'e.g. data',
		...more,
		hint,
	};
	return new Parameter(property, (field) => (item) => findBinaries(item, field));
}
