import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { withToken, withOptions, withX5u, serving, type HostileDelivery } from './builders';

function exportJwk(pem: string): Record<string, string> {
	const { n = '', e = '' } = createPublicKey(pem).export({ format: 'jwk' });
	return { kty: 'RSA', alg: 'RS512', n, e };
}

function der(pem: string): string {
	return pem.replace(/-----[^-]+-----|\s/g, '');
}

function generated(bits: number): string {
	return generateKeyPairSync('rsa', { modulusLength: bits }).publicKey.export({ type: 'spki', format: 'pem' }).toString();
}

function generatedEc(): string {
	return generateKeyPairSync('ec', { namedCurve: 'P-521' }).publicKey.export({ type: 'spki', format: 'pem' }).toString();
}

/** Tokens by another key, and key addresses that do not answer with a usable key. */
export const KEYS: HostileDelivery[] = [
	{
		name: 'another key, x5u of the service',
		make: withOptions(({ otherKey }) => ({ key: otherKey })),
		code: 'signature',
	},
	{
		name: 'another key, x5u of its own',
		make: withOptions(({ otherKey, foreignServer }) => ({ key: otherKey, x5u: `${foreignServer.origin}/keys/true.pem` })),
		code: 'key_origin',
	},
	{
		name: 'another key in jwk',
		make: (platform) =>
			withToken(platform.token({ key: platform.otherKey, header: { jwk: exportJwk(platform.otherKey.publicKeyPem) } })),
		code: 'signature',
	},
	{
		name: 'another key in x5c',
		make: (platform) =>
			withToken(platform.token({ key: platform.otherKey, header: { x5c: [der(platform.otherKey.certificatePem)] } })),
		code: 'signature',
	},
	{
		name: 'another key by jku',
		make: (platform) =>
			withToken(platform.token({ key: platform.otherKey, header: { jku: `${platform.foreignServer.origin}/jwks` } })),
		code: 'signature',
	},
	{
		name: 'another key by kid',
		make: (platform) => withToken(platform.token({ key: platform.otherKey, header: { kid: '../../dev/null' } })),
		code: 'signature',
	},
	{
		name: 'crit with an unknown extension',
		make: withOptions(() => ({ header: { crit: ['exp'] } })),
		code: 'critical_header',
	},
	{
		name: 'crit with b64',
		make: withOptions(() => ({ header: { crit: ['b64'], b64: false } })),
		code: 'critical_header',
	},
	{
		name: 'crit that is empty',
		make: withOptions(() => ({ header: { crit: [] } })),
		code: 'critical_header',
	},
	{
		name: 'typ of another kind of token',
		make: withOptions(() => ({ header: { typ: 'at+jwt' } })),
		code: 'type',
	},
	{ name: 'typ that is no text', make: withOptions(() => ({ header: { typ: ['JWT'] } })), code: 'type' },
	{
		name: 'a page in place of the key',
		make: serving('/page', '<html>Sign in</html>'),
		code: 'key_malformed',
	},
	{ name: 'an empty key', make: serving('/empty', ''), code: 'key_malformed' },
	{
		name: 'a private key in place of the public one',
		make: (platform) => serving('/private', platform.key.privateKeyPem)(platform),
		code: 'key_malformed',
	},
	{
		name: 'a broken certificate',
		make: serving('/broken', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'),
		code: 'key_malformed',
	},
	{
		name: 'a JSON key set in place of the key',
		make: serving('/jwks', '{"keys":[]}'),
		code: 'key_malformed',
	},
	{
		name: 'a key of 1024 bits',
		make: (platform) => serving('/weak', generated(1_024))(platform),
		code: 'key_weak',
	},
	{ name: 'an elliptic key', make: (platform) => serving('/ec', generatedEc())(platform), code: 'key_weak' },
	{
		name: 'no key at that path',
		make: withX5u(({ keyServer }) => `${keyServer.origin}/nowhere`),
		code: 'key_not_found',
	},
	{ name: 'a key path that is forbidden', make: serving('/forbidden', 'no', 403), code: 'key_not_found' },
	{ name: '100 kB in place of the key', make: serving('/huge', 'A'.repeat(100_000)), code: 'key_too_large' },
	{
		name: 'a redirect to a foreign key',
		make: (platform) => serving('/redirect', '', 302, { location: `${platform.foreignServer.origin}/keys/true.pem` })(platform),
		code: 'key_redirect',
	},
	{
		name: 'a redirect within the origin',
		make: (platform) => serving('/moved', '', 308, { location: platform.x5u })(platform),
		code: 'key_redirect',
	},
];
