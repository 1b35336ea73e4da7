/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { character } from '../../../helpers/fuzzer';
import { markupPlaces, type TextMarkup } from '../../../../nodes/MessagingPlatform/message/markupPlaces';
import { splitText } from '../../../../nodes/MessagingPlatform/message/splitText';
import { characters } from '../../../../nodes/MessagingPlatform/message/channelLimits';

const split = (text: string, maxSize: number, markup: TextMarkup) => splitText(text, maxSize, markupPlaces(text, markup));

test.each<[how: string, text: string, maxSize: number, parts: string[], markup?: TextMarkup]>([
	['at a paragraph rather than a line', 'One\n\ntwo\nthree four', 12, ['One', 'two', 'three four']],
	['at a line rather than a sentence', 'One. Two\nthree. Four', 16, ['One. Two', 'three. Four']],
	['at a sentence rather than a word', 'One two. Three four five', 17, ['One two.', 'Three four five']],
	['at a word', 'One two three', 9, ['One two', 'three']],
	['inside of a word that is too long', 'abcdefgh', 3, ['abc', 'def', 'gh']],
	['where Chinese has sentences and words', '我们今天去北京。明天去上海吃饭。', 8, ['我们今天去北京。', '明天去上海吃饭。']],
	['with the indent of a line', '- a\n  - bb\n  - cc', 7, ['- a', '  - bb', '  - cc']],
	['which is no part when it is white space', '        ', 3, []],
	['which is one part with all its spaces when it is shorter', ' one \n', 20, [' one \n']],
	['without spaces at the beginning that would fill the part', `${' '.repeat(9)}one two`, 4, ['one', 'two']],
	['at the last sentence that fits without the space behind it', 'A b. C d. Efg', 9, ['A b. C d.', 'Efg']],
	['without an indent of more than half a part', 'aaa\n   bc', 4, ['aaa', 'bc']],
	['with an indent before a word that is too long', 'a\n  bbbbbbb', 5, ['a', '  bbb', 'bbbb']],
	['not before ) and its like', 'aa/bbb)cc', 6, ['aa/', 'bbb)cc']],
	['not behind ( and its like', 'aa/bb(cc', 6, ['aa/bb', '(cc']],
	['before a number with a full stop in it', 'aa/b/3.14', 5, ['aa/b/', '3.14']],
	['between elements', '<b>one two</b> three <i>four</i>', 20, ['<b>one two</b> three', '<i>four</i>'], 'HTML'],
	['not in an entity', 'abc&nbsp;def ghi', 5, ['abc', '&nbsp;def', 'ghi'], 'HTML'],
	['where a long line ends', 'x<br><b>one two three</b>ab<br>cd', 8, ['x<br>', '<b>one two three</b>ab<br>', 'cd'], 'HTML'],
	['with the sign after an element', 'a <b>one two three</b>. B', 8, ['a', '<b>one two three</b>.', 'B'], 'HTML'],
	['nowhere in an element: the platform splits it', 'a <b>one two three</b> c', 8, ['a', '<b>one two three</b>', 'c'], 'HTML'],
	['not in the element that follows one', '<b>aaaaaaaa</b><i>c d</i>', 4, ['<b>aaaaaaaa</b>', '<i>c d</i>'], 'HTML'],
	['not in emphasis', 'one *two three* four', 12, ['one', '*two three*', 'four'], 'MARKDOWN'],
])('a text is split into parts %s', (_how, text, maxSize, parts, markup = 'PLAIN') => {
	expect(split(text, maxSize, markup)).toEqual(parts);
});
describe('the parts of a text of any kind', () => {
	const pieces = (...kinds: Array<fc.Arbitrary<string>>) =>
		fc.array(fc.oneof(...kinds), { maxLength: 60 }).map((all) => all.join(''));

	/** Texts of what people and models write: words of several scripts, emoji of many code points, every kind of space and sign. */
	const texts = pieces(
		fc.constantFrom(
			...['Hello', 'слово', '北京', 'ทะเล', 'مرحبا', 'e\u0301', '👩‍👩‍👧‍👦', '👍🏽', '🇪🇺', '\ud83d', '\udc4d'],
			...['(', '"', 'x'.repeat(40)],
		),
		fc.constantFrom(' ', '  ', '\n', '\n\n', '\r\n', '\t', '\u00a0', '\u2028', '\u200d', '. ', '! ', '。', ', ', '-'),
		fc.string({ unit: character, maxLength: 5 }),
	);
	const marked = pieces(
		fc.constantFrom(
			...['<b>', '</b>', '<i>', '</i>', '<br>', '<p>', '</p>', '<a href="x y">', '</a>', '&amp;', '<', '>', '&'],
			...['*', '**', '_', '`', '```\n', '[a b](http://x.y)', '\\*', '~~', '|', '\n', '\n\n', ' ', '. ', 'word', 'слово'],
		),
	);

	const isCutInPair = (text: string, place: number) =>
		/[\uD800-\uDBFF]/.test(text.charAt(place - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(place));

	/** Fails unless the parts are the text in its order, less white space between them and at its ends. */
	function expectWhole(text: string, parts: string[]): void {
		let place = 0;
		for (const part of parts) {
			const from = text.indexOf(part, place);
			expect([from >= 0, text.slice(place, from).trim()]).toEqual([true, '']);
			expect(part.trim()).not.toBe('');
			place = from + part.length;
			expect([isCutInPair(text, from), isCutInPair(text, place)]).toEqual([false, false]);
		}
		expect(text.slice(place).trim()).toBe('');
	}

	test('lose nothing except white space at the cuts, are never too long, and cut no character of two units', () => {
		const holds = fc.property(texts, fc.integer({ min: 1, max: 50 }), (text, maxSize) => {
			const parts = split(text, maxSize, 'PLAIN');
			expectWhole(text, parts);
			expect(parts.filter((part) => characters(part) > maxSize)).toEqual([]);
		});
		fc.assert(holds, { numRuns: 500 });
	});

	test.each(['HTML', 'MARKDOWN'] as const)('lose nothing even if %s leaves few places', (markup) => {
		const holds = fc.property(marked, fc.integer({ min: 1, max: 50 }), (text, maxSize) =>
			expectWhole(text, split(text, maxSize, markup)),
		);
		fc.assert(holds, { numRuns: 500 });
	});

	/** Texts that a slow pattern reads for minutes, because it tries each of their characters from each. */
	test.each<[what: string, text: string, markup: TextMarkup]>([
		['white space between two words', `x${' '.repeat(300_000)}\ny`, 'PLAIN'],
		['the name of a tag that never ends', `<${'a'.repeat(300_000)}`, 'HTML'],
		['elements that cross, and a text', '<b>'.repeat(20_000) + '</i>'.repeat(20_000) + 'x '.repeat(20_000), 'HTML'],
		['one run of backticks', `${'`'.repeat(150_000)}x${'`'.repeat(150_000)}`, 'MARKDOWN'],
	])('are found even if it is hard to read: %s', (_what, text, markup) => {
		// a limit of the test would not end what never waits; it takes milliseconds, or minutes
		const parts: unknown = runInNewContext('run()', { run: () => split(text, 4_096, markup) }, { timeout: 30_000 });
		if (!Array.isArray(parts)) throw new Error('a split gives a list');
		expect(parts.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
	});
});

describe('what stays together', () => {
	/** The pieces of more than one character between possible cuts. */
	function together(text: string, markup: TextMarkup): string[] {
		const { isFree } = markupPlaces(text, markup);
		expect([isFree(0), isFree(text.length)]).toEqual([true, true]);
		const cuts = Array.from({ length: text.length + 1 }, (_one, place) => place).filter(isFree);
		return cuts.map((place, index) => text.slice(place, cuts[index + 1])).filter((piece) => piece.length > 1);
	}

	test.each<[html: string, pieces: string[]]>([
		['a <b>c d</b> e', ['<b>c d</b>']],
		['a <b>c <i>d</i> <b>e</b> f</b> g', ['<b>c <i>d</i> <b>e</b> f</b>']],
		['<b>c <i>d</b> e</i> f', ['<b>c <i>d</b> e</i>']],
		// the end tag is missing
		['<b>c d <i>e f</i>', ['<b>', '<i>e f</i>']],
		['a&amp;b &#39; &#x1F381; &frac12; &NBSP;', ['&amp;', '&#39;', '&#x1F381;', '&frac12;', '&NBSP;']],
		['a < b > c & d; <> </> < b> <1> &; &#; &#x; &#xg; &1; &amp', []],
		// no character has such a number
		['&#12345678; &#x1234567;', []],
	])('in HTML: %s', (html, pieces) => {
		expect(together(html, 'HTML')).toEqual(pieces);
	});

	test('in HTML: nothing after an element that has no end tag', () => {
		for (const name of 'area base br col embed hr img input link meta source track wbr'.split(' ')) {
			expect(together(`<${name}>c d</${name}>`, 'HTML')).toEqual([`<${name}>`, `</${name}>`]);
		}
	});

	test('ends a line after a line break and the end of a block, and after no other tag', () => {
		const lineEnds = (tag: string) => markupPlaces(`ab${tag}cd`, 'HTML').lineEnds;
		const blocks = 'p P div li ul ol pre blockquote h1 h6 tr table'.split(' ').map((name) => `</${name}>`);
		for (const tag of ['<br>', '<BR>', '<br/>', '<br class="x">', '</p >', ...blocks]) {
			expect([tag, lineEnds(tag)]).toEqual([tag, [2 + tag.length]]);
		}
		for (const tag of ['<p>', '</b>', '</span>', '</td>', '</h7>', '</pa>', '</p x>', '<brx>', '</br>', '&nbsp;', '<x-br>']) {
			expect([tag, lineEnds(tag)]).toEqual([tag, []]);
		}
	});

	test.each<[markdown: string, pieces: string[]]>([
		...['*', '_', '**', '__', '~', '~~', '||'].map((sign): [string, string[]] => [`a ${sign}c d${sign}`, [`${sign}c d${sign}`]]),
		['*c *d e*', ['*d e*']],
		// the end of a paragraph
		['*c\n\nd* _e\n \t\nf_', []],
		['\\*c d\\* \\_e f\\_', ['\\*', '\\*', '\\_', '\\_']],
		['a `c d` e', ['`c d`']],
		['a [c d](http://x.y/z) e', ['[c d](http://x.y/z)']],
		['<https://x.y/z> <mailto:a@b.c>', ['<https://x.y/z>', '<mailto:a@b.c>']],
		['[c d] (z) [c\nd](z) [c](y\nz) [c d](z', []],
		['a\n```js\nc\n\n*d*\n```\ne', ['```js\nc\n\n*d*\n```']],
		['```\nc\n``\n~~~\n````\nd', ['```\nc\n``\n~~~\n````']],
		// nothing closes the block
		['*c d*\n```\n*e f*', ['*c d*']],
	])('in Markdown: %j', (markdown, pieces) => {
		expect(together(markdown, 'MARKDOWN')).toEqual(pieces);
	});
});
