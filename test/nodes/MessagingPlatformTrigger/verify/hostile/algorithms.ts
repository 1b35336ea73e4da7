import { constants, sign } from 'node:crypto';
import { part, header, claims, signed, withToken, withOptions, hmac, type HostileDelivery } from './builders';

/** Tokens that say they are signed in another way, or are. */
export const ALGORITHMS: HostileDelivery[] = [
	...['none', 'None', 'NONE', 'nOnE', '', 'RS256', 'RS384', 'PS512', 'ES512', 'EdDSA', 'rs512', 'RS512 ', 'HS256', 'dir'].map(
		(alg): HostileDelivery => ({
			name: `alg "${alg}"`,
			make: withOptions(() => ({ header: { alg } })),
			code: alg === 'RS256' || alg === 'RS384' || alg === 'PS512' || alg === 'HS256' ? 'algorithm' : 'token_malformed',
		}),
	),
	...['none', 'None', 'rs512', 'EdDSA'].map((alg): HostileDelivery => ({
		name: `alg "${alg}" with some signature`,
		make: (platform) => withToken(signed(platform, header(platform, { alg }), claims())),
		code: 'algorithm',
	})),
	{
		name: 'HS512 keyed with the public key',
		make: (platform) => withToken(hmac(platform, platform.key.publicKeyPem)),
		code: 'algorithm',
	},
	{
		name: 'HS512 keyed with the certificate',
		make: (platform) => withToken(hmac(platform, platform.key.certificatePem)),
		code: 'algorithm',
	},
	{
		name: 'HS256 keyed with nothing',
		make: (platform) => withToken(hmac(platform, '', 'HS256')),
		code: 'algorithm',
	},
	{
		name: 'RS512 in the header, PSS in the signature',
		make: (platform) => {
			const input = `${part(header(platform))}.${part(claims())}`;
			const key = { key: platform.key.privateKeyPem, padding: constants.RSA_PKCS1_PSS_PADDING };
			return withToken(`${input}.${sign('sha512', Buffer.from(input), key).toString('base64url')}`);
		},
		code: 'signature',
	},
	{
		name: 'RS512 in the header, SHA-256 in the signature',
		make: (platform) => {
			const input = `${part(header(platform))}.${part(claims())}`;
			return withToken(`${input}.${sign('sha256', Buffer.from(input), platform.key.privateKeyPem).toString('base64url')}`);
		},
		code: 'signature',
	},
	...[['RS512'], 512, true, null, { name: 'RS512' }].map((alg): HostileDelivery => ({
		name: `alg ${JSON.stringify(alg)}`,
		make: (platform) => withToken(signed(platform, header(platform, { alg }), claims())),
		code: 'algorithm',
	})),
	{
		name: 'alg twice, the last is none',
		make: (platform) =>
			withToken(signed(platform, `{"alg":"RS512","x5u":${JSON.stringify(platform.x5u)},"alg":"none"}`, claims())),
		code: 'algorithm',
	},
];
