import { overWire } from '../../../helpers/runAction';
import { readConnection } from '../../../../nodes/shared/api/connection';
import { correlationIdOf, parseResponse } from '../../../../nodes/shared/api/envelope';
import { type BadResponse, badResponse } from '../../../../nodes/shared/api/explain';
import type { JsonValue } from '../../../../nodes/shared/json';

describe('an answer, at the node', () => {
	const parameters = { resource: 'memo', operation: 'get', chat: { __rl: true, mode: 'id', value: 'tg_1_2' } };

	test('that is a refusal has its status, and its details for support, but not its ID in the words', async () => {
		const violation = { propertyPath: 'channelId', name: 'must not be null', invalidValue: null };
		const $error = { sc: 1001, scn: 'BODY_VALIDATION_ERROR', violations: [violation, 'not an object'] };
		const headers = { 'x-correlation-id': 'c-77' };
		const { error, items, calls } = await overWire(parameters, { status: 400, headers, body: { $count: 0, $error } });
		expect([items, calls.length]).toEqual([[], 1]);
		expect(error).toMatchObject({
			message: "The platform didn't accept some fields",
			description:
				'Check the values of the fields and run the node again. Not accepted: channelId (must not be null, value: null).',
			httpCode: '400',
			context: { data: { ...$error, ...headers } },
		});
		// the editor counts it from 0
		expect(error?.context?.itemIndex).toBeUndefined();
	});

	test.each<[string, string, object]>([
		['an id beyond 2^53', '{"$value":{"id":9223372036854775807,"small":12}}', { id: '9223372036854775807', small: 12 }],
		['no $value', '{"$count":1}', {}],
		['a byte order mark', '\ufeff{"$value":{"memo":"m"}}', { memo: 'm' }],
		['a name that is a prototype', '{"$value":{"__proto__":{"x":1},"constructor":1}}', { constructor: 1 }],
	])('that has %s is a success', async (_name, body, json) => {
		const { items, error } = await overWire(parameters, { body });
		expect(error).toBeUndefined();
		expect(items.map((item) => item.json)).toEqual([{ ...json, chatRef: 'tg_1_2' }]);
		expect(({} as { x?: number }).x).toBeUndefined();
	});
});

describe('the body of an answer', () => {
	const connection = readConnection({ apiToken: 'secret-token', baseUrl: 'https://api.example.com' });
	const parse = (statusCode: number, text: string, asked?: BadResponse['asked']) =>
		parseResponse({ statusCode, headers: { 'x-correlation-id': 'c-1' } }, text, connection, asked);
	const get = { method: 'GET', path: '/chats' } as const;
	const remove = { method: 'DELETE', path: '/webhooks/1' } as const;

	test.each<[number, string, BadResponse['asked'], unknown]>([
		[200, '{"a":9007199254740993}', get, { a: '9007199254740993' }],
		[299, '[1]', get, [1]],
		[200, '{"a":"\uFEFFx"}', get, { a: '\uFEFFx' }],
		[200, ' \r\n', get, undefined],
		[200, '{"$error":null,"a":1}', get, { $error: null, a: 1 }],
		// the body doesn't matter once a request was accepted or something was removed
		[202, 'Accepted', get, undefined],
		[200, 'OK', remove, undefined],
	])('is read from a %d with %j', (status, text, asked, body) => {
		expect(parse(status, text, asked)).toEqual(body);
	});

	test.each<[number, string, BadResponse['asked']]>([
		[300, '{}', get],
		[200, 'OK', get],
		[200, 'OK', undefined],
		[200, 'x\uFEFF{"a":1}', get],
		[200, '{"$error":"no"}', get],
		[200, '{"$error":{"msg":"no"}}', remove],
	])('is a failure in a %d with %j', (status, text, asked) => {
		expect(() => parse(status, text, asked)).toThrow(
			expect.objectContaining({
				response: expect.objectContaining({ status, correlationId: 'c-1' }),
				data: expect.objectContaining({ 'x-correlation-id': 'c-1' }),
			}),
		);
	});

	test('has the ID in its header, on one line', () => {
		const idOf = (header: unknown) => correlationIdOf({ 'x-correlation-id': header as string });
		const ids = [' c\r\nX: 1 ', 'c'.repeat(201), '\n', undefined, ['c-1']].map(idOf);
		expect(ids).toEqual(['c X: 1', `${'c'.repeat(200)}…`, undefined, undefined, undefined]);
	});
});

describe('the words for one call', () => {
	/**
	 * The words for an answer to a call; undefined when any call gets the same words for it.
	 *
	 * @param line method, path, status and, if the API answered, its code
	 */
	function explain(line: string, said?: string, body?: JsonValue) {
		const [method = '', path = '', status = '', scn] = line.split(' ');
		const $error = { scn, ...(said !== undefined && { msg: said }) } as JsonValue;
		const answer = { status: Number(status), body: body ?? (scn === undefined ? {} : { $error }) };
		const asked = { method, path } as BadResponse['asked'];
		const [own, other] = [badResponse({ ...answer, asked }), badResponse(answer)];
		if (own.message === other.message && own.advice === other.advice) return undefined;
		return { message: own.message, description: own.advice };
	}

	const send = (said: string) => explain('POST /messages 400 INVALID_REQUEST', said);

	test('a message to a blocked chat', () => {
		const who = ['user', 'chat', 'dialog', 'contact', 'client', 'recipient', 'subscriber'].map((one) => `The ${one} is blocked`);
		const said = ['User was blocked', 'chat 42 has been blocked.', 'The chat is currently blocked', 'the chat blocked!'];
		const message = 'The chat is blocked, so nothing can be sent to it';
		const description = 'Unblock it first with Chat: Unblock, or leave blocked chats out.';
		for (const words of [...who, ...said, 'Not sent: this user of the channel is blocked'])
			expect(send(words)).toEqual({ message, description });
	});

	test.each([
		...['The user blocked the bot', 'User is not blocked', 'The user is here. The link was blocked', 'The users are blocked'],
		...['Superuser is blocked', 'The link is blocked', 'The user is unblocked', 'x user blocked', 'User blocked by nobody'],
		...['Message: user blocked', `The user ${'x'.repeat(90)} is blocked`],
	])('a message that is refused for another reason: %s', (said) => {
		const description = /^Nothing was sent\. Check the recipient \(the chat, or the channel and the number\)/;
		expect(send(said)?.message).toBe(`The platform didn't accept the message: ${said.slice(0, 150)}`);
		expect(send(said)?.description).toMatch(description);
	});

	test('of notes that are refused: the chat may be unknown', () => {
		const memo = (said?: string) => explain('POST /chats/tg_1_2/memo 400 INVALID_REQUEST', said);
		const description =
			"The platform also responds like this if it doesn't know the chat. Check the chat, then the values of the fields.";
		expect(memo('no')).toEqual({ message: "The platform didn't accept the request: no", description });
		expect(memo()?.message).toBe("The platform didn't accept the request");
		expect(memo('x'.repeat(151))?.message).toMatch(/: x{150}…$/);
	});

	test('a chat that the platform does not know', () => {
		const message = "The platform doesn't know this chat";
		const description =
			'It may have been deleted or belong to another account. Choose the chat from the list, or take it from the trigger.';
		for (const path of ['GET /chats/tg_1_2/memo', 'POST /chats/1/memo', 'PATCH /chats/42', 'POST /chats/1/tags/x%20y'])
			expect(explain(`${path} 404 NOT_FOUND`)).toEqual({ message, description });
	});

	test('none of its own for any other call', () => {
		const invalid = ['GET /messages', 'POST /messages/1', 'POST /v1/messages', 'PATCH /chats/1/memo', 'POST /chats/1/2/memo'];
		const paths = [...invalid, 'POST /v1/chats/1/memo', 'POST /chats/1/memo/2', 'POST /chats//memo'];
		const unknown = ['DELETE /chats/1/tags/x', 'GET /chats/1/files', 'GET /chats/1/tags/x/y', 'GET /v1/chats/1', 'GET /chats/'];
		const others = ['POST /messages 403 INVALID_REQUEST', 'POST /messages 400 BODY_VALIDATION_ERROR', 'POST /messages 400'];
		const lines = [
			...paths.map((path) => `${path} 400 INVALID_REQUEST`),
			...unknown.map((path) => `${path} 404 NOT_FOUND`),
			...[...others, 'POST /chats/1/memo 404 INVALID_REQUEST', 'GET /chats/1 400 NOT_FOUND', 'GET /chats/1 404'],
		];
		expect(lines.filter((line) => explain(line, 'User is blocked') !== undefined)).toEqual([]);
	});

	test.each([
		...['/channels', '/chats', '/v1/chats', '/messages', '/upload', '/tags', '/widgets', '/widgets/by_user/@me'],
		...['/preparedMessages', '/endUserNotifications/chainActions'],
	])("%s is there for every account, so a 404 that is not the API's means another address", (path) => {
		const message = "The platform's API isn't at the credential's URL";
		const description = expect.stringMatching(/^Check the URL in the credential\. .*the URL must not end with them\.$/) as string;
		for (const body of [{}, '', { $error: null }, 'Not Found'])
			for (const method of ['GET', 'POST']) expect(explain(`${method} ${path} 404`, '', body)).toEqual({ message, description });
		const others = [`DELETE ${path} 404`, `GET ${path} 403`, `GET ${path} 404 NOT_FOUND`, `GET ${path}/1 404`];
		expect([...others.map((line) => explain(line)), explain(`GET ${path} 404`, '', { $error: 'no' })]).toEqual(
			Array(5).fill(undefined),
		);
	});
});
