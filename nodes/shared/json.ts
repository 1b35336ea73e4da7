import type { IDataObject } from 'n8n-workflow';
import { isLosslessNumber, isSafeNumber, LosslessNumber, parse, stringify } from 'lossless-json';

/** Any JSON value as this package holds it: integers beyond 2^53 are strings of digits. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

/** A JSON object; a member that is absent reads as undefined. */
export interface JsonObject {
	[key: string]: JsonValue | undefined;
}

/** A value for {@link printJson}: JSON, with an {@link Int64} wherever the platform asks for a number. */
export type Printable = JsonValue | LosslessNumber | undefined | Printable[] | { [key: string]: Printable };

/** An integer on its way to the platform: a plain number, or the exact digits of one that a double cannot hold. */
export type Int64 = number | LosslessNumber;

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

// Sixteen digits in a row are the fewest that can be past Number.MAX_SAFE_INTEGER; without them JSON.parse is exact. What
// stands before a number keeps ids that are texts out, and takes a third of the time of looking at every digit.
const MAYBE_UNSAFE = /(?:^|[:,[\s-])\d{16}/;

/** The name `__proto__` in any spelling: each of its characters may be an escape (RFC 8259, section 7). */
const PROTOTYPE_NAME = new RegExp(
	`(?<=[{,\\s])"${[...'__proto__'].map((one) => `(?:${one}|\\\\u00${one.charCodeAt(0).toString(16).replace('f', '[fF]')})`).join('')}"(?=\\s*:)`,
	'g',
);

/** No API has a field of this name. */
const STAND_IN = '\u0000__proto__';

function withoutStandIn<Value>(value: Value): Value {
	const left: unknown[] = [value];
	for (let one = left.pop(); one !== undefined; one = left.pop()) {
		if (typeof one !== 'object' || one === null) continue;
		if (STAND_IN in one) delete one[STAND_IN];
		for (const member of Object.values(one)) left.push(member ?? null);
	}
	return value;
}

/**
 * Parses text in which `__proto__` is never a field, at any depth and in any spelling: where objects are merged it would
 * replace a prototype in place of setting a field, and the parser for exact numbers merges.
 */
function parseFields<Value>(text: string, read: (text: string) => Value): Value {
	// nearly every text: neither the name nor an escape that could spell it
	if (!text.includes('__proto__') && !text.includes('\\u00')) return read(text);
	const renamed = text.replace(PROTOTYPE_NAME, JSON.stringify(STAND_IN));
	return renamed === text ? read(text) : withoutStandIn(read(renamed));
}

function readNumber(digits: string): string | number {
	return isSafeNumber(digits) || !/^-?\d+$/.test(digits) ? Number(digits) : digits;
}

/**
 * Parses JSON without losing a digit: an integer beyond ±(2^53 - 1) becomes a string of its digits, every other value is
 * what JSON.parse makes of it. Of duplicate names the last one counts (RFC 8259, section 4); `__proto__` is left out.
 *
 * @param text JSON text
 * @returns the value
 * @throws SyntaxError when the text is not JSON, RangeError when it is nested too deeply to be read
 */
export function parseJson(text: string): JsonValue {
	return parseFields(text, (fields) => {
		if (!MAYBE_UNSAFE.test(fields)) return JSON.parse(fields) as JsonValue;
		return parse(fields, undefined, { parseNumber: readNumber, onDuplicateKey: ({ newValue }) => newValue }) as JsonValue;
	});
}

/** A JSON object on its way to the platform. */
export type PrintableObject = { [key: string]: Printable };

/**
 * Parses JSON that goes back to the platform: as {@link parseJson}, but an integer beyond ±(2^53 - 1) stays a number, with
 * its exact digits.
 *
 * @param text JSON text
 * @returns the value, ready for {@link printJson}
 * @throws SyntaxError when the text is not JSON, RangeError when it is nested too deeply to be read
 */
export function parseExact(text: string): Printable {
	return parseFields(text, (fields) => {
		if (!MAYBE_UNSAFE.test(fields)) return JSON.parse(fields) as JsonValue;
		return parse(fields, undefined, {
			parseNumber: (digits) => (isSafeNumber(digits) || !/^-?\d+$/.test(digits) ? Number(digits) : new LosslessNumber(digits)),
			onDuplicateKey: ({ newValue }) => newValue,
		}) as Printable;
	});
}

/**
 * Tells whether a value for {@link printJson} is an object (not null, not a list, not an exact number).
 *
 * @param value a value, or undefined for an absent member
 * @returns true for an object whose members may be read
 */
export function isPrintableObject(value: Printable): value is PrintableObject {
	return isObject(value) && !isLosslessNumber(value);
}

/**
 * Prints JSON, with each {@link Int64} digit for digit as a JSON number. Undefined members are left out.
 *
 * @param value what to print
 * @returns JSON text on one line
 */
export function printJson(value: Printable): string {
	return stringify(value) ?? 'null';
}

/**
 * Reads an id or another text that an answer or an event has as a text or as a number.
 *
 * @param value whatever stands there
 * @returns the text, or the number's digits; undefined for anything else and for an empty text
 */
export function textOrDigits(value: unknown): string | undefined {
	if (typeof value === 'number') return String(value);
	return typeof value === 'string' && value !== '' ? value : undefined;
}

/**
 * Reads an integer that a user or an expression gave as a number or as digits.
 *
 * @param value for example 42, '42' or '9007199254740993'
 * @returns a value that {@link printJson} prints as a JSON number with exactly these digits, or undefined when the value
 * is not an integer within int64, or is a number that has already lost digits (beyond ±(2^53 - 1))
 */
export function toInt64(value: unknown): Int64 | undefined {
	if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined;
	if (typeof value !== 'string') return undefined;
	const digits = value.trim();
	if (!/^-?\d{1,19}$/.test(digits)) return undefined;
	const exact = BigInt(digits);
	if (exact < INT64_MIN || exact > INT64_MAX) return undefined;
	const number = Number(exact);
	return Number.isSafeInteger(number) ? number : new LosslessNumber(exact.toString());
}

/**
 * Tells whether a JSON value is an object (not null, not a list).
 *
 * @param value a JSON value, or undefined for an absent member
 * @returns true for an object whose members may be read
 */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Tells whether any value, for example a node parameter, is an object (not null, not a list).
 *
 * @param value any value
 * @returns true for an object whose members may be read
 */
export function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Reads what should be an object.
 *
 * @param value any value
 * @returns the value itself, or an object without members where it is none (see {@link isObject})
 */
export function objectOf(value: JsonValue | undefined): JsonObject;
export function objectOf(value: unknown): IDataObject;
export function objectOf(value: unknown): JsonObject | IDataObject {
	return isObject(value) ? value : {};
}

/**
 * Tells whether two values of JSON are the same.
 *
 * @param one a value that consists of texts, numbers, true, false, null, lists and objects
 * @param other another one
 * @returns true when both have the same members with the same values, in whatever order
 */
export function isSame(one: unknown, other: unknown): boolean {
	if (Array.isArray(one) !== Array.isArray(other)) return false;
	if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null) return Object.is(one, other);
	const [members, others] = [Object.entries(one), new Map<string, unknown>(Object.entries(other))];
	return members.length === others.size && members.every(([key, value]) => others.has(key) && isSame(value, others.get(key)));
}
