import parsePhoneNumber, { type CountryCode, PhoneNumber, getCountries, validatePhoneNumberLength } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/metadata.min.json';

/** The digits of a whole number, country code first (ITU-T E.164), or why there is none, in words that go on after "because". */
export type PlanReading = { digits: string } | { problem: string };

/** What to do about a number whose country is not known. */
export const WITH_COUNTRY = 'write it with a plus and the country code, like +44 20 7946 0958';

/** The longest number there is, country code included (ITU-T E.164). */
const MAX_DIGITS = 15;

/**
 * Finds a country.
 *
 * @param code an ISO 3166 code, like GB, in capital letters
 * @returns the code; undefined for one whose numbers are not known
 */
export function findCountry(code: string): CountryCode | undefined {
	return getCountries(metadata).find((one) => one === code);
}

function parse(number: string, country?: CountryCode): PhoneNumber | undefined {
	return parsePhoneNumber(number, { defaultCountry: country, extract: false }, metadata);
}

/** The number with exactly these digits; the library's parser may take some for a prefix that people dial before a number. */
function asTyped(digits: string): PhoneNumber | undefined {
	try {
		return new PhoneNumber(`+${digits}`, metadata);
	} catch {
		// no country has this code, or nothing follows it
		return undefined;
	}
}

function problemOf(digits: string): string {
	switch (validatePhoneNumberLength(`+${digits}`, metadata)) {
		case 'INVALID_COUNTRY':
		case 'NOT_A_NUMBER':
			return `no country has the code that it begins with: ${WITH_COUNTRY}`;
		case 'TOO_LONG':
			return `it has too many digits for its country (${digits.length} with the country code)`;
		case 'TOO_SHORT':
			return `it has too few digits for its country (${digits.length} with the country code)`;
		default:
			return `numbers of its country have more or fewer digits (it has ${digits.length} with the country code)`;
	}
}

/**
 * Reads a number that begins with its country code. It is held only against how many digits numbers of its country have, so
 * that ranges of numbers that are new are not refused, and a number that can be right as it is written is not changed.
 *
 * @param digits all digits
 * @param withoutZero the digits without a zero in brackets, as in +44 (0)20 7946 0958: only some countries dial it from abroad
 */
export function readInternational(digits: string, withoutZero: string): PlanReading {
	const asDialled = digits === withoutZero ? undefined : parse(`+${digits}`);
	const number = asDialled?.number === `+${digits}` && asDialled.isValid() ? digits : withoutZero;
	if (number.length > MAX_DIGITS) return { problem: `it has ${number.length} digits (at most ${MAX_DIGITS} are allowed)` };
	if (asTyped(number)?.isPossible()) return { digits: number };
	// +44 020 7946 0958: what is dialled at home stands behind the country code
	const home = parse(`+${number}`);
	if (home?.isValid() && number.endsWith(home.nationalNumber)) return { digits: home.number.slice(1) };
	return { problem: problemOf(number) };
}

/**
 * Reads a number as it is dialled in its country. It must be one of that country: otherwise somebody may have meant another.
 *
 * @param digits all digits, for example 02079460958; also with the country's own code in front
 * @param country the country
 */
export function readNational(digits: string, country: CountryCode): PlanReading {
	const number = parse(digits, country);
	if (number?.isPossible() && number.isValid()) return { digits: number.number.slice(1) };
	return { problem: `it is no number of the Default Country (${country}): ${WITH_COUNTRY}` };
}
