import { ACCOUNT, HOST } from '../../../../helpers/deliveries';
import {
	seconds,
	header,
	claims,
	signed,
	withToken,
	withOptions,
	rawClaims,
	signedBytes,
	type HostileDelivery,
} from './builders';

const DAY = 86_400;

/** Tokens by the service's own key whose claims are wrong, missing or of the wrong kind. */
export const CLAIMS: HostileDelivery[] = [
	...[undefined, null, '', 'Service', 'SERVICE ', 'SERVIСE', ['SERVICE'], 1, true, { toString: 'SERVICE' }].map(
		(iss): HostileDelivery => ({
			name: `iss ${JSON.stringify(iss)}`,
			make: (platform) => withToken(signed(platform, header(platform), claims({ iss }))),
			code: 'issuer',
		}),
	),
	...[
		undefined,
		null,
		'',
		'evil.example',
		'127.0.0.1.evil.example',
		'x127.0.0.1',
		'127.0.0.1/',
		'http://127.0.0.1',
		'127.0.0.1:1',
		'*',
		[],
		['evil.example'],
		[['127.0.0.1']],
		[null],
		{ 0: '127.0.0.1' },
		127,
	].map((aud): HostileDelivery => ({
		name: `aud ${JSON.stringify(aud)}`,
		make: (platform) => withToken(signed(platform, header(platform), claims({ aud }))),
		code: 'audience',
	})),
	...[undefined, null, '', [ACCOUNT], 7, { id: ACCOUNT }, 'another-account', ACCOUNT.toUpperCase()].map(
		(sub): HostileDelivery => ({
			name: `sub ${JSON.stringify(sub)}`,
			make: (platform) => withToken(signed(platform, header(platform), claims({ sub }))),
			code: typeof sub === 'string' && sub !== '' ? 'account' : 'subject',
		}),
	),
	...[undefined, null, '', 'now', '1700000000', true, [1], -1].map((iat): HostileDelivery => ({
		name: `iat ${JSON.stringify(iat)}`,
		make: (platform) => withToken(signed(platform, header(platform), claims({ iat }))),
		code: 'issued_at',
	})),
	...[undefined, null, '', 'never', '99999999999', true, [1], 0, -1].map((exp): HostileDelivery => ({
		name: `exp ${JSON.stringify(exp)}`,
		make: (platform) => withToken(signed(platform, header(platform), claims({ exp }))),
		code: 'expiry',
	})),
	...[null, '', 'now', '1700000000', true, [1], {}].map((nbf): HostileDelivery => ({
		name: `nbf ${JSON.stringify(nbf)}`,
		make: (platform) => withToken(signed(platform, header(platform), claims({ nbf }))),
		code: 'not_before',
	})),
	{
		name: 'nbf in a minute',
		make: (platform) => withToken(signed(platform, header(platform), claims({ nbf: seconds() + 60 }))),
		code: 'not_before',
	},
	{
		name: 'nbf beyond all numbers',
		make: rawClaims(() => `"iat":${seconds()},"exp":${seconds() + 60},"nbf":1e999`),
		code: 'not_before',
	},
	{ name: 'exp beyond all numbers', make: rawClaims(() => `"iat":${seconds()},"exp":1e999`), code: 'expiry' },
	{ name: 'iat beyond all numbers', make: rawClaims(() => `"iat":1e999,"exp":1e999`), code: 'issued_at' },
	{
		name: 'exp with 20 digits',
		make: rawClaims(() => `"iat":${seconds()},"exp":99999999999999999999`),
		code: 'expiry',
	},
	{ name: 'expired a minute ago', make: withOptions(() => ({ now: Date.now() - 360_000 })), code: 'expired' },
	{
		name: 'expired a year ago',
		make: withOptions(() => ({ now: Date.now() - 365 * DAY * 1_000 })),
		code: 'expired',
	},
	{
		name: 'issued in an hour',
		make: withOptions(() => ({ now: Date.now() + 3_600_000 })),
		code: 'issued_in_future',
	},
	{ name: 'exp before iat', make: withOptions(() => ({ lifetimeSeconds: -10 })), code: 'expiry' },
	{ name: 'exp equal to iat', make: withOptions(() => ({ lifetimeSeconds: 0 })), code: 'expiry' },
	{
		name: 'iss twice, the last is wrong',
		make: (platform) =>
			withToken(
				signed(
					platform,
					header(platform),
					`{"iss":"SERVICE","sub":"${ACCOUNT}","aud":"${HOST}","iat":${seconds()},"exp":${seconds() + 60},"iss":"other"}`,
				),
			),
		code: 'issuer',
	},
	{
		name: 'exp twice, the last is past',
		make: rawClaims(() => `"iat":${seconds() - 900},"exp":${seconds() + 60},"exp":${seconds() - 600}`),
		code: 'expired',
	},
	{
		name: 'claims by way of __proto__',
		make: (platform) => withToken(signed(platform, header(platform), `{"__proto__":${JSON.stringify(claims())}}`)),
		code: 'issuer',
	},
	{
		name: 'claims that are a list',
		make: (platform) => withToken(signed(platform, header(platform), [claims()])),
		code: 'claims_malformed',
	},
	{
		name: 'claims that are text',
		make: (platform) => withToken(signed(platform, header(platform), '"claims"')),
		code: 'claims_malformed',
	},
	{
		name: 'claims that are null',
		make: (platform) => withToken(signed(platform, header(platform), 'null')),
		code: 'claims_malformed',
	},
	{
		name: 'claims that are not JSON',
		make: (platform) => withToken(signed(platform, header(platform), '{iss:1}')),
		code: 'claims_malformed',
	},
	{
		name: 'claims that are not UTF-8',
		make: (platform) => withToken(signedBytes(platform, Buffer.from([0x7b, 0xff, 0x7d]))),
		code: 'claims_malformed',
	},
	{
		name: 'claims nested 3,000 deep',
		make: (platform) => withToken(signed(platform, header(platform), `${'['.repeat(2_000)}${']'.repeat(2_000)}`)),
		code: 'claims_malformed',
	},
	{
		name: 'a header that is a list',
		make: (platform) => withToken(signed(platform, ['RS512'], claims())),
		code: 'header_malformed',
	},
	{
		name: 'a header that is not JSON',
		make: (platform) => withToken(signed(platform, 'RS512', claims())),
		code: 'header_malformed',
	},
];
