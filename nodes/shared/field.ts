import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import {
	type Int64,
	type JsonObject,
	type JsonValue,
	type Printable,
	type PrintableObject,
	isJsonObject,
	isObject,
	isPrintableObject,
	parseExact,
	parseJson,
	printJson,
	toInt64,
} from './json';
import { type Advice, Failure } from './failure';
import { DIGITS_ADVICE, lostDigits } from './lostDigits';
import { clip } from './texts';

interface FieldContent {
	/** The field's name in the editor. */
	label: string;
	/** Gives the value as n8n resolves it. A field that isn't shown has none in n8n, so only a field that is used is read. */
	read(): unknown;
	/** The value in its saved form: an expression starts with "=". */
	saved?: unknown;
	/** The fields inside it, as the node describes them. */
	inside?: INodeProperties['options'];
	/** Stands before the labels of the fields inside it. */
	prefix?: string;
}

function kindOf(value: unknown): string {
	return Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : String(value);
}

/**
 * A field: its value, read as what it is meant to be, and the fields inside it. Expressions give values of any kind, AI models and
 * spreadsheets even more. Each reading throws an error that begins with the label when the value is something else.
 */
export class Field {
	constructor(private readonly content: FieldContent) {}

	get label(): string {
		return this.content.label;
	}

	get value(): unknown {
		return this.content.read();
	}

	get saved(): unknown {
		return this.content.saved;
	}

	/** The fields that a user can add to a collection. */
	get choices(): INodeProperties[] {
		return (this.content.inside ?? []).filter((one) => 'type' in one);
	}

	/** The names of the fields that the user added to a collection. */
	get added(): string[] {
		return isObject(this.value) ? Object.keys(this.value) : [];
	}

	/** True if the field holds anything at all; a text of spaces is something. */
	get isGiven(): boolean {
		return this.value !== undefined && this.value !== null && this.value !== '';
	}

	/** Makes the error of the value; the problem follows the label. */
	refuse(problem: string, advice?: Advice): Failure {
		return Failure.ofValue(`${this.label} ${problem}`, advice);
	}

	/** A field that the user added to a collection; it may be empty. */
	find(name: string): Field | undefined {
		return this.added.includes(name) ? this.member(name) : undefined;
	}

	/** A field inside a collection or a row, without a value if the user did not add it. */
	member(name: string): Field {
		const { inside, prefix = '', saved } = this.content;
		const property = inside?.find((one): one is INodeProperties => 'type' in one && one.name === name);
		return new Field({
			label: prefix + (property?.displayName ?? name),
			read: () => (isObject(this.value) ? this.value[name] : undefined),
			// a collection can be an expression as a whole
			saved: isObject(saved) ? saved[name] : saved,
			inside: property?.options,
			prefix,
		});
	}

	/** The rows of a group in a fixed collection; errors name a row by its number, for example "Button 2". */
	rows(name: string): Field[] {
		const { inside } = this.content;
		const group = inside?.find((one): one is INodePropertyCollection => 'values' in one && one.name === name);
		const saved = isObject(this.saved) ? this.saved[name] : this.saved;
		const rows = isObject(this.value) ? this.value[name] : undefined;
		return (Array.isArray(rows) ? (rows as unknown[]) : [rows]).flatMap((row, index) => {
			if (!isObject(row)) return [];
			const own: unknown = Array.isArray(saved) ? saved[index] : saved;
			return [rowOf(`${group?.displayName ?? name} ${index + 1}`, row, { saved: own, inside: group?.values })];
		});
	}

	/** The same field with another value, for example one of its entries. */
	with(value: unknown): Field {
		return new Field({ ...this.content, read: () => value });
	}

	/** A text unchanged, a number as its digits, '' for a missing value. */
	text(): string {
		const { value } = this;
		if (value === undefined || value === null) return '';
		if (typeof value === 'string') return value;
		if (Number.isFinite(value)) return String(value);
		throw this.refuse(`must be text, but it is ${kindOf(value)}`, { people: 'Check the expression of this field.' });
	}

	/** A text without the spaces around it; refuses an empty one. */
	required(): string {
		this.exact();
		const text = this.text().trim();
		if (text !== '') return text;
		throw this.refuse('is empty', {
			people: 'Fill in this field. If it has an expression, that returned nothing for this item: check the previous node.',
			model: 'Fill in this field.',
		});
	}

	/** A name that counts letter for letter, for example of a tag: spaces at its ends are part of it. */
	name(): string {
		this.required();
		return this.text();
	}

	/** One of several texts, in any case: an AI model writes "Markdown" for "MARKDOWN". Without a fallback an empty field is refused. */
	oneOf<Choice extends string>(choices: readonly Choice[], fallback?: Choice): Choice {
		const text = this.text().trim();
		const choice = text === '' ? fallback : choices.find((one) => one.toLowerCase() === text.toLowerCase());
		if (choice !== undefined) return choice;
		throw this.refuse(text === '' ? 'is empty' : `can't be "${clip(text)}"`, `Use one of: ${choices.join(', ')}.`);
	}

	/** A switch, which spreadsheets and AI models give as a word; undefined for an empty value. */
	flag(): boolean | undefined {
		const { value } = this;
		if (typeof value === 'boolean') return value;
		const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
		if (word === undefined || word === null || word === '') return undefined;
		if (word === 'true' || word === 'false') return word === 'true';
		throw this.refuse('must be true or false', `It is ${clip(kindOf(value))}.`);
	}

	/** A whole http or https URL, as the user gave it. */
	webAddress(): string {
		const address = this.required();
		if (URL.canParse(address) && ['http:', 'https:'].includes(new URL(address).protocol)) return address;
		throw this.refuse(`isn't a web URL: ${clip(address, 200)}`, 'Enter the complete URL, starting with https://.');
	}

	int64(): Int64 {
		const integer = toInt64(this.value);
		if (integer !== undefined) return integer;
		throw this.refuse(
			`isn't a valid ID: ${clip(this.text()) || 'it is empty'}`,
			Number.isInteger(this.value) ? DIGITS_ADVICE : 'An ID is a whole number, for example 12345.',
		);
	}

	/** A number or its text; `what` follows "must be" in the error. */
	number(fits: (value: number) => boolean, what: string): number {
		const { value } = this;
		const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
		if (typeof number === 'number' && fits(number)) return number;
		throw this.refuse(`must be ${what}, but it is ${clip(String(value))}`);
	}

	/** The distinct texts of a list, or of one text with commas or line breaks between them, without spaces around them or empty ones. */
	texts(): string[] {
		return this.distinct(Array.isArray(this.value) ? this.value : this.text().split(/[,\n]/), (entry) => entry.text().trim());
	}

	/** As {@link texts}, but the entries of a list keep the spaces at their ends. */
	names(): string[] {
		return Array.isArray(this.value) ? this.distinct(this.value, (entry) => entry.text()) : this.texts();
	}

	/** A value of an expression, or JSON text that a user typed, with its integers digit for digit. */
	json(): Printable {
		return this.parsed(parseExact);
	}

	/** As {@link json}, but ids beyond 2^53 are texts of their digits. */
	plainJson(): JsonValue | undefined {
		return this.parsed(parseJson);
	}

	/** An object; an empty one for an empty value. */
	jsonObject(): PrintableObject {
		return this.anObject(this.json() ?? {}, isPrintableObject);
	}

	plainObject(): JsonObject {
		return this.anObject(this.plainJson() ?? {}, isJsonObject);
	}

	/** The value unchanged; refuses a number that has lost digits, at any depth. */
	exact(): JsonValue {
		const lost = lostDigits(this.value);
		if (lost) throw this.refuse(lost.problem, lost.advice);
		return this.value as JsonValue;
	}

	private distinct(entries: unknown[], read: (entry: Field) => string): string[] {
		return [...new Set(entries.map((value) => read(this.with(value))).filter((text) => text.trim() !== ''))];
	}

	private anObject<Value extends Printable, Kind extends Value>(value: Value, isKind: (value: Value) => value is Kind): Kind {
		if (isKind(value)) return value;
		throw this.refuse(`must be an object like {"name": "value"}, but it is ${clip(printJson(value))}`);
	}

	private parsed<Json>(parse: (text: string) => Json): Json | JsonValue | undefined {
		if (typeof this.value !== 'string') return this.exact() ?? undefined;
		if (this.value.trim() === '') return undefined;
		try {
			return parse(this.value);
		} catch (error) {
			const advice = 'Check quotes, commas and brackets.';
			throw this.refuse(`isn't valid JSON: ${error instanceof Error ? error.message : String(error)}`, advice);
		}
	}
}

/** Makes a field of one of several alike, with a label like "Button 2" that stands before those of its members. */
export function rowOf(label: string, value: unknown, content: Partial<FieldContent> = {}): Field {
	return new Field({ ...content, label, read: () => value, prefix: `${label}: ` });
}
