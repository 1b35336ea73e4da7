import type { INodeParameters } from 'n8n-workflow';
import type { RefusalCode } from '../../../../nodes/MessagingPlatformTrigger/verify/refusals';
import { checkClaims, checkHeader, type ClaimRules, readToken } from '../../../../nodes/MessagingPlatformTrigger/verify/token';
import { refusedBy } from '../../../helpers/deliveries';
import { useTriggers } from '../../../helpers/useTriggers';

const NOW = 1_800_000_000;
const MAX_TOKEN_LENGTH = 8_192;
const LONGEST = `aZ09_-.b.${'c'.repeat(MAX_TOKEN_LENGTH - 9)}`;

/** The code of a refusal, and its line in the log. */
function refusalOf(run: () => unknown): [code: string, message: string] {
	const { code, message } = refusedBy(run);
	return [code, message];
}

describe('the token', () => {
	test.each(['Bearer a.b.c', 'bearer a.b.c', 'jwt a.b.c', 'Bearer  a.b.c ', `JWT ${LONGEST}`])('is read from %.30j', (header) => {
		expect(readToken(header)).toBe(header.split(/ +/)[1]);
	});

	test('is not in a header that begins with a space, has an empty part or is too long', () => {
		expect(refusalOf(() => readToken(' a.b.c'))[0]).toBe('scheme');
		for (const token of ['.b.c', 'a..c', 'a.b.']) expect(refusalOf(() => readToken(`JWT ${token}`))[0]).toBe('token_malformed');
		expect(refusalOf(() => readToken(`JWT ${LONGEST}c`))[1]).toContain('(8193 characters, the limit is 8192)');
	});

	test('may say that it is a JWT, and must name its algorithm', () => {
		for (const header of [{ alg: 'RS512' }, { alg: 'RS512', typ: 'jwt', kid: 'x' }])
			expect(() => checkHeader(header)).not.toThrow();
		expect(refusalOf(() => checkHeader({}))[1]).toContain('alg is missing');
		expect(refusalOf(() => checkHeader({ alg: 'RS512', typ: 5 }))[1]).toContain('typ is a number');
	});
});

describe('the claims of a token', () => {
	const rules: ClaimRules = {
		...{ issuer: 'SERVICE', accountId: 'account-1', hosts: [{ hostname: 'n8n.example.com', port: '5678' }] },
		...{ toleranceMs: 30_000, maxLifetimeMs: Infinity },
	};
	const good = { iss: 'SERVICE', aud: 'n8n.example.com', sub: 'account-1', iat: NOW, exp: NOW + 300 };
	const check = (claims: object, changed: Partial<ClaimRules> = {}) =>
		checkClaims({ ...good, ...claims }, { ...rules, ...changed }, NOW * 1_000);

	test.each<object>([
		{},
		{ aud: ['other.example.com', 5, 'n8n.example.com:5678'] },
		{ iat: 0, exp: NOW + 36_500 * 86_400 },
		{ iat: NOW + 30, nbf: NOW + 30 },
		{ iat: NOW - 60, exp: NOW - 29.999, nbf: 0 },
	])('are good with %j', (claims) => {
		expect(() => check(claims)).not.toThrow();
	});

	const alike = ': they differ only in the slash at the end or in upper and lower case';

	test.each<[object, RefusalCode, string]>([
		[{ iss: 'OTHER' }, 'issuer', '(iss is "OTHER", the credential has "SERVICE")'],
		[{ iss: 'Service/' }, 'issuer', `(iss is "Service/", the credential has "SERVICE"${alike})`],
		[{ iss: 'SERVICE//' }, 'issuer', 'the credential has "SERVICE")'],
		[{ iss: 'a\nb\u001b[31m\u007fü' }, 'issuer', 'iss is "a?b?[31m??"'],
		[{ iss: 'x'.repeat(201) }, 'issuer', `iss is "${'x'.repeat(200)}…"`],
		[{ aud: 'n8n.example.com:443' }, 'audience', 'aud is "n8n.example.com:443", this webhook\'s host is "n8n.example.com"'],
		[{ aud: ['x', ['n8n.example.com']] }, 'audience', 'aud is a list of 2'],
		[{ sub: 'account-2' }, 'account', 'sub is "account-2", this trigger is registered for "account-1"'],
		[{ iat: Infinity }, 'issued_at', 'iat is a number'],
		[{ exp: NOW }, 'expiry', 'exp is not after iat'],
		[{ iat: NOW + 31, exp: NOW + 300 }, 'issued_in_future', 'by 31 s'],
		[{ nbf: NOW + 31 }, 'not_before', 'in 31 s'],
		[{ iat: NOW - 60, exp: NOW - 30 }, 'expired', '30 s ago'],
	])('are refused with %j: %s', (claims, code, seen) => {
		expect(refusalOf(() => check(claims))).toEqual([code, expect.stringContaining(seen)]);
	});

	test('name no port when the webhook has the usual one', () => {
		const hosts = [{ hostname: 'n8n.example.com', port: '' }];
		expect(refusalOf(() => check({ aud: 'n8n.example.com:' }, { hosts }))[0]).toBe('audience');
		expect(() => check({}, { hosts })).not.toThrow();
	});

	test('may not be valid for longer than is allowed', () => {
		expect(() => check({}, { maxLifetimeMs: 300_000 })).not.toThrow();
		const refusal = refusalOf(() => check({ exp: NOW + 600 }, { maxLifetimeMs: 300_000 }));
		expect(refusal).toEqual(['lifetime', expect.stringContaining('(10 min, the limit is 5)')]);
	});
});

describe('a delivery', () => {
	const stage = useTriggers();

	test.each<[INodeParameters, { lifetimeSeconds?: number; agoMs?: number }, string | undefined]>([
		[{ maxLifetimeHours: 1 }, { lifetimeSeconds: 3_600 }, undefined],
		[{ maxLifetimeHours: 1 }, { lifetimeSeconds: 3_601 }, 'lifetime'],
		[{ clockToleranceSeconds: 10 }, { agoMs: 309_000 }, undefined],
		[{ clockToleranceSeconds: 10 }, { agoMs: 310_000 }, 'expired'],
	])('with %j and a token of %j: %s', async (security, { agoMs = 0, ...token }, code) => {
		stage.trigger.setParameters({ security });
		expect((await stage.deliver({ now: stage.now - agoMs, ...token })).code).toBe(code);
	});
});
