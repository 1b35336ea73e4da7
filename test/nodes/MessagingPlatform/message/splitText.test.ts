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
		['where Chinese has sentences and words', '我们今天去北京。明天去上海吃饭。', 8, ['我们今天去北京。', '明天去上海吃饭。']],
		['with the indent of a line', '- a\n  - bb\n  - cc', 7, ['- a', '  - bb', '  - cc']],
		['which is no part when it is white space', '        ', 3, []],
		['which is one part with all its spaces when it is shorter', ' one \n', 20, [' one \n']],
		['without spaces at the beginning that would fill the part', `${' '.repeat(9)}one two`, 4, ['one', 'two']],
		['at the last sentence that fits without the space behind it', 'A b. C d. Efg', 9, ['A b. C d.', 'Efg']],
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
		['HTML', 'not in an entity', 'abc&nbsp;def ghi', 5, ['abc', '&nbsp;def', 'ghi']],
		[
			'HTML',
			'where the line of a long element ends, not one before',
			'x<br><b>one two three</b>ab<br>cd ef',
			8,
			['x<br>', '<b>one two three</b>ab<br>', 'cd ef'],
		],
		['HTML', 'with the sign after an element', 'a <b>one two three</b>. B', 8, ['a', '<b>one two three</b>.', 'B']],
		['HTML', 'nowhere in an element: the platform splits it', 'a <b>one two three</b> c', 8, ['a', '<b>one two three</b>', 'c']],
		['HTML', 'also after a tag that is never closed', '<b>one two three', 8, ['<b>one', 'two', 'three']],
		['MARKDOWN', 'not in emphasis', 'one *two three* four', 12, ['one', '*two three*', 'four']],
		['MARKDOWN', 'not in a link', 'see [the page](http://x.y/z w) now', 12, ['see', '[the page](http://x.y/z w)', 'now']],
		['MARKDOWN', 'also after a sign that stands alone', 'one *two three', 8, ['one *two', 'three']],
	] as const)('%s: %s', (markup, _how, text, maxSize, parts) => {
		expect(splitText(text, maxSize, markupPlaces(text, markup))).toEqual(parts);
	});
});

describe('the parts of a text of any kind', () => {
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
		['the name of a tag that never ends', `<${'a'.repeat(300_000)}`, 'HTML'],
		[
			'elements that end as others do, and a text behind them',
			'<b>'.repeat(20_000) + '</i>'.repeat(20_000) + 'x '.repeat(20_000),
			'HTML',
		],
		['one run of backticks', `${'`'.repeat(150_000)}x${'`'.repeat(150_000)}`, 'MARKDOWN'],
	];

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
			[
				'an element whose name has more than letters',
				'<tg-emoji id="5">c</tg-emoji> <o:p>d</o:p>',
				['<tg-emoji id="5">c</tg-emoji>', '<o:p>d</o:p>'],
			],
			['an element with all that is in it', 'a <b>c <i>d</i> <b>e</b> f</b> g', ['<b>c <i>d</i> <b>e</b> f</b>']],
			['what elements hold that cross each other', '<b>c <i>d</b> e</i> f', ['<b>c <i>d</b> e</i>']],
			['of an element that never ends the tag', '<b>c d <i>e f</i>', ['<b>', '<i>e f</i>']],
			['an entity', 'a&amp;b &#39; &#x1F381; &frac12; &NBSP;', ['&amp;', '&#39;', '&#x1F381;', '&frac12;', '&NBSP;']],
			['no sign', 'a < b > c & d; <> </> < b> <1> &; &#; &#x; &#xg; &1; &amp', []],
			['no number that is none of a character', '&#12345678; &#x1234567;', []],
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
			['emphasis that begins last', '*c *d e*', ['*d e*']],
			['a sign of two that nothing closes', 'c **d e', ['**']],
			['nothing over the end of a paragraph', '*c\n\nd* _e\n \t\nf_', []],
			['what stands between stars in the middle of a word', 'c*d e*f', ['*d e*']],
			['an escaped sign', '\\*c d\\* \\_e f\\_', ['\\*', '\\*', '\\_', '\\_']],
			['code', 'a `c d` e', ['`c d`']],
			['a link', 'a [c d](http://x.y/z) e', ['[c d](http://x.y/z)']],
			['a bare address', '<https://x.y/z> <mailto:a@b.c>', ['<https://x.y/z>', '<mailto:a@b.c>']],
			['nothing that is no link', '[c d] (z) [c\nd](z) [c](y\nz) [c d](z', []],
			['nothing that is no address', '<c d:e> <c> <1:d> <c:>', []],
			['a block of code with what is in it', 'a\n```js\nc\n\n*d*\n```\ne', ['```js\nc\n\n*d*\n```']],
			['a block of code that ends with more signs', '```\nc\n``\n~~~\n````\nd', ['```\nc\n``\n~~~\n````']],
			['a block of code that ends the text', '```\nc\n```', ['```\nc\n```']],
			['nothing over a block', '*c\n```\nd\n```\ne*', ['```\nd\n```']],
			['what stands before a block that nothing closes', '*c d*\n```\n*e f*', ['*c d*']],
		])('%s', (_what, markdown, pieces) => {
			expect(together(markdown, 'MARKDOWN')).toEqual(pieces);
		});
	});
});
