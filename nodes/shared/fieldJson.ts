import { type Refusing, hasMembers } from './fieldValue';
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
} from './json';
import { clip } from './texts';

interface JsonField extends Refusing {
	readonly value: unknown;
	exact(): JsonValue;
}

/** Checks for an object, as JSON may hold something else. */
function anObject<Value extends Printable, Kind extends Value>(
	value: Value,
	isKind: (value: Value) => value is Kind,
	field: Refusing,
): Kind {
	if (isKind(value) && hasMembers(value)) return value;
	throw field.refuse(`must be an object like {"name": "value"}, but it is ${clip(printJson(value))}`);
}

/** Parses JSON text that a user typed; the value of an expression must be exact. */
function parsed<Json>(field: JsonField, parse: (text: string) => Json): Json | JsonValue | undefined {
	const { value } = field;
	if (typeof value !== 'string') return field.exact() ?? undefined;
	if (value.trim() === '') return undefined;
	try {
		return parse(value);
	} catch (error) {
		const problem = `isn't valid JSON: ${error instanceof Error ? error.message : String(error)}`;
		throw field.refuse(problem, 'Check quotes, commas and brackets.');
	}
}

export const exactJson = (field: JsonField): Printable => parsed(field, parseExact);

export const plainJson = (field: JsonField): JsonValue | undefined => parsed(field, parseJson);

export const exactObject = (field: JsonField): PrintableObject => anObject(exactJson(field) ?? {}, isPrintableObject, field);

export const plainObject = (field: JsonField): JsonObject => anObject(plainJson(field) ?? {}, isJsonObject, field);
