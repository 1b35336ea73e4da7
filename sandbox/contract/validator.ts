import Ajv2020, { type ErrorObject, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { Violation } from '../core/errors';
import type { EventName } from '../events/catalogue';
import { isJsonObject, type Json, type JsonObject } from '../core/json';
import type { EventLayout } from '../core/options';
import { bundleContract } from './bundle';

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

export type Operation = { id: string; method: string; path: string; status: number; hasBody: boolean };
const OPEN = 'contract:open';
const CLOSED = 'contract:closed';

/** The contract in a form that checks: requests openly, the sandbox's own answers and events closely. */
export class Contract {
	readonly document = bundleContract();
	readonly operations: Map<string, Operation & { spec: JsonObject }>;
	private readonly ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
	private readonly coercing = new Ajv2020({ strict: false, allErrors: true, coerceTypes: true, validateSchema: false });
	private readonly compiled = new Map<string, ValidateFunction>();

	constructor() {
		addFormats(this.ajv);
		addFormats(this.coercing);
		const { components, paths } = this.document;
		this.ajv.addSchema({ $id: OPEN, components });
		this.ajv.addSchema({ $id: CLOSED, components: close(components ?? {}) as JsonObject });
		this.operations = new Map(operationsOf(isJsonObject(paths) ? paths : {}).map((one) => [one.id, one]));
	}

	operation(id: string): Operation & { spec: JsonObject } {
		const operation = this.operations.get(id);
		if (!operation) throw new Error(`The contract has no operation ${id}. Add it to sandbox/contract/source/paths.`);
		return operation;
	}
	schema(name: string): JsonObject {
		const schema = at(this.document, 'components', 'schemas', name);
		if (!isJsonObject(schema)) throw new Error(`The contract has no schema ${name}.`);
		return schema;
	}

	bodyViolations(id: string, body: Json): Violation[] {
		const schema = at(this.operation(id).spec, 'requestBody', 'content', 'application/json', 'schema');
		if (!schema) return [];
		return this.errors(`body ${id}`, OPEN, schema, body).map((error) => ({
			propertyPath: pathOf(error),
			name: error.keyword,
			invalidValue: error.keyword === 'required' ? undefined : valueAt(body, error.instancePath),
		}));
	}

	/** Reduces a request's body, or a part of it, to what the contract names; further members are ignored. */
	known(name: string, value: JsonObject): JsonObject {
		const known = prune(this.schema(name), value, (schema) => this.resolve(schema));
		return isJsonObject(known) ? known : {};
	}

	fieldViolations(model: string, field: string, value: Json): Violation[] {
		const schema = at(this.schema(model), 'properties', field);
		if (!isJsonObject(schema)) throw new Error(`The contract has no field ${model}.${field}.`);
		const errors = this.errors(`field ${model}.${field}`, OPEN, schema, value);
		return errors.map((error) => ({ propertyPath: field, name: error.keyword, invalidValue: value }));
	}

	problemsOf(schema: JsonObject, value: Json): string[] {
		return this.errors(`schema ${JSON.stringify(schema)}`, OPEN, schema, value).map(inWords);
	}

	parameterProblems(id: string, values: { query: JsonObject; path: JsonObject }): string[] {
		const { parameters } = this.operation(id).spec;
		return (Array.isArray(parameters) ? parameters : []).flatMap((parameter) => {
			const { name, in: place, schema } = this.resolve(parameter);
			const value = (place === 'path' ? values.path : values.query)[String(name)];
			if (value === undefined || !isJsonObject(schema)) return [];
			const key = `parameter ${String(name)}`;
			const validate = this.compiled.get(key) ?? this.coercing.compile({ type: 'object', properties: { value: schema } });
			this.compiled.set(key, validate);
			return validate({ value }) ? [] : [`${String(name)} must be ${describe(schema)}, not ${String(value)}`];
		});
	}

	/** Checks an answer closely: what the contract does not name is a problem, too. */
	answerProblems(id: string, status: number, payload: Json, alternative?: number): string[] {
		const response = this.resolve(at(this.operation(id).spec, 'responses', String(status)));
		if (Object.keys(response).length === 0) return [`The contract has no answer ${status} of ${id}`];
		const schema = at(response, 'content', 'application/json', 'schema');
		if (!schema) return payload === undefined ? [] : [`The contract has no body in the answer ${status} of ${id}`];
		const bodies = at(schema, 'anyOf');
		const one = alternative !== undefined && Array.isArray(bodies) ? bodies[alternative] : schema;
		return this.errors(`answer ${id} ${status} ${alternative ?? 'any'}`, CLOSED, one, payload).map(inWords);
	}

	eventProblems(name: EventName, layout: EventLayout, body: Json): string[] {
		const suffix = name === 'new_message' ? 'Event' : layout === 'nested' ? 'Nested' : 'Flat';
		return this.errors(`event ${name}${suffix}`, CLOSED, ref(`${name}${suffix}`), body).map(inWords);
	}

	private errors(key: string, base: string, schema: Json, value: Json): ErrorObject[] {
		const absolute = JSON.stringify(schema).replace(/"#\/components/g, `"${base}#/components`);
		const compile = () => this.ajv.compile(close(JSON.parse(absolute)) as JsonObject);
		const validate = this.compiled.get(key) ?? (base === CLOSED ? compile() : this.ajv.compile(JSON.parse(absolute)));
		this.compiled.set(key, validate);
		if (validate(viewOf(value))) return [];
		// The error of an `if` only repeats that of its `then`.
		return (validate.errors ?? []).filter((error) => error.keyword !== 'if');
	}

	private resolve(value: Json): JsonObject {
		if (!isJsonObject(value)) return {};
		if (typeof value.$ref !== 'string') return value;
		return this.resolve(at(this.document, ...value.$ref.replace(/^#\//, '').split('/')));
	}
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

function describe(schema: JsonObject): string {
	if (Array.isArray(schema.enum)) return `one of ${schema.enum.join(', ')}`;
	return `a valid ${String(schema.format ?? schema.type)}`;
}

function operationsOf(paths: JsonObject): (Operation & { spec: JsonObject })[] {
	return Object.entries(paths).flatMap(([path, item]) =>
		Object.entries(isJsonObject(item) ? item : {}).flatMap(([method, spec]) => {
			if (!isJsonObject(spec) || typeof spec.operationId !== 'string') return [];
			const shared = isJsonObject(item) && Array.isArray(item.parameters) ? item.parameters : [];
			const parameters = [...shared, ...(Array.isArray(spec.parameters) ? spec.parameters : [])];
			const status = at(spec, 'responses', '202') ? 202 : 200;
			const hasBody = at(spec, 'requestBody', 'content', 'application/json') !== undefined;
			return [{ id: spec.operationId, method, path, status, hasBody, spec: { ...spec, parameters } }];
		}),
	);
}

let shared: Contract | undefined;

/** The contract of this process; made once, because compiling takes a while. */
export function contract(): Contract {
	shared ??= new Contract();
	return shared;
}
