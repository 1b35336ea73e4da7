import { parse as losslessParse, stringify as losslessStringify } from 'lossless-json';

/** An int64 of the platform: a bigint only if a JavaScript number would lose digits. */
export type Int64 = number | bigint;
/** A JSON value, with integers beyond 2^53 as bigint; `undefined` members are left out when printed. */
export type Json = string | number | bigint | boolean | null | undefined | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json };

/** Reads one JSON number without losing a digit. */
function parseNumber(text: string): Int64 {
	if (!/^-?\d+$/.test(text)) return Number(text);
	const value = Number(text);
	return Number.isSafeInteger(value) ? value : BigInt(text);
}

/** Parses JSON without losing a digit of an int64 (RFC 8259; specification, "Resources and their fields"). */
export function parseJson(text: string): Json {
	// JavaScript's own parser is many times faster, and exact if no number has that many digits.
	if (!/\d{16}/.test(text)) return JSON.parse(text) as Json;
	return losslessParse(text, undefined, parseNumber) as Json;
}

/** Checks if a value holds a bigint at any depth. */
function holdsBigint(value: unknown): boolean {
	if (typeof value === 'bigint') return true;
	return typeof value === 'object' && value !== null && Object.values(value).some(holdsBigint);
}

/** Prints JSON; a bigint becomes a JSON number, digit for digit. */
export function printJson(value: unknown, indent?: number): string {
	// JavaScript's own printer is many times faster, but knows no bigint; where n8n is loaded it makes a text of one.
	const text = holdsBigint(value) ? losslessStringify(value, undefined, indent) : JSON.stringify(value, undefined, indent);
	if (text === undefined) throw new TypeError('The value cannot be printed as JSON. Pass an object or an array.');
	return text;
}

export function isJsonObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Turns digits or a number into an int64 in its canonical form.
 * @param value a number, a bigint or a string of decimal digits
 * @returns the int64, or undefined when the value is none
 */
export function toInt64(value: Json): Int64 | undefined {
	if (typeof value === 'number') return Number.isInteger(value) ? value : undefined;
	if (typeof value === 'bigint') return BigInt.asIntN(64, value) === value ? value : undefined;
	if (typeof value !== 'string' || !/^-?\d{1,19}$/.test(value)) return undefined;
	return toInt64(parseNumber(value));
}

/**
 * Leaves out every member without a value, at every depth (specification, "Events", rule 3).
 * @returns a copy without null and undefined members
 */
export function withoutEmpty(value: Json): Json {
	if (Array.isArray(value)) return value.map(withoutEmpty);
	if (!isJsonObject(value)) return value;
	const kept = Object.entries(value).filter(([, member]) => member !== null && member !== undefined);
	return Object.fromEntries(kept.map(([key, member]) => [key, withoutEmpty(member)]));
}
