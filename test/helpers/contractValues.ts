import fc from 'fast-check';
import { contract } from '../../sandbox/contract/validator';
import { isJsonObject, parseJson, printJson, type Json, type JsonObject } from '../../sandbox/core/json';
import { character } from './fuzzer';

/** Additions to the values that a schema describes. */
interface Style {
	/** Optional members are null now and then, which equals absent (client requirement 2); never so in events and requests. */
	nulls?: boolean;
	/** Fixed values of members by name, wherever they are: the account that all models name is the same. */
	members?: Record<string, fc.Arbitrary<Json>>;
}

/** Objects below this depth are left out wherever they are optional: models hold one another without end. */
const DEPTH = 2;

const INT64_MAX = 2n ** 63n - 1n;

/** An int64, near the places where digits get lost as often as anywhere else; a bigint beyond 2^53, as the wire has it. */
export const int64: fc.Arbitrary<Json> = fc
	.oneof(
		fc.bigInt({ min: -INT64_MAX - 1n, max: INT64_MAX }),
		fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n }),
		fc.constantFrom(INT64_MAX, 2n ** 53n + 1n, 17841400008460056n, 0n, 1n),
		fc.bigInt({ min: 1n, max: 100_000n }),
	)
	.map((value) => parseJson(String(value)));

/** A text: of any characters, long, empty, or one that looks like something else. No JSON text could hold half a character. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
	fc.string({ unit: 'grapheme', maxLength: 12 }),
	fc.string({ unit: character, maxLength: 12 }),
	fc.constantFrom(
		...['', ' ', ' a ', 'null', 'undefined', '0', '9007199254740993', '{"a":1}', '{{ $json.a }}', '<b>&amp;', 'a\r\nb\tc'],
		'__proto__',
	),
	fc.integer({ min: 100, max: 2000 }).map((length) => 'ж'.repeat(length)),
);

const isoDate = fc
	.date({ min: new Date('1970-01-01T00:00:00Z'), max: new Date('2099-12-31T00:00:00Z'), noInvalidDate: true })
	.map((date) => date.toISOString());

// Within a double's integers: beyond them an integer is read as an int64, and no other number has all its digits. No -0: it is 0 in JSON.
const decimals = fc.double({ min: -1e12, max: 1e12, noNaN: true }).map((value) => value + 0);

const FORMATS: Record<string, fc.Arbitrary<Json>> = {
	uuid: fc.uuid(),
	'date-time': isoDate,
	email: fc.emailAddress(),
	uri: fc.webUrl({ withQueryParameters: true, withFragments: true }),
	int64,
	int32: fc.integer(),
	float: decimals,
};

const anyNumber: fc.Arbitrary<Json> = fc.oneof(int64, decimals);

const anything: fc.Arbitrary<Json> = fc.oneof(
	{ maxDepth: 2, withCrossShrink: true },
	fc.oneof(anyText, anyNumber, fc.boolean()),
	fc.array(fc.oneof(anyText, anyNumber), { maxLength: 3 }),
	fc.dictionary(fc.stringMatching(/^[a-z][a-zA-Z0-9 .-]{0,8}$/), fc.oneof(anyText, anyNumber, fc.boolean()), { maxKeys: 3 }),
);

/** Names that no model has, names of a map, and values that come next to the examples of a text; made once, which takes long. */
const newName = fc.stringMatching(/^new[A-Z][a-z]{1,5}$/);
const mapName = fc.stringMatching(/^[A-Za-z]{1,8}$/);
const newValue = fc.stringMatching(/^[a-z]{2,8}$/);

/** Makes arbitrary values out of the contract's schemas, and out of nothing else. */
class Values {
	private readonly known = new Map<string, fc.Arbitrary<Json>>();

	constructor(private readonly style: Style) {}

	/** Values of a schema of the contract by its name; each is right by the contract's own check. */
	named(name: string, depth = 0): fc.Arbitrary<Json> {
		const key = `${name} ${depth}`;
		const known = this.known.get(key) ?? this.of(contract().schema(name), depth);
		this.known.set(key, known);
		return known;
	}

	of(schema: Json, depth: number): fc.Arbitrary<Json> {
		if (!isJsonObject(schema)) return anything;
		if (typeof schema.$ref === 'string') return this.named(schema.$ref.replace(/^.*\//, ''), depth);
		if (Array.isArray(schema.anyOf)) return fc.oneof(...schema.anyOf.map((one) => this.of(one, depth)));
		if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
		if (schema.const !== undefined) return fc.constant(schema.const);
		if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => this.of({ ...schema, type }, depth)));
		const values = this.ofType(schema, depth);
		return isConditional(schema) ? values.filter((value) => fits(schema, value)) : values;
	}

	private ofType(schema: JsonObject, depth: number): fc.Arbitrary<Json> {
		const format = typeof schema.format === 'string' ? FORMATS[schema.format] : undefined;
		if (format) return format;
		const byType: Record<string, () => fc.Arbitrary<Json>> = {
			null: () => fc.constant(null),
			boolean: () => fc.boolean(),
			integer: () => fc.nat({ max: 1_000_000 }),
			number: () => anyNumber,
			string: () => this.ofText(schema),
			array: () => this.ofArray(schema, depth),
			object: () => this.ofObject(schema, depth),
		};
		return byType[String(schema.type)]?.() ?? anything;
	}

	private ofText({ examples, maxLength }: JsonObject): fc.Arbitrary<Json> {
		if (!Array.isArray(examples))
			return anyText.map((value) => value.slice(0, typeof maxLength === 'number' ? maxLength : undefined));
		// Examples are the values that were seen; others may come.
		return fc.oneof({ arbitrary: fc.constantFrom(...examples), weight: 5 }, { arbitrary: newValue, weight: 1 });
	}

	private ofArray({ items, minItems, maxItems }: JsonObject, depth: number): fc.Arbitrary<Json> {
		const least = typeof minItems === 'number' ? minItems : 0;
		const most = typeof maxItems === 'number' ? maxItems : 3;
		return fc.array(this.of(items, depth + 1), { minLength: least, maxLength: depth > 1 ? Math.max(least, 1) : most });
	}

	private ofObject(schema: JsonObject, depth: number): fc.Arbitrary<Json> {
		const { properties } = schema;
		if (!isJsonObject(properties)) return this.ofMap(schema);
		const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
		const model: Record<string, fc.Arbitrary<Json>> = {};
		for (const [name, inner] of Object.entries(properties)) {
			const isRequired = required.includes(name);
			if (!isRequired && depth >= DEPTH && holdsMore(inner)) continue;
			const values = this.style.members?.[name] ?? this.of(inner, depth + 1);
			// Half of what may be absent is: models are large, and a failure is to be read.
			const weighed = [
				{ arbitrary: values, weight: 8 },
				...(this.style.nulls ? [{ arbitrary: fc.constant(null), weight: 1 }] : []),
			];
			model[name] = isRequired ? values : fc.oneof({ arbitrary: fc.constant(undefined), weight: 8 }, ...weighed);
		}
		const further = isJsonObject(schema.additionalProperties) ? this.of(schema.additionalProperties, depth + 1) : anything;
		const unknown = fc.dictionary(newName, further, { maxKeys: 1 });
		return fc.tuple(unknown, fc.record(model)).map((parts) => {
			const members = parts.flatMap((part): Array<[string, Json]> => Object.entries(part));
			return Object.fromEntries(members.filter(([, value]) => value !== undefined));
		});
	}

	private ofMap({ additionalProperties }: JsonObject): fc.Arbitrary<Json> {
		return fc.dictionary(mapName, this.of(additionalProperties, DEPTH), { maxKeys: 4 });
	}
}

/** Checks if an optional member holds a model or a list of them. */
const holdsMore = (schema: Json) => isJsonObject(schema) && ('$ref' in schema || schema.type === 'array');

const isConditional = (schema: JsonObject) => 'if' in schema || 'allOf' in schema;

/** Checks if a value meets those conditions of a schema that this cannot build in. */
const fits = (schema: JsonObject, value: Json) => contract().problemsOf(schema, value).length === 0;

/** Arbitrary values of a schema of the contract: fields present or absent, ids over all of int64, any texts, unknown fields. */
export function valuesOf(name: string, style: Style = {}): fc.Arbitrary<JsonObject> {
	return new Values(style).named(name).map((value) => {
		if (!isJsonObject(value)) throw new Error(`${name} is no schema of objects`);
		return value;
	});
}

/** A value without some members, however deep they are. */
export function without(value: Json, isLeftOut: (name: string, member: Json) => boolean): Json {
	if (Array.isArray(value)) return value.map((one) => without(one, isLeftOut));
	if (!isJsonObject(value)) return value;
	const kept = Object.entries(value).filter(([name, member]) => !isLeftOut(name, member));
	return Object.fromEntries(kept.map(([name, member]) => [name, without(member, isLeftOut)]));
}

export const isUnknown = (name: string): boolean => /^new[A-Z]/.test(name);

/** A value without the members that the contract does not know. */
export const withoutUnknown = (value: Json): Json => without(value, isUnknown);

/** Lists what a result lacks of a value; it has an int64 as a bigint or as its digits. Null and absent members may be missing. */
export function missingIn(expected: Json, actual: unknown, path = ''): string[] {
	if (expected === null || expected === undefined) return [];
	if (Array.isArray(expected)) {
		if (!Array.isArray(actual) || actual.length !== expected.length)
			return [`${path}: ${printJson(expected)}, not ${printJson(actual ?? null)}`];
		return expected.flatMap((one, index) => missingIn(one, actual[index], `${path}[${index}]`));
	}
	if (isJsonObject(expected)) {
		const members = isJsonObject(actual) ? actual : {};
		return Object.entries(expected).flatMap(([name, one]) => missingIn(one, members[name], `${path}.${name}`));
	}
	const digits = typeof expected === 'bigint' ? String(expected) : expected;
	return actual === expected || actual === digits ? [] : [`${path}: ${printJson(expected)}, not ${printJson(actual ?? null)}`];
}
