import { createRedact, isRedacted } from '../../../../nodes/shared/api/redact';

const REDACTED = '[API token]';

/** Has all that stands in a token, and signs that mean something in an expression. */
const TOKEN = 'a.b-c_d/e+f=$1[z]^|\\"';
const redact = (text: string) => createRedact(TOKEN)(text);

const everyCharacter = (form: (hex: string) => string) =>
	[...TOKEN].map((one) => form(one.charCodeAt(0).toString(16).padStart(2, '0'))).join('');

describe('the token in a text', () => {
	test.each<[string, string]>([
		['as it is', TOKEN],
		['in JSON', JSON.stringify(TOKEN).slice(1, -1)],
		['in JSON with escaped slashes', JSON.stringify(TOKEN).slice(1, -1).replaceAll('/', '\\/')],
		['in JSON, each character escaped', everyCharacter((hex) => `\\u00${hex}`)],
		['in JSON, in capitals', everyCharacter((hex) => `\\u00${hex.toUpperCase()}`)],
		['percent-encoded', encodeURIComponent(TOKEN)],
		['percent-encoded, each character', everyCharacter((hex) => `%${hex}`)],
		['percent-encoded, in capitals', everyCharacter((hex) => `%${hex.toUpperCase()}`)],
		['percent-encoded twice', encodeURIComponent(encodeURIComponent(TOKEN))],
		['in a mixture', `%61.b-c_d\\/\\u0065+f=$1[z]^|\\\\\\u0022`],
	])('%s is taken out, each time', (_how, written) => {
		expect(redact(`x${written}y${written}`)).toBe(`x${REDACTED}y${REDACTED}`);
	});

	test.each([
		['its beginning', TOKEN.slice(0, -1)],
		['another text', 'a text without it, but with 100 % of \\n and %zz in it'],
		['signs that an expression would take for others', TOKEN.replace('.', 'x')],
		['nothing', ''],
		['an escape of another character', everyCharacter((hex) => `\\u01${hex}`)],
	])('%s is left unchanged', (_what, text) => {
		expect(redact(text)).toBe(text);
	});

	test('is a word like any other when it has fewer than 8 characters', () => {
		expect(createRedact('abcdefg')('abcdefg %61bcdefg')).toBe('abcdefg %61bcdefg');
		expect(createRedact('abcdefgh')('abcdefgh %61bcdefgh')).toBe(`${REDACTED} ${REDACTED}`);
	});
});

test.each([
	[`https://a.example/?t=${REDACTED}`, true],
	[new URL(`https://a.example/${REDACTED}`).href, true],
	['https://a.example/[api TOKEN]', true],
	['https://a.example/?t=[APItoken]', false],
	['https://a.example/', false],
])('recognizes a removed token in %s: %p', (text, was) => {
	expect(isRedacted(text)).toBe(was);
});
