import type { NodeOperationError } from 'n8n-workflow';
import {
	type JsonObject,
	type JsonValue,
	type Printable,
	type PrintableObject,
	isJsonObject,
	isPrintableObject,
	parseExact,
	parseJson,
	printJson,
} from '../../shared/json';
import { clip } from '../../shared/texts';
import { findLostDigits } from './lostDigits';

/** Reads a value that is JSON: a value of an expression, or a text that a user typed. */
export abstract class JsonReader {
	/** What the editor calls the field that holds it. */
	abstract readonly label: string;

	/** The value as n8n resolved it. */
	abstract readonly value: unknown;

	/**
	 * Makes the error of the value.
	 *
	 * @param problem goes on after the field's label
	 * @param advice what to do next
	 */
	abstract refuse(problem: string, advice?: string): NodeOperationError;

	/**
	 * JSON, either as a value (from an expression) or as JSON text that a user typed.
	 *
	 * @returns the value with its integers digit for digit; undefined for a missing or empty one
	 * @throws NodeOperationError when a text is not JSON, or a value has a number in it that has lost digits
	 */
	json(): Printable {
		if (this.value === undefined || this.value === null) return undefined;
		return typeof this.value === 'string' ? this.parse(this.value, parseExact) : this.exact();
	}

	/**
	 * A JSON object, as {@link json}.
	 *
	 * @returns the object with its integers digit for digit; an empty one for a missing or empty value
	 * @throws NodeOperationError when it is something else
	 */
	jsonObject(): PrintableObject {
		const object = this.json() ?? {};
		if (isPrintableObject(object)) return object;
		throw this.refuse(`must be an object like {"name": "value"}, but it is ${clip(printJson(object))}`);
	}

	/**
	 * JSON whose members are read one by one: ids beyond 2^53 are their digits.
	 *
	 * @returns the value; undefined for a missing or empty one
	 * @throws NodeOperationError when a text is not JSON, or a value has a number in it that has lost digits
	 */
	plainJson(): JsonValue | undefined {
		if (this.value === undefined || this.value === null) return undefined;
		return typeof this.value === 'string' ? this.parse(this.value, parseJson) : this.exact();
	}

	/**
	 * A JSON object whose members are read one by one, as {@link plainJson}.
	 *
	 * @throws NodeOperationError when it is something else
	 */
	plainObject(): JsonObject {
		const object = this.plainJson() ?? {};
		if (isJsonObject(object)) return object;
		throw this.refuse('must be an object like {"name": "value"}', 'Check quotes, commas and brackets.');
	}

	/**
	 * The value as it is, of whatever kind.
	 *
	 * @throws NodeOperationError when it has a number in it that has lost digits
	 */
	exact(): JsonValue {
		this.checkDigits();
		return this.value as JsonValue;
	}

	/** Refuses a number beyond ±(2^53 - 1), at any depth: a value that is no text has been through JavaScript's numbers. */
	protected checkDigits(): void {
		const found = findLostDigits(this.value);
		if (found === undefined) return;
		const { path, number } = found;
		throw this.refuse(
			path === ''
				? `is a number that is too large to be exact: ${number}`
				: `has a number in it that is too large to be exact: ${clip(path)} is ${number}`,
			`A number this large loses its last digits before it gets here. Pass it as text, as the Messaging Platform nodes output it.${path === '' ? '' : ' JSON that is text as a whole keeps every digit, too.'}`,
		);
	}

	private parse<Value>(text: string, parse: (text: string) => Value): Value | undefined {
		if (text.trim() === '') return undefined;
		try {
			return parse(text);
		} catch (error) {
			const problem = error instanceof Error ? error.message : 'it cannot be read';
			throw this.refuse(`is not valid JSON: ${problem}`, 'Check quotes, commas and brackets.');
		}
	}
}
