import fc from 'fast-check';
import { Pseudonyms } from '../../../sandbox/check/pseudonyms';
import { printJson } from '../../../sandbox/core/json';

const shapeOf = (value: unknown) => new Pseudonyms().of(value as never);

describe('replacements for personal data', () => {
	test('are of the same kind, and equal for equal values', () => {
		expect(
			shapeOf({
				channel: 'tg',
				channelId: 4100,
				chatId: '271828182',
				same: '271828182',
				tbChatId: 9007199254740993n,
				remoteAddress: 'tel:+79005550101',
				remoteFirstName: 'Zoë',
				createdTs: 1763795696000,
				at: '2026-11-22T08:14:56.123Z',
				accountId: 'a3f1c2d4-1111-4222-8333-444455556666',
				webUrl: 'https://t.me/somebody',
				ref: 'tg_4100_271828182',
				blocked: false,
				memo: null,
				maxTextLength: 4096,
				$count: 12,
			}),
		).toEqual({
			channel: 'tg',
			channelId: expect.any(Number),
			chatId: expect.stringMatching(/^1\d{8}$/),
			same: expect.stringMatching(/^1\d{8}$/),
			tbChatId: expect.any(Number),
			remoteAddress: expect.stringMatching(/^tel:\+1\d{10}$/),
			remoteFirstName: expect.stringMatching(/^text \d+$/),
			createdTs: 1_577_836_800_000,
			at: '2020-01-01T00:00:00.000Z',
			accountId: expect.stringMatching(/^00000000-0000-4000-8000-\d{12}$/),
			webUrl: expect.stringMatching(/^https:\/\/example\.com\/\d+$/),
			ref: expect.stringMatching(/^tg_\d{4}_1\d{8}$/),
			blocked: false,
			memo: null,
			maxTextLength: 4096,
			$count: 12,
		});
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
