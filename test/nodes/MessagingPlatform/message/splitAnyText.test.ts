/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { characters } from '../../../../nodes/MessagingPlatform/message/channelLimits';
import { markupPlaces } from '../../../../nodes/MessagingPlatform/message/markupPlaces';
import { splitText } from '../../../../nodes/MessagingPlatform/message/splitText';

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
	['runs of backticks that never end', Array.from({ length: 700 }, (_, length) => '`'.repeat(length + 1)).join(' '), 'MARKDOWN'],
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
