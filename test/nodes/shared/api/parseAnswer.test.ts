import { readConnection } from '../../../../nodes/shared/api/connection';
import { correlationIdOf, parseAnswer } from '../../../../nodes/shared/api/envelope';
import type { BadAnswer } from '../../../../nodes/shared/api/explain';

const connectionOf = (apiToken: string) => readConnection({ apiToken, baseUrl: 'https://api.example.com' });

const parse = (statusCode: number, text: string, asked?: BadAnswer['asked'], apiToken = 'secret-token') =>
	parseAnswer({ statusCode, headers: { 'x-correlation-id': 'c-1' } }, text, connectionOf(apiToken), asked);

const get = { method: 'GET', path: '/chats' } as const;
const remove = { method: 'DELETE', path: '/webhooks/1' } as const;

describe('the body of an answer', () => {
	test.each<[number, string, BadAnswer['asked'], unknown]>([
		[200, '{"a":9007199254740993}', get, { a: '9007199254740993' }],
		[299, '[1]', get, [1]],
		[200, '\uFEFF{"a":1}', get, { a: 1 }],
		[200, '{"a":"\uFEFFx"}', get, { a: '\uFEFFx' }],
		[200, '', get, undefined],
		[200, ' \r\n', get, undefined],
		[200, '{"$error":null,"a":1}', get, { $error: null, a: 1 }],
		// the body doesn't matter once a request was accepted or something was removed
		[202, 'Accepted', get, undefined],
		[202, '{"a":1}', get, { a: 1 }],
		[200, 'OK', remove, undefined],
	])('is read from a %d with %j', (status, text, asked, body) => {
		expect(parse(status, text, asked)).toEqual(body);
	});

	test.each<[number, string, BadAnswer['asked']]>([
		[199, '', get],
		[300, '{}', get],
		[400, '{}', remove],
		[500, '', remove],
		[200, 'OK', get],
		[200, 'OK', undefined],
		[200, '{"a":', get],
		[200, 'x\uFEFF{"a":1}', get],
		[200, '{"$error":{}}', get],
		[200, '{"$error":"no"}', get],
		[202, '{"$error":{"msg":"no"}}', get],
		[200, '{"$error":{"msg":"no"}}', remove],
	])('is a failure in a %d with %j', (status, text, asked) => {
		expect(() => parse(status, text, asked)).toThrow(
			expect.objectContaining({
				answer: expect.objectContaining({ status, correlationId: 'c-1' }),
				data: expect.objectContaining({ 'x-correlation-id': 'c-1' }),
			}),
		);
	});
});

test.each<[unknown, string | undefined]>([
	['c-1', 'c-1'],
	[' c\r\nX: 1 ', 'c X: 1'],
	['c'.repeat(201), `${'c'.repeat(200)}…`],
	['', undefined],
	['\n', undefined],
	[undefined, undefined],
	[['c-1'], undefined],
])('the id of a call with the header %j', (header, id) => {
	expect(correlationIdOf({ 'x-correlation-id': header as string })).toBe(id);
});
