import { isExpression, type INodeProperties, type INodePropertyCollection } from 'n8n-workflow';
import { type Int64, type JsonValue, type Printable, type PrintableObject, isObject, toInt64 } from './json';
import { type Advice, Failure } from './failure';
import { DIGITS_ADVICE, lostDigits } from './lostDigits';
import { EMPTY, type FieldContent, IN_TEXT, chosenIn, entriesOf, hasMembers, isFromModel, kindOf, nameOf } from './fieldValue';
import { exactJson, exactObject, plainJson } from './fieldJson';
import { clip, withoutHalves } from './texts';
import { parseUrl } from './urls';
import { isDate, readDate } from './dates';

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

	get added(): string[] {
		return Object.keys(this.members());
	}

	/** True if the field holds anything at all; a text of spaces is something. Refuses one whose expression gave nothing. */
	get isGiven(): boolean {
		const isGiven = kindOf(this.value) !== 'empty';
		if (isGiven || this.isLeftOut || !(this.saved === null || isExpression(this.saved))) return isGiven;
		throw this.refuse('is empty', EMPTY);
	}

	/** False for a field of a collection that the user didn't add. */
	get isThere(): boolean {
		return this.content.isAdded !== false;
	}

	/** True for a field that isn't there, or of which nothing is saved: only such a switch or choice may be empty. */
	private get isLeftOut(): boolean {
		return this.saved === undefined || !this.isThere;
	}

	/** Makes the error of the value; the problem follows the label. */
	refuse(problem: string, advice?: Advice): Failure {
		return Failure.ofValue(`${this.label} ${problem}`, advice);
	}

	/** What is inside the field. Anything else in its place is refused: it would be as if the user had added nothing. */
	private members(): Record<string, unknown> {
		const { value } = this;
		if (hasMembers(value)) return value;
		if (!this.isGiven) return {};
		throw this.refuse(`must be an object, but it is ${clip(kindOf(value))}`);
	}

	/** A field inside a collection or a row, without a value if the user didn't add it. No spread: it takes longer than all the rest here. */
	member(name: string, known?: INodeProperties): Field {
		const { inside, prefix = '', saved, zone } = this.content;
		const property = known ?? inside?.find((one): one is INodeProperties => 'type' in one && one.name === name);
		return new Field({
			prefix,
			zone,
			label: prefix + (property?.displayName ?? name),
			read: () => chosenIn(this.members()[name]),
			// a collection can be an expression as a whole
			saved: isObject(saved) ? chosenIn(saved[name]) : saved,
			// in a row from an expression, such as a sheet's, an empty field is one that was left out
			isAdded: isObject(saved) ? Object.hasOwn(saved, name) : prefix === '' && Object.hasOwn(this.members(), name),
			inside: property?.options,
		});
	}

	/** The rows of a group in a fixed collection; errors name one of several by its number, for example "Button 2", and the only one as the field. */
	rows(name: string, isOne = false): Field[] {
		const { inside, zone } = this.content;
		const group = inside?.find((one): one is INodePropertyCollection => 'values' in one && one.name === name);
		const rows = this.member(name);
		const { saved } = rows;
		const given = rows.isGiven ? rows.value : [];
		return (Array.isArray(given) ? (given as unknown[]) : [given]).flatMap((value, index) => {
			if (kindOf(value) === 'empty') return [];
			const own: unknown = Array.isArray(saved) ? saved[index] : saved;
			const label = isOne ? this.label : `${group?.displayName ?? name} ${index + 1}`;
			const row = rowOf(label, value, { saved: own, inside: group?.values, zone });
			row.members();
			return [row];
		});
	}

	/** The same field with another value, for example one of its entries. */
	with(value: unknown): Field {
		return new Field({ ...this.content, read: () => value });
	}

	/** A text without halves of emoji, a number as its digits, a date in ISO 8601, '' for a missing value. */
	text(): string {
		return (isDate(this.value) && readDate(this.value, this.content.zone?.())?.toISO()) || withoutHalves(this.written());
	}

	private written(): string {
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

	/** A text without the spaces around it; undefined if there is none. */
	optional(): string | undefined {
		return this.text().trim() || undefined;
	}

	/** A name that counts letter for letter, for example of a tag: spaces at its ends are part of it, and nothing is dropped. */
	name(): string {
		if (this.whole() !== '') this.required();
		return this.whole() || this.required();
	}

	/** As {@link name}, but it may be empty. */
	whole(): string {
		const text = this.written();
		if (text === withoutHalves(text)) return text;
		throw this.refuse(`has a character, for example an emoji, that is cut in half: ${clip(text)}`, 'Pass the whole name.');
	}

	/**
	 * One of several texts. A saved one counts letter for letter: n8n drops fields that depend on it if it's another. An AI model may
	 * write "Markdown" for "MARKDOWN". Without a fallback an empty field is refused.
	 */
	oneOf<Choice extends string>(choices: readonly Choice[], fallback?: Choice): Choice {
		const text = this.text().trim();
		const isExact = this.saved !== undefined && !isFromModel(this.saved);
		const fits = (one: string) => (isExact ? one === this.value : one.toLowerCase() === text.toLowerCase());
		const choice = text === '' && this.isLeftOut ? fallback : choices.find(fits);
		if (choice !== undefined) return choice;
		throw this.refuse(text === '' ? 'is empty' : `can't be "${clip(text)}"`, `Use one of: ${choices.join(', ')}.`);
	}

	/** A switch, which spreadsheets and AI models give as a word; undefined for one that isn't there. */
	flag(): boolean | undefined {
		const { value } = this;
		if (typeof value === 'boolean') return value;
		const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
		if (kindOf(word) === 'empty' && this.isLeftOut) return undefined;
		if (word === 'true' || word === 'false') return word === 'true';
		throw this.refuse('must be true or false', `It is ${clip(kindOf(value))}.`);
	}

	/** A whole URL in the form in which it's requested, with spaces and letters of any script encoded; undefined if it isn't one. */
	href(allowed: RegExp): string | undefined {
		const address = this.text().trim();
		const href = allowed.test(address) && !/[\t\n\r]/.test(address) ? parseUrl(address)?.href : undefined;
		return /^\S+$/.test(href ?? '') ? href : undefined;
	}

	webAddress(): string {
		const address = clip(this.required(), 200);
		const href = this.href(/^https?:/i);
		if (href !== undefined) return href;
		throw this.refuse(`isn't a web URL: ${address}`, 'Enter the complete URL, starting with https://.');
	}

	int64(): Int64 {
		const integer = toInt64(this.value);
		if (integer !== undefined) return integer;
		throw this.refuse(
			`isn't a valid ID: ${clip(this.text()) || 'it is empty'}`,
			Number.isInteger(this.value) ? DIGITS_ADVICE : 'An ID is a whole number, for example 12345.',
		);
	}

	/** A number or its text; `what` follows "must be" in the error. Without a fallback an empty field is refused. */
	number(fits: (value: number) => boolean, what: string, fallback?: number): number {
		if (fallback !== undefined && this.isLeftOut && !this.isGiven) return fallback;
		const { value } = this;
		const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
		if (typeof number === 'number' && fits(number)) return number;
		throw this.refuse(`must be ${what}, but it is ${clip(String(value))}`);
	}

	/** The distinct texts of a list, or of one text with commas or line breaks between them, without spaces around them or empty ones. */
	texts(between = IN_TEXT): string[] {
		return this.distinct(this.value, between, (text) => withoutHalves(text).trim());
	}

	/** As {@link texts}, but the entries of a list keep the spaces at their ends and can't be empty, and a record, such as a tag, is its name. */
	names(): string[] {
		const { value } = this;
		const whole = (text: string) => this.with(text).whole();
		if (!Array.isArray(value)) return this.distinct(nameOf(value), IN_TEXT, (text) => whole(text.trim()));
		const names = value.map(nameOf);
		if (!names.some((name) => typeof name === 'string' && name.trim() === '')) return this.distinct(names, IN_TEXT, whole);
		throw this.refuse('has an empty entry', 'Remove it. If the field has an expression, that gave an empty text for this item.');
	}

	/** A value of an expression, or JSON text that a user typed, with its integers digit for digit. */
	json(): Printable {
		return exactJson(this);
	}

	/** As {@link json}, but ids beyond 2^53 are texts of their digits. */
	plainJson(): JsonValue | undefined {
		return plainJson(this);
	}

	/** An object; an empty one for an empty value. */
	jsonObject(): PrintableObject {
		return exactObject(this);
	}

	/** The value unchanged; refuses a number that has lost digits, at any depth. */
	exact(): JsonValue {
		const lost = lostDigits(this.value);
		if (lost) throw this.refuse(lost.problem, lost.advice);
		return this.value as JsonValue;
	}

	/** The entries of a list; one from an expression has at least one. */
	private distinct(value: unknown, between: RegExp, read: (text: string) => string): string[] {
		this.exact();
		const entries = this.isGiven ? entriesOf(value, between, this) : [];
		if (entries.length === 0 && isExpression(this.saved) && !this.isLeftOut) throw this.refuse('is empty', EMPTY);
		return [...new Set(entries.map(read))];
	}
}

/** Makes a field of one of several alike, with a label like "Button 2" that stands before those of its members. */
export function rowOf(label: string, value: unknown, content: Partial<FieldContent> = {}): Field {
	return new Field({ ...content, label, read: () => value, prefix: `${label}: ` });
}
