import { DateTime } from 'luxon';
import { asWritten, inOneParagraph, listItems } from '../../../nodes/shared/texts';
import { readDate } from '../../../nodes/shared/dates';
import { readTimestamp } from '../../../nodes/shared/timestamp';
import { fold } from '../../../nodes/shared/fold';

describe('words of error messages', () => {
	test('items are listed as people count them, as ranges, in any order', () => {
		expect(listItems([])).toBe('');
		expect(listItems([4])).toBe('5');
		expect(listItems([5, 0, 1, 2, 7, 2])).toBe('1 to 3, 6, 8');
		expect(listItems(Array.from({ length: 50 }, (_value, index) => index * 2))).toMatch(/^1, 3, 5, .*, 39 and more$/);
	});

	test('form one paragraph of sentences', () => {
		expect(inOneParagraph([])).toBe('');
		expect(inOneParagraph([undefined, null, '', ' '])).toBe('');
		expect(inOneParagraph(['One', 'Two.', ' Three? ', 'Four (4)'])).toBe('One. Two. Three? Four (4)');
	});

	test('show what looks like HTML exactly as written', () => {
		expect(asWritten('<b>Hello</b> <a href="https://evil.example">x</a><!-- --><?xml')).not.toMatch(/<[a-z/!?]/i);
		expect(asWritten('1 < 2, <3 and {{ $json.a }}')).toBe('1 < 2, <3 and {{ $json.a }}');
	});
});

const read = (value: unknown, zone = 'UTC') => readDate(value, zone)?.toUTC().toISO();

describe('a date is read', () => {
	test.each<[unknown, string]>([
		['2026-01-31', '2026-01-31T00:00:00.000Z'],
		[' 2026-01-31  09:00:00  +02:00 ', '2026-01-31T07:00:00.000Z'],
		['2026-01-31T09:00:07,25-0330', '2026-01-31T12:30:07.250Z'],
		['20260131T090007+02', '2026-01-31T07:00:07.000Z'],
		['2026', '2026-01-01T00:00:00.000Z'],
		['2026-W05-6', '2026-01-31T00:00:00.000Z'],
		[DateTime.fromISO('2026-01-31T09:00:00', { zone: 'Europe/Berlin' }), '2026-01-31T08:00:00.000Z'],
	])('%p', (value, iso) => {
		expect(read(value)).toBe(iso);
	});

	test('in the given time zone, if it contains none', () => {
		const times = ['2026-01-31T09:00:00', '2026-01-31T09:00:00Z'].map((text) => read(text, 'Europe/Berlin'));
		expect(times).toEqual(['2026-01-31T08:00:00.000Z', '2026-01-31T09:00:00.000Z']);
	});
});

// n8n's reader takes some of these, and reads most of them in the time zone of the server
test('nothing else is a date', () => {
	const texts = [
		...['2026-02-30', '2026-02-29', '2026-13-01', '2026-1-31', '2026-01-1', '2026 01 31', '2026/01/31', '2026-2-30'],
		...['2026-01-31 9:00', '2026-01-31 09:0', '2026-01-31 (morning)', '12026-01-31', '2 5', '12:30', '31.01.2026', ''],
		...['January 31, 2026', 'on 2026-01-31', '2026-01-31 in the morning'],
	];
	const others = [['2026-01-31'], 20_260_131, 1_769_850_000_000, undefined, null, {}, new Date(NaN), { isLuxonDateTime: true }];
	expect([...texts, ...others].filter((value) => readDate(value, 'UTC') !== undefined)).toEqual([]);
});

test('a timestamp is read from a number or a text', () => {
	const times = [1_700_000_000_000, '2023-11-14T22:13:20.000Z', '2023-11-14T23:13:20+01:00'].map(readTimestamp);
	expect(new Set(times)).toEqual(new Set([1_700_000_000_000]));
	expect(new Set(['soon', null, undefined, {}].map(readTimestamp))).toEqual(new Set([NaN]));
});

test('folding knows every letter of Unicode in upper and lower case, and folds nothing further the second time', () => {
	// behind these there are only ideographs
	const wrong = Array.from({ length: 0x30000 }, (_, point) => String.fromCodePoint(point)).filter((letter) => {
		const forms = [letter, letter.toUpperCase(), letter.toLowerCase()];
		// most letters have one form alone
		if (new Set([...forms, letter.normalize('NFKC')]).size === 1 || !/\p{L}/u.test(letter)) return false;
		return new Set([...forms, fold(letter)].map(fold)).size > 1;
	});
	expect(wrong).toEqual([]);
});
