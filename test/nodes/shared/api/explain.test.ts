import { UserError } from 'n8n-workflow';
import { overWire } from '../../../helpers/runAction';
import { readConnection } from '../../../../nodes/shared/api/connection';
import { correlationIdOf, parseResponse } from '../../../../nodes/shared/api/envelope';
import type { JsonValue } from '../../../../nodes/shared/json';
import { type BadResponse, badResponse } from '../../../../nodes/shared/api/explain';
import { Limit } from '../../../../nodes/shared/api/deadline';
import { brokenOff, noResponse, failureCode } from '../../../../nodes/shared/api/noResponse';

/** The words that people read. */
function wordsOf(answer: BadResponse): { message: string; description: string } {
	const { message, advice } = badResponse(answer);
	return { message, description: advice };
}

const refused = (status: number, error: JsonValue) => ({ status, body: { $error: error } });

describe('an answer is explained', () => {
	const [unreadable, redirect] = ["The platform's response can't be read", 'The platform redirects to another URL'];
	const [request, server] = ["The platform didn't accept the request", 'The platform failed to process the request'];
	const gateway = "The platform isn't available at the moment";

	test.each<[number, JsonValue, string, RegExp]>([
		[200, '', unreadable, /^It is empty, cut off, nested too deeply or not JSON\. Check that the URL/],
		[300, {}, redirect, /^Enter the final URL in the credential\.$/],
		[401, '', "The API token wasn't accepted", /^It is wrong, revoked or expired, .*Generate a new token/],
		[402, '', 'This needs a paid plan or an extra package', /^Ask the owner of the platform's account/],
		[403, '', "The API token's user isn't allowed to do this", /^A token has the rights of the user.*administrator/],
		[404, '', "The platform didn't find what was requested", /^Check the ID/],
		[429, '', 'Too many requests at once', /^The node waited and tried again.*Try again later/],
		[500, '', server, /^The cause is on the platform's side\. .*x-correlation-id/],
		...[502, 503, 504].map((status): [number, JsonValue, string, RegExp] => [
			...([status, '', gateway] as const),
			/^A gateway in front of the platform responded instead\. Try again later, or turn on "Retry On Fail" in the node's settings\.$/,
		]),
	])('by its status, %d with the body %j', (status, body, message, description) => {
		expect(wordsOf({ status, body })).toEqual({ message, description: expect.stringMatching(description) });
	});

	test('without the advice to repeat a message', () => {
		const asked = { method: 'POST', path: '/messages' } as const;
		expect(wordsOf({ status: 503, body: '', asked }).description).toMatch(/Try again later\.$/);
	});

	test('as a web page, unless a gateway sent it', () => {
		const message = "A web page came back instead of the API's response";
		const description = expect.stringMatching(/^The URL probably belongs to a website, .*Check the URL in/) as string;
		for (const body of ['<!doctype html>', ' \n<HTML>', '<head>', '<body class="x">', '<?xml version="1.0"?>']) {
			for (const status of [200, 404, 500]) expect(wordsOf({ status, body })).toEqual({ message, description });
			expect(wordsOf({ status: 502, body }).message).toBe(gateway);
		}
		const others: JsonValue[] = ['x <html>', '<htm', '<p>', ['<html>']];
		expect(others.filter((body) => wordsOf({ status: 500, body }).message !== server)).toEqual([]);
	});

	test.each([
		['BODY_VALIDATION_ERROR', "The platform didn't accept some fields"],
		['UNIQUE_CONSTRAINT_FAILED', 'Something with this name or ID already exists'],
	])('by its code %s', (scn, message) => {
		for (const status of [200, 400]) expect(wordsOf(refused(status, { scn })).message).toBe(message);
	});

	test('by the status alone when there is no code', () => {
		const errors: JsonValue[] = [{ scn: 5 }, { scn: 'constructor' }, {}, 'text', [], null];
		expect(errors.filter((error) => wordsOf(refused(400, error)).message !== request)).toEqual([]);
	});

	test("in the platform's own words, in the headline or after the advice, once", () => {
		const advice = 'Check the values of the fields and run the node again.';
		for (const status of [200, 400]) {
			const words = { message: `${request}: no such chat`, description: advice };
			expect(wordsOf(refused(status, { msg: ' no such chat ' }))).toEqual(words);
		}
		for (const msg of [' \n', 5, null]) expect(wordsOf(refused(400, { msg }))).toEqual({ message: request, description: advice });
		const { message, description } = wordsOf(refused(400, { scn: 'UNIQUE_CONSTRAINT_FAILED', msg: 'tag exists' }));
		expect(message).toBe('Something with this name or ID already exists');
		expect(description).toMatch(/The platform says: tag exists\.$/);
	});

	test('with what the platform said unchanged for support, and the ID of the call', () => {
		const answer = refused(500, { sc: 1, violations: ['x'] });
		const dataOf = (correlationId?: string) => badResponse({ ...answer, correlationId }).data;
		expect(dataOf('c-1')).toEqual({ sc: 1, violations: ['x'], 'x-correlation-id': 'c-1' });
		expect(dataOf('c'.repeat(201))?.['x-correlation-id']).toBe(`${'c'.repeat(200)}…`);
		for (const none of ['', undefined]) expect(dataOf(none)).not.toHaveProperty('x-correlation-id');
	});

	test.each<[JsonValue, string]>([
		[[{ propertyPath: 'a', name: 'must not be null', invalidValue: null }], 'a (must not be null, value: null)'],
		[[{ propertyPath: 'a', name: 'too short', invalidValue: '' }], 'a (too short, it is empty)'],
		[[{ name: 'a' }], 'a'],
		[[{ propertyPath: 'a' }, 'b', null, { propertyPath: 'c' }], 'a; c'],
		[[{ propertyPath: 'a', invalidValue: 'x'.repeat(201) }], `a (value: ${'x'.repeat(200)}…)`],
		[[1, 2, 3, 4, 5, 6, 7].map((name) => ({ name })), '1; 2; 3; 4; 5 and 2 more'],
	])('with the fields that were not accepted, %j', (violations, named) => {
		const advice = 'Check the values of the fields and run the node again.';
		expect(wordsOf(refused(400, { violations })).description).toBe(`${advice} Not accepted: ${named}.`);
	});

	test.each<[unknown, string]>([
		[[{ propertyPath: 'text', name: 'too long', invalidValue: 'Hello' }], ' It objects to: text too long.'],
		[[{ propertyPath: '', name: 'a' }, { propertyPath: 5, name: null }, { propertyPath: 'b' }], ' It objects to: a; b.'],
		[[{ name: 'x'.repeat(101) }], ` It objects to: ${'x'.repeat(100)}….`],
		[Array.from({ length: 11 }, (_, index) => ({ name: `${index}` })), ' It objects to: 0; 1; 2; 3; 4; 5; 6; 7; 8; 9.'],
		[undefined, ''],
	])('to a model by %j, but only if the values were wrong', (violations, named) => {
		const toModel = (status: number) => badResponse(refused(status, { violations } as JsonValue)).model;
		expect(toModel(400)).toBe(`The platform didn't accept these values.${named}`);
		expect(toModel(500)).toBe("The platform can't do this at the moment.");
	});
});

describe('a request without an answer', () => {
	const withCode = (code: unknown) => Object.assign(new Error('failed with the token in it'), { code });
	const causedBy = (cause: unknown) => new Error('wrapped', { cause });
	/** Something under this many wrappings. */
	const deep = (times: number, inner: unknown): unknown => (times === 0 ? inner : causedBy(deep(times - 1, inner)));

	const [none, late] = ['No connection to api.example.com', "api.example.com didn't respond in time"];
	test.each([
		['ECONNREFUSED', none, /^Nothing responds at this address\. Check the host and the port/],
		['ECONNRESET', none, /^The connection was closed before a response came\. Try again/],
		['ENOTFOUND', none, /^This host doesn't exist\. Check the URL in the credential/],
		['ETIMEDOUT', late, /^The platform may be overloaded, or a firewall/],
		['EPIPE', none, /^Check the URL in the credential and the network of the n8n server\.$/],
		['CERT_HAS_EXPIRED', "The HTTPS certificate of api.example.com isn't valid", /^The token wasn't sent\. .*NODE_EXTRA/],
		['ERR_CANCELED', 'The execution was stopped', /^This request was canceled\.$/],
	])('is explained by its code %s', (code, message, advice) => {
		const failure = noResponse(withCode(code), 'api.example.com');
		expect(failure).toMatchObject({ message, advice: expect.stringMatching(advice) });
		expect(failure.response?.code).toBe(code === 'ERR_CANCELED' ? undefined : code);
	});

	test('has the error’s code, or that of the first attempt or the cause, up to four levels deep', () => {
		const attempts = { errors: [withCode('EHOSTUNREACH'), withCode('ECONNREFUSED')] };
		const byCause = [{ errors: [], cause: withCode('EPROTO') }, Object.assign(causedBy(withCode('EPROTO')), { code: 500 })];
		const codes = [withCode('ECONNRESET'), attempts, ...byCause, deep(4, withCode('EPIPE'))].map((error) => failureCode(error));
		expect(codes).toEqual(['ECONNRESET', 'EHOSTUNREACH', 'EPROTO', 'EPROTO', 'EPIPE']);
		const deeper = [deep(5, withCode('ECONNRESET')), { errors: [deep(4, { errors: [withCode('X')] })] }];
		const none = [...deeper, new Error('x'), 'ECONNRESET', null, { errors: 'E' }];
		expect(none.filter((error) => failureCode(error) !== undefined)).toEqual([]);
	});

	test('shows the fault of a credential', () => {
		const fault = new UserError('The API Token is empty.');
		const shows = (error: unknown) => noResponse(error, 'api.example.com').message === fault.message;
		expect([fault, deep(4, fault), deep(5, fault), { cause: fault }].map(shows)).toEqual([true, true, false, false]);
	});

	test('certainly reached no one, or may have reached the other side, by its code', () => {
		const outcomes = (...codes: unknown[]) => new Set(codes.map((code) => noResponse(causedBy(withCode(code)), 'a').outcome));
		const none = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EPROTO', 'ERR_INVALID_URL'];
		const certificate = ['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'ERR_TLS_CERT_ALTNAME_INVALID'];
		const issuer = ['SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'];
		expect(outcomes(...none, 'ERR_INVALID_CHAR', ...certificate, ...issuer)).toEqual(new Set(['notSent']));
		const maybe = ['ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ERR_CANCELED', 'ERR_STREAM_PREMATURE_CLOSE', '', undefined];
		const tls = ['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'MY_ECONNREFUSED', 'ENOTFOUND_2'];
		expect(outcomes(...maybe, ...tls)).toEqual(new Set(['unknown']));
	});

	test('whose response broke off is unclear, whatever the code', () => {
		const limit = new Limit(new AbortController().signal);
		const codes = ['CERT_HAS_EXPIRED', 'ECONNREFUSED', 'EPIPE'].map((code) => brokenOff({ code }, 'api.example.com', limit));
		expect(codes.map(({ response }) => response?.code)).toEqual(['ECONNRESET', 'ECONNRESET', 'EPIPE']);
		expect(new Set(codes.map(({ outcome }) => outcome))).toEqual(new Set(['unknown']));
	});
});

describe('an answer, at the node', () => {
	const parameters = { resource: 'memo', operation: 'get', chat: { __rl: true, mode: 'id', value: 'tg_1_2' } };

	test('that is a refusal has its status, and its details for support, but not its ID in the words', async () => {
		const violation = { propertyPath: 'channelId', name: 'must not be null', invalidValue: null };
		const $error = { sc: 1001, scn: 'BODY_VALIDATION_ERROR', violations: [violation, 'not an object'] };
		const headers = { 'x-correlation-id': 'c-77' };
		const { error, items, calls } = await overWire(parameters, { status: 400, headers, body: { $count: 0, $error } });
		expect([items, calls.length]).toEqual([[], 1]);
		const description = expect.stringMatching(/Not accepted: channelId \(must not be null, value: null\)\.$/) as string;
		expect(error).toMatchObject({ message: "The platform didn't accept some fields", description, httpCode: '400' });
		expect(error?.context?.data).toEqual({ ...$error, ...headers });
		// the editor counts it from 0
		expect(error?.context?.itemIndex).toBeUndefined();
	});

	test.each<[string, string, object]>([
		['$value null', '{"$count":0,"$totalCount":0,"$error":null,"$value":null}', {}],
		['no envelope, behind a byte order mark', '\ufeff{"memo":"m"}', { memo: 'm' }],
	])('that has %s is a success', async (_name, body, json) => {
		const { items, error } = await overWire(parameters, { body });
		expect(error).toBeUndefined();
		expect(items.map((item) => item.json)).toEqual([{ ...json, chatRef: 'tg_1_2' }]);
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
		[200, 'x\uFEFF{"a":1}', get],
		[200, '{"$error":{"msg":"no"}}', remove],
	])('is a failure in a %d with %j', (status, text, asked) => {
		const response = expect.objectContaining({ status, correlationId: 'c-1' }) as object;
		const data = expect.objectContaining({ 'x-correlation-id': 'c-1' }) as object;
		expect(() => parse(status, text, asked)).toThrow(expect.objectContaining({ response, data }));
	});

	test('has the ID in its header, on one line', () => {
		const idOf = (header: unknown) => correlationIdOf({ 'x-correlation-id': header as string });
		const ids = [' c\r\nX: 1 ', 'c'.repeat(201), '\n', undefined, ['c-1']].map(idOf);
		expect(ids).toEqual(['c X: 1', `${'c'.repeat(200)}…`, undefined, undefined, undefined]);
	});
});

describe('the words for one call', () => {
	/** The words for an answer to a call (method, path, status, the API's code); undefined when any call gets the same. */
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
		expect(others.filter((line) => explain(line) !== undefined)).toEqual([]);
		expect(explain(`GET ${path} 404`, '', { $error: 'no' })).toBeUndefined();
	});
});
