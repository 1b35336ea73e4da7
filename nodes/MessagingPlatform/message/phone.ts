import type { CountryCode } from 'libphonenumber-js/core';
import { type PlanReading, WITH_COUNTRY, readInternational, readNational } from './numberPlans';

/** A number's address, or why it has none, in words that go on after "because". */
export type PhoneReading = { address: string } | { problem: string };

/** An address of the platform itself (specification, "Chat", remoteAddress): it goes back as it came, whatever number plans say. */
const PLATFORM_ADDRESS = /^tel:\+\d+$/;

const NO_COUNTRY = {
	problem: `its country is not known: ${WITH_COUNTRY}, or choose its country in the field Default Country`,
};

// Zeros of the digits that phones and address books write besides 0 to 9: Arabic, Persian, Devanagari, Bengali.
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6];

/** What people write before the number of a desk behind a switchboard: ";ext=5", "ext. 5", "x5", "#5", "доб. 5". */
const EXTENSION = /\d[\s.)]*(?:[,;]\s*)?((?:ext(?:ension)?|доб|x|#)\s*(?:[.:=]\s*)?\d+)$/iu;

/** Nobody writes a number in more characters; a longer text costs the more to read. */
const MAX_WRITTEN = 200;

function toAsciiDigit(digit: string): string {
	const code = digit.codePointAt(0) ?? 0;
	const zero = ZEROS.find((one) => code >= one && code < one + 10);
	return zero === undefined ? digit : String(code - zero);
}

const withoutSeparators = (text: string): string => text.replace(/[\s.()/\p{Pd}\u2212]/gu, '');

/** The digits behind a plus or 00; undefined when the number begins with neither. */
function internationalDigits(text: string): string | undefined {
	const bare = withoutSeparators(text);
	const digits = bare.replace(/^(\+|00(?=[1-9]))/, '');
	// WhatsApp still writes mobile numbers of Mexico with the 1 that they lost in 2019.
	return digits === bare ? undefined : digits.replace(/^521(?=\d{10}$)/, '52');
}

function readDigits(text: string, digits: string, isInternational: boolean, country?: CountryCode): PlanReading {
	if (isInternational) return readInternational(digits, internationalDigits(text.replace(/\(\s*0\s*\)/, '')) ?? digits);
	return country === undefined ? NO_COUNTRY : readNational(digits, country);
}

/**
 * Reads a phone number in whatever way people write it: +44 (0)20 7946 0958, 0044…, tel:+44…, with dots, dashes, slashes,
 * no-break spaces, the invisible marks that address books add, full-width or Arabic digits.
 *
 * @param written the number as written; an address in the platform's own form is returned unchanged
 * @param country the country of a number that has no plus and no 00: 8 (900) 555-01-01 in RU is +79005550101
 * @returns the platform's address of it (specification, "Chat", remoteAddress): tel:+ and the digits of ITU-T E.164; a
 * problem when it is not a number, or when its country is not certain: a message must not reach a stranger
 */
export function readPhoneNumber(written: string, country?: CountryCode): PhoneReading {
	if (written.length > MAX_WRITTEN) return { problem: `it has ${written.length} characters` };
	if (PLATFORM_ADDRESS.test(written.trim())) return { address: written.trim() };
	const text = written
		.normalize('NFKC')
		.replace(/\p{Nd}/gu, toAsciiDigit)
		.replace(/\p{Cf}/gu, '')
		.trim()
		.replace(/^tel:\s*/i, '');
	const extension = EXTENSION.exec(text)?.[1];
	if (extension !== undefined) return { problem: `a message cannot go to an extension: leave "${extension}" out` };
	const international = internationalDigits(text);
	const digits = international ?? withoutSeparators(text);
	const unexpected = /[^0-9]/u.exec(digits)?.[0];
	if (unexpected !== undefined) return { problem: `it has "${unexpected}" in it` };
	if (digits === '') return { problem: 'it has no digits' };
	const reading = readDigits(text, digits, international !== undefined, country);
	return 'problem' in reading ? reading : { address: `tel:+${reading.digits}` };
}
