import { DateTime } from 'luxon';
import { isDate, readDate } from '../../../nodes/shared/dates';

const read = (value: unknown, zone = 'UTC') => readDate(value, zone)?.toUTC().toISO();

describe('a date is read', () => {
	test.each<[unknown, string]>([
		['2026-01-31', '2026-01-31T00:00:00.000Z'],
		['2026-01-31T09:00', '2026-01-31T09:00:00.000Z'],
		['2026-01-31T09:00:00.5+02:00', '2026-01-31T07:00:00.500Z'],
		['2026-01-31T09:00:00z', '2026-01-31T09:00:00.000Z'],
		['2026-01-31 09:00', '2026-01-31T09:00:00.000Z'],
		[' 2026-01-31  09:00:00  +02:00 ', '2026-01-31T07:00:00.000Z'],
		['2026-01-31T09', '2026-01-31T09:00:00.000Z'],
		['2026-01-31T09:00:07,25-0330', '2026-01-31T12:30:07.250Z'],
		['20260131T090007+02', '2026-01-31T07:00:07.000Z'],
		['20260131', '2026-01-31T00:00:00.000Z'],
		['2026', '2026-01-01T00:00:00.000Z'],
		['2026-02', '2026-02-01T00:00:00.000Z'],
		['2026-031', '2026-01-31T00:00:00.000Z'],
		['2026W056', '2026-01-31T00:00:00.000Z'],
		['2026W05', '2026-01-26T00:00:00.000Z'],
		['2026-W05-6', '2026-01-31T00:00:00.000Z'],
		['2024-02-29', '2024-02-29T00:00:00.000Z'],
		[new Date(0), '1970-01-01T00:00:00.000Z'],
		[DateTime.fromISO('2026-01-31T09:00:00', { zone: 'Europe/Berlin' }), '2026-01-31T08:00:00.000Z'],
	])('%p', (value, iso) => {
		expect(read(value)).toBe(iso);
	});

	test('in the given time zone, if it contains none', () => {
		expect(read('2026-01-31T09:00:00', 'Europe/Berlin')).toBe('2026-01-31T08:00:00.000Z');
		expect(read('2026-01-31T09:00:00Z', 'Europe/Berlin')).toBe('2026-01-31T09:00:00.000Z');
	});
});

describe('an invalid date', () => {
	test.each<[unknown]>([
		['2026-02-30'],
		['2026-02-29'],
		['2026-13-01'],
		// n8n's reader takes these, and reads most of them in the time zone of the server
		['2026-1-31'],
		['2026-01-1'],
		['2026 01 31'],
		['2026/01/31'],
		['2026-2-30'],
		['2026-01-31 9:00'],
		['2026-01-31 09:0'],
		['2026-01-31 (morning)'],
		['12026-01-31'],
		['2 5'],
		['12:30'],
		[['2026-01-31']],
		[20_260_131],
		['31.01.2026'],
		['January 31, 2026'],
		['on 2026-01-31'],
		['2026-01-31 in the morning'],
		[''],
		[1_769_850_000_000],
		[undefined],
		[null],
		[{}],
		[new Date(NaN)],
		[{ isLuxonDateTime: true }],
	])('%p', (value) => {
		expect(readDate(value, 'UTC')).toBeUndefined();
	});
});

test('distinguishes a date of an expression from a text or a number that means one', () => {
	expect([new Date(NaN), DateTime.now()].map(isDate)).toEqual([true, true]);
	expect(['2026-01-31', 0, null, undefined, {}, { isLuxonDateTime: 'yes' }].map(isDate)).toEqual(Array(6).fill(false));
});
