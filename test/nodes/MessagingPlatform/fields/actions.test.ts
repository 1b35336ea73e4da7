import { readMark, withMark, withoutMark } from '../../../../nodes/MessagingPlatform/fields/actions';

const MARK = { fingerprint: 'q0xRk2mZp7cV4sTa', seal: '9dFh2_Lw' };

describe('the mark of an answer', () => {
	test('is read back, and removed for people', () => {
		const description = withMark('Answer of the button "Price"', MARK);
		expect(readMark(description)).toEqual(MARK);
		expect(withoutMark(description)).toBe('Answer of the button "Price"');
		expect(withoutMark(`${description} and more`)).toBe('Answer of the button "Price" and more');
		expect(withoutMark(' Price [n8n:12:made-in:another_way] ')).toBe('Price');
	});

	test('is found in a description of any length', () => {
		const wide = `a${' '.repeat(300_000)}b`;
		expect(withoutMark(wide)).toBe(wide);
		expect(withoutMark(`${wide}${' '.repeat(300_000)}[n8n:1:x:y]`)).toBe(wide);
	});
});
