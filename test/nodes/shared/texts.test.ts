import { alphabetically, asWritten, clip, inOneParagraph, listItems } from '../../../nodes/shared/texts';

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

	test('long values are cut', () => {
		expect(clip('abc', 3)).toBe('abc');
		expect(clip('abcd', 3)).toBe('abc…');
	});

	test('labels are put in the order of the alphabet, whatever their case', () => {
		const labels = ['Url', 'text markup', 'URL 2', 'Text', 'attachments', 'Text'];
		expect([...labels].sort(alphabetically)).toEqual(['attachments', 'Text', 'Text', 'text markup', 'Url', 'URL 2']);
	});
});
