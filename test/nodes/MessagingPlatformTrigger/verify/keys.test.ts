/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findValidityObjection, readKey } from '../../../../nodes/MessagingPlatformTrigger/verify/pem';
import { checkKeyAddress, findKeyPlaces, type KeySources } from '../../../../nodes/MessagingPlatformTrigger/verify/places';
import { refusedBy } from '../../../helpers/deliveries';

const folder = join(__dirname, 'known-answers');
const CERTIFICATE = readFileSync(join(folder, 'certificate.pem'), 'utf8');
const PUBLIC_KEY = readFileSync(join(folder, 'public-key.pem'), 'utf8');

const read = (text: string, contentType = '') => readKey({ bytes: Buffer.from(text), contentType });
const spki = { type: 'spki', format: 'pem' } as const;
const pkcs8 = { type: 'pkcs8', format: 'pem' } as const;
const rsa = (modulusLength: number) =>
	generateKeyPairSync('rsa', { modulusLength, publicKeyEncoding: spki, privateKeyEncoding: pkcs8 }).publicKey;

describe('the form of a key', () => {
	test.each<[string, string]>([
		['a certificate', CERTIFICATE],
		['several certificates', `${CERTIFICATE}\n \t${CERTIFICATE}${CERTIFICATE}`],
		['a certificate without white space around it', CERTIFICATE.trim()],
		['a byte order mark and white space around it', `\ufeff \n${CERTIFICATE}\n\t`],
		['a public key', PUBLIC_KEY],
		['a public key with white space around it', `\ufeff\r\n${PUBLIC_KEY} \n`],
	])('%s', (_what, text) => {
		expect(read(text).key.asymmetricKeyType).toBe('rsa');
	});

	test('a certificate has its time, a public key is without limits', () => {
		const { validFrom, validTo } = read(CERTIFICATE);
		expect(Number.isFinite(validFrom) && validFrom < validTo).toBe(true);
		expect(read(PUBLIC_KEY)).toMatchObject({ validFrom: -Infinity, validTo: Infinity });
	});

	test.each<[string, string]>([
		['nothing', ''],
		['text before it', `key ${CERTIFICATE}`],
		['text behind it', `${CERTIFICATE}key`],
		['attributes as OpenSSL prints them', `Bag Attributes\n    friendlyName: key\n${CERTIFICATE}`],
		['a page that repeats what was asked', `<p>Nothing was found for ${CERTIFICATE}</p>`],
		['JSON with a certificate', JSON.stringify({ error: CERTIFICATE })],
		['a certificate in a certificate', `-----BEGIN CERTIFICATE-----\n${CERTIFICATE}${CERTIFICATE}`],
		['64 kB of line breaks', `-----BEGIN CERTIFICATE-----${'\n'.repeat(60_000)}!`],
		['another character in it', CERTIFICATE.replace('MII', 'M-I')],
		['no content', '-----BEGIN PUBLIC KEY----------END PUBLIC KEY-----'],
		['content that is no certificate', '-----BEGIN CERTIFICATE-----AAAA-----END CERTIFICATE-----'],
		['content that is no key', '-----BEGIN PUBLIC KEY-----AAAA-----END PUBLIC KEY-----'],
		['a certificate and a public key', CERTIFICATE + PUBLIC_KEY],
		['a public key and a certificate', PUBLIC_KEY + CERTIFICATE],
		['two public keys', PUBLIC_KEY + PUBLIC_KEY],
	])('not %s', (_what, text) => {
		expect(refusedBy(() => read(text)).code).toBe('key_malformed');
	});

	const PAGES = ['text/html', 'TEXT/HTML; charset=utf-8', 'application/xhtml+xml', 'application/problem+json'];

	test.each(PAGES)('not what is served as %s', (type) => {
		const refusal = refusedBy(() => read(CERTIFICATE, type));
		expect(refusal.code).toBe('key_malformed');
		expect(refusal.message).toContain(`(it is served as "${type.split(';')[0]}")`);
	});

	test.each(['application/x-pem-file', 'text/plain; name=key.html', 'application/octet-stream', ''])(
		'but what is served as %j',
		(type) => {
			expect(read(CERTIFICATE, type).key.type).toBe('public');
		},
	);

	test.each<[string, () => string, string]>([
		['too short', () => rsa(1_024), 'it has 1024 bits'],
		[
			'of another kind',
			() => generateKeyPairSync('ed25519', { publicKeyEncoding: spki, privateKeyEncoding: pkcs8 }).publicKey,
			'it is of type ed25519',
		],
		[
			'for another kind of RSA signature',
			() =>
				generateKeyPairSync('rsa-pss', { modulusLength: 2_048, publicKeyEncoding: spki, privateKeyEncoding: pkcs8 }).publicKey,
			'it is of type rsa-pss',
		],
	])('not one that is %s', (_what, make, seen) => {
		const refusal = refusedBy(() => read(make()));
		expect([refusal.code, refusal.message]).toEqual(['key_weak', expect.stringContaining(`(${seen})`)]);
	});

	/** A key of any numbers, even of those that no one would generate. */
	const keyOf = (modulusBytes: number, exponent: number) => {
		const [n, e] = [Buffer.alloc(modulusBytes, 0xff), Buffer.from([exponent])].map((bytes) => bytes.toString('base64url'));
		return createPublicKey({ key: { kty: 'RSA', n, e }, format: 'jwk' })
			.export(spki)
			.toString();
	};

	test.each([
		[256, 3],
		[2_048, 3],
	])('one of %i bytes with an exponent of %i may be', (bytes, exponent) => {
		expect(read(keyOf(bytes, exponent)).key.asymmetricKeyDetails?.modulusLength).toBe(bytes * 8);
	});

	test.each([
		[255, 3, 'it has 2040 bits'],
		[2_049, 3, 'it has 16392 bits'],
		[256, 2, 'its exponent is below 3'],
	])('one of %i bytes with an exponent of %i may not be: %s', (bytes, exponent, seen) => {
		const refusal = refusedBy(() => read(keyOf(bytes, exponent)));
		expect([refusal.code, refusal.message]).toEqual(['key_weak', expect.stringContaining(`(${seen})`)]);
	});

	test.each([
		['beginning', 0],
		['end', 1],
	])('not a certificate whose time has no %s', (_what, index) => {
		const der = Buffer.from(CERTIFICATE.replace(/-----[^-]+-----/g, ''), 'base64');
		// UTCTime or GeneralizedTime (X.690, sections 11.7 and 11.8), here in hex: both end with month, day and time
		const times = [...der.toString('hex').matchAll(/(170d(?:3\d){2}|180f(?:3\d){4})(?:3\d){10}5a/g)];
		expect(times).toHaveLength(2);
		der.write('13', ((times[index]?.index ?? 0) + (times[index]?.[1]?.length ?? 0)) / 2);
		const text = `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----`;
		expect(refusedBy(() => read(text)).code).toBe('key_malformed');
	});
});

describe('the time of a certificate', () => {
	const signingKey = { ...read(PUBLIC_KEY), validFrom: 1_000_000, validTo: 2_000_000 };
	const at = (now: number) => findValidityObjection(signingKey, now, 30_000);

	test('is extended by the tolerance at both ends', () => {
		expect([at(970_000), at(1_500_000), at(2_030_000)]).toEqual([undefined, undefined, undefined]);
	});

	test.each([
		[969_999, 'valid from 1970-01-01T00:16:40.000Z'],
		[2_030_001, 'valid until 1970-01-01T00:33:20.000Z'],
	])('at %i it is not: %s', (now, seen) => {
		expect(at(now)).toMatchObject({ code: 'certificate_validity', message: expect.stringContaining(seen) });
	});
});

describe('the address of a key', () => {
	const sources = (keyOrigin?: string): KeySources => ({
		keyPlaces: keyOrigin === undefined ? [] : [{ origin: keyOrigin, segments: [], reach: 'below', withQuery: true }],
		tokenOrigins: new Set(['https://api.example.com', 'https://notify.example.com']),
	});
	const check = (x5u: unknown, keyOrigin?: string, proven?: string) =>
		checkKeyAddress({ x5u } as { x5u: string }, findKeyPlaces(sources(keyOrigin), proven));

	test.each([
		['https://api.example.com/keys/1.pem', 'https://api.example.com/keys/1.pem'],
		['HTTPS://API.example.com:443/keys/1.pem?v=1#part', 'https://api.example.com/keys/1.pem?v=1'],
		['https://notify.example.com/1.pem', 'https://notify.example.com/1.pem'],
		['https://api.example.com/@team/1.pem', 'https://api.example.com/@team/1.pem'],
	])('is anywhere on the hosts of the credential, until one is proven: %s', (x5u, href) => {
		expect(check(x5u)).toBe(href);
	});

	test.each([
		// the credential's origin, the proven key's address, the key's address, and its acceptance
		['http://api.example.com', undefined, 'https://api.example.com/keys/1.pem', true],
		['http://api.example.com:8080', undefined, 'https://api.example.com/keys/1.pem', true],
		['http://api.example.com', 'https://api.example.com/keys/1.pem', 'https://api.example.com/keys/2.pem', true],
		['http://api.example.com', 'https://api.example.com/keys/1.pem', 'http://api.example.com/keys/2.pem', false],
		['http://api.example.com', 'https://api.example.com/keys/1.pem', 'https://api.example.com/other/2.pem', false],
		['http://api.example.com', undefined, 'https://api.example.com:8443/keys/1.pem', false],
		['https://api.example.com', undefined, 'http://api.example.com/keys/1.pem', false],
	])('with %s and the proven key at %s: %s %s', (origin, proven, x5u, isAccepted) => {
		const inUrls = { keyPlaces: [], tokenOrigins: new Set([origin]) };
		const inKeyOrigins = {
			keyPlaces: [{ origin, segments: [], reach: 'below', withQuery: true } as const],
			tokenOrigins: new Set<string>(),
		};
		for (const one of proven === undefined ? [inUrls, inKeyOrigins] : [inUrls]) {
			const checked = () => checkKeyAddress({ x5u }, findKeyPlaces(one, proven));
			if (isAccepted) expect(checked()).toBe(x5u);
			else expect(refusedBy(checked).code).toBe('key_origin');
		}
	});

	test('is nowhere else: the log names all places that are allowed', () => {
		const { code, message } = refusedBy(() => check('https://evil.example/1.pem'));
		expect(code).toBe('key_origin');
		expect(message).toMatch(/allowed: "https:\/\/api\.example\.com[^"]*", "https:\/\/notify\.example\.com/);
	});

	test.each<[unknown, string]>([
		[undefined, 'x5u is missing'],
		['https://user@api.example.com/1.pem', 'x5u contains a user name'],
		[`https://api.example.com/${'x'.repeat(2_025)}`, 'x5u is "https'],
	])('cannot be %.60p', (x5u, seen) => {
		const { code, message } = refusedBy(() => check(x5u));
		expect([code, message]).toEqual(['key_url', expect.stringContaining(seen)]);
	});
});
