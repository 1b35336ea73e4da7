import type { ErrorObject } from 'ajv/dist/2020';
import { isJsonObject, type Json, type JsonObject } from '../core/json';

/** A copy of a schema in which an object with named properties admits no other: for what the sandbox itself sends. */
export function close(schema: Json): Json {
	if (Array.isArray(schema)) return schema.map(close);
	if (!isJsonObject(schema)) return schema;
	const members = Object.entries(schema).map(([key, value]): [string, Json] => {
		// Conditions only look at an object; closing them would make them never fit.
		return [key, ['if', 'then', 'contains', 'enum', 'const', 'examples'].includes(key) ? value : close(value)];
	});
	const closed = Object.fromEntries(members);
	const open = isJsonObject(schema.properties) && schema.additionalProperties === undefined;
	return open ? { ...closed, additionalProperties: false } : closed;
}

/** Copies a value without the members that its schema does not name, at any depth: requests may have them, but they are ignored. */
export function prune(schema: Json, value: Json, resolve: (schema: Json) => JsonObject): Json {
	const { items, properties, additionalProperties } = resolve(schema);
	if (Array.isArray(value)) return value.map((one) => prune(items, one, resolve));
	if (!isJsonObject(value) || !isJsonObject(properties)) return value;
	const isKnown = (name: string) => name in properties || additionalProperties !== undefined;
	const members = Object.entries(value).filter(([name]) => isKnown(name));
	return Object.fromEntries(members.map(([name, member]) => [name, prune(properties[name], member, resolve)]));
}

/**
 * The value as JSON Schema sees it: no undefined members, and an int64 as a number. What is beyond int64 becomes a string, so
 * that it isn't an integer.
 */
export function viewOf(value: Json): Json {
	if (typeof value === 'bigint') return BigInt.asIntN(64, value) === value ? Number(value) : `${value} is beyond int64`;
	if (Array.isArray(value)) return value.map(viewOf);
	if (!isJsonObject(value)) return value;
	const members = Object.entries(value).filter(([, member]) => member !== undefined);
	return Object.fromEntries(members.map(([key, member]) => [key, viewOf(member)]));
}

/** Finds the path of an error: `/buttons/0/link` as buttons[0].link, including the property if one is missing. */
export function pathOf(error: ErrorObject): string {
	const missing: unknown = error.params.missingProperty;
	const parts = error.instancePath.split('/').slice(1);
	if (typeof missing === 'string') parts.push(missing);
	const path = parts.map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part.replace(/~1/g, '/').replace(/~0/g, '~')}`));
	return path.join('').replace(/^\./, '');
}

/** The value that a pointer of ajv leads to (RFC 6901). */
export function valueAt(value: Json, pointer: string): Json {
	return pointer
		.split('/')
		.slice(1)
		.reduce<Json>((inner, part) => {
			if (Array.isArray(inner)) return inner[Number(part)];
			return isJsonObject(inner) ? inner[part.replace(/~1/g, '/').replace(/~0/g, '~')] : undefined;
		}, value);
}

/**
 * Follows members' names into a JSON value.
 * @returns the member, or undefined when a name leads nowhere
 */
export function at(value: Json, ...path: string[]): Json {
	return path.reduce<Json>((inner, key) => (isJsonObject(inner) ? inner[key] : undefined), value);
}

export function inWords(error: ErrorObject): string {
	const extra: unknown = error.params.additionalProperty;
	return `${error.instancePath || 'the body'} ${error.message ?? error.keyword}${extra ? ` (${String(extra)})` : ''}`;
}
