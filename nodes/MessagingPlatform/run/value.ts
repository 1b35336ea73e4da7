import { type Int64, toInt64 } from '../../shared/json';
import { clip } from '../../shared/texts';
import { JsonReader } from './jsonReader';

function kindOf(value: unknown): string {
	return Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : String(value);
}

/** Expressions give values of any kind, AI models and spreadsheets even more: here a value is read as what it is meant to be. */
export abstract class Value extends JsonReader {
	/** The same field with another value, for example one of its entries. */
	abstract with(value: unknown): Value;

	/** Whether the field holds anything at all; a text of spaces is something. */
	get isGiven(): boolean {
		return this.value !== undefined && this.value !== null && this.value !== '';
	}

	/**
	 * A text. Expressions often give numbers where a text is meant: they are taken as their digits.
	 *
	 * @returns the text as it is; '' for a missing value
	 * @throws NodeOperationError when it is a list, an object or true/false
	 */
	text(): string {
		const { value } = this;
		if (value === undefined || value === null) return '';
		if (typeof value === 'string') return value;
		if (Number.isFinite(value)) return String(value);
		throw this.refuse(`must be text, but it is ${kindOf(value)}`, 'Check the expression of this field.');
	}

	/**
	 * A text that must not be empty.
	 *
	 * @returns the text without spaces around it
	 * @throws NodeOperationError when it is empty or not a text, or a number that has lost digits
	 */
	required(): string {
		this.checkDigits();
		const text = this.text().trim();
		if (text !== '') return text;
		throw this.refuse('is empty', 'Fill in the field. If it has an expression, the previous node gave no value for this item.');
	}

	/**
	 * A name that counts letter for letter, for example of a tag: spaces at its ends are part of it.
	 *
	 * @returns the name as it is
	 * @throws NodeOperationError when it is empty, nothing but spaces, or not a text
	 */
	name(): string {
		this.required();
		return this.text();
	}

	/**
	 * One of several texts. Small and capital letters are the same: an AI model writes "Markdown" where "MARKDOWN" is meant.
	 *
	 * @param choices the texts that are allowed
	 * @param fallback what an empty field means; without it an empty field is refused
	 * @throws NodeOperationError that lists the choices when it is none of them
	 */
	oneOf<Choice extends string>(choices: readonly Choice[], fallback?: Choice): Choice {
		const text = this.text().trim();
		const isChoice = (one: Choice) => one.toLowerCase() === text.toLowerCase();
		const choice = text === '' ? fallback : choices.find(isChoice);
		if (choice !== undefined) return choice;
		throw this.refuse(text === '' ? 'is empty' : `cannot be "${clip(text)}"`, `It is one of: ${choices.join(', ')}.`);
	}

	/**
	 * A switch. Spreadsheets and AI models give it as a word.
	 *
	 * @returns undefined for a missing or empty value
	 * @throws NodeOperationError when it is neither true or false nor one of these words
	 */
	flag(): boolean | undefined {
		const { value } = this;
		if (typeof value === 'boolean') return value;
		const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
		if (word === undefined || word === null || word === '') return undefined;
		if (word === 'true' || word === 'false') return word === 'true';
		throw this.refuse('must be true or false', `It is ${clip(kindOf(value))}.`);
	}

	/**
	 * An address on the web.
	 *
	 * @returns the whole address, http or https, as the user gave it
	 * @throws NodeOperationError when it is empty or none
	 */
	webAddress(): string {
		const address = this.required();
		if (URL.canParse(address) && ['http:', 'https:'].includes(new URL(address).protocol)) return address;
		throw this.refuse(`is not a web address: ${clip(address, 200)}`, 'Enter the whole address, starting with https://.');
	}

	/**
	 * An int64 id of the platform.
	 *
	 * @returns the integer, printed digit for digit in a request body
	 * @throws NodeOperationError when it is not an integer, or is a number that has already lost digits
	 */
	int64(): Int64 {
		const integer = toInt64(this.value);
		if (integer !== undefined) return integer;
		const isLossy = Number.isInteger(this.value);
		throw this.refuse(
			`is not a valid ID: ${clip(this.text()) || 'it is empty'}`,
			isLossy
				? 'A number this large loses its last digits before it gets here. Pass it as text, as the Messaging Platform nodes output it.'
				: 'An ID is a whole number, for example 12345.',
		);
	}

	/**
	 * A number; a text with its digits is one.
	 *
	 * @param fits tells whether a number is allowed
	 * @param what says what is allowed, to follow "must be"
	 * @throws NodeOperationError when it is none
	 */
	number(fits: (value: number) => boolean, what: string): number {
		const { value } = this;
		const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
		if (typeof number === 'number' && fits(number)) return number;
		throw this.refuse(`must be ${what}, but it is ${clip(String(value))}`);
	}

	/**
	 * A list of texts: a list from an expression or from a field with several entries, or one text with the entries separated
	 * by commas or line breaks, as an AI model or a spreadsheet gives it.
	 *
	 * @returns the entries without spaces around them, without empty ones and without repetitions
	 * @throws NodeOperationError when an entry is a list, an object or true/false
	 */
	texts(): string[] {
		const entries: unknown[] = Array.isArray(this.value) ? this.value : this.text().split(/[,\n]/);
		const texts = entries.map((value) => this.with(value).text().trim()).filter((entry) => entry !== '');
		return [...new Set(texts)];
	}

	/**
	 * A list of names that count letter for letter, in the forms of {@link texts}: each entry of a list keeps the spaces at its
	 * ends, while in one text the spaces around commas and line breaks only separate.
	 *
	 * @returns the names without empty ones and without repetitions
	 * @throws NodeOperationError when an entry is a list, an object or true/false
	 */
	names(): string[] {
		if (!Array.isArray(this.value)) return this.texts();
		const entries: unknown[] = this.value;
		const names = entries.map((value) => this.with(value).text()).filter((name) => name.trim() !== '');
		return [...new Set(names)];
	}
}
