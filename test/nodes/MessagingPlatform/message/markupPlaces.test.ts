import { type TextMarkup, markupPlaces } from '../../../../nodes/MessagingPlatform/message/markupPlaces';

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
