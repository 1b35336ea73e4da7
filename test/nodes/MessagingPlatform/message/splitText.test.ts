/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { markupPlaces, type TextMarkup } from '../../../../nodes/MessagingPlatform/message/markupPlaces';
import { splitText } from '../../../../nodes/MessagingPlatform/message/splitText';
import { characters } from '../../../../nodes/MessagingPlatform/message/channelLimits';

describe('a text is split into parts', () => {
	test.each([
		['at a paragraph rather than a line', 'One\n\ntwo\nthree four', 12, ['One', 'two', 'three four']],
		['at a line rather than a sentence', 'One. Two\nthree. Four', 16, ['One. Two', 'three. Four']],
		['at a sentence rather than a word', 'One two. Three four five', 17, ['One two.', 'Three four five']],
		['at a word', 'One two three', 9, ['One two', 'three']],
		['inside of a word that is too long', 'abcdefgh', 3, ['abc', 'def', 'gh']],
		['at one character', 'a b', 1, ['a', 'b']],
		['inside of a sign that is too long, between its code points', '👩‍👩', 2, ['👩‍', '👩']],
		[
			'by the last code point of one code unit as by any',
			'\uffff'.repeat(5),
			2,
			['\uffff'.repeat(2), '\uffff'.repeat(2), '\uffff'],
		],
		['where Chinese has sentences and words', '我们今天去北京。明天去上海吃饭。', 8, ['我们今天去北京。', '明天去上海吃饭。']],
		['where Thai has words without spaces', 'ไปเที่ยวทะเล', 8, ['ไปเที่ยว', 'ทะเล']],
		['not before a comma or after a bracket', '北京, (上海) 是', 4, ['北京,', '(上海)', '是']],
		['with the indent of a line', '- a\n  - bb\n  - cc', 7, ['- a', '  - bb', '  - cc']],
		['without an indent that would fill the part', `a\n${' '.repeat(9)}bcd`, 4, ['a', 'bcd']],
		['at Windows line ends', 'one\r\n\r\ntwo\r\nthree', 8, ['one', 'two', 'three']],
		['which is one part when it fits', ' one \n', 6, [' one \n']],
		['without the spaces at the end that do not fit', 'one    ', 3, ['one']],
		['which is no part when it is white space', '        ', 3, []],
		['which is no part when it is short white space, or nothing', '  ', 4, []],
		['which is no part when it is nothing', '', 4, []],
		['which is one part with all its spaces when it is shorter', ' one \n', 20, [' one \n']],
		['without the spaces at the end when not all of them fit', 'one    ', 5, ['one']],
		['without spaces at the beginning that would fill the part', `${' '.repeat(9)}one two`, 4, ['one', 'two']],
		['at the last sentence that fits without the space behind it', 'A b. C d. Efg', 9, ['A b. C d.', 'Efg']],
		['with an indent of half a part', 'aaa\n  bc', 4, ['aaa', '  bc']],
		['without an indent of more than half a part', 'aaa\n   bc', 4, ['aaa', 'bc']],
		['with an indent before a word that is too long', 'a\n  bbbbbbb', 5, ['a', '  bbb', 'bbbb']],
		...[')', '»', '!', '—'].map((sign): [string, string, number, string[]] => [
			`not before ${sign}`,
			`aa/bbb${sign}cc`,
			6,
			['aa/', `bbb${sign}cc`],
		]),
		...['(', '«'].map((sign): [string, string, number, string[]] => [
			`not behind ${sign}`,
			`aa/bb${sign}cc`,
			6,
			['aa/bb', `${sign}cc`],
		]),
		['before a number with a full stop in it', 'aa/b/3.14', 5, ['aa/b/', '3.14']],
	])('%s', (_how, text, maxSize, parts) => {
		expect(splitText(text, maxSize, markupPlaces(text, 'PLAIN'))).toEqual(parts);
	});

	test.each([
		['HTML', 'between elements', '<b>one two</b> three <i>four</i>', 20, ['<b>one two</b> three', '<i>four</i>']],
		['HTML', 'after a block or a line break', '<p>one</p><p>two</p>x<br>y', 12, ['<p>one</p>', '<p>two</p>', 'x<br>y']],
		['HTML', 'not in an entity', 'abc&nbsp;def ghi', 5, ['abc', '&nbsp;def', 'ghi']],
		[
			'HTML',
			'also where no space follows',
			`<b>北京上海</b>${'x'.repeat(70)}`,
			10,
			['<b>北京上海</b>', ...Array<string>(7).fill('x'.repeat(10))],
		],
		[
			'HTML',
			'at the last end of a line, be it a tag or a line break',
			'one<br>two\nthree four',
			14,
			['one<br>two', 'three four'],
		],
		['HTML', 'at the last end of a line, also the other way round', 'one\ntwo<br>three four', 14, ['one\ntwo<br>', 'three four']],
		['HTML', 'not a second time at a line break', 'ab<br>cdefghij', 7, ['ab<br>', 'cdefghi', 'j']],
		['HTML', 'where a line ends with a long element', '<p>one two three</p>ab cd', 8, ['<p>one two three</p>', 'ab cd']],
		[
			'HTML',
			'where the line of a long element ends, not one before',
			'x<br><b>one two three</b>ab<br>cd ef',
			8,
			['x<br>', '<b>one two three</b>ab<br>', 'cd ef'],
		],
		[
			'HTML',
			'with the sign after an element, however far on',
			`${'x '.repeat(50)}<b>one two three</b>. B`,
			8,
			[...Array<string>(12).fill('x x x x'), 'x x', '<b>one two three</b>.', 'B'],
		],
		[
			'HTML',
			'with the word after an element while that is not long',
			`<b>one two</b>${'x'.repeat(64)} y`,
			10,
			[`<b>one two</b>${'x'.repeat(64)}`, 'y'],
		],
		['HTML', 'with the sign after an element', 'a <b>one two three</b>. B', 8, ['a', '<b>one two three</b>.', 'B']],
		['HTML', 'nowhere in an element: the platform splits it', 'a <b>one two three</b> c', 8, ['a', '<b>one two three</b>', 'c']],
		['HTML', 'also after a tag that is never closed', '<b>one two three', 8, ['<b>one', 'two', 'three']],
		['HTML', 'where < and & are signs', 'a < b && c > d', 6, ['a < b', '&& c >', 'd']],
		['MARKDOWN', 'not in emphasis', 'one *two three* four', 12, ['one', '*two three*', 'four']],
		['MARKDOWN', 'not in a link', 'see [the page](http://x.y/z w) now', 12, ['see', '[the page](http://x.y/z w)', 'now']],
		['MARKDOWN', 'not in code', 'run `npm i it` now', 10, ['run', '`npm i it`', 'now']],
		['MARKDOWN', 'not in a code block', 'a\n```\nb\n\nc\n```\nd', 6, ['a', '```\nb\n\nc\n```', 'd']],
		['MARKDOWN', 'where signs are no emphasis', '* a_b c\n* 2 * 3_d', 8, ['* a_b c', '* 2 *', '3_d']],
		['MARKDOWN', 'also after a sign that stands alone', 'one *two three', 8, ['one *two', 'three']],
	] as const)('%s: %s', (markup, _how, text, maxSize, parts) => {
		expect(splitText(text, maxSize, markupPlaces(text, markup))).toEqual(parts);
	});
});

describe('splitAnyText', () => {
	/** Texts of what people and models write: words of several scripts, emoji of many code points, every kind of space and sign. */
	const texts = fc
		.array(
			fc.oneof(
				fc.constantFrom(
					'Hello',
					'слово',
					'北京',
					'ทะเล',
					'مرحبا',
					'e\u0301',
					'👩‍👩‍👧‍👦',
					'👍🏽',
					'🇪🇺',
					'\ud83d',
					'\udc4d',
					'(',
					'"',
					'x'.repeat(40),
				),
				fc.constantFrom(' ', '  ', '\n', '\n\n', '\r\n', '\t', '\u00a0', '\u2028', '\u200d', '. ', '! ', '。', ', ', '-'),
				fc.string({ unit: 'binary', maxLength: 5 }),
			),
			{ maxLength: 60 },
		)
		.map((pieces) => pieces.join(''));

	const marked = fc
		.array(
			fc.constantFrom(
				...['<b>', '</b>', '<i>', '</i>', '<br>', '<p>', '</p>', '<a href="x y">', '</a>', '&amp;', '<', '>', '&'],
				...['*', '**', '_', '`', '```\n', '[a b](http://x.y)', '\\*', '~~', '|', '\n', '\n\n', ' ', '. ', 'word', 'слово'],
			),
			{ maxLength: 60 },
		)
		.map((pieces) => pieces.join(''));

	/** Fails unless the parts are the text in its order, less white space between them and at its ends. */
	function expectWhole(text: string, parts: string[]): void {
		let place = 0;
		for (const part of parts) {
			const from = text.indexOf(part, place);
			expect([from >= 0, text.slice(place, from).trim()]).toEqual([true, '']);
			expect(part.trim()).not.toBe('');
			place = from + part.length;
		}
		expect(text.slice(place).trim()).toBe('');
	}

	const isCutInPair = (text: string, place: number) =>
		/[\uD800-\uDBFF]/.test(text.charAt(place - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(place));

	/** Texts that a slow pattern reads for minutes, because it tries each of their characters from each. */
	const STUBBORN: Array<[what: string, text: string, markup: 'HTML' | 'MARKDOWN' | 'PLAIN']> = [
		['white space between two words', `x${' '.repeat(300_000)}\ny`, 'PLAIN'],
		['white space with line ends in it', `x${' \n'.repeat(150_000)}y`, 'PLAIN'],
		['the name of a tag that never ends', `<${'a'.repeat(300_000)}`, 'HTML'],
		[
			'elements that end as others do, and a text behind them',
			'<b>'.repeat(20_000) + '</i>'.repeat(20_000) + 'x '.repeat(20_000),
			'HTML',
		],
		['one run of backticks', `${'`'.repeat(150_000)}x${'`'.repeat(150_000)}`, 'MARKDOWN'],
		[
			'runs of backticks that never end',
			Array.from({ length: 700 }, (_, length) => '`'.repeat(length + 1)).join(' '),
			'MARKDOWN',
		],
		['code blocks, the last of which never ends', '```\n'.repeat(20_001), 'MARKDOWN'],
	];

	describe('the parts of a text of any kind', () => {
		test.each(STUBBORN)('are found even if it is hard to read: %s', (_what, text, markup) => {
			// a limit of the test would not end what never waits; it takes milliseconds, or minutes
			const parts: unknown = runInNewContext(
				'split()',
				{ split: () => splitText(text, 4_096, markupPlaces(text, markup)) },
				{ timeout: 30_000 },
			);
			if (!Array.isArray(parts)) throw new Error('a split gives a list');
			expect(parts.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
		});

		test('lose nothing except white space at the cuts, are never too long, and cut no character of two units', () => {
			fc.assert(
				fc.property(texts, fc.integer({ min: 1, max: 50 }), (text, maxSize) => {
					const parts = splitText(text, maxSize, markupPlaces(text, 'PLAIN'));
					expectWhole(text, parts);
					expect(parts.filter((part) => characters(part) > maxSize)).toEqual([]);
					let place = 0;
					for (const part of parts) {
						place = text.indexOf(part, place);
						expect([isCutInPair(text, place), isCutInPair(text, place + part.length)]).toEqual([false, false]);
						place += part.length;
					}
				}),
				{ numRuns: 1000 },
			);
		});

		test('are whole characters if a part has room for one', () => {
			const families = fc.array(fc.constantFrom('👩‍👩‍👧‍👦', '👍🏽', '🇪🇺', 'é', 'e\u0301', 'a'), { maxLength: 40 });
			fc.assert(
				fc.property(families, fc.integer({ min: 7, max: 20 }), (signs, maxSize) => {
					const parts = splitText(signs.join(''), maxSize, markupPlaces(signs.join(''), 'PLAIN'));
					const graphemes = (text: string) => [...new Intl.Segmenter('en').segment(text)].map(({ segment }) => segment);
					expect(parts.flatMap(graphemes)).toEqual(graphemes(signs.join('')));
				}),
			);
		});

		test.each(['HTML', 'MARKDOWN'] as const)('lose nothing even if %s leaves few places', (markup) => {
			fc.assert(
				fc.property(marked, fc.integer({ min: 1, max: 50 }), (text, maxSize) =>
					expectWhole(text, splitText(text, maxSize, markupPlaces(text, markup))),
				),
				{ numRuns: 1000 },
			);
		});

		test('keep every tag and entity whole, and every element that is closed in one part', () => {
			const element = fc.tuple(fc.constantFrom('b', 'i', 'a', 'code'), fc.constantFrom('one two', 'three. Four', 'a &amp; b'));
			const html = fc
				.array(element, { maxLength: 20 })
				.map((all) => all.map(([tag, text]) => `<${tag}>${text}</${tag}> word. `).join(''));
			fc.assert(
				fc.property(html, fc.integer({ min: 1, max: 60 }), (text, maxSize) => {
					for (const part of splitText(text, maxSize, markupPlaces(text, 'HTML'))) {
						for (const tag of ['b', 'i', 'a', 'code']) {
							expect(part.split(`<${tag}>`).length).toBe(part.split(`</${tag}>`).length);
						}
						expect(part.replace(/&amp;|<\/?\w+>/g, '')).not.toMatch(/[<>&;]/);
					}
				}),
			);
		});
	});
});

describe('markupPlaces', () => {
	/** Lists the parts of a text that stay together: the pieces of more than one character between possible cuts. */
	function together(text: string, markup: TextMarkup): string[] {
		const { isFree } = markupPlaces(text, markup);
		expect([isFree(0), isFree(text.length)]).toEqual([true, true]);
		const cuts = Array.from({ length: text.length + 1 }, (_one, place) => place).filter(isFree);
		return cuts.map((place, index) => text.slice(place, cuts[index + 1])).filter((piece) => piece.length > 1);
	}

	const VOID = ['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr'];

	describe('HTML that stays together', () => {
		test.each<[what: string, html: string, pieces: string[]]>([
			['an element', 'a <b>c d</b> e', ['<b>c d</b>']],
			['an element with attributes', 'a <a href="x y">c d</a> e', ['<a href="x y">c d</a>']],
			['an element whose end is written in another case', 'a <B>c d</b> e', ['<B>c d</b>']],
			[
				'an element whose name has more than letters',
				'<tg-emoji id="5">c</tg-emoji> <o:p>d</o:p>',
				['<tg-emoji id="5">c</tg-emoji>', '<o:p>d</o:p>'],
			],
			['an element with all that is in it', 'a <b>c <i>d</i> <b>e</b> f</b> g', ['<b>c <i>d</i> <b>e</b> f</b>']],
			['what elements hold that cross each other', '<b>c <i>d</b> e</i> f', ['<b>c <i>d</b> e</i>']],
			['each of two elements', '<b>c</b><i>d</i>', ['<b>c</b>', '<i>d</i>']],
			['of an element that never ends the tag', '<b>c d <i>e f</i>', ['<b>', '<i>e f</i>']],
			['of an element that never began the tag', 'c d</b> e', ['</b>']],
			['of one that ends twice the tag behind it', '<b>c</b> d </b> e', ['<b>c</b>', '</b>']],
			['what closes itself', '<b/>c d</b> <x-y />e f</x-y>', ['<b/>', '</b>', '<x-y />', '</x-y>']],
			['an entity', 'a&amp;b &#39; &#x1F381; &frac12; &NBSP;', ['&amp;', '&#39;', '&#x1F381;', '&frac12;', '&NBSP;']],
			['the longest number of a character', '&#1114111; &#x10FFFF;', ['&#1114111;', '&#x10FFFF;']],
			['no sign', 'a < b > c & d; <> </> < b> <1> &; &#; &#x; &#xg; &1; &amp', []],
			['no number that is none of a character', '&#12345678; &#x1234567;', []],
			['a tag behind one that was begun', 'a <b <i>c d</i> e', ['<i>c d</i>']],
			[
				'what only looks like an element without an end',
				'<colgroup>c d</colgroup> <xbr>e</xbr>',
				['<colgroup>c d</colgroup>', '<xbr>e</xbr>'],
			],
			...VOID.map((name): [string, string, string[]] => [
				`${name} without an end tag`,
				`<${name}>c d</${name}>`,
				[`<${name}>`, `</${name}>`],
			]),
		])('%s', (_what, html, pieces) => {
			expect(together(html, 'HTML')).toEqual(pieces);
		});

		test.each([
			...['<br>', '<BR>', '<br/>', '<br class="x">'],
			...['p', 'P', 'div', 'li', 'ul', 'ol', 'pre', 'blockquote', 'h1', 'h6', 'tr', 'table'].map((name) => `</${name}>`),
			'</p >',
		])('ends a line after %s', (tag) => {
			expect(markupPlaces(`ab${tag}cd`, 'HTML').lineEnds).toEqual([2 + tag.length]);
		});

		test.each(['<p>', '</b>', '</span>', '</td>', '</h7>', '</h>', '</pa>', '</p x>', '<brx>', '</br>', '&nbsp;', '<x-br>'])(
			'ends no line after %s',
			(tag) => {
				expect(markupPlaces(`ab${tag}cd`, 'HTML').lineEnds).toEqual([]);
			},
		);
	});

	describe('Markdown that stays together', () => {
		test.each<[what: string, markdown: string, pieces: string[]]>([
			...['*', '_', '**', '__', '~', '~~', '||'].map((sign): [string, string, string[]] => [
				`what stands between ${sign}`,
				`a ${sign}c d${sign} e`,
				[`${sign}c d${sign}`],
			]),
			['each of two emphases', '*c d* e *f g*', ['*c d*', '*f g*']],
			['emphasis with what is in it', '**c *d* e** f', ['**c *d* e**']],
			['emphasis over a line end', 'a *c\nd* e', ['*c\nd*']],
			['emphasis in brackets or before a full stop', '(*c d*) _e f_.', ['*c d*', '_e f_']],
			['emphasis that begins last', '*c *d e*', ['*d e*']],
			['a sign of two that nothing closes', 'c **d e', ['**']],
			['nothing over the end of a paragraph', '*c\n\nd* _e\n \t\nf_', []],
			['nothing where a sign begins no emphasis', '* c d * e', []],
			['nothing where a space stands behind the sign that would begin it', '* c d* e', []],
			['what stands between stars in the middle of a word', 'c*d e*f', ['*d e*']],
			['an escaped sign of code', '\\`c d', ['\\`']],
			['nothing between lines of fewer than three signs', '~\nc d\n~', []],
			['nothing where a sign ends none', '*c d * e', []],
			['nothing in the middle of words', 'c_d_e слово_слово_слово 2_000_000', []],
			['nothing where a word goes on behind the sign', '_c d_e f', []],
			['an escaped sign', '\\*c d\\* \\_e f\\_', ['\\*', '\\*', '\\_', '\\_']],
			['no letter behind a backslash', '\\c \\1 \\ d', []],
			['code', 'a `c d` e', ['`c d`']],
			['each of two codes', '`c d` e `f g`', ['`c d`', '`f g`']],
			['code with fewer signs in it, or more', '``c ` d`` `e `` f`', ['``c ` d``', '`e `` f`']],
			['code rather than what its signs would be', '`c *d` e* `f ![g` h](i)', ['`c *d`', '`f ![g`']],
			['nothing of code that never ends', 'c ``d e ` f', []],
			['no code over the end of a paragraph', '`c\n\nd`', []],
			['a link', 'a [c d](http://x.y/z) e', ['[c d](http://x.y/z)']],
			['a link with a title', 'a [c d](/z "t u") e', ['[c d](/z "t u")']],
			['a picture', 'a ![c d](z.png) e', ['![c d](z.png)']],
			['a link without words', 'a [](z) e', ['[](z)']],
			['a bare address', '<https://x.y/z> <mailto:a@b.c>', ['<https://x.y/z>', '<mailto:a@b.c>']],
			['nothing that is no link', '[c d] (z) [c\nd](z) [c](y\nz) [c d](z', []],
			['nothing that is no address', '<c d:e> <c> <1:d> <c:>', []],
			['a block of code with what is in it', 'a\n```js\nc\n\n*d*\n```\ne', ['```js\nc\n\n*d*\n```']],
			['a block of code of the other sign', 'a\n~~~~\nc d\n~~~~\ne', ['~~~~\nc d\n~~~~']],
			['a block of code that is indented', 'a\n \t```\nc\n  ```\ne', [' \t```\nc\n  ```']],
			['a block of code that ends with more signs', '```\nc\n``\n~~~\n````\nd', ['```\nc\n``\n~~~\n````']],
			['a block of code, not the space behind it', '```\nc\n```  \nd', ['```\nc\n```']],
			['a block of code at Windows line ends', 'a\r\n```\r\nc\r\n```\r\nd', ['```\r\nc\r\n```']],
			['a block of code that ends the text', '```\nc\n```', ['```\nc\n```']],
			['each of two blocks', '```\nc\n```\n```\nd\n```', ['```\nc\n```', '```\nd\n```']],
			['what stands before a block and behind it', '*c d*\n```\ne\n```\n*f g*', ['*c d*', '```\ne\n```', '*f g*']],
			['nothing over a block', '*c\n```\nd\n```\ne*', ['```\nd\n```']],
			['what stands before a block that nothing closes', '*c d*\n```\n*e f*', ['*c d*']],
			['three signs within a line as code', 'a ```c d``` e', ['```c d```']],
			['what stands in the last paragraph', 'c\n\n*d e*', ['*d e*']],
		])('%s', (_what, markdown, pieces) => {
			expect(together(markdown, 'MARKDOWN')).toEqual(pieces);
		});

		test('ends no line without a line break', () => {
			expect(markupPlaces('a<br>c\n\n</p>', 'MARKDOWN').lineEnds).toEqual([]);
		});
	});

	test('keeps nothing together in a text without markup', () => {
		expect(together('*c d* <b>e f</b> &amp; `g h`', 'PLAIN')).toEqual([]);
		expect(markupPlaces('a<br>c', 'PLAIN').lineEnds).toEqual([]);
	});
});
