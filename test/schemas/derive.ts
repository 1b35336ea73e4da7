import { contract } from '../../sandbox/contract/validator';
import { isJsonObject, type Json, type JsonObject } from '../../sandbox/core/json';

/** An int64 as the nodes output it: text if a number would lose digits. */
export const INT64: JsonObject = { type: ['integer', 'string'] };

/** Limits for models within models in a schema. */
interface Depth {
	/** Models that may still be opened; below them an object is only called one. */
	levels: number;
	/** Names of the models around this place: none of them is opened again. */
	around: readonly string[];
}

/** The one type of a schema that isn't null: a null equals an absent member (specification, "Client requirements", 2). */
function typeOf({ type }: JsonObject): Json {
	return Array.isArray(type) ? type.find((one) => one !== 'null') : type;
}

/** The parts of a schema other than its type. */
function told({ description, enum: values, additionalProperties }: JsonObject): JsonObject {
	const kept: JsonObject = {};
	if (description !== undefined) kept.description = description;
	if (Array.isArray(values)) kept.enum = values;
	// custom settings of a widget, for example: what is not named is welcome
	if (additionalProperties !== undefined) kept.additionalProperties = true;
	return kept;
}

function ofModel(ref: string, { description }: JsonObject, { levels, around }: Depth): JsonObject {
	const name = ref.replace(/^.*\//, '');
	const model = contract().schema(name);
	const kept = description === undefined ? {} : { description };
	if (!isJsonObject(model.properties)) return { ...derive(model, { levels, around }), ...kept };
	const isOpen = levels > 0 && !around.includes(name);
	return { ...(isOpen ? derive(model, { levels: levels - 1, around: [...around, name] }) : { type: 'object' }), ...kept };
}

/** One of several: their types. */
function ofAny(schemas: Json[], schema: JsonObject, depth: Depth): JsonObject {
	const others = schemas.filter((one) => !isJsonObject(one) || one.type !== 'null').map((one) => derive(one, depth));
	if (others.length === 1) return { ...others[0], ...told(schema) };
	return { type: [...new Set(others.flatMap(({ type }) => type))], ...told(schema) };
}

/**
 * Makes of a schema of the contract what a preview needs: names and types, written out without references. Formats, bounds and
 * what is required are left out, since a preview promises nothing.
 */
export function derive(schema: Json, depth: Depth): JsonObject {
	if (!isJsonObject(schema)) return {};
	if (typeof schema.$ref === 'string') return ofModel(schema.$ref, schema, depth);
	if (Array.isArray(schema.anyOf)) return ofAny(schema.anyOf, schema, depth);
	const type = typeOf(schema);
	if (type === undefined) return told(schema);
	if (type === 'integer' && schema.format === 'int64') return { ...INT64, ...told(schema) };
	const { properties, items } = schema;
	const derived: JsonObject = { type, ...told(schema) };
	if (type === 'array') derived.items = derive(items, depth);
	if (isJsonObject(properties)) {
		derived.properties = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, derive(one, depth)]));
	}
	return derived;
}

export function modelOf(name: string, levels: number): JsonObject {
	return derive(contract().schema(name), { levels, around: [name] });
}

export function membersIn({ properties }: JsonObject): Record<string, JsonObject> {
	if (!isJsonObject(properties)) throw new Error('This schema names no members.');
	return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, isJsonObject(one) ? one : {}]));
}

export function membersOf(name: string, levels: number): Record<string, JsonObject> {
	return membersIn(modelOf(name, levels));
}
