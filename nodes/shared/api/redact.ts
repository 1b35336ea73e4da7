const REDACTED = '[API token]';

/** A shorter token is a word like any other: without it texts would be torn apart. Real tokens (JWTs) have hundreds. */
const MIN_LENGTH = 8;

/** Takes a credential's API token out of a text that came from outside. */
export type Redact = (text: string) => string;

function escaped(character: string): string {
	return character.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&');
}

function anyCase(hex: string): string {
	return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

/** A character unchanged, as an escape of JSON (RFC 8259, section 7), or percent-encoded, once or twice (RFC 3986, 2.1). */
function formsOf(character: string): string {
	const hex = anyCase(character.charCodeAt(0).toString(16).padStart(2, '0'));
	const escapable = /["\\/]/.test(character) ? `\\\\${escaped(character)}|` : '';
	return `(?:${escapable}${escaped(character)}|\\\\u00${hex}|%(?:25)?${hex})`;
}

/**
 * Makes the function that keeps a token out of every item, error and log line: it takes the token out unchanged, in any of
 * JSON's escapes, and percent-encoded.
 * @param token the API token; one of fewer than 8 characters is left in
 */
export function createRedact(token: string): Redact {
	if (token.length < MIN_LENGTH) return (text) => text;
	let pattern: RegExp | undefined;
	return (text) => {
		if (text.length < token.length) return text;
		const plain = text.includes(token) ? text.replaceAll(token, REDACTED) : text;
		// in an encoded form at least one character is escaped
		if (!/[\\%]/.test(plain)) return plain;
		pattern ??= new RegExp([...token].map(formsOf).join(''), 'g');
		return plain.replace(pattern, REDACTED);
	};
}

/** Checks whether a token was taken out of a text, for example of a link, which then leads nowhere. */
export function isRedacted(text: string): boolean {
	return /\[API(?: |%20)token\]/i.test(text);
}
