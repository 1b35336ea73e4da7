/** What stands in a text in place of the API token. */
export const REDACTED = '[API token]';

/** A shorter token is a word like any other: without it texts would be torn apart. Real tokens (JWTs) have hundreds. */
const MIN_LENGTH = 8;

const patterns = new Map<string, RegExp>();

/** Tokens whose pattern is kept; an n8n has a few credentials. */
const MAX_PATTERNS = 50;

function escaped(character: string): string {
	return character.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&');
}

function anyCase(hex: string): string {
	return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

/** A character as it is, as an escape of JSON (RFC 8259, section 7), or percent-encoded, once or twice (RFC 3986, 2.1). */
function formsOf(character: string): string {
	const hex = anyCase(character.charCodeAt(0).toString(16).padStart(2, '0'));
	const escapable = /["\\/]/.test(character) ? `\\\\${escaped(character)}|` : '';
	return `(?:${escapable}${escaped(character)}|\\\\u00${hex}|%(?:25)?${hex})`;
}

function patternOf(token: string): RegExp {
	const known = patterns.get(token);
	if (known) return known;
	const pattern = new RegExp([...token].map(formsOf).join(''), 'g');
	if (patterns.size >= MAX_PATTERNS) patterns.clear();
	patterns.set(token, pattern);
	return pattern;
}

/**
 * Takes the token out of a text that came from outside, so that it gets into no item, error or log line: as it is, in any of
 * JSON's escapes, and percent-encoded.
 *
 * @param text for example an answer's body, before it is parsed
 * @param token the API token; one of fewer than 8 characters is left in
 * @returns the text with "[API token]" in the token's place
 */
export function redact(text: string, token: string): string {
	if (token.length < MIN_LENGTH || text.length < token.length) return text;
	const plain = text.includes(token) ? text.replaceAll(token, REDACTED) : text;
	// in an encoded form at least one character is escaped
	return /[\\%]/.test(plain) ? plain.replace(patternOf(token), REDACTED) : plain;
}

/**
 * Tells whether a token was taken out of a text, for example of a link, which then leads nowhere.
 *
 * @param text what {@link redact} made, as it is or as part of a parsed address
 */
export function isRedacted(text: string): boolean {
	return /\[API(?: |%20)token\]/i.test(text);
}
