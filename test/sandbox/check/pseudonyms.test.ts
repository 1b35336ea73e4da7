import fc from 'fast-check';
import { Pseudonyms } from '../../../sandbox/check/pseudonyms';
import { printJson } from '../../../sandbox/core/json';

const shapeOf = (value: unknown) => new Pseudonyms().of(value as never);

describe('replacements for personal data', () => {
	test.each([
		['channelId', 4100, /^\d+$/],
		['chatId', '271828182', /^1\d{8}$/],
		['tbChatId', 9007199254740993n, /^\d+$/],
		['remoteAddress', 'tel:+79005550101', /^tel:\+1\d{10}$/],
		['remoteFirstName', 'Zoë', /^text \d+$/],
		['createdTs', 1763795696000, /^1577836800000$/],
		['at', '2026-11-22T08:14:56.123Z', /^2020-01-01T00:00:00\.000Z$/],
		['accountId', 'a3f1c2d4-1111-4222-8333-444455556666', /^00000000-0000-4000-8000-\d{12}$/],
		['webUrl', 'https://t.me/somebody', /^https:\/\/example\.com\/\d+$/],
		['ref', 'tg_4100_271828182', /^tg_\d{4}_1\d{8}$/],
		['maxTextLength', 4096, /^4096$/],
	])('are of the same kind: %s', (name, value, kind) => {
		const shape = shapeOf({ [name]: value }) as Record<string, unknown>;
		expect(typeof shape[name] === 'bigint' ? 'number' : typeof shape[name]).toBe(
			typeof value === 'bigint' ? 'number' : typeof value,
		);
		expect(String(shape[name])).toMatch(kind);
	});

	test('are equal for equal values', () => {
		const { chatId, same, other } = shapeOf({ chatId: '271828182', same: '271828182', other: '271828183' }) as Record<
			string,
			unknown
		>;
		expect([chatId === same, chatId === other]).toEqual([true, false]);
	});

	test('no text, number or name of a customer is left, wherever it is', () => {
		// a customer's: nine letters that aren't a word of the contract, or nine digits and more
		const secret = fc.stringMatching(/^[B-Z][a-z]{8}$/);
		const number = fc.bigInt({ min: 2_345_678_901n, max: 999_999_999_999n });
		const wrap = fc.constantFrom<(text: string) => string>(
			(text) => text,
			(text) => `${text} and more`,
			(text) => `https://example.org/${text}?x=${text}`,
			(text) => `tg_12_${text}`,
			(text) => `2026-01-01T00:00:00Z ${text}`,
		);
		fc.assert(
			fc.property(secret, number, wrap, (text, digits, wrapped) => {
				const values = [wrapped(text), [wrapped(String(digits))], { inner: { id: digits, phone: `+${digits}` } }];
				const printed = printJson(shapeOf({ list: values, [`of ${text}`]: 1, [`n${digits}`]: 2 }));
				expect(printed).not.toContain(text);
				expect(printed).not.toContain(String(digits));
			}),
			{ numRuns: 100 },
		);
	});
});
