/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { Refusal, type RefusalCode } from '../../../../nodes/MessagingPlatformTrigger/verify/refusals';
import { checkClaims, checkHeader, readHost, readToken } from '../../../../nodes/MessagingPlatformTrigger/verify/token';
import { refusedBy } from '../../../helpers/deliveries';
import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findValidityObjection, readKey } from '../../../../nodes/MessagingPlatformTrigger/verify/pem';
import { checkKeyAddress, findKeyPlaces } from '../../../../nodes/MessagingPlatformTrigger/verify/places';
import fc from 'fast-check';
import { edits } from '../../../helpers/fuzzer';
import { cases } from './known-answers/tokens.json';
import { Verifier } from '../../../../nodes/MessagingPlatformTrigger/verify/verify';

const NOW = 1_800_000_000;
const LONGEST = `aZ09_-.b.${'c'.repeat(8_183)}`;

describe('the token', () => {
	test.each(['Bearer a.b.c', 'bearer a.b.c', 'jwt a.b.c', 'Bearer  a.b.c ', `JWT ${LONGEST}`])('is read from %.30j', (header) => {
		expect(readToken(header)).toBe(header.split(/ +/)[1]);
	});

	test('is not in a header that begins with a space, has an empty part or is too long', () => {
		for (const other of [' a.b.c', 'xJWT a.b.c', 'JWTx']) expect(refusedBy(() => readToken(other)).code).toBe('scheme');
		for (const token of ['.b.c', 'a..c', 'a.b.']) expect(refusedBy(() => readToken(`JWT ${token}`)).code).toBe('token_malformed');
		expect(refusedBy(() => readToken(`JWT ${LONGEST}c`)).message).toContain('(8193 characters, the limit is 8192)');
	});

	test('may say that it is a JWT, and must name its algorithm', () => {
		for (const header of [{ alg: 'RS512' }, { alg: 'RS512', typ: 'jwt', kid: 'x' }]) checkHeader(header);
		expect(refusedBy(() => checkHeader({})).message).toContain('alg is missing');
		expect(refusedBy(() => checkHeader({ alg: 'RS512', typ: 5 })).message).toContain('typ is a number');
	});
});

describe('the claims of a token', () => {
	const rules = {
		...{ issuer: 'SERVICE', accountId: 'account-1', hosts: [{ hostname: 'n8n.example.com', port: '5678' }] },
		...{ toleranceMs: 30_000, maxLifetimeMs: Infinity },
	};
	const good = { iss: 'SERVICE', aud: 'n8n.example.com', sub: 'account-1', iat: NOW, exp: NOW + 300 };
	const check = (claims: object, changed: Partial<typeof rules> = {}) =>
		checkClaims({ ...good, ...claims }, { ...rules, ...changed }, NOW * 1_000);

	test.each<object>([
		{},
		{ aud: ['other.example.com', 5, 'n8n.example.com:5678'] },
		{ iat: 0, exp: Number.MAX_SAFE_INTEGER },
		{ iat: NOW + 30, nbf: NOW + 30 },
		{ iat: NOW - 60, exp: NOW - 29.999, nbf: 0 },
	])('are good with %j', (claims) => {
		expect(() => check(claims)).not.toThrow();
	});

	test.each<[object, RefusalCode, string]>([
		[{ iss: 'OTHER' }, 'issuer', '(iss is "OTHER", the credential has "SERVICE")'],
		[{ iss: 'Service/' }, 'issuer', '"SERVICE": they differ only in the slash at the end or in upper and lower case)'],
		[{ iss: 'SERVICE//' }, 'issuer', 'the credential has "SERVICE")'],
		[{ iss: '/SERVICE' }, 'issuer', 'the credential has "SERVICE")'],
		[{ iss: 'a\nb\u001b[31m\u007fü' }, 'issuer', 'iss is "a?b?[31m??"'],
		[{ iss: 'x'.repeat(201) }, 'issuer', `iss is "${'x'.repeat(200)}…"`],
		[{ aud: 'n8n.example.com:443' }, 'audience', 'aud is "n8n.example.com:443", this webhook\'s host is "n8n.example.com"'],
		[{ aud: ['x', ['n8n.example.com']] }, 'audience', 'aud is a list of 2'],
		[{ sub: 7 }, 'subject', '(sub is a number)'],
		[{ sub: 'account-2' }, 'account', 'sub is "account-2", this trigger is registered for "account-1"'],
		[{ iat: Infinity }, 'issued_at', 'iat is a number'],
		[{ exp: NOW }, 'expiry', 'exp is not after iat'],
		[{ exp: 'never' }, 'expiry', '(exp is "never")'],
		[{ iat: NOW + 31, exp: NOW + 300 }, 'issued_in_future', 'by 31 s'],
		[{ nbf: NOW + 31 }, 'not_before', 'in 31 s'],
		[{ nbf: 'now' }, 'not_before', '(nbf is "now")'],
		[{ iat: NOW - 60, exp: NOW - 30 }, 'expired', '30 s ago'],
	])('are refused with %j: %s', (claims, code, seen) => {
		expect(refusedBy(() => check(claims))).toMatchObject({ code: code, message: expect.stringContaining(seen) });
	});

	test('name no port when the webhook has the usual one', () => {
		const hosts = ['https://other.example.com', ' n8n.example.com '].map(readHost);
		expect(refusedBy(() => check({ aud: 'n8n.example.com:' }, { hosts })).code).toBe('audience');
		expect(() => check({}, { hosts })).not.toThrow();
	});

	test('may not be valid for longer than is allowed', () => {
		expect(() => check({}, { maxLifetimeMs: 300_000 })).not.toThrow();
		const refusal = refusedBy(() => check({ exp: NOW + 600 }, { maxLifetimeMs: 300_000 }));
		expect(refusal).toMatchObject({ code: 'lifetime', message: expect.stringContaining('(10 min, the limit is 5)') });
	});
});

const folder = join(__dirname, 'known-answers');
const CERTIFICATE = readFileSync(join(folder, 'certificate.pem'), 'utf8');
const PUBLIC_KEY = readFileSync(join(folder, 'public-key.pem'), 'utf8');
const read = (text: string, contentType = '') => readKey({ bytes: Buffer.from(text), contentType });
const spki = { type: 'spki', format: 'pem' } as const;

describe('the form of a key', () => {
	test.each([
		`${CERTIFICATE}\n \t${CERTIFICATE}${CERTIFICATE}`,
		CERTIFICATE.trim(),
		`\ufeff \n${CERTIFICATE}\n\t`,
		PUBLIC_KEY.trim(),
		`\ufeff\r\n${PUBLIC_KEY} \n`,
	])('is PEM, with white space around it: %j', (text) => {
		expect(read(text).key.asymmetricKeyType).toBe('rsa');
	});

	test('a certificate has its time, a public key is without limits', () => {
		const { validFrom, validTo } = read(CERTIFICATE);
		expect(Number.isFinite(validFrom) && validFrom < validTo).toBe(true);
		expect(read(PUBLIC_KEY)).toMatchObject({ validFrom: -Infinity, validTo: Infinity });
	});

	test.each<[string, string]>([
		['text before it', `key ${CERTIFICATE}`],
		['text behind it', `${CERTIFICATE}key`],
		['a page that repeats what was asked', `<p>Nothing was found for ${CERTIFICATE}</p>`],
		['a certificate in a certificate', `-----BEGIN CERTIFICATE-----\n${CERTIFICATE}${CERTIFICATE}`],
		['64 kB of line breaks', `-----BEGIN CERTIFICATE-----${'\n'.repeat(60_000)}!`],
		['a certificate and a public key', CERTIFICATE + PUBLIC_KEY],
	])('is not %s', (_what, text) => {
		expect(refusedBy(() => read(text)).code).toBe('key_malformed');
	});

	test.each(['TEXT/HTML; charset=utf-8', 'application/xhtml+xml', 'application/problem+json'])('is not served as %s', (type) => {
		expect(refusedBy(() => read(CERTIFICATE, type))).toMatchObject({
			code: 'key_malformed',
			message: expect.stringContaining(`(it is served as "${type.split(';')[0]}")`),
		});
		expect(read(CERTIFICATE, `text/plain; name=${type}`).key.type).toBe('public');
	});

	test.each<[string, () => { publicKey: KeyObject }]>([
		['it is of type ed25519', () => generateKeyPairSync('ed25519')],
		['it is of type rsa-pss', () => generateKeyPairSync('rsa-pss', { modulusLength: 2_048 })],
	])('is not of another kind: %s', (seen, make) => {
		expect(refusedBy(() => read(make().publicKey.export(spki).toString()))).toMatchObject({
			code: 'key_weak',
			message: expect.stringContaining(`(${seen})`),
		});
	});

	/** A key of any numbers, even of those that no one would generate. */
	const keyOf = (modulusBytes: number, exponent: number) => {
		const [n, e] = [Buffer.alloc(modulusBytes, 0xff), Buffer.from([exponent])].map((bytes) => bytes.toString('base64url'));
		return createPublicKey({ key: { kty: 'RSA', n, e }, format: 'jwk' })
			.export(spki)
			.toString();
	};

	test.each([
		[256, 3, undefined],
		[2_048, 3, undefined],
		[255, 3, 'it has 2040 bits'],
		[2_049, 3, 'it has 16392 bits'],
		[256, 2, 'its exponent is below 3'],
	])('of %i bytes with an exponent of %i: %s', (bytes, exponent, seen) => {
		const run = () => read(keyOf(bytes, exponent)).key.asymmetricKeyDetails?.modulusLength;
		if (seen === undefined) return expect(run()).toBe(bytes * 8);
		expect(refusedBy(run)).toMatchObject({ code: 'key_weak', message: expect.stringContaining(`(${seen})`) });
	});

	test.each([...['beginning', 'end'].entries()])('%i: not a certificate whose time has no %s', (index) => {
		const der = Buffer.from(CERTIFICATE.replace(/-----[^-]+-----/g, ''), 'base64');
		// UTCTime or GeneralizedTime (X.690, sections 11.7 and 11.8), here in hex: both end with month, day and time
		const times = [...der.toString('hex').matchAll(/(170d(?:3\d){2}|180f(?:3\d){4})(?:3\d){10}5a/g)];
		expect(times).toHaveLength(2);
		der.write('13', ((times[index]?.index ?? 0) + (times[index]?.[1]?.length ?? 0)) / 2);
		const text = `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----`;
		expect(refusedBy(() => read(text)).code).toBe('key_malformed');
	});
});

test.each([
	[970_000, undefined],
	[969_999, 'valid from 1970-01-01T00:16:40.000Z'],
	[2_030_000, undefined],
	[2_030_001, 'valid until 1970-01-01T00:33:20.000Z'],
])('the time of a certificate is extended by the tolerance at both ends: at %i %s', (now, seen) => {
	const key = { ...read(PUBLIC_KEY), validFrom: 1_000_000, validTo: 2_000_000 };
	const message = findValidityObjection(key, now, 30_000)?.message;
	expect(message).toEqual(seen && expect.stringContaining(seen));
});

describe('the address of a key', () => {
	const check = (x5u: unknown) => {
		const sources = { keyPlaces: [], tokenOrigins: new Set(['https://api.example.com', 'https://notify.example.com']) };
		return checkKeyAddress({ x5u } as { x5u: string }, findKeyPlaces(sources, undefined));
	};

	test.each([
		['HTTPS://API.example.com:443/keys/1.pem?v=1#part', 'https://api.example.com/keys/1.pem?v=1'],
		['https://notify.example.com/1.pem', 'https://notify.example.com/1.pem'],
		['https://api.example.com/@team/1.pem', 'https://api.example.com/@team/1.pem'],
		['https://api.example.com/'.padEnd(2_048, 'x'), 'https://api.example.com/'.padEnd(2_048, 'x')],
	])('is anywhere on the hosts of the credential, until one is proven: %s', (x5u, href) => {
		expect(check(x5u)).toBe(href);
	});

	test.each([
		// the credential's origin, the proven key's address, the key's address, and its acceptance
		['http://api.example.com', undefined, 'https://api.example.com/keys/1.pem', true],
		['http://api.example.com:8080', undefined, 'https://api.example.com/keys/1.pem', true],
		['http://api.example.com:8080', undefined, 'https://api.example.com:8080/keys/1.pem', true],
		['https://api.example.com:8443', undefined, 'https://api.example.com/keys/1.pem', false],
		['http://api.example.com', 'https://api.example.com/keys/1.pem', 'https://api.example.com/keys/2.pem', true],
		['http://api.example.com', 'https://api.example.com/keys/1.pem', 'http://api.example.com/keys/2.pem', false],
		['http://api.example.com', 'https://api.example.com/keys/1.pem', 'https://api.example.com/other/2.pem', false],
		['http://api.example.com', undefined, 'https://api.example.com:8443/keys/1.pem', false],
		['https://api.example.com', undefined, 'http://api.example.com/keys/1.pem', false],
	])('with %s and the proven key at %s: %s %s', (origin, proven, x5u, isAccepted) => {
		const inUrls = { keyPlaces: [], tokenOrigins: new Set([origin]) };
		const place = { origin, segments: [], reach: 'below', withQuery: true } as const;
		const inKeyOrigins = { keyPlaces: [place], tokenOrigins: new Set<string>() };
		for (const one of proven === undefined ? [inUrls, inKeyOrigins] : [inUrls]) {
			const checked = () => checkKeyAddress({ x5u }, findKeyPlaces(one, proven));
			if (isAccepted) expect(checked()).toBe(x5u);
			else expect(refusedBy(checked).code).toBe('key_origin');
		}
	});

	test.each<[unknown, string, RegExp]>([
		['https://evil.example/1.pem', 'key_origin', /allowed: "https:\/\/api\.example\.com[^"]*", "https:\/\/notify\.example\.com/],
		['https://user@api.example.com/1.pem', 'key_url', /x5u contains a user name/],
		['https://api.example.com/%2e%2e/1.pem', 'key_url', /x5u is "https/],
		[`https://api.example.com/${'x'.repeat(2_025)}`, 'key_url', /x5u is "https/],
	])('is not %.60p: %s, as the log explains', (x5u, code, seen) => {
		expect(refusedBy(() => check(x5u))).toMatchObject({ code, message: expect.stringMatching(seen) });
	});
});

const KEY_ADDRESS = 'https://api.messaging.example/keys/1.pem';

/** Verifies a token with the key at its address: the code of the refusal, or the address of the key. */
async function verify(authorization: string, at: number, file = 'certificate.pem'): Promise<string> {
	const rules = {
		connection: { issuer: 'SERVICE', keyPlaces: [], tokenOrigins: new Set(['https://api.messaging.example']) },
		accountId: '6f1a3a3e-7d55-4f0a-9c4b-2b8f0a5a0001',
		hosts: [{ hostname: 'n8n.example.com', port: '' }],
		...{ toleranceMs: 30_000, maxLifetimeMs: Infinity },
	};
	const fetch = async (address: string) => {
		expect(new URL(address).origin).toBe(new URL(KEY_ADDRESS).origin);
		return await Promise.resolve({ bytes: readFileSync(join(folder, file)), contentType: '' });
	};
	const verifying = async () => await new Verifier(() => at * 1_000).verify(readToken(authorization), rules, fetch);
	return await verifying().catch((error: unknown) => {
		if (error instanceof Refusal) return error.code;
		throw error;
	});
}

// Tokens and keys come from known-answers/make.sh: the OpenSSL command line alone.
describe.each(['certificate.pem', 'public-key.pem'])('known answers with %s', (file) => {
	test.each(cases)('$name', async ({ at, code, token }) => {
		expect(await verify(`Bearer ${token}`, at, file)).toBe(code ?? KEY_ADDRESS);
	});
});

test('no token that was changed in any place is accepted, and each is refused without another failure', async () => {
	const { token, at } = cases[0]!;
	const codes = new Map<string, number>();
	for (const edit of fc.sample(edits, { numRuns: 5_000, seed: 1 })) {
		const mutated = edit(`JWT ${token}`);
		const outcome = await verify(mutated, at);
		// A change of the scheme's letters, or of the space around the token, is none.
		const isSame = /^(?:bearer|jwt) +(.*?) *$/i.exec(mutated)?.[1] === token;
		if ((outcome === KEY_ADDRESS) !== isSame) throw new Error(`${outcome}: ${JSON.stringify(mutated)}`);
		codes.set(outcome, (codes.get(outcome) ?? 0) + 1);
	}
	// The mutations get beyond the first steps.
	expect(codes.get('signature')).toBeGreaterThan(100);
	expect(codes.size).toBeGreaterThan(6);
});
