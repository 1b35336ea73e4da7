import parsePhoneNumber, {
	type CountryCode,
	PhoneNumber,
	getCountries,
	getCountryCallingCode,
	validatePhoneNumberLength,
} from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/metadata.min.json';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { Parameter } from '../../shared/parameter';
import { clip } from '../../shared/texts';

/** A number's address, or why it has none, in words that follow "because". */
type PhoneReading = { address: string } | { problem: string };

const WITH_COUNTRY = 'write it with a plus and the country code, like +44 20 7946 0958';

/** The longest number, country code included (ITU-T E.164). */
const MAX_DIGITS = 15;

/** A longer text isn't a number, and takes long to read. */
const MAX_WRITTEN = 200;

/** An address of the platform (specification, "Chat", remoteAddress): it goes back unchanged, unless it is valid only without a zero. */
const PLATFORM_ADDRESS = /^tel:\+(\d+)$/;

// Zeros of the digits that phones and address books write in addition to 0 to 9: Arabic, Persian, Devanagari, Bengali.
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6];

/** A number of a desk behind a switchboard: ";ext=5", "ext. 5", "x5", "#5", "доб. 5". */
const EXTENSION = /\d[\s.)]*(?:[,;]\s*)?((?:ext(?:ension)?|доб|x|#)\s*(?:[.:=]\s*)?\d+)$/iu;

const telephone = (digits: string): PhoneReading => ({ address: `tel:+${digits}` });

function parse(number: string, country?: CountryCode): PhoneNumber | undefined {
	return parsePhoneNumber(number, { defaultCountry: country, extract: false }, metadata);
}

/** The number of exactly these digits; parse() may take some of them for a prefix that people dial before a number. */
function exactly(digits: string): PhoneNumber | undefined {
	try {
		return new PhoneNumber(`+${digits}`, metadata);
	} catch {
		// no country has this code, or nothing follows it
		return undefined;
	}
}

function isValid(digits: string): boolean {
	if (exactly(digits)?.isValid()) return true;
	// if countries share a code, only parse() finds the right one
	const number = parse(`+${digits}`);
	return number?.number === `+${digits}` && number.isValid();
}

/** +44 020 7946 0958: the valid number without what is dialed at home after the country code, its country's prefix or a zero. */
function withoutPrefix(digits: string): string | undefined {
	const home = parse(`+${digits}`);
	if (home?.isValid() && digits.endsWith(home.nationalNumber)) return home.number.slice(1);
	const { countryCallingCode = '', nationalNumber = '' } = exactly(digits) ?? {};
	const number = countryCallingCode + nationalNumber.slice(1);
	return nationalNumber.startsWith('0') && isValid(number) ? number : undefined;
}

function problemOf(digits: string): string {
	switch (validatePhoneNumberLength(`+${digits}`, metadata)) {
		case 'INVALID_COUNTRY':
		case 'NOT_A_NUMBER':
			return `no country has the code it begins with: ${WITH_COUNTRY}`;
		case 'TOO_LONG':
			return `it has too many digits for its country (${digits.length} with the country code)`;
		case 'TOO_SHORT':
			return `it has too few digits for its country (${digits.length} with the country code)`;
		default:
			return `numbers of its country have more or fewer digits (it has ${digits.length} with the country code)`;
	}
}

/**
 * Reads a number that begins with its country code. A valid number isn't changed. Of one that isn't, only how many digits its
 * country's numbers have is checked, so that new ranges aren't refused.
 * @param withoutZero the digits without a zero in brackets, as in +44 (0)20 7946 0958: only some countries dial it from abroad
 */
function readInternational(digits: string, withoutZero: string): PhoneReading {
	const number = [digits, withoutZero].find(isValid) ?? withoutPrefix(withoutZero) ?? withoutZero;
	if (number.length > MAX_DIGITS) return { problem: `it has ${number.length} digits (up to ${MAX_DIGITS} are allowed)` };
	return exactly(number)?.isPossible() ? telephone(number) : { problem: problemOf(number) };
}

/** Reads a number in the form people dial at home. It must be valid there: otherwise its author may have meant another country. */
function readNational(digits: string, country: CountryCode | undefined): PhoneReading {
	if (country === undefined) {
		return { problem: `its country isn't known: ${WITH_COUNTRY}, or choose a Default Country` };
	}
	const number = parse(digits, country);
	if (number?.isPossible() && number.isValid()) return telephone(number.number.slice(1));
	return { problem: `it isn't a valid number in the Default Country (${country}): ${WITH_COUNTRY}` };
}

function toAsciiDigit(digit: string): string {
	const code = digit.codePointAt(0) ?? 0;
	const zero = ZEROS.find((one) => code >= one && code < one + 10);
	return zero === undefined ? digit : String(code - zero);
}

const withoutSeparators = (text: string): string => text.replace(/[\s.()/\p{Pd}\u2212]/gu, '');

/** The digits after a plus or 00; undefined when the number begins with neither. */
function internationalDigits(text: string): string | undefined {
	const bare = withoutSeparators(text);
	const digits = bare.replace(/^(\+|00(?=[1-9]))/, '');
	// WhatsApp still writes mobile numbers of Mexico with the 1 that they lost in 2019.
	return digits === bare ? undefined : digits.replace(/^521(?=\d{10}$)/, '52');
}

/**
 * Reads a phone number in any of the ways that people write it: +44 (0)20 7946 0958, 0044…, tel:+44…, with dots, dashes, slashes,
 * no-break spaces, invisible marks of address books, full-width or Arabic digits.
 * @returns tel:+ and the digits (specification, "Chat", remoteAddress); a problem when it isn't a number, or when its country
 * isn't certain: a message must not reach a stranger
 */
export function readPhoneNumber(written: string, country?: CountryCode): PhoneReading {
	if (written.length > MAX_WRITTEN) return { problem: `it has ${written.length} characters` };
	const own = PLATFORM_ADDRESS.exec(written.trim())?.[1];
	if (own !== undefined) return telephone(isValid(own) ? own : (withoutPrefix(own) ?? own));
	const text = written
		.normalize('NFKC')
		.replace(/\p{Nd}/gu, toAsciiDigit)
		.replace(/\p{Cf}/gu, '')
		.trim()
		.replace(/^tel:\s*/i, '');
	const extension = EXTENSION.exec(text)?.[1];
	if (extension !== undefined) return { problem: `a message can't go to an extension: leave "${extension}" out` };
	const international = internationalDigits(text);
	const digits = international ?? withoutSeparators(text);
	const unexpected = /[^0-9]/u.exec(digits)?.[0];
	if (unexpected !== undefined) return { problem: `it has "${unexpected}" in it` };
	if (digits === '') return { problem: 'it has no digits' };
	if (international === undefined) return readNational(digits, country);
	return readInternational(digits, internationalDigits(text.replace(/\(\s*0\s*\)/, '')) ?? digits);
}

let named: INodePropertyOptions[] | undefined;

/** For example "United Kingdom (+44)", in the order of the names. */
function nameCountries(): INodePropertyOptions[] {
	const names = new Intl.DisplayNames('en', { type: 'region' });
	return getCountries(metadata)
		.map((value) => ({ name: `${names.of(value)} (+${getCountryCallingCode(value, metadata)})`, value }))
		.sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

const countries: INodeProperties = {
	displayName: 'Default Country',
	name: 'defaultCountry',
	type: 'options',
	// named when the node is made, not when its file is loaded: the first names of a process take 10 ms
	get options() {
		named ??= nameCountries();
		return [{ name: 'None', value: '', description: 'Only accept numbers with a plus and a country code' }, ...named];
	},
	default: '',
	displayOptions: { show: { sendTo: ['phone'] } },
	description:
		'The country to assume for numbers without a country code, such as 020 7946 0958. In an expression, use the two-letter code, for example GB.',
};

/** The country of numbers that have none: an ISO 3166 code, undefined if no one chose one. */
export const defaultCountry = new Parameter(countries, (field): CountryCode | undefined => {
	const code = field.text().trim().toUpperCase();
	const country = getCountries(metadata).find((one) => one === code);
	if (code === '' || country !== undefined) return country;
	throw field.refuse(`isn't a country: ${clip(code)}`, 'Choose one from the list, or enter its two-letter code, like GB or RU.');
});
