import { UserError } from 'n8n-workflow';
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
		[199, '', request, /^Check the values of the fields and run the node again\.$/],
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
		const description = expect.stringMatching(
			/^The URL probably belongs to a website, .*Check the URL in the credential/,
		) as string;
		for (const body of ['<!doctype html>', ' \n<HTML>', '<head>', '<body class="x">', '<?xml version="1.0"?>']) {
			for (const status of [200, 404, 500]) expect(wordsOf({ status, body })).toEqual({ message, description });
			expect(wordsOf({ status: 502, body }).message).toBe(gateway);
		}
		const others: JsonValue[] = ['x <html>', '<htm', '<p>', ['<html>']];
		expect(others.filter((body) => wordsOf({ status: 500, body }).message !== server)).toEqual([]);
	});

	test.each([
		['BODY_HAS_INVALID_FORMAT', "The platform couldn't read the request body"],
		['BODY_VALIDATION_ERROR', "The platform didn't accept some fields"],
		['RESOURCE_ID_IS_ABSENT', 'The request has no ID'],
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

	test.each<[JsonValue, string | undefined]>([
		[[{ propertyPath: 'a', name: 'must not be null', invalidValue: null }], 'a (must not be null, value: null)'],
		[[{ propertyPath: 'a', name: 'too short', invalidValue: '' }], 'a (too short, it is empty)'],
		[[{ propertyPath: 'a', invalidValue: { b: 1 } }], 'a (value: {"b":1})'],
		[[{ name: 'a' }], 'a'],
		[[{ propertyPath: 'a' }, 'b', null, { propertyPath: 'c' }], 'a; c'],
		[[{ propertyPath: 'a', invalidValue: 'x'.repeat(201) }], `a (value: ${'x'.repeat(200)}…)`],
		[[1, 2, 3, 4, 5, 6, 7].map((name) => ({ name })), '1; 2; 3; 4; 5 and 2 more'],
		[{ propertyPath: 'a' }, undefined],
	])('with the fields that were not accepted, %j', (violations, named) => {
		const advice = 'Check the values of the fields and run the node again.';
		expect(wordsOf(refused(400, { violations })).description).toBe(
			named === undefined ? advice : `${advice} Not accepted: ${named}.`,
		);
	});

	test.each<[unknown, string]>([
		[[{ propertyPath: 'text', name: 'too long', invalidValue: 'Hello' }], ' It objects to: text too long.'],
		[[{ propertyPath: '', name: 'a' }, { propertyPath: 5, name: null }, { propertyPath: 'b' }], ' It objects to: a; b.'],
		[[{ name: 'x'.repeat(101) }], ` It objects to: ${'x'.repeat(100)}….`],
		[Array.from({ length: 11 }, (_, index) => ({ name: `${index}` })), ' It objects to: 0; 1; 2; 3; 4; 5; 6; 7; 8; 9.'],
		[[{}], ''],
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
		['EAI_AGAIN', none, /^The name of the host couldn't be looked up/],
		['EHOSTUNREACH', none, /^The n8n server can't reach this host\. Check the network/],
		['ETIMEDOUT', late, /^The platform may be overloaded, or a firewall/],
		['EPIPE', none, /^Check the URL in the credential and the network of the n8n server\.$/],
		[
			'CERT_HAS_EXPIRED',
			"The HTTPS certificate of api.example.com isn't valid",
			/^The token wasn't sent\. .*NODE_EXTRA_CA_CERTS/,
		],
		['ERR_CANCELED', 'The execution was stopped', /^This request was canceled\.$/],
	])('is explained by its code %s', (code, message, advice) => {
		const failure = noResponse(withCode(code), 'api.example.com');
		expect(failure).toMatchObject({ message, advice: expect.stringMatching(advice) });
		expect(failure.response?.code).toBe(code === 'ERR_CANCELED' ? undefined : code);
	});

	test('has the code from the error, its first attempt or its cause, up to four levels deep', () => {
		const attempts = { errors: [withCode('EHOSTUNREACH'), withCode('ECONNREFUSED')] };
		const byCause = [{ errors: [], cause: withCode('EPROTO') }, Object.assign(causedBy(withCode('EPROTO')), { code: 500 })];
		const codes = [withCode('ECONNRESET'), attempts, ...byCause, deep(4, withCode('EPIPE'))].map((error) => failureCode(error));
		expect(codes).toEqual(['ECONNRESET', 'EHOSTUNREACH', 'EPROTO', 'EPROTO', 'EPIPE']);
		const deeper = [deep(5, withCode('ECONNRESET')), { errors: [deep(4, { errors: [withCode('X')] })] }];
		expect(
			[...deeper, new Error('x'), 'ECONNRESET', null, { errors: 'E' }].filter((error) => failureCode(error) !== undefined),
		).toEqual([]);
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
		expect(codes.map(({ outcome, response }) => [outcome, response?.code])).toEqual(
			['ECONNRESET', 'ECONNRESET', 'EPIPE'].map((code) => ['unknown', code]),
		);
	});
});
