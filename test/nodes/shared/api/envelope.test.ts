import { overWire } from '../../../helpers/runAction';
import type { Reply } from '../../../helpers/servers';
import { readConnection } from '../../../../nodes/shared/api/connection';
import { correlationIdOf, parseResponse } from '../../../../nodes/shared/api/envelope';
import { type BadResponse, badResponse } from '../../../../nodes/shared/api/explain';
import type { JsonValue } from '../../../../nodes/shared/json';

describe('envelope', () => {
	const parameters = { resource: 'memo', operation: 'get', chat: { __rl: true, mode: 'id', value: 'tg_1_2' } };
	const refused = (status: number, error: object): Reply => ({
		status,
		headers: { 'x-correlation-id': 'c-77' },
		body: { $count: 0, $totalCount: 0, $error: error },
	});

	describe('an answer that is a failure', () => {
		test.each<[string, Reply, string, string[], object?]>([
			[
				'400 with violations',
				refused(400, {
					sc: 1001,
					scn: 'BODY_VALIDATION_ERROR',
					violations: [
						{ propertyPath: 'channelId', name: 'must not be null', invalidValue: null },
						{ name: 'text' },
						{ propertyPath: 'attachments[0].kind', name: 'unknown', invalidValue: { a: ['b'] } },
						'not an object',
					],
				}),
				"The platform didn't accept some fields",
				[
					'Check the values of the fields and run the node again. Not accepted: channelId (must not be null, value: null); text; attachments[0].kind (unknown, value: {"a":["b"]}).',
				],
				{ sc: 1001, violations: expect.arrayContaining(['not an object']), 'x-correlation-id': 'c-77' },
			],
			[
				'404',
				refused(404, { sc: 404, scn: 'NOT_FOUND', msg: 'Chat not found' }),
				"The platform doesn't know this chat",
				['The platform says: Chat not found.'],
				{ sc: 404, scn: 'NOT_FOUND' },
			],
			['503', { status: 503, body: '' }, "The platform isn't available at the moment", []],
			['an $error in a 200 that is no object', { body: { $error: 'broken' } }, "The platform didn't accept the request", []],
			['HTML in a 200', { body: '\n <html><body>Login</body></html>' }, "A web page came back instead of the API's response", []],
			['cut-off JSON', { body: '{"$value":{"memo":"a' }, "The platform's response can't be read", []],
		])('%s', async (_name, answer, message, sentences, details = {}) => {
			const { error, items, calls } = await overWire(parameters, answer);
			// a gateway's failure and a body that isn't JSON are read once more
			expect(calls).toHaveLength(/^(503|the page of a gateway|HTML in a 200|cut-off JSON|plain text)$/.test(_name) ? 2 : 1);
			expect(items).toEqual([]);
			expect(error?.message).toBe(message);
			expect(error?.httpCode).toBe(String(answer.status ?? 200));
			for (const sentence of sentences) expect(error?.description).toContain(sentence);
			expect(error?.description).not.toMatch(/\n|HTTP \d|c-77/);
			expect(error?.context?.data).toMatchObject(details);
			// the editor counts it from 0
			expect(error?.context?.itemIndex).toBeUndefined();
		});
	});

	describe('an answer that is a success', () => {
		test.each<[string, string, object]>([
			[
				'an id beyond 2^53',
				'{"$value":{"id":9223372036854775807,"small":12,"negative":-9007199254740993}}',
				{ id: '9223372036854775807', small: 12, negative: '-9007199254740993' },
			],
			[
				'decimals and exponents',
				'{"$value":{"a":1.5,"b":1e3,"c":0.1234567890123456789}}',
				{ a: 1.5, b: 1000, c: 0.12345678901234568 },
			],
			['$value null', '{"$count":0,"$totalCount":0,"$error":null,"$value":null}', {}],
			['no $value', '{"$count":1}', {}],
			['a field beside an absent $value', '{"$count":1,"memo":"m"}', { memo: 'm' }],
			['$error null', '{"$error":null,"$value":{"memo":"m"}}', { memo: 'm' }],
			['no envelope', '{"memo":"m"}', { memo: 'm' }],
			['a byte order mark', '\ufeff{"$value":{"memo":"m"}}', { memo: 'm' }],
			['digits in a text', '{"$value":{"memo":"12345678901234567890"}}', { memo: '12345678901234567890' }],
			[
				'a name that is a prototype',
				'{"$value":{"__proto__":{"x":1},"constructor":1,"n":12345678901234567890}}',
				{ constructor: 1, n: '12345678901234567890' },
			],
		])('%s', async (_name, body, json) => {
			const { items, error } = await overWire(parameters, { body });
			expect(error).toBeUndefined();
			expect(items).toHaveLength(1);
			expect(items[0]?.json).toMatchObject(json);
			expect(Object.keys(items[0]?.json ?? {}).filter((name) => name.startsWith('$'))).toEqual([]);
			expect(({} as { x?: number }).x).toBeUndefined();
		});
	});
});

describe('parseResponse', () => {
	const connectionOf = (apiToken: string) => readConnection({ apiToken, baseUrl: 'https://api.example.com' });

	const parse = (statusCode: number, text: string, asked?: BadResponse['asked'], apiToken = 'secret-token') =>
		parseResponse({ statusCode, headers: { 'x-correlation-id': 'c-1' } }, text, connectionOf(apiToken), asked);

	const get = { method: 'GET', path: '/chats' } as const;
	const remove = { method: 'DELETE', path: '/webhooks/1' } as const;

	describe('the body of an answer', () => {
		test.each<[number, string, BadResponse['asked'], unknown]>([
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

		test.each<[number, string, BadResponse['asked']]>([
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
					response: expect.objectContaining({ status, correlationId: 'c-1' }),
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
});

describe('ownAdvice', () => {
	type Method = NonNullable<BadResponse['asked']>['method'];

	/** The words for an answer to one call; undefined when any call gets the same words for it. */
	function explain(method: Method, path: string, status: number, scn?: string, said?: string, body?: JsonValue) {
		const answer = {
			status,
			body: body ?? (scn === undefined ? {} : { $error: { scn, ...(said !== undefined && { msg: said }) } }),
		};
		const [own, other] = [badResponse({ ...answer, asked: { method, path } }), badResponse(answer)];
		return own.message === other.message && own.advice === other.advice
			? undefined
			: { message: own.message, description: own.advice };
	}

	const send = (said?: string) => explain('POST', '/messages', 400, 'INVALID_REQUEST', said);

	const BLOCKED = {
		message: 'The chat is blocked, so nothing can be sent to it',
		description: 'Unblock it first with Chat: Unblock, or leave blocked chats out.',
	};

	describe('a message that is refused', () => {
		test.each([
			...['user', 'chat', 'dialog', 'contact', 'client', 'recipient', 'subscriber'].map((who) => `The ${who} is blocked`),
			'User was blocked',
			'chat 42 has been blocked.',
			'The chat is currently blocked',
			'Not sent: this user of the channel is blocked',
			'User blocked',
			'the chat blocked!',
			'chat blocked.',
		])('with %j goes to a blocked chat', (said) => {
			expect(send(said)).toEqual(BLOCKED);
		});

		test.each([
			'The user blocked the bot',
			'User is not blocked',
			'The user is here. The link was blocked',
			`The user ${'x'.repeat(90)} is blocked`,
			'The users are blocked',
			'Superuser is blocked',
			'The link is blocked',
			'The user is unblocked',
			'x user blocked',
			'User blocked by nobody',
			'Message: user blocked',
		])('with %j is refused for another reason', (said) => {
			expect(send(said)).toEqual({
				message: `The platform didn't accept the message: ${said.slice(0, 150)}`,
				description: expect.stringMatching(/^Nothing was sent\. Check the recipient \(the chat, or the channel and the number\)/),
			});
		});

		test.each<[Method, string, number, string | undefined]>([
			['GET', '/messages', 400, 'INVALID_REQUEST'],
			['POST', '/messages/1', 400, 'INVALID_REQUEST'],
			['POST', '/v1/messages', 400, 'INVALID_REQUEST'],
			['POST', '/messages', 403, 'INVALID_REQUEST'],
			['POST', '/messages', 400, 'BODY_VALIDATION_ERROR'],
			['POST', '/messages', 400, undefined],
		])('has advice of its own: %s %s with %d and %s has none', (method, path, status, scn) => {
			expect(explain(method, path, status, scn, 'User is blocked')).toBeUndefined();
		});
	});

	describe('notes that are refused', () => {
		const memo = (said?: string) => explain('POST', '/chats/tg_1_2/memo', 400, 'INVALID_REQUEST', said);

		test('may be those of an unknown chat', () => {
			expect(memo('no')).toEqual({
				message: "The platform didn't accept the request: no",
				description:
					"The platform also responds like this if it doesn't know the chat. Check the chat, then the values of the fields.",
			});
			expect(memo()?.message).toBe("The platform didn't accept the request");
			expect(memo('x'.repeat(151))?.message).toMatch(/: x{150}…$/);
		});

		test.each<[Method, string, number, string]>([
			['PATCH', '/chats/1/memo', 400, 'INVALID_REQUEST'],
			['POST', '/chats/1/2/memo', 400, 'INVALID_REQUEST'],
			['POST', '/chats/1/memo/2', 400, 'INVALID_REQUEST'],
			['POST', '/v1/chats/1/memo', 400, 'INVALID_REQUEST'],
			['POST', '/chats//memo', 400, 'INVALID_REQUEST'],
			['POST', '/chats/1/memo', 404, 'INVALID_REQUEST'],
			['POST', '/chats/1/memo', 400, 'BODY_VALIDATION_ERROR'],
		])('%s %s with %d and %s: not', (method, path, status, scn) => {
			expect(explain(method, path, status, scn)).toBeUndefined();
		});
	});

	describe('a chat that the platform does not know', () => {
		const UNKNOWN = {
			message: "The platform doesn't know this chat",
			description:
				'It may have been deleted or belong to another account. Choose the chat from the list, or take it from the trigger.',
		};

		test.each<[Method, string]>([
			['GET', '/chats/tg_1_2/memo'],
			['POST', '/chats/1/memo'],
			['PATCH', '/chats/42'],
			['POST', '/chats/1/tags/x%20y'],
			['GET', '/chats/1/tags'],
		])('is reported after %s %s', (method, path) => {
			expect(explain(method, path, 404, 'NOT_FOUND')).toEqual(UNKNOWN);
		});

		test.each<[Method, string, number, string | undefined]>([
			['DELETE', '/chats/1/tags/x', 404, 'NOT_FOUND'],
			['GET', '/chats/1/files', 404, 'NOT_FOUND'],
			['GET', '/chats/1/tags/x/y', 404, 'NOT_FOUND'],
			['GET', '/v1/chats/1', 404, 'NOT_FOUND'],
			['GET', '/chats/', 404, 'NOT_FOUND'],
			['GET', '/chats/1/tags/', 404, 'NOT_FOUND'],
			['GET', '/chats/1', 400, 'NOT_FOUND'],
			['GET', '/chats/1', 404, undefined],
		])('is not reported after %s %s with %d and %s', (method, path, status, scn) => {
			expect(explain(method, path, status, scn)).toBeUndefined();
		});
	});

	describe('a 404 that is not the API’s', () => {
		const NO_API = {
			message: "The platform's API isn't at the credential's URL",
			description: expect.stringMatching(/^Check the URL in the credential\. .*the URL must not end with them\.$/),
		};

		test.each([
			'/channels',
			'/chats',
			'/v1/chats',
			'/messages',
			'/upload',
			'/tags',
			'/widgets',
			'/widgets/by_user/@me',
			'/preparedMessages',
			'/endUserNotifications/chainActions',
		])('explains the address when every account has %s', (path) => {
			for (const body of [{}, '', { $error: null }, 'Not Found']) {
				for (const method of ['GET', 'POST'] as const) expect(explain(method, path, 404, undefined, '', body)).toEqual(NO_API);
			}
			expect(explain('DELETE', path, 404)).toBeUndefined();
			expect(explain('GET', path, 403)).toBeUndefined();
			expect(explain('GET', path, 404, 'NOT_FOUND', '', { $error: { scn: 'NOT_FOUND' } })).toBeUndefined();
			expect(explain('GET', path, 404, undefined, '', { $error: 'no' })).toBeUndefined();
			expect(explain('GET', `${path}/1`, 404)).toBeUndefined();
			expect(explain('GET', `/x${path}`, 404)).toBeUndefined();
		});
	});
});
