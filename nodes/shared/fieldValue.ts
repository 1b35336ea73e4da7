import { type INodeProperties, isExpression } from 'n8n-workflow';
import { isObject } from './json';
import { clip } from './texts';

/** The advice for a field whose expression gave nothing. */
export const EMPTY = 'Its expression returned nothing. Correct it, or remove the field.';

/** What separates the entries of a list that is one text. */
export const IN_TEXT = /[,\n]/;

/** All that a field is read from. */
export interface FieldContent {
	/** The field's name in the editor. */
	label: string;
	/** Gives the value as n8n resolves it. A field that isn't shown has none in n8n, so only a field that is used is read. */
	read(): unknown;
	/** The value in its saved form: an expression starts with "=". */
	saved?: unknown;
	/** False for a field of a collection that the user did not add. */
	isAdded?: boolean;
	/** The fields inside it, as the node describes them. */
	inside?: INodeProperties['options'];
	/** Stands before the labels of the fields inside a row. */
	prefix?: string;
	/** The time zone of a date that has none. */
	zone?: () => string;
}

/** Makes the error of a field's value. */
export interface Refusing {
	refuse(problem: string, advice?: string): Error;
}

/** Names the kind of a value, as it follows "is" in an error. */
export function kindOf(value: unknown): string {
	if (value === undefined || value === null || value === '') return 'empty';
	return Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : String(value);
}

/** Checks whether a model fills a saved field: by one of the spellings of the function that n8n accepts. */
export function isFromModel(saved: unknown): boolean {
	return isExpression(saved) && /\$fromAI\b/i.test(saved);
}

/** Checks for a record: a date or a map, for example, has no fields in it, so it would be as if the user had added nothing. */
export function hasMembers(value: unknown): value is Record<string, unknown> {
	return isObject(value) && Object.prototype.toString.call(value) === '[object Object]' && !('isLuxonDateTime' in value);
}

/** What is chosen in a resource locator; another value unchanged. */
export function chosenIn(value: unknown): unknown {
	return isObject(value) && value.__rl === true ? value.value : value;
}

/** The name of a record, such as a tag of the platform; another value unchanged. */
export function nameOf(value: unknown): unknown {
	return hasMembers(value) && value.name !== undefined ? value.name : value;
}

/** Splits a list, or one text, into its texts, without empty ones. What is neither text nor number would match nothing, so it's refused. */
export function entriesOf(value: unknown, between: RegExp, field: Refusing): string[] {
	const given: unknown[] = Array.isArray(value) ? value : [value];
	const wrong = given.findIndex((one) => typeof one !== 'string' && !Number.isFinite(one));
	if (wrong >= 0) {
		const which = Array.isArray(value) ? 'an entry' : 'it';
		throw field.refuse(`must be text, a number or a list of them, but ${which} is ${clip(kindOf(given[wrong]))}`);
	}
	const texts = given.map(String).flatMap((text) => (Array.isArray(value) ? [text] : text.split(between)));
	return texts.filter((text) => text.trim() !== '');
}
