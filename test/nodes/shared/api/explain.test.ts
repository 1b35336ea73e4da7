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
		[299, 'OK', unreadable, /^It is empty, cut off/],
		[300, {}, redirect, /^Enter the final URL in the credential\.$/],
		[399, '', redirect, /^Enter the final URL/],
		[199, '', request, /^Check the values of the fields and run the node again\.$/],
		[400, '', request, /^Check the values of the fields/],
		[401, '', "The API token wasn't accepted", /^It is wrong, revoked or expired, .*Generate a new token/],
		[402, '', 'This needs a paid plan or an extra package', /^Ask the owner of the platform's account/],
		[403, '', "The API token's user isn't allowed to do this", /^A token has the rights of the user.*administrator/],
		[404, '', "The platform didn't find what was requested", /^Check the ID/],
		[429, '', 'Too many requests at once', /^The node waited and tried again.*Try again later/],
		[499, '', request, /^Check the values/],
		[500, '', server, /^The cause is on the platform's side\. .*x-correlation-id/],
		[501, '', server, /^The cause is on the platform's side/],
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

	test.each(['<!doctype html>', ' \n<HTML>', '<head>', '<body class="x">', '<?xml version="1.0"?>'])(
		'as a web page, %j, unless a gateway sent it',
		(body) => {
			for (const status of [200, 404, 500]) {
				expect(wordsOf({ status, body })).toEqual({
					message: "A web page came back instead of the API's response",
					description: expect.stringMatching(/^The URL probably belongs to a website, .*Check the URL in the credential/),
				});
			}
			expect(wordsOf({ status: 502, body }).message).toBe(gateway);
		},
	);

	test.each<[JsonValue]>([['x <html>'], ['<htm'], ['<p>'], [['<html>']]])('not as a web page, %j', (body) => {
		expect(wordsOf({ status: 500, body }).message).toBe(server);
	});

	test.each([
		['BODY_HAS_INVALID_FORMAT', "The platform couldn't read the request body"],
		['BODY_VALIDATION_ERROR', "The platform didn't accept some fields"],
		['RESOURCE_ID_IS_ABSENT', 'The request has no ID'],
		['UNIQUE_CONSTRAINT_FAILED', 'Something with this name or ID already exists'],
	])('by its code %s', (scn, message) => {
		for (const status of [200, 400]) expect(wordsOf(refused(status, { scn })).message).toBe(message);
	});

	test.each<[JsonValue]>([[{ scn: 5 }], [{ scn: 'constructor' }], [{}], ['text'], [[]], [null]])(
		'by the status alone when there is no code, as in %j',
		(error) => {
			expect(wordsOf(refused(400, error)).message).toBe(request);
		},
	);

	test("in the platform's own words, in the headline or after the advice, once", () => {
		const advice = 'Check the values of the fields and run the node again.';
		for (const status of [200, 400]) {
			expect(wordsOf(refused(status, { msg: ' no such chat ' }))).toEqual({
				message: `${request}: no such chat`,
				description: advice,
			});
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
		[[{ propertyPath: 'a', name: 'unknown' }], 'a (unknown)'],
		[[{ name: 'a' }], 'a'],
		[[{}], 'a field'],
		[[{ propertyPath: 'a' }, 'b', null, { propertyPath: 'c' }], 'a; c'],
		[[{ propertyPath: 'a', invalidValue: 'x'.repeat(201) }], `a (value: ${'x'.repeat(200)}…)`],
		[[1, 2, 3, 4, 5].map((name) => ({ name })), '1; 2; 3; 4; 5'],
		[[1, 2, 3, 4, 5, 6, 7].map((name) => ({ name })), '1; 2; 3; 4; 5 and 2 more'],
		[[], undefined],
		[['a'], undefined],
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
		['ENETUNREACH', none, /^The n8n server can't reach this host\. Check the network/],
		['ETIMEDOUT', late, /^The platform may be overloaded, or a firewall/],
		['ECONNABORTED', late, /^The platform may be overloaded, or a firewall/],
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

	test.each<[string, unknown, string | undefined]>([
		['its own', withCode('ECONNRESET'), 'ECONNRESET'],
		['that of the first of several attempts', { errors: [withCode('EHOSTUNREACH'), withCode('ECONNREFUSED')] }, 'EHOSTUNREACH'],
		['that of its cause, where no attempt is told', { errors: [], cause: withCode('ECONNREFUSED') }, 'ECONNREFUSED'],
		['that of its cause, where its own is a status', Object.assign(causedBy(withCode('EPROTO')), { code: 500 }), 'EPROTO'],
		['that under four wrappings', deep(4, withCode('ECONNRESET')), 'ECONNRESET'],
		['none that is deeper', deep(5, withCode('ECONNRESET')), undefined],
		['none of attempts that are deeper', { errors: [deep(4, { errors: [withCode('X')] })] }, undefined],
		['none', new Error('x'), undefined],
		['none of a text', 'ECONNRESET', undefined],
		['none of null', null, undefined],
		['none of attempts that are no list', { errors: 'E' }, undefined],
	])('has as its code %s', (_what, error, code) => {
		expect(failureCode(error)).toBe(code);
	});

	const fault = new UserError('The API Token is empty.');
	test.each<[string, unknown, boolean]>([
		['itself', fault, true],
		['under four wrappings', deep(4, fault), true],
		['too deep', deep(5, fault), false],
		['in something that is no error', { cause: fault }, false],
	])('shows the fault of a credential %s: %p', (_what, error, found) => {
		expect(noResponse(error, 'api.example.com').message === fault.message).toBe(found);
	});

	test.each([
		...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EPROTO', 'ERR_INVALID_URL', 'ERR_INVALID_CHAR'],
		...['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'ERR_TLS_CERT_ALTNAME_INVALID', 'SELF_SIGNED_CERT_IN_CHAIN'],
		...['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'],
	])('certainly reached no one with %s', (code) => {
		expect(noResponse(causedBy(withCode(code)), 'a').outcome).toBe('notSent');
	});

	test.each([
		...['ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ERR_CANCELED', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_SSL_WRONG_VERSION_NUMBER'],
		...['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'MY_ECONNREFUSED', 'ENOTFOUND_2', '', undefined],
	])('may have reached the other side with %j', (code) => {
		expect(noResponse(withCode(code), 'a').outcome).toBe('unknown');
	});

	test('whose response broke off is unclear, whatever the code', () => {
		const limit = new Limit(new AbortController().signal);
		const codes = ['CERT_HAS_EXPIRED', 'ECONNREFUSED', 'EPIPE'].map((code) => brokenOff({ code }, 'api.example.com', limit));
		expect(codes.map(({ outcome, response }) => [outcome, response?.code])).toEqual(
			['ECONNRESET', 'ECONNRESET', 'EPIPE'].map((code) => ['unknown', code]),
		);
	});
});
