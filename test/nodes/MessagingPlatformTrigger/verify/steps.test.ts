import { quote, Refusal, REFUSALS, type RefusalCode } from '../../../../nodes/MessagingPlatformTrigger/verify/refusals';
import {
	checkClaims,
	checkHeader,
	type ClaimRules,
	decodeToken,
	readHost,
	readToken,
} from '../../../../nodes/MessagingPlatformTrigger/verify/token';
import { refusedBy } from '../../../helpers/deliveries';

const NOW = 1_800_000_000;
const MAX_TOKEN_LENGTH = 8_192;

const part = (value: string | Buffer) => Buffer.from(value).toString('base64url');

describe('the token of the Authorization header', () => {
	test.each(['Bearer a.b.c', 'bearer a.b.c', 'JWT a.b.c', 'jwt a.b.c', 'Bearer  a.b.c '])('is read from %j', (header) => {
		expect(readToken(header)).toBe('a.b.c');
	});

	test.each<[string | undefined, RefusalCode]>([
		[undefined, 'token_missing'],
		['', 'token_missing'],
		['a.b.c', 'scheme'],
		[' a.b.c', 'scheme'],
		['Basic a.b.c', 'scheme'],
		['JWTX', 'scheme'],
		['XBearer a.b.c', 'scheme'],
		['BearerX a.b.c', 'scheme'],
		['JWTX a.b.c', 'scheme'],
		['Bearer ', 'token_malformed'],
		['Bearer a.b', 'token_malformed'],
		['Bearer a.b.c.d', 'token_malformed'],
		['Bearer .b.c', 'token_malformed'],
		['Bearer a..c', 'token_malformed'],
		['Bearer a.b.', 'token_malformed'],
		['Bearer a.b.c d', 'token_malformed'],
		['Bearer a+.b.c', 'token_malformed'],
		['Bearer a.b/.c', 'token_malformed'],
		['Bearer a.b.c=', 'token_malformed'],
		[`Bearer a.b.${'c'.repeat(MAX_TOKEN_LENGTH - 3)}`, 'token_too_long'],
	])('is not in %.30j: %s', (header, code) => {
		expect(refusedBy(() => readToken(header)).code).toBe(code);
	});

	test('may be long, with every letter of base64url', () => {
		const token = `aZ09_-.aZ09_-.${'Z09_-'.repeat(1_600)}`;
		expect(readToken(`Bearer ${token}`)).toBe(token);
		const longest = `a.b.${'c'.repeat(MAX_TOKEN_LENGTH - 4)}`;
		expect(readToken(`Bearer ${longest}`)).toBe(longest);
		expect(refusedBy(() => readToken(`Bearer ${longest}c`)).message).toContain('(8193 characters, the limit is 8192)');
	});

	test('is taken apart into its header and its claims', () => {
		expect(decodeToken(`${part('{"alg":"RS512"}')}.${part('{"sub":"ü"}')}.x`)).toEqual({
			header: { alg: 'RS512' },
			claims: { sub: 'ü' },
		});
	});

	test.each<[string, string | Buffer]>([
		['a list', '[]'],
		['null', 'null'],
		['a text', '"{}"'],
		['no JSON', '{'],
		['no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
		['nested without end', '['.repeat(6_000)],
	])('says nothing with a part that is %s', (_what, value) => {
		expect(refusedBy(() => decodeToken(`${part(value)}.${part('{}')}.x`)).code).toBe('header_malformed');
		expect(refusedBy(() => decodeToken(`${part('{}')}.${part(value)}.x`)).code).toBe('claims_malformed');
	});
});

describe("the token's header", () => {
	test.each([{ alg: 'RS512' }, { alg: 'RS512', typ: 'JWT' }, { alg: 'RS512', typ: 'jwt', kid: 'x' }])('may be %j', (header) => {
		expect(() => checkHeader(header)).not.toThrow();
	});

	test.each<[object, RefusalCode, string]>([
		[{}, 'algorithm', 'alg is missing'],
		[{ alg: 'none' }, 'algorithm', 'alg is "none"'],
		[{ alg: 'HS512' }, 'algorithm', 'alg is "HS512"'],
		[{ alg: 'rs512' }, 'algorithm', 'alg is "rs512"'],
		[{ alg: ['RS512'] }, 'algorithm', 'alg is a object'],
		[{ alg: 'RS512', crit: [] }, 'critical_header', ''],
		[{ alg: 'RS512', crit: null }, 'critical_header', ''],
		[{ alg: 'RS512', typ: 'at+jwt' }, 'type', 'typ is "at+jwt"'],
		[{ alg: 'RS512', typ: '' }, 'type', 'typ is ""'],
		[{ alg: 'RS512', typ: 5 }, 'type', 'typ is a number'],
	])('may not be %j', (header, code, seen) => {
		const refusal = refusedBy(() => checkHeader({ ...header }));
		expect(refusal.code).toBe(code);
		expect(refusal.message).toContain(seen);
	});
});

describe('the host that deliveries must be meant for', () => {
	test.each([
		['https://n8n.example.com/webhook/1', 'n8n.example.com', ''],
		['https://n8n.example.com:5678/webhook/1', 'n8n.example.com', '5678'],
		[' N8N.example.com ', 'n8n.example.com', ''],
		['n8n.example.com:8443', 'n8n.example.com', '8443'],
		['http://[::1]:5678/', '[::1]', '5678'],
	])('in %s is %s, port "%s"', (address, hostname, port) => {
		expect(readHost(address)).toEqual({ hostname, port });
	});

	test.each(['', '  ', 'not a host', 'file:///etc/hosts'])('is not in %j', (address) => {
		expect(refusedBy(() => readHost(address)).code).toBe('webhook_url');
	});
});

describe("the token's claims", () => {
	const rules: ClaimRules = {
		issuer: 'SERVICE',
		accountId: 'account-1',
		hosts: [{ hostname: 'n8n.example.com', port: '5678' }],
		toleranceMs: 30_000,
		maxLifetimeMs: Infinity,
	};
	const good = { iss: 'SERVICE', aud: 'n8n.example.com', sub: 'account-1', iat: NOW, exp: NOW + 300 };
	const check = (claims: object, changed: Partial<ClaimRules> = {}, seconds = NOW) =>
		checkClaims({ ...good, ...claims }, { ...rules, ...changed }, seconds * 1_000);

	test.each<[string, object]>([
		['all that there must be', {}],
		['the host with its port', { aud: 'n8n.example.com:5678' }],
		['the host in capital letters', { aud: 'N8N.Example.COM' }],
		['the host among others', { aud: ['other.example.com', 5, 'n8n.example.com:5678'] }],
		['an issue time of 0', { iat: 0 }],
		['an issue time at the end of the tolerance', { iat: NOW + 30 }],
		['a start at the end of the tolerance', { nbf: NOW + 30 }],
		['an end within the tolerance', { iat: NOW - 60, exp: NOW - 29.999 }],
	])('are good with %s', (_what, claims) => {
		expect(() => check(claims)).not.toThrow();
	});

	test.each<[object, RefusalCode, string]>([
		[{ iss: 'OTHER' }, 'issuer', 'iss is "OTHER", the credential has "SERVICE"'],
		[{ iss: undefined }, 'issuer', 'iss is missing'],
		[{ aud: 'other.example.com' }, 'audience', 'aud is "other.example.com", this webhook\'s host is "n8n.example.com"'],
		[{ aud: 'n8n.example.com:443' }, 'audience', 'aud is "n8n.example.com:443"'],
		[{ aud: 'n8n.example.com.evil.example' }, 'audience', 'aud is'],
		[{ aud: undefined }, 'audience', 'aud is missing'],
		[{ aud: [] }, 'audience', 'aud is a list of 0'],
		[{ aud: ['x', ['n8n.example.com']] }, 'audience', 'aud is a list of 2'],
		[{ sub: undefined }, 'subject', 'sub is missing'],
		[{ sub: '' }, 'subject', 'sub is ""'],
		[{ sub: 5 }, 'subject', 'sub is a number'],
		[{ sub: 'account-2' }, 'account', 'sub is "account-2", this trigger is registered for "account-1"'],
		[{ iat: undefined }, 'issued_at', 'iat is missing'],
		[{ iat: `${NOW}` }, 'issued_at', `iat is "${NOW}"`],
		[{ iat: Infinity }, 'issued_at', 'iat is a number'],
		[{ iat: -1 }, 'issued_at', 'iat is a number'],
		[{ exp: undefined }, 'expiry', 'exp is missing'],
		[{ exp: `${NOW + 300}` }, 'expiry', `exp is "${NOW + 300}"`],
		[{ exp: NOW }, 'expiry', 'exp is not after iat'],
		[{ exp: Infinity }, 'expiry', 'exp is not after iat'],
		[{ iat: NOW + 31, exp: NOW + 300 }, 'issued_in_future', 'by 31 s'],
		[{ nbf: null }, 'not_before', 'nbf is a object'],
		[{ nbf: `${NOW}` }, 'not_before', `nbf is "${NOW}"`],
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

describe('a refusal', () => {
	test.each(Object.entries(REFUSALS))('%s says to the operator what happened and what to do', (_code, { message, advice }) => {
		expect(message).toMatch(/^[A-Z][^\n]{15,}[^.\s]$/);
		expect(advice).toMatch(/^[A-Z][^\n]{15,}\.$/);
	});

	test('has the answer, and in the log what was seen', () => {
		const { advice, message } = REFUSALS.algorithm;
		expect(new Refusal('algorithm')).toMatchObject({ name: 'Refusal', status: 401, message: `${message}. ${advice}` });
		expect(new Refusal('algorithm', 'alg is "none"').message).toBe(`${message} (alg is "none"). ${advice}`);
	});

	test('says whether a newer credential might change it', () => {
		const codes = Object.keys(REFUSALS) as RefusalCode[];
		expect(codes.filter((code) => new Refusal(code).dependsOnCredential).sort()).toEqual([
			'account',
			'issuer',
			'issuer_not_configured',
			'key_origin',
		]);
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
