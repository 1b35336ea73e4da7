/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { UserError } from 'n8n-workflow';
import { failureCode, noAnswer } from '../../../../nodes/shared/api/noAnswer';

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
		expect(noAnswer(error, 'api.example.com').message === fault.message).toBe(found);
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
		expect(noAnswer(causedBy(withCode(code)), 'a').outcome).toBe('notSent');
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
		expect(noAnswer(withCode(code), 'a').outcome).toBe('unknown');
	});

	test('not when nothing is known', () => {
		expect(noAnswer(new Error('x'), 'a').outcome).toBe('unknown');
	});
});
