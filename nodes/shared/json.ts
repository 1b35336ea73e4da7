import { type IDataObject, UserError } from 'n8n-workflow';
import { QUOTE, endOfString, mayHaveLongIntegers, quoteLongIntegers } from './longIntegers';

/** Any JSON value as this package holds it: integers beyond 2^53 are strings of digits. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

/** A JSON object; a member that is absent reads as undefined. */
export interface JsonObject {
	[key: string]: JsonValue | undefined;
}

/** An integer that a double cannot hold, with its exact digits. */
class LongInteger {
	constructor(private readonly digits: string) {}

	toString(): string {
		return this.digits;
	}
}

/** A value for {@link printJson}: JSON, with an {@link Int64} wherever the platform asks for a number. */
export type Printable = JsonValue | LongInteger | undefined | Printable[] | { [key: string]: Printable };

/** An integer on its way to the platform: a plain number, or the exact digits of one that a double cannot hold. */
export type Int64 = number | LongInteger;

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

/** Levels of lists and objects in each other; more would overflow the stack here, and in n8n, wherever they are walked through. */
export const MAX_DEPTH = 100;

/** `__proto__` in any spelling, for which one of its characters is enough (RFC 8259, section 7: each may be an escape). */
const MAYBE_PROTOTYPE = /__proto__|\\u00(?:5f|6f|7[024])/i;

/** Removes `__proto__`, which would replace a prototype instead of setting a field when objects are merged. */
function withoutPrototypes<Value>(value: Value): Value {
	const left: unknown[] = [value];
	for (let one = left.pop(); one !== undefined; one = left.pop()) {
		if (typeof one !== 'object' || one === null) continue;
		Reflect.deleteProperty(one, '__proto__');
		for (const member of Object.values(one)) left.push(member ?? null);
	}
	return value;
}

function isTooDeep(text: string): boolean {
	if (text.length < 2 * MAX_DEPTH) return false;
	let depth = 0;
	for (let index = 0; index < text.length; index += 1) {
		const code = text.charCodeAt(index);
		if (code === QUOTE) index = endOfString(text, index) - 1;
		// [ and {
		else if (code === 0x5b || code === 0x7b) {
			depth += 1;
			if (depth > MAX_DEPTH) return true;
		} else if (code === 0x5d || code === 0x7d) depth -= 1;
	}
	return false;
}

/**
 * Parses JSON without losing a digit: an integer beyond ±(2^53 - 1) becomes a string of its digits, every other value is what
 * JSON.parse makes of it, at any depth without `__proto__`.
 * @throws SyntaxError when the text is not JSON, or nested too deeply
 */
export function parseJson(text: string): JsonValue {
	if (isTooDeep(text)) throw new SyntaxError(`it is nested deeper than ${MAX_DEPTH} levels`);
	const value = JSON.parse(mayHaveLongIntegers(text) ? quoteLongIntegers(text) : text) as JsonValue;
	return MAYBE_PROTOTYPE.test(text) ? withoutPrototypes(value) : value;
}

/** A JSON object on its way to the platform. */
export type PrintableObject = { [key: string]: Printable };

/** Returns what {@link parseJson} read, with an exact number for each string that JSON.parse reads as a number. */
function withLongIntegers(value: JsonValue, plain: unknown): Printable {
	if (typeof value === 'string' && typeof plain === 'number') return new LongInteger(value);
	if (Array.isArray(value) && Array.isArray(plain)) return value.map((one, index) => withLongIntegers(one, plain[index]));
	if (!isJsonObject(value) || !isObject(plain)) return value;
	return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withLongIntegers(member ?? null, plain[key])]));
}

/**
 * Parses JSON that goes back to the platform: as {@link parseJson}, but an integer beyond ±(2^53 - 1) stays a number, with its
 * exact digits.
 * @throws SyntaxError when the text is not JSON, or nested too deeply
 */
export function parseExact(text: string): Printable {
	const value = parseJson(text);
	return mayHaveLongIntegers(text) ? withLongIntegers(value, JSON.parse(text)) : value;
}

/** Checks whether a value for {@link printJson} is an object (not null, not a list, not an exact number). */
export function isPrintableObject(value: Printable): value is PrintableObject {
	return isObject(value) && !(value instanceof LongInteger);
}

function print(value: Printable): string | undefined {
	if (value instanceof LongInteger) return value.toString();
	if (Array.isArray(value)) return `[${value.map((one) => print(one) ?? 'null').join(',')}]`;
	// what prints itself, such as a date, JSON.stringify asks
	if (!isPrintableObject(value) || typeof value.toJSON === 'function') return JSON.stringify(value);
	let members = '';
	for (const [key, member] of Object.entries(value)) {
		const text = print(member);
		if (text !== undefined) members += `${members && ','}${JSON.stringify(key)}:${text}`;
	}
	return `{${members}}`;
}

/**
 * Prints JSON, with each {@link Int64} digit for digit as a JSON number. Undefined members are left out.
 * @throws UserError for a value that is nested too deeply, which expressions can give
 */
export function printJson(value: Printable): string {
	try {
		return print(value) ?? 'null';
	} catch (error) {
		throw error instanceof RangeError ? new UserError("A value is nested too deeply, so it can't be sent as JSON") : error;
	}
}

/** Prints JSON of a value that has no exact numbers: nothing in it is taken for one, whatever its members are called. */
export function printPlain(value: JsonValue): string {
	return JSON.stringify(value);
}

/**
 * Checks that a value stays the same when it's printed as JSON and read again, like what n8n keeps in its database.
 * @returns false for what JSON can't hold: undefined, NaN, -0, a date, a circle …
 */
export function isJson(value: unknown): value is JsonValue {
	const json = asJson(value);
	return json !== undefined && isSame(json, value);
}

/** Returns a value as n8n keeps it in its database; undefined for one that it can't keep. */
export function asJson(value: unknown): JsonValue | undefined {
	try {
		return JSON.parse(JSON.stringify(value)) as JsonValue;
	} catch {
		return undefined;
	}
}

/** Reads what the platform has as a text or as a number, for example an ID; undefined for anything else and an empty text. */
export function textOrDigits(value: unknown): string | undefined {
	if (typeof value === 'number') return String(value);
	return typeof value === 'string' && value !== '' ? value : undefined;
}

/**
 * Reads an integer that a user or an expression gave as a number or as digits.
 * @returns a value that {@link printJson} prints as a JSON number with exactly these digits, or undefined when the value is not
 * an integer within int64, or is a number that has already lost digits (beyond ±(2^53 - 1))
 */
export function toInt64(value: unknown): Int64 | undefined {
	if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined;
	if (typeof value !== 'string') return undefined;
	const digits = value.trim();
	if (!/^-?\d{1,19}$/.test(digits)) return undefined;
	const exact = BigInt(digits);
	if (exact < INT64_MIN || exact > INT64_MAX) return undefined;
	const number = Number(exact);
	return Number.isSafeInteger(number) ? number : new LongInteger(exact.toString());
}

/** Checks whether a JSON value is an object (not null, not a list). */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Checks whether any value, for example a node parameter, is an object (not null, not a list). */
export function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads what should be an object; anything else counts as an empty one. */
export function objectOf(value: JsonValue | undefined): JsonObject;
export function objectOf(value: unknown): IDataObject;
export function objectOf(value: unknown): JsonObject | IDataObject {
	return isObject(value) ? value : {};
}

/** Checks whether two values of JSON are the same. */
export function isSame(one: unknown, other: unknown): boolean {
	if (Array.isArray(one) !== Array.isArray(other)) return false;
	if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null) return Object.is(one, other);
	const [members, others] = [Object.entries(one), new Map<string, unknown>(Object.entries(other))];
	return members.length === others.size && members.every(([key, value]) => others.has(key) && isSame(value, others.get(key)));
}
