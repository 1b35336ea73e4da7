import examples from 'libphonenumber-js/examples.mobile.json';
import { type CountryCode, type NumberFormat, getCountries, getExampleNumber, isValidPhoneNumber } from 'libphonenumber-js/max';
import maxMetadata from 'libphonenumber-js/metadata.max.json';
import { readPhoneNumber } from '../../../../nodes/MessagingPlatform/message/phone';

describe('phone numbers', () => {
	test.each([
		`1${' '.repeat(2_000)}x${' '.repeat(2_000)}!`,
		`1${' '.repeat(95)}x${' '.repeat(95)}!`,
		`+${'1'.repeat(100_000)}`,
		`${' '.repeat(100_000)}+442079460958`,
		'1 '.repeat(100),
	])('does not take a long text for a number, and does not read it for long (%#)', (written) => {
		expect(readPhoneNumber(written, 'GB')).toMatchObject({ problem: expect.any(String) });
	});

	test.each([
		['+44 20 7946 0958', 'tel:+442079460958'],
		['+44 020 7946 0958', 'tel:+442079460958'],
		['0044 20-7946-0958', 'tel:+442079460958'],
		['00 44 20 7946 0958', 'tel:+442079460958'],
		['tel:+442079460958', 'tel:+442079460958'],
		// the platform's own form is returned unchanged, whatever number plans say
		['tel:+5215512345678', 'tel:+5215512345678'],
		[' tel:+999123456789\n', 'tel:+999123456789'],
		['tel:+44020', 'tel:+44020'],
		['  +7 (900) 555‑01‑01 ', 'tel:+79005550101'],
		['+7 8 (900) 555-01-01', 'tel:+79005550101'],
		['+49 (0)30 123456', 'tel:+4930123456'],
		['\u202A+1\u00A0415\u2009555\u20100100\u202C', 'tel:+14155550100'],
		['＋８１ ９０ １２３４ ５６７８', 'tel:+819012345678'],
		['+٩٦٦ ٥٠ ١٢٣ ٤٥٦٧', 'tel:+966501234567'],
		['+91 ९८७६५ ४३२१०', 'tel:+919876543210'],
		// in Italy the zero belongs to the number, in Spain there is none
		['+39 06 6982 1234', 'tel:+390669821234'],
		['+39 (0)6 6982 1234', 'tel:+390669821234'],
		['+34 (0)912 34 56 78', 'tel:+34912345678'],
		// as WhatsApp writes mobile numbers of Mexico
		['+52 1 55 1234 5678', 'tel:+525512345678'],
		// unassigned so far, and a satellite's
		['+7 123 456-78-90', 'tel:+71234567890'],
		['+881 6 1234 5678', 'tel:+881612345678'],
		// numbers of these countries have no fixed length, so only a valid one shows that the zero is too many
		['+49 0151 23456789', 'tel:+4915123456789'],
		['+49 (0151) 23456789', 'tel:+4915123456789'],
		['tel:+49015123456789', 'tel:+4915123456789'],
		['+91 098765 43210', 'tel:+919876543210'],
		// a zero that no one dials there
		['+34 0912 34 56 78', 'tel:+34912345678'],
		['+1 0 415 555 0100', 'tel:+14155550100'],
		// neither is valid
		['+49 00 23456789', 'tel:+490023456789'],
		// a possible domestic prefix may be a part of the number, too
		['+55 90 4443-7350', 'tel:+559044437350'],
	])('read %s as %s, whatever the default country', (written, address) => {
		for (const country of [undefined, 'RU', 'US', 'BR'] as const) expect(readPhoneNumber(written, country)).toEqual({ address });
	});

	test.each<[string, CountryCode, string]>([
		['8 (900) 555-01-01', 'RU', 'tel:+79005550101'],
		['9005550101', 'RU', 'tel:+79005550101'],
		['020 7946 0958', 'GB', 'tel:+442079460958'],
		['(0)20 7946 0958', 'GB', 'tel:+442079460958'],
		['442079460958', 'GB', 'tel:+442079460958'],
		['(415) 555-0100', 'US', 'tel:+14155550100'],
		['011 44 20 7946 0958', 'US', 'tel:+442079460958'],
		['06 6982 1234', 'IT', 'tel:+390669821234'],
		['٠٥٠ ١٢٣ ٤٥٦٧', 'SA', 'tel:+966501234567'],
	])('read %s in %s as %s', (written, country, address) => {
		expect(readPhoneNumber(written, country)).toEqual({ address });
	});

	const PLUS = 'write it with a plus and the country code, like +44 20 7946 0958';

	test.each([
		['', 'it has no digits'],
		['+ (0)', PLUS],
		['+0 20 7946 0958', `no country has the code it begins with: ${PLUS}`],
		['+999 123 456 789', `no country has the code it begins with: ${PLUS}`],
		['+7 900 555', 'it has too few digits for its country (7 with the country code)'],
		['+44', 'it has too few digits'],
		['+123456', 'it has too few digits'],
		['+7 900 555-01-01-2', 'numbers of its country have more or fewer digits (it has 12 with the country code)'],
		['+1 415 555-01000', 'it has too many digits for its country (12 with the country code)'],
		['+1 521 2345678901', 'it has too many digits for its country (14 with the country code)'],
		['+1234567890123456', 'it has 16 digits (up to 15 are allowed)'],
		['+49 1234567890123456789', 'digits'],
		['+44 20 7946 0958 ext. 5', 'a message can\'t go to an extension: leave "ext. 5" out'],
		['+44 20 7946 0958;ext=5', 'leave "ext=5" out'],
		['+7 900 555-01-01, доб. 12', 'leave "доб. 12" out'],
		// an extension stands at the end, and has only digits
		['+44 20 7946 0958 x5 or so', 'it has "x" in it'],
		['+44 20 7946 0958 xyz5', 'it has "x" in it'],
		['+44 20 7946 0958;+44 20 7946 0959', '";"'],
		['++442079460958', '"+"'],
		['Anna', '"A"'],
		['+44 20 7946\n0958\u0000', '"\u0000"'],
		['+4４４<script>', '"<"'],
		[`+${'4'.repeat(100_000)}`, 'characters'],
	])('refuse %.40j: %s', (written, problem) => {
		for (const country of [undefined, 'RU', 'DE'] as const) {
			expect(readPhoneNumber(written, country)).toEqual({ problem: expect.stringContaining(problem) as string });
		}
	});

	test.each(['9005550101', '79005550101', '8 (900) 555-01-01', '442079460958', '020 7946 0958'])(
		'refuse %s without a country: it may be a number of any',
		(written) => {
			const problem = `its country isn't known: ${PLUS}, or choose a Default Country`;
			expect(readPhoneNumber(written)).toEqual({ problem });
		},
	);

	test.each<[string, CountryCode]>([
		['442079460958', 'RU'],
		['89005550101', 'GB'],
		['12', 'RU'],
	])('refuse %s as a number of %s', (written, country) => {
		expect(readPhoneNumber(written, country)).toEqual({
			problem: `it isn't a valid number in the Default Country (${country}): ${PLUS}`,
		});
	});
});

/** A mobile number of each country for tests: it belongs to no one in particular. */
const EXAMPLES = getCountries().flatMap((country) => getExampleNumber(country, examples) ?? []);

describe('a number of any country', () => {
	test('exists for nearly every country', () => expect(EXAMPLES.length).toBeGreaterThan(230));

	test.each<NumberFormat | 'IDD 00'>(['E.164', 'INTERNATIONAL', 'RFC3966', 'IDD 00'])('is read as %s', (format) => {
		const wrong = EXAMPLES.filter((number) => {
			const written = format === 'IDD 00' ? number.format('INTERNATIONAL').replace('+', '00 ') : number.format(format);
			const reading = readPhoneNumber(written);
			return !('address' in reading) || reading.address !== `tel:${number.number}`;
		});
		expect(wrong.map(({ number }) => number)).toEqual([]);
	});

	test.each(['+', '00 ', 'tel:+'])('is read with what is dialed at home after the country code, and after %s', (sign) => {
		const wrong = EXAMPLES.flatMap(({ country, countryCallingCode: code, nationalNumber, number }) => {
			// the sixth part of a country's plan is what people dial before a domestic number
			const home = (country !== undefined && maxMetadata.countries[country]?.[5]) || '0';
			return [String(home), '0']
				.filter((prefix) => !isValidPhoneNumber(`+${code}${prefix}${nationalNumber}`))
				.map((prefix) => `${sign}${code}${sign === 'tel:+' ? '' : ' '}${prefix}${nationalNumber}`)
				.filter((written) => JSON.stringify(readPhoneNumber(written)) !== JSON.stringify({ address: `tel:${number}` }));
		});
		expect(wrong).toEqual([]);
	});

	test('is read in its domestic form if that is the default country; otherwise it is refused', () => {
		const wrong = EXAMPLES.filter((number) => {
			const written = number.formatNational();
			const reading = readPhoneNumber(written, number.country);
			return !('address' in reading) || reading.address !== `tel:${number.number}` || !('problem' in readPhoneNumber(written));
		});
		expect(wrong.map(({ number }) => number)).toEqual([]);
	});
});
