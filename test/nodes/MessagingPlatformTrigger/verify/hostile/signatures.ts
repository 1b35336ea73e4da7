import { part, seconds, claims, withToken, withAuthorization, type HostileDelivery } from './builders';

function flip(token: string): string {
	const index = token.length - 20;
	return `${token.slice(0, index)}${token[index] === 'A' ? 'B' : 'A'}${token.slice(index + 1)}`;
}

/** Tokens whose signature is missing, cut, changed or taken from elsewhere. */
export const SIGNATURES: HostileDelivery[] = [
	{
		name: 'no signature part',
		make: withAuthorization((token) => `JWT ${token.split('.').slice(0, 2).join('.')}`),
		code: 'token_malformed',
	},
	{
		name: 'an empty signature',
		make: withAuthorization((token) => `JWT ${token.split('.').slice(0, 2).join('.')}.`),
		code: 'token_malformed',
	},
	{
		name: 'a signature of one letter',
		make: withAuthorization((token) => `JWT ${token.split('.').slice(0, 2).join('.')}.A`),
		code: 'token_malformed',
	},
	{
		name: 'a signature of zeros',
		make: withAuthorization((token) => `JWT ${token.split('.').slice(0, 2).join('.')}.${'A'.repeat(342)}`),
		code: 'signature',
	},
	{
		name: 'a shortened signature',
		make: withAuthorization((token) => `JWT ${token.slice(0, -40)}`),
		code: 'signature',
	},
	{
		name: 'a lengthened signature',
		make: withAuthorization((token) => `JWT ${token}AAAA`),
		code: 'signature',
	},
	{
		name: 'a signature with one other letter',
		make: withAuthorization((token) => `JWT ${flip(token)}`),
		code: 'signature',
	},
	{
		name: "another token's signature",
		make: (platform) =>
			withToken(`${platform.token().split('.').slice(0, 2).join('.')}.${platform.token({ claims: { jti: 'x' } }).split('.')[2]}`),
		code: 'signature',
	},
	{
		name: 'claims exchanged under a true signature',
		make: (platform) => {
			const [head, , signature] = platform.token().split('.');
			return withToken(`${head}.${part(claims({ exp: seconds() + 3_000 }))}.${signature}`);
		},
		code: 'signature',
	},
	{
		name: 'a four-part token',
		make: withAuthorization((token) => `JWT ${token}.x`),
		code: 'token_malformed',
	},
	{
		name: 'five parts, as an encrypted token',
		make: withAuthorization((token) => `JWT ${token}.x.y`),
		code: 'token_malformed',
	},
	{
		name: 'base64 with padding',
		make: withAuthorization((token) => `JWT ${token}==`),
		code: 'token_malformed',
	},
	{
		name: 'base64 instead of base64url',
		make: withAuthorization((token) => `JWT ${token.replace(/.$/, '+')}`),
		code: 'token_malformed',
	},
];
