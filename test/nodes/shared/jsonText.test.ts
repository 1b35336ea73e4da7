import { parse } from 'lossless-json';
import { parseExact, parseJson, printJson } from '../../../nodes/shared/json';

const LONG = '1234567890123456789';

/** JSON of every kind (RFC 8259), and texts that look like it. */
const TEXTS = [
	'null',
	' [1 , 2]\r\n\t',
	'[-0,0.5,1e5,1E-5,1.5e+300]',
	'{"a":{"b":[{}]},"c":"\\u0031\\"\\\\"}',
	'{"a":1,"a":[2]}',
	'"[1234567890123456789,"',
	'"\\"1234567890123456789"',
	'"\\\\"',
	'.5',
	'5.',
	'-.5',
	'-',
	'--1',
	'+1',
	'01',
	'1e',
	'1e+',
	'1.e1',
	'0x10',
	'1_000',
	'NaN',
	'-Infinity',
	'[1,]',
	'[,1]',
	'[1 2]',
	'[1:2]',
	'{"a"}',
	'{"a":1,}',
	'{a:1}',
	"{'a':1}",
	'{1:2}',
	`{${LONG}:2}`,
	`{${LONG} \n:2}`,
	`{-${LONG}\u00a0:2}`,
	`${LONG}.`,
	`${LONG}.5`,
	`${LONG}e0`,
	`-${LONG}`,
	`--${LONG}`,
	`+${LONG}`,
	`0${LONG}`,
	`-0${LONG}`,
	`0.${LONG}`,
	`1e-${LONG}`,
	`${LONG}${LONG}`,
	`${LONG}-1`,
	`${LONG}"a"`,
	`"a"${LONG}`,
	`true${LONG}`,
	`[${LONG}\u00a0]`,
	`\ufeff${LONG}`,
	`"\n${LONG}"`,
	`"${LONG}`,
	`\\"${LONG}`,
	`[${LONG}]]`,
	`/**/${LONG}`,
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
	for (const text of TEXTS.flatMap((one) => [...changed(put(one))])) {
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
