import { markupPlaces } from '../../../../nodes/MessagingPlatform/message/markupPlaces';
import { splitText } from '../../../../nodes/MessagingPlatform/message/splitText';

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
