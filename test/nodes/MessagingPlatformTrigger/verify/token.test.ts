import type { INodeParameters } from 'n8n-workflow';
import { quote, Refusal, REFUSALS, type RefusalCode } from '../../../../nodes/MessagingPlatformTrigger/verify/refusals';
import {
	checkClaims,
	checkHeader,
	type ClaimRules,
	decodeToken,
	readToken,
} from '../../../../nodes/MessagingPlatformTrigger/verify/token';
import { refusedBy } from '../../../helpers/deliveries';
import { useTriggers } from '../../../helpers/useTriggers';

const NOW = 1_800_000_000;
const MAX_TOKEN_LENGTH = 8_192;

const part = (value: string) => Buffer.from(value).toString('base64url');
const LONGEST = `aZ09_-.b.${'c'.repeat(MAX_TOKEN_LENGTH - 9)}`;

describe('the token', () => {
	test.each(['Bearer a.b.c', 'bearer a.b.c', 'JWT a.b.c', 'jwt a.b.c', 'Bearer  a.b.c ', `JWT ${LONGEST}`])(
		'is read from %.30j',
		(header) => {
			expect(readToken(header)).toBe(header.split(/ +/)[1]);
		},
	);

	test.each<[string, RefusalCode]>([
		[' a.b.c', 'scheme'],
		['JWTX', 'scheme'],
		['Bearer .b.c', 'token_malformed'],
		['Bearer a..c', 'token_malformed'],
		['Bearer a.b.', 'token_malformed'],
	])('is not in %j: %s', (header, code) => {
		expect(refusedBy(() => readToken(header)).code).toBe(code);
	});

	test('can have up to 8,192 characters', () => {
		expect(refusedBy(() => readToken(`Bearer ${LONGEST}c`)).message).toContain('(8193 characters, the limit is 8192)');
	});

	test('has a header and claims', () => {
		const decoded = decodeToken(`${part('{"alg":"RS512"}')}.${part('{"sub":"ü"}')}.x`);
		expect(decoded).toEqual({ header: { alg: 'RS512' }, claims: { sub: 'ü' } });
	});

	test.each([{ alg: 'RS512' }, { alg: 'RS512', typ: 'jwt', kid: 'x' }])('may have the header %j', (header) => {
		expect(() => checkHeader(header)).not.toThrow();
	});

	test.each<[object, RefusalCode, string]>([
		[{}, 'algorithm', 'alg is missing'],
		[{ alg: 'HS512' }, 'algorithm', 'alg is "HS512"'],
		[{ alg: 'RS512', typ: 5 }, 'type', 'typ is a number'],
	])('may not have the header %j', (header, code, seen) => {
		const refusal = refusedBy(() => checkHeader({ ...header }));
		expect([refusal.code, refusal.message]).toEqual([code, expect.stringContaining(seen)]);
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
		{ iat: NOW + 30 },
		{ nbf: 0 },
		{ nbf: NOW + 30 },
		{ iat: NOW - 60, exp: NOW - 29.999 },
	])('are good with %j', (claims) => {
		expect(() => check(claims)).not.toThrow();
	});

	const alike = ': they differ only in the slash at the end or in upper and lower case';

	test.each<[object, RefusalCode, string]>([
		[{ iss: 'OTHER' }, 'issuer', '(iss is "OTHER", the credential has "SERVICE")'],
		[{ iss: 'Service/' }, 'issuer', `(iss is "Service/", the credential has "SERVICE"${alike})`],
		[{ iss: 'SERVICE//' }, 'issuer', 'the credential has "SERVICE")'],
		[{ aud: 'n8n.example.com:443' }, 'audience', 'aud is "n8n.example.com:443", this webhook\'s host is "n8n.example.com"'],
		[{ aud: ['x', ['n8n.example.com']] }, 'audience', 'aud is a list of 2'],
		[{ sub: 'account-2' }, 'account', 'sub is "account-2", this trigger is registered for "account-1"'],
		[{ iat: Infinity }, 'issued_at', 'iat is a number'],
		[{ exp: NOW }, 'expiry', 'exp is not after iat'],
		[{ iat: NOW + 31, exp: NOW + 300 }, 'issued_in_future', 'by 31 s'],
		[{ nbf: NOW + 90 }, 'not_before', 'in 90 s'],
		[{ iat: NOW - 60, exp: NOW - 30 }, 'expired', '30 s ago'],
	])('are refused with %j: %s', (claims, code, seen) => {
		const refusal = refusedBy(() => check(claims));
		expect([refusal.code, refusal.message]).toEqual([code, expect.stringContaining(seen)]);
	});

	test('name no port when the webhook has the usual one', () => {
		const hosts = [{ hostname: 'n8n.example.com', port: '' }];
		expect(refusedBy(() => check({ aud: 'n8n.example.com:' }, { hosts })).code).toBe('audience');
		expect(() => check({}, { hosts })).not.toThrow();
	});

	test('may not be valid for longer than is allowed', () => {
		expect(() => check({}, { maxLifetimeMs: 300_000 })).not.toThrow();
		const refusal = refusedBy(() => check({ exp: NOW + 600 }, { maxLifetimeMs: 300_000 }));
		expect([refusal.code, refusal.message]).toEqual(['lifetime', expect.stringContaining('(10 min, the limit is 5)')]);
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

	test('is accepted again with the same token until it expires, and never with another signature or other claims', async () => {
		const token = stage.platform.token({ now: stage.now });
		const send = async (jwt: string) =>
			(await stage.send(undefined, undefined, { headers: { 'content-type': 'application/json', authorization: `JWT ${jwt}` } }))
				.code;
		const [head, claims = '', signature] = token.split('.');
		const other = part(Buffer.from(claims, 'base64url').toString().replace('}', ',"jti":"another"}'));
		const foreign = stage.platform.token({ now: stage.now, key: stage.platform.otherKey }).split('.')[2];
		for (const advance of [0, 329_000]) {
			stage.now += advance;
			expect(await send(token)).toBeUndefined();
			expect(await send(`${head}.${other}.${signature}`)).toBe('signature');
			expect(await send(`${head}.${claims}.${foreign}`)).toBe('signature');
		}
		stage.now += 1_000;
		expect(await send(token)).toBe('expired');
		expect(stage.fetches()).toBeLessThan(4);
	});
});

describe('a refusal', () => {
	test.each(Object.entries(REFUSALS))('%s says to the operator what happened and what to do', (code, { message, advice }) => {
		expect(code).toMatch(/^[a-z][a-z0-9_]+$/);
		expect(message).toMatch(/^[A-Z][^\n]{15,}[^.\s]$/);
		expect(advice).toMatch(/^[A-Z][^\n]{15,}\.$/);
	});

	test('says whether a newer credential might change it', () => {
		const codes = Object.keys(REFUSALS) as RefusalCode[];
		const depending = codes.filter((code) => new Refusal(code).dependsOnCredential);
		expect(depending.sort()).toEqual(['account', 'issuer', 'issuer_not_configured', 'key_origin']);
	});

	test.each<[unknown, string]>([
		['plain text ~', '"plain text ~"'],
		['a\nb\u001b[31m\u007fü', '"a?b?[31m??"'],
		['x'.repeat(201), `"${'x'.repeat(200)}…"`],
		[undefined, 'missing'],
		[7, 'a number'],
	])('shows %.20j as %s', (value, shown) => {
		expect(quote(value)).toBe(shown);
	});
});
