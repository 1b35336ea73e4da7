import type { SigningPlatform } from '../../../../helpers/deliveries';
import { withX5u, type HostileDelivery } from './builders';

function at(platform: SigningPlatform): string {
	return new URL(platform.keyServer.origin).host;
}

/** Tokens by the service's own key whose key address is not to be fetched. */
export const ADDRESSES: HostileDelivery[] = [
	{ name: 'x5u missing', make: withX5u(() => undefined), code: 'key_url' },
	{ name: 'x5u empty', make: withX5u(() => ''), code: 'key_url' },
	{ name: 'x5u a list', make: withX5u((platform) => [platform.x5u]), code: 'key_url' },
	{ name: 'x5u a number', make: withX5u(() => 2_130_706_433), code: 'key_url' },
	{ name: 'x5u without a host', make: withX5u(() => '/keys/true.pem'), code: 'key_url' },
	{ name: 'x5u without a scheme', make: withX5u((platform) => `//${at(platform)}/keys/true.pem`), code: 'key_url' },
	{
		name: 'x5u of 3,000 characters',
		make: withX5u((platform) => `${platform.x5u}?${'a'.repeat(3_000)}`),
		code: 'key_url',
	},
	{ name: 'x5u to a file', make: withX5u(() => 'file:///etc/ssl/cert.pem'), code: 'key_url' },
	{
		name: 'x5u with data',
		make: withX5u(({ otherKey }) => `data:,${encodeURIComponent(otherKey.publicKeyPem)}`),
		code: 'key_url',
	},
	{ name: 'x5u by ftp', make: withX5u((platform) => platform.x5u.replace('http:', 'ftp:')), code: 'key_url' },
	{ name: 'x5u by javascript', make: withX5u(() => 'javascript:1'), code: 'key_url' },
	{
		name: 'x5u with the service as user name',
		make: withX5u((platform) => `http://${at(platform)}@${new URL(platform.foreignServer.origin).host}/keys/true.pem`),
		code: 'key_url',
	},
	{
		name: 'x5u with a user name at the service',
		make: withX5u((platform) => `http://user:secret@${at(platform)}/keys/true.pem`),
		code: 'key_url',
	},
	{
		name: 'x5u with an empty user name',
		make: withX5u((platform) => `http://@${at(platform)}/keys/true.pem`),
		code: 'key_url',
	},
	{
		name: 'x5u with a backslash before the at sign',
		make: withX5u((platform) => `http://${at(platform)}\\@${new URL(platform.foreignServer.origin).host}/keys/true.pem`),
		code: 'key_url',
	},
	{
		name: 'x5u with backslashes',
		make: withX5u((platform) => `http:\\\\${at(platform)}\\keys\\true.pem`),
		code: 'key_url',
	},
	{
		name: 'x5u with a line break',
		make: withX5u((platform) => `${platform.x5u}\r\nHost: evil.example`),
		code: 'key_url',
	},
	{
		name: 'x5u with a tab in the host',
		make: withX5u((platform) => platform.x5u.replace('127.', '127\t.')),
		code: 'key_url',
	},
	{ name: 'x5u with a leading space', make: withX5u((platform) => ` ${platform.x5u}`), code: 'key_url' },
	{
		name: 'x5u with a port that is none',
		make: withX5u(() => 'http://127.0.0.1:99999/keys/true.pem'),
		code: 'key_url',
	},
	...[
		'/keys/../keys/true.pem',
		'/keys/./true.pem',
		'/uploads/%2e%2e/keys/true.pem',
		'/uploads/%252e%252e/keys/true.pem',
		'/uploads/..;/keys/true.pem',
		'/uploads%2f..%2fkeys/true.pem',
		'/keys%5ctrue.pem',
		'/keys/true%2epem%00.txt',
		'/keys/%zz/true.pem',
	].map((path): HostileDelivery => ({
		name: `x5u with the path ${path}`,
		make: withX5u((platform) => `${platform.keyServer.origin}${path}`),
		code: 'key_url',
	})),
	{ name: 'x5u with three slashes', make: withX5u((platform) => platform.x5u.replace('//', '///')), code: 'key_url' },
	{
		name: 'x5u on another port',
		make: withX5u((platform) => `${platform.foreignServer.origin}/keys/true.pem`),
		code: 'key_origin',
	},
	{
		name: 'x5u on the usual port',
		make: withX5u(() => 'http://127.0.0.1/keys/true.pem'),
		code: 'key_origin',
	},
	{
		name: 'x5u on a foreign host',
		make: withX5u(() => 'https://evil.example/keys/true.pem'),
		code: 'key_origin',
	},
	{
		name: 'x5u by https on another port where http is configured',
		make: withX5u((platform) => `${platform.foreignServer.origin.replace('http:', 'https:')}/keys/true.pem`),
		code: 'key_origin',
	},
	{
		name: 'x5u on a host that begins alike',
		make: withX5u((platform) => `http://127.0.0.1.evil.example:${new URL(platform.x5u).port}/keys/true.pem`),
		code: 'key_origin',
	},
	{
		name: 'x5u on a host that ends alike',
		make: withX5u((platform) => `http://evil-127.0.0.1.example:${new URL(platform.x5u).port}/keys/true.pem`),
		code: 'key_origin',
	},
	{
		name: 'x5u with the origin in the path',
		make: withX5u((platform) => `https://evil.example/${platform.x5u}`),
		code: 'key_origin',
	},
	{
		name: 'x5u with the origin in the query',
		make: withX5u((platform) => `https://evil.example/?u=${platform.x5u}`),
		code: 'key_origin',
	},
	{
		name: 'x5u with the origin behind a hash',
		make: withX5u((platform) => `https://evil.example/#${platform.x5u}`),
		code: 'key_origin',
	},
	{
		name: 'x5u on localhost',
		make: withX5u((platform) => platform.x5u.replace('127.0.0.1', 'localhost')),
		code: 'key_origin',
	},
	{
		name: 'x5u on the next loopback address',
		make: withX5u((platform) => platform.x5u.replace('127.0.0.1', '127.0.0.2')),
		code: 'key_origin',
	},
	{
		name: 'x5u on IPv6 loopback',
		make: withX5u((platform) => platform.x5u.replace('127.0.0.1', '[::1]')),
		code: 'key_origin',
	},
	{
		name: 'x5u on mapped IPv6',
		make: withX5u((platform) => platform.x5u.replace('127.0.0.1', '[::ffff:127.0.0.1]')),
		code: 'key_origin',
	},
	{
		name: 'x5u with a trailing dot',
		make: withX5u((platform) => platform.x5u.replace('127.0.0.1', '127.0.0.1.evil.')),
		code: 'key_origin',
	},
	{
		name: 'x5u on the metadata address',
		make: withX5u(() => 'http://169.254.169.254/latest/meta-data'),
		code: 'key_origin',
	},
	{
		name: 'x5u on a look-alike host',
		make: withX5u(() => 'https://ехample.com/keys/true.pem'),
		code: 'key_origin',
	},
	{
		name: 'x5u on full-width digits of another address',
		make: withX5u((platform) => platform.x5u.replace('127.0.0.1', '１２７.0.0.2')),
		code: 'key_origin',
	},
	{
		name: 'x5u on an octal form of another address',
		make: withX5u((platform) => platform.x5u.replace('127.0.0.1', '0177.0.0.2')),
		code: 'key_origin',
	},
];
