import { createHmac, createPublicKey, verify, X509Certificate } from 'node:crypto';
import {
	createSigningKey,
	signDeliveryToken,
	type DeliveryTokenOptions,
	type SigningKey,
} from '../../../sandbox/security/signing';

let key: SigningKey;

beforeAll(async () => {
	key = await createSigningKey({ kid: 'k1' });
});

const token = (options: Partial<DeliveryTokenOptions> = {}) =>
	signDeliveryToken({ key, x5u: 'http://h/k.pem', issuer: 'SERVICE', accountId: 'a', audience: 'h', now: 1_000_500, ...options });

const part = (text: string, index: number) =>
	JSON.parse(Buffer.from(text.split('.')[index] ?? '', 'base64url').toString()) as Record<string, unknown>;

const checked = (text: string, hash: string, padding?: { padding: number; saltLength: number }) => {
	const [header, payload, signature = ''] = text.split('.');
	const publicKey = createPublicKey(key.certificatePem);
	return verify(hash, Buffer.from(`${header}.${payload}`), { key: publicKey, ...padding }, Buffer.from(signature, 'base64url'));
};

test('makes a certificate that is its own, valid now and carries the public key', () => {
	const certificate = new X509Certificate(key.certificatePem);
	expect(certificate.verify(createPublicKey(key.publicKeyPem))).toBe(true);
	expect(Date.parse(certificate.validFrom)).toBeLessThan(Date.now());
	expect(Date.parse(certificate.validTo)).toBeGreaterThan(Date.now());
	expect(certificate.publicKey.asymmetricKeyDetails?.modulusLength).toBe(2048);
});

test('makes an expired certificate of 4096 bits when asked', async () => {
	const old = await createSigningKey({ bits: 4096, notBefore: 0, notAfter: 86_400_000 });
	const certificate = new X509Certificate(old.certificatePem);
	expect(new Date(certificate.validTo).getTime()).toBe(86_400_000);
	expect(certificate.publicKey.asymmetricKeyDetails?.modulusLength).toBe(4096);
});

test('signs the claims of the specification with RS512', () => {
	expect(part(token(), 0)).toEqual({ alg: 'RS512', typ: 'JWT', x5u: 'http://h/k.pem' });
	expect(part(token(), 1)).toEqual({ iss: 'SERVICE', sub: 'a', aud: 'h', iat: 1000, exp: 1300 });
	expect(checked(token(), 'sha512')).toBe(true);
	expect(checked(`${token().slice(0, -8)}AAAAAAAA`, 'sha512')).toBe(false);
});

test('makes hostile tokens', () => {
	expect(checked(token({ header: { alg: 'RS256' } }), 'sha256')).toBe(true);
	expect(checked(token({ header: { alg: 'PS512' } }), 'sha512', { padding: 6, saltLength: 64 })).toBe(true);
	expect(token({ header: { alg: 'none' } }).endsWith('.')).toBe(true);
	const confused = token({ header: { alg: 'HS512' } });
	const input = confused.slice(0, confused.lastIndexOf('.'));
	const expected = createHmac('sha512', key.publicKeyPem).update(input).digest('base64url');
	expect(confused.split('.')[2]).toBe(expected);
	expect(part(token({ claims: { exp: undefined, aud: ['x', 'y'], big: 2n ** 60n } }), 1)).toEqual({
		iss: 'SERVICE',
		sub: 'a',
		aud: ['x', 'y'],
		iat: 1000,
		big: Number(2n ** 60n),
	});
});
