import examples from 'libphonenumber-js/examples.mobile.json';
import { type CountryCode, getCountries, getExampleNumber, isValidPhoneNumber } from 'libphonenumber-js/max';
import maxMetadata from 'libphonenumber-js/metadata.max.json';
import { readPhoneNumber } from '../../../../nodes/MessagingPlatform/message/phone';

describe('phone numbers', () => {
	test.each([
		`1${' '.repeat(2_000)}x${' '.repeat(2_000)}!`,
		`+${'1'.repeat(100_000)}`,
		`${' '.repeat(100_000)}+442079460958`,
		'1 '.repeat(100),
	])('are not read in a long text, which is not read for long (%#)', (written) => {
		expect(readPhoneNumber(written, 'GB')).toMatchObject({ problem: expect.any(String) });
	});

	test.each([
		['+44 20 7946 0958', '442079460958'],
		['+44 020 7946 0958', '442079460958'],
		['00 44 20-7946-0958', '442079460958'],
		// the platform's own form is returned unchanged, whatever number plans say
		['tel:+5215512345678', '5215512345678'],
		[' tel:+999123456789\n', '999123456789'],
		['tel:+44020', '44020'],
		['  +7 (900) 555‑01‑01 ', '79005550101'],
		['+7 8 (900) 555-01-01', '79005550101'],
		['+49 (0)30 123456', '4930123456'],
		['\u202A+1\u00A0415\u2009555\u20100100\u202C', '14155550100'],
		['＋８１ ９０ １２３４ ５６７８', '819012345678'],
		['+٩٦٦ ٥٠ ١٢٣ ٤٥٦٧', '966501234567'],
		['+91 ९८७६५ ४३२१०', '919876543210'],
		// in Italy the zero belongs to the number, in Spain there is none
		['+39 06 6982 1234', '390669821234'],
		['+39 (0)6 6982 1234', '390669821234'],
		['+34 (0)912 34 56 78', '34912345678'],
		// as WhatsApp writes mobile numbers of Mexico
		['+52 1 55 1234 5678', '525512345678'],
		// unassigned so far, and a satellite's
		['+7 123 456-78-90', '71234567890'],
		['+881 6 1234 5678', '881612345678'],
		// numbers of these countries have no fixed length, so only a valid one shows that the zero is too many
		['+49 (0151) 23456789', '4915123456789'],
		['tel:+49015123456789', '4915123456789'],
		['+91 098765 43210', '919876543210'],
		// a zero that no one dials there
		['+1 0 415 555 0100', '14155550100'],
		// neither is valid
		['+49 00 23456789', '490023456789'],
		// a possible domestic prefix may be a part of the number, too
		['+55 90 4443-7350', '559044437350'],
	])('are read from %s as +%s, whatever the default country', (written, digits) => {
		for (const country of [undefined, 'RU', 'US', 'BR'] as const) {
			expect(readPhoneNumber(written, country)).toEqual({ address: `tel:+${digits}` });
		}
	});

	test.each<[string, CountryCode, string]>([
		['8 (900) 555-01-01', 'RU', '79005550101'],
		['9005550101', 'RU', '79005550101'],
		['020 7946 0958', 'GB', '442079460958'],
		['(0)20 7946 0958', 'GB', '442079460958'],
		['442079460958', 'GB', '442079460958'],
		['(415) 555-0100', 'US', '14155550100'],
		['011 44 20 7946 0958', 'US', '442079460958'],
		['06 6982 1234', 'IT', '390669821234'],
		['٠٥٠ ١٢٣ ٤٥٦٧', 'SA', '966501234567'],
	])('are read from %s in %s as +%s', (written, country, digits) => {
		expect(readPhoneNumber(written, country)).toEqual({ address: `tel:+${digits}` });
	});

	const PLUS = 'write it with a plus and the country code, like +44 20 7946 0958';
	const UNKNOWN = `its country isn't known: ${PLUS}, or choose a Default Country`;
	const of = (country: string) => `it isn't a valid number in the Default Country (${country}): ${PLUS}`;

	test.each<[written: string, problem: string, country?: CountryCode]>([
		['', 'it has no digits'],
		['+ (0)', PLUS],
		['+999 123 456 789', `no country has the code it begins with: ${PLUS}`],
		['+7 900 555', 'it has too few digits for its country (7 with the country code)'],
		['+44', 'it has too few digits'],
		['+7 900 555-01-01-2', 'numbers of its country have more or fewer digits (it has 12 with the country code)'],
		['+1 415 555-01000', 'it has too many digits for its country (12 with the country code)'],
		['+1234567890123456', 'it has 16 digits (up to 15 are allowed)'],
		['+44 20 7946 0958 ext. 5', 'a message can\'t go to an extension: leave "ext. 5" out'],
		['+44 20 7946 0958;ext=5', 'leave "ext=5" out'],
		['+7 900 555-01-01, доб. 12', 'leave "доб. 12" out'],
		// an extension stands at the end, and has only digits
		['+44 20 7946 0958 x5 or so', 'it has "x" in it'],
		['+44 20 7946 0958 xyz5', 'it has "x" in it'],
		['+44 20 7946 0958;+44 20 7946 0959', '";"'],
		['++442079460958', '"+"'],
		['+44 20 7946\n0958\u0000', '"\u0000"'],
		['+4４４<script>', '"<"'],
		// the number of any country
		['9005550101', UNKNOWN],
		['8 (900) 555-01-01', UNKNOWN],
		['442079460958', UNKNOWN],
		['442079460958', of('RU'), 'RU'],
		['89005550101', of('GB'), 'GB'],
		['12', of('RU'), 'RU'],
		['1234567890', of('US'), 'US'],
		// without a default, jest would take the third parameter for its callback
	])('are refused in %j: %s', (written, problem, country = undefined) => {
		expect(readPhoneNumber(written, country)).toEqual({ problem: expect.stringContaining(problem) as string });
		if (/^\+/.test(written)) expect(readPhoneNumber(written, 'RU')).toEqual(readPhoneNumber(written));
	});
});

describe('a number of any country', () => {
	/** A mobile number of each country for tests: it belongs to no one in particular. */
	const EXAMPLES = getCountries().flatMap((country) => getExampleNumber(country, examples) ?? []);
	type Example = (typeof EXAMPLES)[number];
	/** The ways to write a number that are not read as it. */
	const wrong = (ways: (number: Example) => string[], inCountry = false) =>
		EXAMPLES.flatMap((number) =>
			ways(number).filter((written) => {
				const reading = readPhoneNumber(written, inCountry ? number.country : undefined);
				return !('address' in reading) || reading.address !== `tel:${number.number}`;
			}),
		);

	test('is read in each international form', () => {
		expect(EXAMPLES.length).toBeGreaterThan(230);
		const formats = ['E.164', 'INTERNATIONAL', 'RFC3966'] as const;
		const international = (number: Example) => formats.map((format) => number.format(format));
		const prefixed = (number: Example) => number.format('INTERNATIONAL').replace('+', '00 ');
		expect(wrong((number) => [...international(number), prefixed(number)])).toEqual([]);
	});

	test.each(['+', '00 ', 'tel:+'])('is read with what is dialed at home after the country code, and after %s', (sign) => {
		const ways = ({ country, countryCallingCode: code, nationalNumber }: Example) => {
			// the sixth part of a country's plan is what people dial before a domestic number
			const home = (country !== undefined && maxMetadata.countries[country]?.[5]) || '0';
			return [String(home), '0']
				.filter((prefix) => !isValidPhoneNumber(`+${code}${prefix}${nationalNumber}`))
				.map((prefix) => `${sign}${code}${sign === 'tel:+' ? '' : ' '}${prefix}${nationalNumber}`);
		};
		expect(wrong(ways)).toEqual([]);
	});

	test('is read in its domestic form if that is the default country; otherwise it is refused', () => {
		expect(wrong((number) => [number.formatNational()], true)).toEqual([]);
		expect(EXAMPLES.filter((number) => !('problem' in readPhoneNumber(number.formatNational())))).toEqual([]);
	});
});
