/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { type INode, NodeApiError, NodeOperationError, UserError } from 'n8n-workflow';
import { readConnection } from '../../../../nodes/shared/api/connection';
import { parseResponse } from '../../../../nodes/shared/api/envelope';
import type { JsonValue } from '../../../../nodes/shared/json';
import { type BadResponse, badResponse, asFailure } from '../../../../nodes/shared/api/explain';
import { Limit } from '../../../../nodes/shared/api/deadline';
import { brokenOff, noResponse, failureCode } from '../../../../nodes/shared/api/noResponse';
import { inspect } from 'node:util';
import { Failure, nodeError } from '../../../../nodes/shared/failure';

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

	test('a chat that the platform does not know', () => {
		const message = "The platform doesn't know this chat";
		const description =
			'It may have been deleted or belong to another account. Choose the chat from the list, or take it from the trigger.';
		for (const path of ['GET /chats/tg_1_2/memo', 'POST /chats/1/memo', 'PATCH /chats/42', 'POST /chats/1/tags/x%20y'])
			expect(explain(`${path} 404 NOT_FOUND`)).toEqual({ message, description });
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

describe('the error of n8n', () => {
	const node: INode = { id: '1', name: 'A', type: 'x', typeVersion: 1, position: [0, 0], parameters: {} };

	/** n8n's own error of a failed request: its cause holds the request with the token. */
	const withRequest = () => {
		const error = new NodeApiError(node, {}, { message: 'Wrapped', httpCode: '500' });
		error.cause = Object.assign(new Error('x'), { code: 'ECONNRESET', config: { headers: 'secret-token' } });
		return error;
	};

	// which outcome: MessagingPlatform/run/errorOutput.test.ts
	test('is an API error with the status or code of a response, or of a request without one, and another of anything else', () => {
		const refused = nodeError(node, badResponse({ status: 400, body: { $error: { sc: 1 } } }), 7);
		expect(refused).toBeInstanceOf(NodeApiError);
		expect(refused).toMatchObject({ httpCode: '400', context: { itemIndex: 7, data: { sc: 1 } }, node });
		const error = nodeError(node, noResponse({ code: 'ECONNREFUSED' }, 'api.example.com'), 7);
		expect(error).toMatchObject({ message: 'No connection to api.example.com', httpCode: 'none' });
		expect(error.context).toMatchObject({ data: { code: 'ECONNREFUSED' }, itemIndex: 7 });
		// n8n rewords a message with a code in it
		const other = nodeError(node, Failure.ofValue('ENOENT is no channel', 'Choose one.').with({ data: { sc: 1 } }), 7);
		expect(other).toBeInstanceOf(NodeOperationError);
		expect(other).toMatchObject({ message: 'ENOENT is no channel', description: 'Choose one.' });
		expect(other.context).toMatchObject({ data: { sc: 1 }, itemIndex: 7 });
	});

	test('keeps no request of whatever is thrown', () => {
		const [made, shown] = [asFailure(withRequest()), nodeError(node, withRequest(), 7)];
		expect([made.message, shown.message]).toEqual(['No connection to the platform', 'A request failed']);
		for (const one of [made, shown]) expect(inspect(one, { depth: 9 })).not.toContain('secret');
		expect(shown.context.itemIndex).toBe(7);
		expect(Failure.of(withRequest())).toMatchObject({ outcome: 'unknown', model: 'The tool failed.' });
	});
});
