import { alphabetically, clip, listIndexes } from '../../../nodes/shared/words';

describe('words of error messages', () => {
	test('item numbers are listed as ranges, in any order', () => {
		expect(listIndexes([])).toBe('');
		expect(listIndexes([4])).toBe('4');
		expect(listIndexes([5, 0, 1, 2, 7, 2])).toBe('0 to 2, 5, 7');
		expect(listIndexes(Array.from({ length: 50 }, (_value, index) => index * 2))).toMatch(/^0, 2, 4, .*, 38 and more$/);
	});

	test('long values are cut', () => {
		expect(clip('abc', 3)).toBe('abc');
		expect(clip('abcd', 3)).toBe('abc…');
	});

	test('labels are put in the order of the alphabet, whatever their case', () => {
		const labels = ['Url', 'text markup', 'URL 2', 'Text', 'attachments', 'Text'];
		expect([...labels].sort(alphabetically)).toEqual(['attachments', 'Text', 'Text', 'text markup', 'Url', 'URL 2']);
	});
});
