import fc from 'fast-check';
import { DateTime } from 'luxon';
import { character } from '../../../../helpers/fuzzer';

/** Names as people give them, names that mean something to JavaScript or to one of n8n's engines, and names that look like code. */
const NAMES = [
	...'text a b _x chatRef имя schön 😀 class default name null true undefined 0 1 00 -1 1.5 length a.b {{ a}}b'.split(' '),
	...'constructor __proto__ prototype toString valueOf hasOwnProperty toLocaleString __defineGetter__ getPrototypeOf'.split(' '),
	...'defineProperty binding mainModule _load caller callee arguments execve dlopen then toJSON isProxy json $json $'.split(' '),
	...'__sanitize ___n8n_data __isObject __isArray __isError __keys globalThis global window this process require Buffer'.split(
		' ',
	),
	...'eval document self first isEmpty extend'.split(' '),
	...['', ' ', 'chat ref', "it's", 'say "hi"', 'a\\b', 'a\nb', 'a\u2028b', 'a\u0000b', '\ud800'],
];

/** A name of a member. */
const name = fc.oneof(
	{ weight: 6, arbitrary: fc.constantFrom('text', 'a', 'b', 'chatRef', 'chat ref', '0') },
	fc.constantFrom(...NAMES),
	fc.string(),
);

/** A text of any kind. */
const text = fc.oneof(
	{ weight: 4, arbitrary: fc.string({ unit: 'grapheme' }) },
	{ weight: 2, arbitrary: fc.string({ unit: character }) },
	fc.constantFrom(
		...['', ' ', '={{ $json.b }}', '{{ $json.b }}', '}}', '\\', '\\}}', '\u0000', 'a\u0000b', '\ud800', '\udc00x', '\ufeff'],
	),
	fc.constantFrom(...['2026-01-31T09:00:00.000Z', '12', 'true', 'null', '9007199254740993', '[object Object]', '$if(1, 2)']),
	fc.constantFrom("'", '"', '`', '${a}', '\u2028', '\r\n'),
);

const number = fc.oneof(
	fc.integer(),
	fc.double(),
	fc.maxSafeInteger(),
	fc.constantFrom(0, -0, NaN, Infinity, -Infinity, 2 ** 53, 1e21, 5e-324, 0.1, -1.5, 1e-7, 12.5),
);

/** Values that are not JSON: nodes can put them into an item all the same. */
const strange = fc.oneof(
	fc.constantFrom<unknown>(
		...[undefined, 10n, Symbol('s'), () => 1, new Map([['a', 1]]), /a/],
		...[new Date(0), new Date(NaN), DateTime.fromMillis(0)],
	),
	fc
		.constantFrom<() => unknown>(
			() => Object('boxed'),
			() => Object(1),
			() => new Error('e'),
			() => Promise.resolve(1),
			() => new Uint8Array(2),
		)
		.map((make) => make()),
);

class Row {
	get computed(): string {
		return 'computed';
	}
}

type Members = Array<[string, unknown]>;

/** Gives an object its members. */
function set(target: object, members: Members, how: PropertyDescriptor = {}): object {
	const usual = { enumerable: true, configurable: true, writable: true };
	for (const [key, value] of members) Object.defineProperty(target, key, { value, ...usual, ...how });
	return target;
}

function withGetters(members: Members): object {
	const target = {};
	for (const [key, value] of members) {
		Object.defineProperty(target, key, { get: () => value, enumerable: true, configurable: true });
	}
	return target;
}

const OBJECTS: Array<(members: Members) => unknown> = [
	(members) => set(Object.create(null) as object, members),
	(members) => set(new Row(), members),
	(members) => Object.create(set({}, members)) as unknown,
	withGetters,
	(members) => set({}, members, { enumerable: false }),
	(members) => Object.freeze(set({}, members)),
	(members) => new Proxy(set({}, members), {}),
	(members) => new Proxy(set({}, members), { getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) }),
	(members) => set(() => 1, members),
];

const LISTS: Array<(values: unknown[]) => unknown> = [
	(values) => {
		const sparse: unknown[] = [];
		values.forEach((value, index) => (sparse[index * 2] = value));
		return sparse;
	},
	(values) => Object.assign([...values], { text: 'own', a: 1 }),
	(values) => new (class extends Array<unknown> {})(...values.map((value) => [value])),
	(values) => Object.fromEntries(values.entries()),
	(values) => new Proxy(values, {}),
];

/** The same members in objects of many kinds, usually a plain one. */
const objectOf = (kind: number, members: Members) => (OBJECTS[kind] ?? ((all) => set({}, all)))(members);
const listOf = (kind: number, values: unknown[]) => (LISTS[kind] ?? ((all) => all))(values);

const kindOf = (most: number) => fc.oneof({ weight: 5, arbitrary: fc.constant(99) }, fc.nat(most));

/** Any value that an item can hold: mostly JSON. */
const { value, object } = fc.letrec<{ value: unknown; object: unknown; list: unknown }>((tie) => ({
	value: fc.oneof(
		{ depthSize: 'small', withCrossShrink: true },
		{ weight: 6, arbitrary: text },
		{ weight: 4, arbitrary: number },
		{ weight: 1, arbitrary: fc.boolean() },
		{ weight: 1, arbitrary: fc.constant(null) },
		{ weight: 1, arbitrary: strange },
		{ weight: 5, arbitrary: tie('object') },
		{ weight: 3, arbitrary: tie('list') },
	),
	object: fc
		.tuple(kindOf(8), fc.array(fc.tuple(name, tie('value')), { maxLength: 5 }))
		.map(([kind, members]) => objectOf(kind, members)),
	list: fc.tuple(kindOf(4), fc.array(tie('value'), { maxLength: 4 })).map(([kind, values]) => listOf(kind, values)),
}));

/** The json of an item: mostly a plain object. */
const plain = fc.array(fc.tuple(name, value), { minLength: 1, maxLength: 5 }).map((members) => objectOf(99, members));
const json = fc.oneof({ weight: 8, arbitrary: plain }, object);

/** The items of a run: often alike. */
export const items: fc.Arbitrary<unknown[]> = fc
	.tuple(json, fc.array(fc.oneof(fc.constant(undefined), json), { maxLength: 2 }))
	.map(([first, others]) => [first, ...others.map((other) => other ?? first)]);

/** The next member of a path: an existing name (`pick`), or any. */
interface Turn {
	pick: number;
	other?: string;
	style: number;
}

const turn: fc.Arbitrary<Turn> = fc.record(
	{ pick: fc.nat(), other: name, style: fc.oneof({ weight: 5, arbitrary: fc.nat(3) }, fc.nat(11)) },
	{ requiredKeys: ['pick', 'style'] },
);

function ownNames(owner: unknown): string[] {
	return typeof owner === 'object' && owner !== null ? Object.getOwnPropertyNames(owner).filter((key) => key !== 'length') : [];
}

/** Odd ways to write a member, after four times the usual one. */
const ODD_STEPS: Array<(key: string, isPlain: boolean) => string> = [
	(key) => `['${key}']`,
	(key) => `["${key}"]`,
	(key, isPlain) => `?.${isPlain ? key : `[${JSON.stringify(key)}]`}`,
	(key) => ` .${key}`,
	(key) => `[ ${JSON.stringify(key)} ]`,
	(key) => `[\`${key}\`]`,
	(key) => `.${key}()`,
	(key) => `/* c */[${JSON.stringify(key)}]`,
];

function step(key: string, style: number): string {
	const isPlain = /^[A-Za-z_$][\w$]*$/.test(key);
	const odd = ODD_STEPS[style - 4];
	if (odd !== undefined) return odd(key, isPlain);
	if (isPlain) return `.${key}`;
	return /^\d+$/.test(key) ? `[${key}]` : `[${JSON.stringify(key)}]`;
}

function pathInto(owner: unknown, turns: Turn[]): string {
	let [code, at] = ['', owner];
	for (const { pick, other, style } of turns) {
		const names = ownNames(at);
		const key = other ?? names[pick % Math.max(1, names.length)];
		if (key === undefined) break;
		code += step(key, style);
		try {
			at = Object(at)[key];
		} catch {
			at = undefined;
		}
	}
	return code;
}

const root = fc.oneof(
	{ weight: 12, arbitrary: fc.constant('$json') },
	fc.constantFrom('$input.item.json', '$data', '$item(0).$json', '$JSON', '$thisItem.json'),
);

const around = fc.oneof(
	{ weight: 3, arbitrary: fc.constant('') },
	{ weight: 2, arbitrary: fc.string() },
	text,
	fc.constantFrom(
		...['Hello ', '.constructor ', 'see .first (it)', '$if (x)', '{', '}', '}}', '{{'],
		...['\\', '\\\\', '\\{{', '//', '"', "'", '`', '\n', ' '],
	),
);

const spaces = fc.oneof(
	{ weight: 8, arbitrary: fc.constantFrom(' ', '') },
	fc.constantFrom('  ', '\t', '\n', '\u00a0', '\ufeff', ';', '//', '\\'),
);

/** One {{ }}: a path, and what is around it. */
interface Chunk {
	root: string;
	turns: Turn[];
	before: string;
	after: string;
	text: string;
}

/** A path as the editor makes it, to a value that is there. */
const likely: fc.Arbitrary<Chunk> = fc.record({
	root: fc.constant('$json'),
	turns: fc.array(fc.record({ pick: fc.nat(), style: fc.nat(3) }), { minLength: 4, maxLength: 4 }),
	before: fc.constantFrom(' ', ''),
	after: fc.constantFrom(' ', ''),
	text: fc.oneof(fc.constantFrom('', 'Hello ', ', ', '(', '{"a": "'), fc.string({ unit: 'grapheme' })),
});

/** Anything that a person could write. */
const wild: fc.Arbitrary<Chunk> = fc.record({
	root,
	turns: fc.array(turn, { maxLength: 4 }),
	before: spaces,
	after: spaces,
	text: around,
});

/** Makes a field's expression for an item. */
export const expression: fc.Arbitrary<(item: unknown) => string> = fc
	.record({
		chunks: fc.oneof(
			{ weight: 3, arbitrary: fc.array(likely, { minLength: 1, maxLength: 1 }) },
			{ weight: 2, arbitrary: fc.array(likely, { minLength: 1, maxLength: 3 }) },
			{ weight: 3, arbitrary: fc.array(wild, { minLength: 1, maxLength: 1 }) },
			fc.array(fc.oneof(likely, wild), { minLength: 1, maxLength: 3 }),
		),
		withText: fc.boolean(),
		last: fc.oneof(fc.constant(''), around),
	})
	.map(({ chunks, withText, last }) => (item: unknown) => {
		const code = chunks.map(
			(one) => `${withText ? one.text : ''}{{${one.before}${one.root}${pathInto(item, one.turns)}${one.after}}}`,
		);
		return `=${code.join('')}${withText ? last : ''}`;
	});
