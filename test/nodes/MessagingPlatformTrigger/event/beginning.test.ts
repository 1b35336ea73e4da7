import fc from 'fast-check';
import { findTextFilter } from '../../../../nodes/MessagingPlatformTrigger/event/filter';
import { readSettings } from '../../../../nodes/MessagingPlatformTrigger/settings/settings';

const settings = readSettings(['*']);

/** The beginnings with which a trigger takes a text. */
const takenOf = (text: string, beginnings: string[]): string[] =>
	beginnings.filter((one) => findTextFilter(text, { ...settings, textBeginnings: [one] }) === undefined);

const words = new Intl.Segmenter('en', { granularity: 'word' });

/** Unicode's word boundaries (UAX #29, with ICU's dictionaries), and the end of the text. */
const boundariesOf = (text: string): number[] => [...words.segment(text)].map(({ index, segment }) => index + segment.length);

/** Scripts that set words apart, with marks. */
const APART = [
	...['a', 'e\u0323\u0302', 'z', '\u00df', '\u00e9', '\u{1d400}'], // Latin
	...['\u0441', '\u0439', '\u03c9', '\u03ac', '\u0561', '\u10d0'], // Cyrillic, Greek, Armenian, Georgian
	...['\u05e9\u05c1', '\u0645\u064f', '\u06cc', '\u0915\u094d\u0937', '\u0ba8\u0bbf', '\u1275'], // Hebrew, Arabic, Devanagari, Tamil, Ge'ez
	...['0', '7', '\u0665', '\u0967'],
];

/** Korean sets words apart, too, but Unicode's dictionary ends a word between it and another script. */
const KOREAN = ['\uac00', '\uac81', '\u1100\u1161', '\uc740'];

/** Scripts that don't. */
const TOGETHER = [
	...['\u0e23\u0e32\u0e04\u0e32', '\u0e40\u0e17\u0e48\u0e32', '\u0e97\u0ec8\u0eb2\u0e99', '\u1781\u17d2\u1789\u17bb\u17c6'], // Thai, Lao, Khmer
	...['\u1008\u103b\u1031\u1038', '\u50f9', '\u683c', '\u3005', '\u3044', '\u30b9', '\u30c8\u30fc', '\uff8c', '\u3105'], // Burmese, Han, kana, bopomofo
];

const JOINERS = ['\u200c', '\u200d', '\u00ad'];
const BREAKS = [' ', '  ', '\n', '\u200b', '?', '! ', '\u2014', '\u3002', '\u{1f44d}'];

const wordOf = (letters: readonly string[]) =>
	fc
		.array(fc.tuple(fc.constantFrom(...letters), fc.constantFrom('', '', '', ...JOINERS)), { minLength: 1, maxLength: 6 })
		.map((parts) => parts.map(([letter, joiner], at) => (at === parts.length - 1 ? letter : letter + joiner)).join(''));

const textOf = (letters: readonly string[]) =>
	fc
		.array(fc.tuple(wordOf(letters), fc.constantFrom(...BREAKS)), { minLength: 1, maxLength: 5 })
		.map((parts) => parts.flat().join('').normalize('NFC').toLowerCase());

/** All beginnings of a text that end with a letter or digit. */
const beginningsOf = (text: string): string[] => {
	const ends = Array.from({ length: text.length }, (_, at) => text.slice(0, at + 1));
	return ends.filter((one) => /[\p{L}\p{N}]\p{M}*$/u.test(one) && !/[\ud800-\udbff]$/.test(one));
};

/** Checks for every beginning of texts whether it counts: true or false, or undefined if it may. */
function check(
	texts: fc.Arbitrary<string>,
	counts: (text: string, boundaries: number[]) => (one: string) => boolean | undefined,
): void {
	const property = fc.property(texts, (text) => {
		const expected = counts(text, boundariesOf(text));
		const judged = beginningsOf(text).filter((one) => expected(one) !== undefined);
		expect(takenOf(text, judged)).toEqual(judged.filter((one) => expected(one)));
	});
	fc.assert(property, { numRuns: 300 });
}

test('takes exactly what Unicode calls the end of a word, in scripts that set words apart', () => {
	check(fc.oneof(textOf(APART), textOf(KOREAN)), (_text, boundaries) => (one) => boundaries.includes(one.length));
});

test('takes every beginning of a text that is written without spaces, but never half a letter', () => {
	check(textOf(TOGETHER), (text) => (one) => !/^\p{M}/u.test(text.slice(one.length)));
});

test('takes every end of a word that Unicode knows, in a mix of scripts', () => {
	check(textOf([...APART, ...TOGETHER]), (_text, boundaries) => (one) => boundaries.includes(one.length) || undefined);
});
