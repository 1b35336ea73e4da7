import { UserError } from 'n8n-workflow';
import type { JsonValue } from '../../../../nodes/shared/json';
import { type BadResponse, badResponse } from '../../../../nodes/shared/api/explain';
import { Limit } from '../../../../nodes/shared/api/deadline';
import { brokenOff, noResponse, failureCode } from '../../../../nodes/shared/api/noResponse';

describe('explain', () => {
	/** The words that people read. */
	function explainAnswer(answer: BadResponse): { message: string; description: string } {
		const { message, advice } = badResponse(answer);
		return { message, description: advice };
	}

	const refused = (status: number, error: JsonValue) => ({ status, body: { $error: error } });

	describe('an answer is explained by its status', () => {
		test.each<[number, JsonValue, string, RegExp]>([
			[
				200,
				'',
				"The platform's response can't be read",
				/^It is empty, cut off, nested too deeply or not JSON\. Check that the URL/,
			],
			[299, 'OK', "The platform's response can't be read", /^It is empty, cut off/],
			[300, '', 'The platform redirects to another URL', /^Enter the final URL in the credential\.$/],
			[300, {}, 'The platform redirects to another URL', /^Enter the final URL/],
			[399, '', 'The platform redirects to another URL', /^Enter the final URL/],
			[199, '', "The platform didn't accept the request", /^Check the values of the fields and run the node again\.$/],
			[400, '', "The platform didn't accept the request", /^Check the values of the fields/],
			[401, '', "The API token wasn't accepted", /^It is wrong, revoked or expired, .*Generate a new token/],
			[402, '', 'This needs a paid plan or an extra package', /^Ask the owner of the platform's account/],
			[403, '', "The API token's user isn't allowed to do this", /^A token has the rights of the user.*administrator/],
			[404, '', "The platform didn't find what was requested", /^Check the ID/],
			[429, '', 'Too many requests at once', /^The node waited and tried again.*Try again later/],
			[499, '', "The platform didn't accept the request", /^Check the values/],
			[500, '', 'The platform failed to process the request', /^The cause is on the platform's side\. .*x-correlation-id/],
			[501, '', 'The platform failed to process the request', /^The cause is on the platform's side/],
			...[502, 503, 504].map((status): [number, JsonValue, string, RegExp] => [
				status,
				'',
				"The platform isn't available at the moment",
				/^A gateway in front of the platform responded instead\. Try again later, or turn on "Retry On Fail" in the node's settings\.$/,
			]),
		])('%d with the body %j', (status, body, message, description) => {
			expect(explainAnswer({ status, body })).toEqual({ message, description: expect.stringMatching(description) });
		});

		test('a message is not to be repeated', () => {
			const asked = { method: 'POST', path: '/messages' } as const;
			expect(explainAnswer({ status: 503, body: '', asked }).description).toMatch(/Try again later\.$/);
		});

		test.each(['<!doctype html>', ' \n<HTML>', '<head>', '<body class="x">', '<?xml version="1.0"?>'])(
			'%j is a web page: the address is wrong, unless a gateway sent it',
			(body) => {
				for (const status of [200, 404, 500]) {
					expect(explainAnswer({ status, body })).toEqual({
						message: "A web page came back instead of the API's response",
						description: expect.stringMatching(/^The URL probably belongs to a website, .*Check the URL in the credential/),
					});
				}
				expect(explainAnswer({ status: 502, body }).message).toBe("The platform isn't available at the moment");
			},
		);

		test.each<[JsonValue]>([['x <html>'], ['<htm'], ['<p>'], [['<html>']]])('%j is not a web page', (body) => {
			expect(explainAnswer({ status: 500, body }).message).toBe('The platform failed to process the request');
		});
	});

	describe('a refusal is explained by its code', () => {
		test.each([
			['BODY_HAS_INVALID_FORMAT', "The platform couldn't read the request body"],
			['BODY_VALIDATION_ERROR', "The platform didn't accept some fields"],
			['RESOURCE_ID_IS_ABSENT', 'The request has no ID'],
			['UNIQUE_CONSTRAINT_FAILED', 'Something with this name or ID already exists'],
		])('%s', (scn, message) => {
			for (const status of [200, 400]) expect(explainAnswer(refused(status, { scn })).message).toBe(message);
		});

		test.each<[JsonValue]>([[{ scn: 5 }], [{ scn: 'constructor' }], [{}], ['text'], [[]], [null]])(
			'and by the status alone when there is no code, as in %j',
			(error) => {
				expect(explainAnswer(refused(400, error)).message).toBe("The platform didn't accept the request");
			},
		);

		test('and passed on unchanged for support, with the ID of the call', () => {
			const answer = refused(500, { sc: 1, violations: ['x'] });
			expect(badResponse({ ...answer, correlationId: 'c-1' }).data).toEqual({
				sc: 1,
				violations: ['x'],
				'x-correlation-id': 'c-1',
			});
			expect(badResponse({ ...answer, correlationId: 'c'.repeat(201) }).data?.['x-correlation-id']).toBe(`${'c'.repeat(200)}…`);
			for (const correlationId of ['', undefined])
				expect(badResponse({ ...answer, correlationId }).data).not.toHaveProperty('x-correlation-id');
		});
	});

	describe("the platform's own words", () => {
		test('stand in the headline of a refusal that has no words of its own, once', () => {
			for (const status of [200, 400]) {
				expect(explainAnswer(refused(status, { msg: ' no such chat ' }))).toEqual({
					message: "The platform didn't accept the request: no such chat",
					description: 'Check the values of the fields and run the node again.',
				});
			}
		});

		test('follow the advice when the headline has other words', () => {
			const { message, description } = explainAnswer(refused(400, { scn: 'UNIQUE_CONSTRAINT_FAILED', msg: 'tag exists' }));
			expect(message).toBe('Something with this name or ID already exists');
			expect(description).toMatch(/The platform says: tag exists\.$/);
			expect(explainAnswer(refused(403, { msg: 'only for owners' }))).toEqual({
				message: "The API token's user isn't allowed to do this",
				description: expect.stringMatching(/^A token has the rights .* The platform says: only for owners\.$/),
			});
		});

		test.each<[JsonValue]>([[' \n'], [''], [5], [null]])('are missing when msg is %j', (msg) => {
			expect(explainAnswer(refused(400, { msg }))).toEqual({
				message: "The platform didn't accept the request",
				description: 'Check the values of the fields and run the node again.',
			});
		});
	});

	describe('fields that were not accepted are named', () => {
		test.each<[JsonValue, string | undefined]>([
			[[{ propertyPath: 'a', name: 'must not be null', invalidValue: null }], 'a (must not be null, value: null)'],
			[[{ propertyPath: 'a', name: 'too short', invalidValue: '' }], 'a (too short, it is empty)'],
			[[{ propertyPath: 'a', invalidValue: { b: 1 } }], 'a (value: {"b":1})'],
			[[{ propertyPath: 'a', name: 'unknown' }], 'a (unknown)'],
			[[{ propertyPath: 'a' }], 'a'],
			[[{ name: 'a' }], 'a'],
			[[{}], 'a field'],
			[[{ propertyPath: 'a' }, 'b', null, { propertyPath: 'c' }], 'a; c'],
			[[{ propertyPath: 'a', invalidValue: 'x'.repeat(201) }], `a (value: ${'x'.repeat(200)}…)`],
			[[1, 2, 3, 4, 5].map((name) => ({ name })), '1; 2; 3; 4; 5'],
			[[1, 2, 3, 4, 5, 6, 7].map((name) => ({ name })), '1; 2; 3; 4; 5 and 2 more'],
			[[], undefined],
			[['a'], undefined],
			[{ propertyPath: 'a' }, undefined],
			[undefined as unknown as JsonValue, undefined],
		])('%j', (violations, named) => {
			const advice = 'Check the values of the fields and run the node again.';
			expect(explainAnswer(refused(400, { violations })).description).toBe(
				named === undefined ? advice : `${advice} Not accepted: ${named}.`,
			);
		});
	});

	describe('a model learns which values were not accepted', () => {
		const toModel = (status: number, violations: unknown) => badResponse(refused(status, { violations } as JsonValue)).model;

		test.each<[unknown, string]>([
			[[{ propertyPath: 'text', name: 'too long', invalidValue: 'Hello' }], 'text too long'],
			[[{ propertyPath: '', name: 'a' }, { propertyPath: 5, name: null }, { propertyPath: 'b' }], 'a; b'],
			[[{ name: 'x'.repeat(101) }], `${'x'.repeat(100)}…`],
			[Array.from({ length: 11 }, (_, index) => ({ name: `${index}` })), '0; 1; 2; 3; 4; 5; 6; 7; 8; 9'],
			[[{}], ''],
			[[], ''],
			[undefined, ''],
		])('%j', (violations, named) => {
			const refusal = "The platform didn't accept these values.";
			expect(toModel(400, violations)).toBe(named === '' ? refusal : `${refusal} It objects to: ${named}.`);
		});

		test('but not if something else was wrong', () => {
			expect(toModel(500, [{ name: 'secret' }])).not.toContain('secret');
		});
	});

	test('a response that breaks off counts as unclear, whatever the code', () => {
		const limit = new Limit(new AbortController().signal);
		const codes = ['CERT_HAS_EXPIRED', 'ECONNREFUSED', 'EPIPE'].map((code) => brokenOff({ code }, 'api.example.com', limit));
		expect(codes.map(({ outcome, response }) => [outcome, response?.code])).toEqual([
			['unknown', 'ECONNRESET'],
			['unknown', 'ECONNRESET'],
			['unknown', 'EPIPE'],
		]);
	});

	describe('a request without an answer is explained by its code', () => {
		const failed = (code?: string) => {
			const { message, advice, response } = noResponse(Object.assign(new Error('x'), { code }), 'api.example.com');
			return { message, description: advice, code: response?.code };
		};

		test.each([
			['ECONNREFUSED', 'No connection to api.example.com', /^Nothing responds at this address\. Check the host and the port/],
			['ECONNRESET', 'No connection to api.example.com', /^The connection was closed before a response came\. Try again/],
			['ENOTFOUND', 'No connection to api.example.com', /^This host doesn't exist\. Check the URL in the credential/],
			['EAI_AGAIN', 'No connection to api.example.com', /^The name of the host couldn't be looked up/],
			['EHOSTUNREACH', 'No connection to api.example.com', /^The n8n server can't reach this host\. Check the network/],
			['ENETUNREACH', 'No connection to api.example.com', /^The n8n server can't reach this host\. Check the network/],
			['ETIMEDOUT', "api.example.com didn't respond in time", /^The platform may be overloaded, or a firewall/],
			['ECONNABORTED', "api.example.com didn't respond in time", /^The platform may be overloaded, or a firewall/],
			['EPIPE', 'No connection to api.example.com', /^Check the URL in the credential and the network of the n8n server\.$/],
			[
				'CERT_HAS_EXPIRED',
				"The HTTPS certificate of api.example.com isn't valid",
				/^The token wasn't sent\. .*NODE_EXTRA_CA_CERTS/,
			],
		])('%s', (code, message, description) => {
			expect(failed(code)).toEqual({ message, description: expect.stringMatching(description), code });
		});

		test('and has nothing to correct, and no code, when a user stopped it', () => {
			expect(failed('ERR_CANCELED')).toEqual({
				message: 'The execution was stopped',
				description: 'This request was canceled.',
			});
		});
	});
});

describe('noResponse', () => {
	const withCode = (code: unknown) => Object.assign(new Error('failed with the token in it'), { code });
	const causedBy = (cause: unknown) => new Error('wrapped', { cause });

	/** Something under this many wrappings. */
	const deep = (times: number, inner: unknown): unknown => (times === 0 ? inner : causedBy(deep(times - 1, inner)));

	describe('the code of a failure', () => {
		test.each<[string, unknown, string | undefined]>([
			['its own', withCode('ECONNRESET'), 'ECONNRESET'],
			['that of its cause', causedBy(withCode('ENOTFOUND')), 'ENOTFOUND'],
			['that of the first of several attempts', { errors: [withCode('EHOSTUNREACH'), withCode('ECONNREFUSED')] }, 'EHOSTUNREACH'],
			['that of its cause, where no attempt is told', { errors: [], cause: withCode('ECONNREFUSED') }, 'ECONNREFUSED'],
			['that of its cause, where its own is a status', Object.assign(causedBy(withCode('EPROTO')), { code: 500 }), 'EPROTO'],
			['under four wrappings', deep(4, withCode('ECONNRESET')), 'ECONNRESET'],
			['too deep to be looked for', deep(5, withCode('ECONNRESET')), undefined],
			['attempts too deep', { errors: [{ errors: [{ errors: [{ errors: [{ errors: [withCode('X')] }] }] }] }] }, undefined],
			['none', new Error('x'), undefined],
			['of a text', 'ECONNRESET', undefined],
			['of a function', Object.assign(() => undefined, { code: 'ECONNRESET' }), undefined],
			['of null', null, undefined],
			['of attempts that are no list', { errors: 'E' }, undefined],
		])('%s', (_what, error, code) => {
			expect(failureCode(error)).toBe(code);
		});
	});

	describe('the fault of a credential', () => {
		const fault = new UserError('The API Token is empty.');

		test.each<[string, unknown, boolean]>([
			['itself', fault, true],
			['under four wrappings', deep(4, fault), true],
			['too deep', deep(5, fault), false],
			['in something that is no error', { cause: fault }, false],
			['another error', new Error('x'), false],
			['nothing', undefined, false],
		])('%s', (_what, error, found) => {
			expect(noResponse(error, 'api.example.com').message === fault.message).toBe(found);
		});
	});

	describe('a request certainly reached no one', () => {
		test.each([
			'ECONNREFUSED',
			'ENOTFOUND',
			'EAI_AGAIN',
			'EHOSTUNREACH',
			'ENETUNREACH',
			'EPROTO',
			'ERR_INVALID_URL',
			'ERR_INVALID_CHAR',
			'CERT_HAS_EXPIRED',
			'DEPTH_ZERO_SELF_SIGNED_CERT',
			'ERR_TLS_CERT_ALTNAME_INVALID',
			'SELF_SIGNED_CERT_IN_CHAIN',
			'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
			'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
		])('with %s', (code) => {
			expect(noResponse(causedBy(withCode(code)), 'a').outcome).toBe('notSent');
		});

		test.each([
			'ECONNRESET',
			'ETIMEDOUT',
			'EPIPE',
			'ERR_CANCELED',
			'ERR_STREAM_PREMATURE_CLOSE',
			'ERR_SSL_WRONG_VERSION_NUMBER',
			'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
			'MY_ECONNREFUSED',
			'ENOTFOUND_2',
			'',
		])('not with %j: the other side may have it', (code) => {
			expect(noResponse(withCode(code), 'a').outcome).toBe('unknown');
		});

		test('not when nothing is known', () => {
			expect(noResponse(new Error('x'), 'a').outcome).toBe('unknown');
		});
	});
});
