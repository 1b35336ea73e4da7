import fc from 'fast-check';
import { DateTime } from 'luxon';

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
export const name = fc.oneof(
	{ weight: 6, arbitrary: fc.constantFrom('text', 'a', 'b', 'chatRef', 'chat ref', '0') },
	fc.constantFrom(...NAMES),
	fc.string(),
);

/** A text of any kind. */
export const text = fc.oneof(
	{ weight: 4, arbitrary: fc.string({ unit: 'grapheme' }) },
	{ weight: 2, arbitrary: fc.string({ unit: 'binary' }) },
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

/** The same members in objects of many kinds. */
function objectOf(kind: number, members: Array<[string, unknown]>): unknown {
	const set = (target: object, how: PropertyDescriptor = {}) => {
		for (const [key, value] of members) {
			const property = { value, enumerable: true, configurable: true, writable: true, ...how };
			Object.defineProperty(target, key, property);
		}
		return target;
	};
	const withGetters = () => {
		for (const [key, value] of members)
			Object.defineProperty(target, key, { get: () => value, enumerable: true, configurable: true });
		return target;
	};
	const target = {};
	switch (kind) {
		case 0:
			return set(Object.create(null) as object);
		case 1:
			return set(new Row());
		case 2:
			return Object.create(set({})) as unknown;
		case 3:
			return withGetters();
		case 4:
			return set({}, { enumerable: false });
		case 5:
			return Object.freeze(set({}));
		case 6:
			return new Proxy(set({}), {});
		case 7:
			return new Proxy(set({}), { getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) });
		case 8:
			return set(() => 1);
		default:
			return set({});
	}
}

function listOf(kind: number, values: unknown[]): unknown {
	switch (kind) {
		case 0: {
			const sparse: unknown[] = [];
			values.forEach((value, index) => (sparse[index * 2] = value));
			return sparse;
		}
		case 1:
			return Object.assign([...values], { text: 'own', a: 1 });
		case 2:
			return new (class extends Array<unknown> {})(...values.map((value) => [value]));
		case 3:
			return Object.fromEntries(values.entries());
		case 4:
			return new Proxy(values, {});
		default:
			return values;
	}
}

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
		.tuple(
			fc.oneof({ weight: 5, arbitrary: fc.constant(99) }, fc.nat(8)),
			fc.array(fc.tuple(name, tie('value')), { maxLength: 5 }),
		)
		.map(([kind, members]) => objectOf(kind, members)),
	list: fc
		.tuple(fc.oneof({ weight: 5, arbitrary: fc.constant(99) }, fc.nat(4)), fc.array(tie('value'), { maxLength: 4 }))
		.map(([kind, values]) => listOf(kind, values)),
}));

/** The json of an item: mostly a plain object. */
const json = fc.oneof(
	{
		weight: 8,
		arbitrary: fc.array(fc.tuple(name, value), { minLength: 1, maxLength: 5 }).map((members) => objectOf(99, members)),
	},
	object,
);

/** The items of a run: often alike. */
export const items: fc.Arbitrary<unknown[]> = fc
	.tuple(json, fc.array(fc.oneof(fc.constant(undefined), json), { maxLength: 2 }))
	.map(([first, others]) => [first, ...others.map((other) => other ?? first)]);
