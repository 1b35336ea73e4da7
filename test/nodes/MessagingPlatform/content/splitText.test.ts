import fc from 'fast-check';
import { characters } from '../../../../nodes/MessagingPlatform/content/messageLimits';
import { splitText } from '../../../../nodes/MessagingPlatform/content/splitText';

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

/** Texts that a pattern can take minutes to read, where it tries each of their characters from each. */
const STUBBORN: Array<[what: string, text: string, markup: 'HTML' | 'MARKDOWN' | 'PLAIN']> = [
	['white space between two words', `x${' '.repeat(300_000)}\ny`, 'PLAIN'],
	['white space with line ends in it', `x${' \n'.repeat(150_000)}y`, 'PLAIN'],
	['the name of a tag that never ends', `<${'a'.repeat(300_000)}`, 'HTML'],
	['beginnings of tags', '<a '.repeat(100_000), 'HTML'],
	['one run of backticks', `${'`'.repeat(150_000)}x${'`'.repeat(150_000)}`, 'MARKDOWN'],
	['runs of backticks that never end', Array.from({ length: 700 }, (_, length) => '`'.repeat(length + 1)).join(' '), 'MARKDOWN'],
];

describe('a text is split into parts', () => {
	test.each(STUBBORN)('also one that is hard to read: %s', (_what, text, markup) => {
		const parts = splitText(text, 4_096, markup);
		expect(parts.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
	});

	test('that lose nothing but white space at the cuts, are never too long, and cut no character of two units', () => {
		fc.assert(
			fc.property(texts, fc.integer({ min: 1, max: 50 }), (text, maxSize) => {
				const parts = splitText(text, maxSize, 'PLAIN');
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

	test('that are whole characters, where a part has room for one', () => {
		const families = fc.array(fc.constantFrom('👩‍👩‍👧‍👦', '👍🏽', '🇪🇺', 'é', 'e\u0301', 'a'), { maxLength: 40 });
		fc.assert(
			fc.property(families, fc.integer({ min: 7, max: 20 }), (signs, maxSize) => {
				const parts = splitText(signs.join(''), maxSize, 'PLAIN');
				const graphemes = (text: string) => [...new Intl.Segmenter('en').segment(text)].map(({ segment }) => segment);
				expect(parts.flatMap(graphemes)).toEqual(graphemes(signs.join('')));
			}),
		);
	});

	test.each(['HTML', 'MARKDOWN'] as const)('that lose nothing either where %s leaves few places', (markup) => {
		fc.assert(
			fc.property(marked, fc.integer({ min: 1, max: 50 }), (text, maxSize) =>
				expectWhole(text, splitText(text, maxSize, markup)),
			),
			{ numRuns: 1000 },
		);
	});

	test('with every tag and entity whole, and every element that is closed in one part', () => {
		const element = fc.tuple(fc.constantFrom('b', 'i', 'a', 'code'), fc.constantFrom('one two', 'three. Four', 'a &amp; b'));
		const html = fc
			.array(element, { maxLength: 20 })
			.map((all) => all.map(([tag, text]) => `<${tag}>${text}</${tag}> word. `).join(''));
		fc.assert(
			fc.property(html, fc.integer({ min: 1, max: 60 }), (text, maxSize) => {
				for (const part of splitText(text, maxSize, 'HTML')) {
					for (const tag of ['b', 'i', 'a', 'code']) {
						expect(part.split(`<${tag}>`).length).toBe(part.split(`</${tag}>`).length);
					}
					expect(part.replace(/&amp;|<\/?\w+>/g, '')).not.toMatch(/[<>&;]/);
				}
			}),
		);
	});

	test.each([
		['at a paragraph rather than a line', 'One\n\ntwo\nthree four', 12, ['One', 'two', 'three four']],
		['at a line rather than a sentence', 'One. Two\nthree. Four', 16, ['One. Two', 'three. Four']],
		['at a sentence rather than a word', 'One two. Three four five', 17, ['One two.', 'Three four five']],
		['at a word', 'One two three', 9, ['One two', 'three']],
		['inside of a word that is too long', 'abcdefgh', 3, ['abc', 'def', 'gh']],
		['at one character', 'a b', 1, ['a', 'b']],
		['inside of a sign that is too long, between its code points', '👩‍👩', 2, ['👩‍', '👩']],
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
		expect(splitText(text, maxSize, 'PLAIN')).toEqual(parts);
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
		expect(splitText(text, maxSize, markup)).toEqual(parts);
	});

	test.each([
		['HTML', '<b>'.repeat(20_000) + '</i>'.repeat(20_000) + 'x '.repeat(20_000)],
		['HTML', '<a "'.repeat(50_000)],
		['MARKDOWN', '`'.repeat(2_000) + ' *a [b](c'.repeat(20_000)],
		['MARKDOWN', '```\n'.repeat(20_001)],
		['PLAIN', ' '.repeat(200_000) + 'x'],
	] as const)('in a time that grows with its length: %s', (markup, text) => {
		const start = performance.now();
		splitText(text, 4_096, markup);
		expect(performance.now() - start).toBeLessThan(3_000);
	});
});
