/** A number's address, or why it has none, in words that go on after "because". */
export type PhoneReading = { address: string } | { problem: string };

const WITH_COUNTRY = 'write it with a plus and the country code, like +44 20 7946 0958';

// Zeros of the digits that phones and address books write besides 0 to 9: Arabic, Persian, Devanagari, Bengali.
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6];

function toAsciiDigit(digit: string): string {
	const code = digit.codePointAt(0) ?? 0;
	const zero = ZEROS.find((one) => code >= one && code < one + 10);
	return zero === undefined ? digit : String(code - zero);
}

/**
 * Reads a phone number in whatever way people write it: +44 (0)20 7946 0958, 0044…, tel:+44…, 8 (900) 555-01-01, with
 * dots, dashes, slashes, no-break spaces, the invisible marks that address books add, full-width or Arabic digits.
 *
 * @param written the number as written
 * @returns the platform's address of it (specification, "Chat", remoteAddress): tel:+ and 7 to 15 digits (ITU-T E.164); a
 * problem when it is not a number, or when its country is not certain: a message must not reach a stranger
 */
export function readPhoneNumber(written: string): PhoneReading {
	const text = written
		.normalize('NFKC')
		.replace(/\p{Nd}/gu, toAsciiDigit)
		.replace(/\p{Cf}/gu, '')
		.trim()
		.replace(/^tel:\s*/i, '');
	const international = /^(\+|00(?=[\s1-9]))/.test(text);
	const bare = text
		.replace(/^(\+|00(?=[\s1-9]))/, '')
		.replace(international ? /\(\s*0\s*\)/ : /$^/, '')
		.replace(/[\s.()/\p{Pd}\u2212]/gu, '');
	const unexpected = /[^0-9]/u.exec(bare)?.[0];
	if (unexpected !== undefined) return { problem: `it has "${unexpected}" in it` };
	if (bare === '') return { problem: 'it has no digits' };
	const digits = international ? bare : withCountry(bare);
	if (digits === undefined) return { problem: `its country is not certain: ${WITH_COUNTRY}` };
	if (digits.startsWith('0')) return { problem: `it begins with 0, so its country is not known: ${WITH_COUNTRY}` };
	if (digits.length < 7) return { problem: `it has only ${digits.length} digits (7 to 15 are allowed)` };
	if (digits.length > 15) return { problem: `it has ${digits.length} digits (7 to 15 are allowed)` };
	return { address: `tel:+${digits}` };
}

/**
 * A number without a plus is taken to begin with its country code. An 8 before ten digits is how Russia and Kazakhstan
 * write +7 at home; no country's code begins with 83 or 89, so there that is certain. With 84, 85, 86 … it is not.
 */
function withCountry(digits: string): string | undefined {
	if (digits.length !== 11 || !digits.startsWith('8')) return digits;
	return /^8[39]/.test(digits) ? `7${digits.slice(1)}` : undefined;
}
