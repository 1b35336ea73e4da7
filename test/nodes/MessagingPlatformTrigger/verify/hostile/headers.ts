import { withAuthorization, type HostileDelivery } from './builders';

/** Requests whose Authorization header is none. */
export const HEADERS: HostileDelivery[] = [
	{ name: 'no Authorization', make: withAuthorization(() => undefined), code: 'token_missing' },
	{ name: 'an empty Authorization', make: withAuthorization(() => ''), code: 'token_missing' },
	{ name: 'a scheme alone', make: withAuthorization(() => 'Bearer'), code: 'scheme' },
	{ name: 'a token without a scheme', make: withAuthorization((token) => token), code: 'scheme' },
	{
		name: 'Basic',
		make: withAuthorization(() => `Basic ${Buffer.from('a:b').toString('base64')}`),
		code: 'scheme',
	},
	{ name: 'Digest with a token', make: withAuthorization((token) => `Digest ${token}`), code: 'scheme' },
	{ name: 'a scheme that begins alike', make: withAuthorization((token) => `JWTs ${token}`), code: 'scheme' },
	{ name: 'a tab after the scheme', make: withAuthorization((token) => `JWT\t${token}`), code: 'scheme' },
	{ name: 'two schemes', make: withAuthorization((token) => `JWT Bearer ${token}`), code: 'token_malformed' },
	{
		name: 'two tokens',
		make: withAuthorization((token) => `JWT ${token}, ${token}`),
		code: 'token_malformed',
	},
	{ name: 'the API token', make: withAuthorization(() => 'Bearer a-secret-token'), code: 'token_malformed' },
	{
		name: 'a token of 9,000 characters',
		make: withAuthorization((token) => `JWT ${token.slice(0, 20)}${'A'.repeat(9_000)}`),
		code: 'token_too_long',
	},
	{ name: 'dots alone', make: withAuthorization(() => 'JWT ..'), code: 'token_malformed' },
];
