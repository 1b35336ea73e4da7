import { stringify } from 'flatted';
import { createRedact, isRedacted } from '../../../../nodes/shared/api/redact';
import type { Reply } from '../../../helpers/servers';
import { overWire } from '../../../helpers/runAction';

describe('redact', () => {
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
});

describe('echo', () => {
	const TOKEN = 'test-token';
	const memo = { resource: 'memo', operation: 'get', chat: { __rl: true, mode: 'id', value: 'tg_1_2' } };
	const chats = { resource: 'chat', operation: 'getAll', returnAll: true };

	const hexOf = (text: string, prefix: string) => [...text].map((one) => `${prefix}${one.charCodeAt(0).toString(16)}`).join('');
	const FORMS: Array<[string, string]> = [
		['as it is', TOKEN],
		['in escapes of JSON', hexOf(TOKEN, '\\u00')],
		['partly in escapes', `test\\u002Dtoken`],
		['percent-encoded', hexOf(TOKEN, '%')],
		['percent-encoded twice', hexOf(TOKEN, '%25')],
	];

	describe('a token that the service echoes', () => {
		test.each(FORMS)('%s in an item', async (_name, form) => {
			const { items, error } = await overWire(memo, { body: `{"$value":{"memo":"Bearer ${form}!","${form}":1}}` });
			expect(error).toBeUndefined();
			expect(items[0]?.json).toEqual({ memo: 'Bearer [API token]!', '[API token]': 1, chatRef: 'tg_1_2' });
		});

		test.each(FORMS)('%s in an error', async (_name, form) => {
			const $error = `{"sc":400,"scn":"${form}","msg":"no ${form}","violations":[{"propertyPath":"${form}","name":"${form}","invalidValue":["${form}"]}]}`;
			for (const reply of [
				{ status: 400, body: `{"$error":${$error}}` },
				{ status: 200, body: `{"$error":${$error}}` },
				{ status: 500, headers: { 'x-correlation-id': form }, body: `<html>${form}` },
				{ status: 200, body: `not JSON ${form}` },
			] satisfies Reply[]) {
				for (const continueOnFail of [false, true]) {
					const { run, items, error } = await overWire(memo, reply, { continueOnFail });
					const kept = stringify([run, items, error, error?.description, error?.context]);
					for (const [, one] of FORMS) expect(kept).not.toContain(JSON.stringify(one).slice(1, -1));
				}
			}
		});

		test.each(['/api/new?key=test-token', '/api/test%2Dtoken', 'https://elsewhere.example/test-token'])(
			'in a redirect to %s: it is not followed',
			async (location) => {
				const { error, requests, run } = await overWire(memo, { status: 302, headers: { location } });
				expect(error?.message).toContain('which contains the API token, so nothing was sent there');
				expect(requests).toHaveLength(1);
				expect(stringify([run, error])).not.toMatch(/test(-|%2D)token/i);
			},
		);

		test.each(['/api/v1/chats?$skip=1&token=test-token', '/api/v1/chats?token=test%2dtoken'])(
			'in the link to the next page, %s: it is not followed',
			async (link) => {
				const { error, requests, run } = await overWire(chats, { body: { $items: [{ id: 'a' }], $nextPage: link } });
				expect(error?.message).toBe(
					"The platform's link to the next page of chats contains the API token, so it wasn't followed",
				);
				expect(requests).toHaveLength(1);
				expect(stringify([run, error])).not.toMatch(/test(-|%2D)token/i);
			},
		);
	});
});
