import { parse } from 'lossless-json';
import {
	type JsonValue,
	isJson,
	isJsonObject,
	isObject,
	isPrintableObject,
	isSame,
	objectOf,
	parseExact,
	parseJson,
	printJson,
	textOrDigits,
	toInt64,
} from '../../../nodes/shared/json';

const MAX = '9223372036854775807';
const MIN = '-9223372036854775808';

test.each([
	['objects', '{"a":', '}'],
	['lists with something in them', '["[",1,', ',{}]'],
])('nests %s 100 deep, and refuses more in words', (_what, open, end) => {
	const nested = (depth: number) => open.repeat(depth - 1) + '{}' + end.repeat(depth - 1);
	expect(() => parseExact(nested(100))).not.toThrow();
	for (const depth of [101, 200_000]) {
		for (const parse of [parseJson, parseExact]) {
			expect(() => parse(nested(depth))).toThrow(new SyntaxError('it is nested deeper than 100 levels'));
		}
	}
	expect(() => parseJson(`[${'[],'.repeat(500)}"${'['.repeat(500)}"]`)).not.toThrow();
});

test('refuses to print what is nested too deeply, in words', () => {
	let deep: JsonValue = [];
	for (let depth = 0; depth < 200_000; depth++) deep = [deep];
	expect(() => printJson({ deep })).toThrow("A value is nested too deeply, so it can't be sent as JSON");
});

const circle: unknown[] = [];
circle.push(circle);

test.each<[unknown, boolean]>([
	[{ a: [1, 'x', null, true, { b: '' }] }, true],
	[undefined, false],
	[NaN, false],
	[[-0], false],
	[new Date(0), false],
	[circle, false],
])('isJson finds that %p stays the same in JSON: %p', (value, same) => {
	expect(isJson(value)).toBe(same);
});

describe('parseJson', () => {
	test.each<[string, unknown]>([
		['9007199254740991', 9007199254740991],
		['9007199254740992', '9007199254740992'],
		[MAX, MAX],
		['1234567890123456789012345678901234567890', '1234567890123456789012345678901234567890'],
		['1e400', Infinity],
		['"9223372036854775807"', MAX],
		[' \n{"a" : 9007199254740993 }\t', { a: '9007199254740993' }],
		['["9007199254740993",{"a":9007199254740991}]', ['9007199254740993', { a: 9007199254740991 }]],
		['"\\u0000\\ud83c 1234567890123456"', '\u0000\ud83c 1234567890123456'],
	])('%s', (text, value) => {
		expect(parseJson(text)).toEqual(value);
	});

	const n = '12345678901234567890';
	test.each([
		[`{"__proto__":{"polluted":1},"n":${n}}`, `{"n":${n}}`],
		['{"__proto__":1,"":2}', '{"":2}'],
		['{"__proto__":1,"a":null,"b":[null,{"__proto__":1,"c":null}]}', '{"a":null,"b":[null,{"c":null}]}'],
		['[{"a":{"__proto__" \n: {"polluted":1},"b":[{"__proto__":[]}]}}]', '[{"a":{"b":[{}]}}]'],
		['{"a":1,"__proto__":{"polluted":1},"__proto__":2}', '{"a":1}'],
		['{"\\u005f_proto__":{"polluted":1},"_\\u005Fp\\u0072oto__":1,"a":1}', '{"a":1}'],
		// no names
		['{"a":"__proto__","b":["__proto__"],"c":"\\"__proto__\\":"}', '{"a":"__proto__","b":["__proto__"],"c":"\\"__proto__\\":"}'],
		['{"__proto":1,"proto__":2,"___proto__":3,"a\\"__proto__":4}', '{"__proto":1,"proto__":2,"___proto__":3,"a\\"__proto__":4}'],
		['{"constructor":{"prototype":{"polluted":1}}}', '{"constructor":{"prototype":{"polluted":1}}}'],
		// RFC 8259, section 7: each character alone may be an escape
		...[...'__proto__'].map((character, index): [string, string] => {
			const escape = `\\u00${character.charCodeAt(0).toString(16)}`;
			const name = '__proto__'.slice(0, index) + escape + '__proto__'.slice(index + 1);
			return [`{"${name}":{"polluted":1},"a":1}`, '{"a":1}'];
		}),
	])('%s has no field __proto__', (text, rest) => {
		expect(printJson(parseExact(text))).toBe(rest);
		expect(parseJson(text)).toEqual(JSON.parse(rest.replace(n, `"${n}"`)));
		for (const read of [parseJson, parseExact]) {
			const value: unknown = read(text);
			expect(Object.getPrototypeOf(Object.assign({}, value))).toBe(Object.prototype);
			expect(Object.getPrototypeOf(value)).toBe(Array.isArray(value) ? Array.prototype : Object.prototype);
		}
		expect(({} as { polluted?: number }).polluted).toBeUndefined();
	});
});

test('prints what it read digit for digit, without undefined members', () => {
	const texts = [`{"a":${MAX},"list":[${MIN},1,0.5],"b":"${MAX}"}`, '{"a":{"b":[{"c":18446744073709551615}]}}', '"я 🎁"', 'null'];
	expect(texts.map((text) => printJson(parseExact(text)))).toEqual(texts);
	expect(printJson({ a: undefined, b: toInt64(MAX), c: [toInt64(MIN)] })).toBe(`{"b":${MAX},"c":[${MIN}]}`);
	expect([printJson([undefined]), printJson(undefined)]).toEqual(['[null]', 'null']);
});

test('takes whole numbers of 64 bits for IDs, in any form, and nothing else', () => {
	const digits = [0, -1, ' 42 ', '007', MAX, MIN].map((value) => toInt64(value)?.toString());
	expect(digits).toEqual(['0', '-1', '42', '7', MAX, MIN]);
	const beyond = ['9223372036854775808', '-9223372036854775809', 2 ** 53];
	const others = [...beyond, 1.5, NaN, '1.0', '1e3', '0x10', '', '١٢', null, true, [1]];
	expect(others.filter((value) => toInt64(value) !== undefined)).toEqual([]);
});

describe('values of any kind', () => {
	test('count as objects with members, and as nothing else', () => {
		const objects = [{}, { a: 1 }];
		const others = [[], null, undefined, '{}', () => undefined];
		for (const is of [isObject, isJsonObject] as Array<(value: unknown) => boolean>)
			expect([...objects, ...others].filter(is)).toEqual(objects);
		expect([...objects, ...others].map(objectOf)).toEqual([...objects, ...others.map(() => ({}))]);
		// an exact number is one inside
		expect([{}, toInt64(MAX), [], null].map((value) => isPrintableObject(value as never))).toEqual([true, false, false, false]);
	});

	test('have a text or digits', () => {
		expect(['tg', 0, 4100, '9007199254740993'].map(textOrDigits)).toEqual(['tg', '0', '4100', '9007199254740993']);
		expect(['', null, true, ['x']].map(textOrDigits)).toEqual([undefined, undefined, undefined, undefined]);
	});

	test('are the same if every member is, in any order, and each of these is the same as itself alone', () => {
		const values: unknown[] = [
			...[1, '1', null, 'a', [], {}, ['a'], ['a', 'b'], ['b', 'a'], { 0: 'a' }, { a: 1 }, { a: 1, b: 2 }, { constructor: 1 }],
			...[{ a: undefined }, { b: undefined }, { a: 1, b: { c: [2] } }, { a: 1, b: { c: [3] } }],
		];
		const copied = (value: unknown) => (Array.isArray(value) ? [...value] : value);
		const turned = (value: unknown) => (isObject(value) ? Object.fromEntries(Object.entries(value).reverse()) : copied(value));
		for (const one of values) expect(values.filter((other) => isSame(turned(one), other))).toEqual([one]);
	});
});

const LONG = '1234567890123456789';

/** JSON of every kind (RFC 8259), and texts that look like it. */
const TEXTS = [
	...['null', ' [1 , 2]\r\n\t', '[-0,0.5,1e5,1E-5,1.5e+300]', '{"a":{"b":[{}]},"c":"\\u0031\\"\\\\"}', '{"a":1,"a":[2]}'],
	...['"[1234567890123456789,"', '"\\"1234567890123456789"', '"\\\\"', '.5', '5.', '-.5', '-', '--1', '+1', '01', '1e'],
	...['1e+', '1.e1', '0x10', '1_000', 'NaN', '-Infinity', '[1,]', '[,1]', '[1 2]', '[1:2]', '{"a"}', '{"a":1,}', '{a:1}'],
	...["{'a':1}", '{1:2}', `{${LONG}:2}`, `{${LONG} \n:2}`, `{-${LONG}\u00a0:2}`, `${LONG}.`, `${LONG}.5`, `${LONG}e0`],
	...[`-${LONG}`, `--${LONG}`, `+${LONG}`, `0${LONG}`, `-0${LONG}`, `0.${LONG}`, `1e-${LONG}`, `${LONG}${LONG}`],
	...[`${LONG}-1`, `${LONG}"a"`, `"a"${LONG}`, `true${LONG}`, `[${LONG}\u00a0]`, `\ufeff${LONG}`, `"\n${LONG}"`],
	...[`"${LONG}`, `\\"${LONG}`, `[${LONG}]]`, `/**/${LONG}`],
];

/** A text with every character left out, doubled, or made another once. */
function* changed(text: string): Generator<string> {
	yield text;
	for (let index = 0; index < text.length; index += 1) {
		const [before, after] = [text.slice(0, index), text.slice(index + 1)];
		for (const other of ['', `${text[index]}${text[index]}`, ...'"\\,:.-e0 ']) yield before + other + after;
	}
}

/** A reader's value for a text, or that the reader rejects it. */
function read(reader: (text: string) => unknown, text: string): unknown {
	try {
		return { value: reader(text) };
	} catch (error) {
		return error instanceof SyntaxError ? 'not JSON' : error;
	}
}

test.each<[string, (text: string) => string]>([
	['alone', (text) => text],
	['behind a long number', (text) => `[${LONG},${text}]`],
	['before a long number', (text) => `[${text},${LONG}]`],
	['in an object with a long number', (text) => `{"n":${LONG},"v":${text}}`],
])('takes what JSON.parse takes and nothing else: %s', (_where, put) => {
	let taken = 0;
	const different: unknown[] = [];
	for (const text of [...TEXTS.flatMap((one) => [...changed(one)].map(put)), ...changed(put('[1]')), ...changed(put('"a"'))]) {
		// no JSON has an Infinity: printed, a number beyond all others is null
		const expected = read((one) => JSON.parse(JSON.stringify(JSON.parse(one))), text);
		const exact = read((one) => JSON.parse(printJson(parseExact(one))), text);
		const isJson = expected !== 'not JSON';
		if (JSON.stringify(exact) !== JSON.stringify(expected) || (read(parseJson, text) !== 'not JSON') !== isJson)
			different.push({ text, exact });
		if (isJson) taken += 1;
	}
	expect(different).toEqual([]);
	expect(taken).toBeGreaterThan(100);
});

const digitsOf = (digits: string) => (/^-?\d+$/.test(digits) && !Number.isSafeInteger(Number(digits)) ? digits : Number(digits));

test('reads the values that another parser for exact numbers reads', () => {
	const numbers = ['0', '-1', '9007199254740991', '9007199254740992', LONG, `-${LONG}`, '1e20', '12345678901234567.5', '0.1'];
	const strings = ['""', '"a"', `"${LONG}"`, `" ,${LONG}"`, '"\\\\"', `"\\"${LONG}"`, '"\\u0022"', '"я 🎁"'];
	for (const number of numbers) {
		for (const string of strings) {
			for (const text of [
				`{${string}:${number},"b":[${number},${string}]}`,
				`[${string},{"a":${number}},${string} , ${number}\n]`,
				`{"a":{${string}:[[${number}]],"c":${string}},"d":${number}}`,
			]) {
				expect(parseJson(text)).toEqual(parse(text, undefined, { parseNumber: digitsOf }));
			}
		}
	}
});

test.each([
	['a string without an end', `${LONG},"${'\\"'.repeat(500_000)}`],
	['a number without an end', `${LONG},${'1'.repeat(1_000_000)}.`],
	['spaces without an end', `${LONG}${' '.repeat(1_000_000)}`],
	['signs without an end', `${LONG},${'-'.repeat(1_000_000)}`],
])('comes to an end with %s', (_what, text) => {
	expect(() => parseJson(`[${text}`)).toThrow(SyntaxError);
});
