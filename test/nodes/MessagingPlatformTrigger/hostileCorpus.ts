import { constants, createHmac, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import type { DeliveryTokenOptions } from '../../../sandbox/signing';
import type { RefusalCode } from '../../../nodes/MessagingPlatformTrigger/verification/errors';
import type { WireRequest } from './harness';
import { ACCOUNT, deliveryOf, HOST, ISSUER, newMessage, type World } from './world';

/** A delivery that must be refused: what it is, how it is made, which code it gets. */
export interface HostileDelivery {
	name: string;
	make: (world: World) => WireRequest;
	code: RefusalCode;
	/** 401 unless told. */
	status?: 400 | 401 | 503;
}

const DAY = 86_400;

function part(value: unknown): string {
	return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
}

function seconds(): number {
	return Math.floor(Date.now() / 1_000);
}

function header(world: World, changes: object = {}): object {
	return { alg: 'RS512', typ: 'JWT', x5u: world.x5u, ...changes };
}

function claims(changes: object = {}): object {
	return { iss: ISSUER, sub: ACCOUNT, aud: HOST, iat: seconds(), exp: seconds() + 300, ...changes };
}

/** Three parts out of any header and claims, signed with the service's own key: what not even the service may send. */
function signed(world: World, head: unknown, payload: unknown): string {
	const input = `${part(head)}.${part(payload)}`;
	return `${input}.${sign('sha512', Buffer.from(input), world.key.privateKeyPem).toString('base64url')}`;
}

function withToken(token: string): WireRequest {
	return deliveryOf(newMessage(), token);
}

function withOptions(make: (world: World) => Partial<DeliveryTokenOptions>): HostileDelivery['make'] {
	return (world) => withToken(world.token(make(world)));
}

function withX5u(x5u: (world: World) => unknown): HostileDelivery['make'] {
	return (world) => withToken(signed(world, header(world, { x5u: x5u(world) }), claims()));
}

function withAuthorization(make: (token: string, world: World) => string | undefined): HostileDelivery['make'] {
	return (world) => {
		const request = withToken(world.token());
		const authorization = make(world.token(), world);
		return { ...request, headers: { ...request.headers, authorization } };
	};
}

function withBody(body: string | Buffer, headers: Record<string, string> = {}): HostileDelivery['make'] {
	return (world) => deliveryOf(body, world.token(), headers);
}

function hmac(world: World, secret: string, alg = 'HS512'): string {
	const input = `${part(header(world, { alg }))}.${part(claims())}`;
	return `${input}.${createHmac(alg === 'HS256' ? 'sha256' : 'sha512', secret).update(input).digest('base64url')}`;
}

function at(world: World): string {
	return new URL(world.service.origin).host;
}

const ALGORITHMS: HostileDelivery[] = [
	...['none', 'None', 'NONE', 'nOnE', '', 'RS256', 'RS384', 'PS512', 'ES512', 'EdDSA', 'rs512', 'RS512 ', 'HS256', 'dir'].map(
		(alg): HostileDelivery => ({
			name: `alg "${alg}"`,
			make: withOptions(() => ({ header: { alg } })),
			code: alg === 'RS256' || alg === 'RS384' || alg === 'PS512' || alg === 'HS256' ? 'algorithm' : 'token_malformed',
		}),
	),
	...['none', 'None', 'rs512', 'EdDSA'].map(
		(alg): HostileDelivery => ({
			name: `alg "${alg}" with some signature`,
			make: (world) => withToken(signed(world, header(world, { alg }), claims())),
			code: 'algorithm',
		}),
	),
	{ name: 'HS512 keyed with the public key', make: (world) => withToken(hmac(world, world.key.publicKeyPem)), code: 'algorithm' },
	{ name: 'HS512 keyed with the certificate', make: (world) => withToken(hmac(world, world.key.certificatePem)), code: 'algorithm' },
	{ name: 'HS256 keyed with nothing', make: (world) => withToken(hmac(world, '', 'HS256')), code: 'algorithm' },
	{
		name: 'RS512 in the header, PSS in the signature',
		make: (world) => {
			const input = `${part(header(world))}.${part(claims())}`;
			const key = { key: world.key.privateKeyPem, padding: constants.RSA_PKCS1_PSS_PADDING };
			return withToken(`${input}.${sign('sha512', Buffer.from(input), key).toString('base64url')}`);
		},
		code: 'signature',
	},
	{
		name: 'RS512 in the header, SHA-256 in the signature',
		make: (world) => {
			const input = `${part(header(world))}.${part(claims())}`;
			return withToken(`${input}.${sign('sha256', Buffer.from(input), world.key.privateKeyPem).toString('base64url')}`);
		},
		code: 'signature',
	},
	...[['RS512'], 512, true, null, { name: 'RS512' }].map(
		(alg): HostileDelivery => ({
			name: `alg ${JSON.stringify(alg)}`,
			make: (world) => withToken(signed(world, header(world, { alg }), claims())),
			code: 'algorithm',
		}),
	),
	{
		name: 'alg twice, the last is none',
		make: (world) =>
			withToken(signed(world, `{"alg":"RS512","x5u":${JSON.stringify(world.x5u)},"alg":"none"}`, claims())),
		code: 'algorithm',
	},
];

const SIGNATURES: HostileDelivery[] = [
	{ name: 'no signature part', make: withAuthorization((token) => `JWT ${token.split('.').slice(0, 2).join('.')}`), code: 'token_malformed' },
	{ name: 'an empty signature', make: withAuthorization((token) => `JWT ${token.split('.').slice(0, 2).join('.')}.`), code: 'token_malformed' },
	{ name: 'a signature of one letter', make: withAuthorization((token) => `JWT ${token.split('.').slice(0, 2).join('.')}.A`), code: 'token_malformed' },
	{ name: 'a signature of zeros', make: withAuthorization((token) => `JWT ${token.split('.').slice(0, 2).join('.')}.${'A'.repeat(342)}`), code: 'signature' },
	{ name: 'a shortened signature', make: withAuthorization((token) => `JWT ${token.slice(0, -40)}`), code: 'signature' },
	{ name: 'a lengthened signature', make: withAuthorization((token) => `JWT ${token}AAAA`), code: 'signature' },
	{ name: 'a signature with one other letter', make: withAuthorization((token) => `JWT ${flip(token)}`), code: 'signature' },
	{
		name: "another token's signature",
		make: (world) => withToken(`${world.token().split('.').slice(0, 2).join('.')}.${world.token({ claims: { jti: 'x' } }).split('.')[2]}`),
		code: 'signature',
	},
	{
		name: 'claims exchanged under a true signature',
		make: (world) => {
			const [head, , signature] = world.token().split('.');
			return withToken(`${head}.${part(claims({ exp: seconds() + 3_000 }))}.${signature}`);
		},
		code: 'signature',
	},
	{ name: 'a four-part token', make: withAuthorization((token) => `JWT ${token}.x`), code: 'token_malformed' },
	{ name: 'five parts, as an encrypted token', make: withAuthorization((token) => `JWT ${token}.x.y`), code: 'token_malformed' },
	{ name: 'base64 with padding', make: withAuthorization((token) => `JWT ${token}==`), code: 'token_malformed' },
	{ name: 'base64 instead of base64url', make: withAuthorization((token) => `JWT ${token.replace(/.$/, '+')}`), code: 'token_malformed' },
];

function flip(token: string): string {
	const index = token.length - 20;
	return `${token.slice(0, index)}${token[index] === 'A' ? 'B' : 'A'}${token.slice(index + 1)}`;
}

const KEYS: HostileDelivery[] = [
	{ name: 'another key, x5u of the service', make: withOptions(({ otherKey }) => ({ key: otherKey })), code: 'signature' },
	{ name: 'another key, x5u of its own', make: withOptions(({ otherKey, foreign }) => ({ key: otherKey, x5u: `${foreign.origin}/keys/true.pem` })), code: 'key_origin' },
	{
		name: 'another key in jwk',
		make: (world) =>
			withToken(world.token({ key: world.otherKey, header: { jwk: exportJwk(world.otherKey.publicKeyPem) } })),
		code: 'signature',
	},
	{ name: 'another key in x5c', make: (world) => withToken(world.token({ key: world.otherKey, header: { x5c: [der(world.otherKey.certificatePem)] } })), code: 'signature' },
	{ name: 'another key by jku', make: (world) => withToken(world.token({ key: world.otherKey, header: { jku: `${world.foreign.origin}/jwks` } })), code: 'signature' },
	{ name: 'another key by kid', make: (world) => withToken(world.token({ key: world.otherKey, header: { kid: '../../dev/null' } })), code: 'signature' },
	{ name: 'crit with an unknown extension', make: withOptions(() => ({ header: { crit: ['exp'] } })), code: 'critical_header' },
	{ name: 'crit with b64', make: withOptions(() => ({ header: { crit: ['b64'], b64: false } })), code: 'critical_header' },
	{ name: 'crit that is empty', make: withOptions(() => ({ header: { crit: [] } })), code: 'critical_header' },
	{ name: 'typ of another kind of token', make: withOptions(() => ({ header: { typ: 'at+jwt' } })), code: 'type' },
	{ name: 'typ that is no text', make: withOptions(() => ({ header: { typ: ['JWT'] } })), code: 'type' },
	{ name: 'a page in place of the key', make: serving('/page', '<html>Sign in</html>'), code: 'key_malformed' },
	{ name: 'an empty key', make: serving('/empty', ''), code: 'key_malformed' },
	{ name: 'a private key in place of the public one', make: (world) => serving('/private', world.key.privateKeyPem)(world), code: 'key_malformed' },
	{ name: 'a broken certificate', make: serving('/broken', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'), code: 'key_malformed' },
	{ name: 'a JSON key set in place of the key', make: serving('/jwks', '{"keys":[]}'), code: 'key_malformed' },
	{ name: 'a key of 1024 bits', make: (world) => serving('/weak', generated(1_024))(world), code: 'key_weak' },
	{ name: 'an elliptic key', make: (world) => serving('/ec', generatedEc())(world), code: 'key_weak' },
	{ name: 'no key at that path', make: withX5u(({ service }) => `${service.origin}/nowhere`), code: 'key_not_found' },
	{ name: 'a key path that is forbidden', make: serving('/forbidden', 'no', 403), code: 'key_not_found' },
	{ name: '100 kB in place of the key', make: serving('/huge', 'A'.repeat(100_000)), code: 'key_too_large' },
	{ name: 'a redirect to a foreign key', make: (world) => serving('/redirect', '', 302, { location: `${world.foreign.origin}/keys/true.pem` })(world), code: 'key_redirect' },
	{ name: 'a redirect within the origin', make: (world) => serving('/moved', '', 308, { location: world.x5u })(world), code: 'key_redirect' },
];

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

function serving(path: string, text: string, status = 200, headers: Record<string, string> = {}): HostileDelivery['make'] {
	return (world) => withX5u(({ service }) => service.serve(path, text, status, headers))(world);
}

const ADDRESSES: HostileDelivery[] = [
	{ name: 'x5u missing', make: withX5u(() => undefined), code: 'key_url' },
	{ name: 'x5u empty', make: withX5u(() => ''), code: 'key_url' },
	{ name: 'x5u a list', make: withX5u((world) => [world.x5u]), code: 'key_url' },
	{ name: 'x5u a number', make: withX5u(() => 2_130_706_433), code: 'key_url' },
	{ name: 'x5u without a host', make: withX5u(() => '/keys/true.pem'), code: 'key_url' },
	{ name: 'x5u without a scheme', make: withX5u((world) => `//${at(world)}/keys/true.pem`), code: 'key_url' },
	{ name: 'x5u of 3,000 characters', make: withX5u((world) => `${world.x5u}?${'a'.repeat(3_000)}`), code: 'key_url' },
	{ name: 'x5u to a file', make: withX5u(() => 'file:///etc/ssl/cert.pem'), code: 'key_url' },
	{ name: 'x5u with data', make: withX5u(({ otherKey }) => `data:,${encodeURIComponent(otherKey.publicKeyPem)}`), code: 'key_url' },
	{ name: 'x5u by ftp', make: withX5u((world) => world.x5u.replace('http:', 'ftp:')), code: 'key_url' },
	{ name: 'x5u by javascript', make: withX5u(() => 'javascript:1'), code: 'key_url' },
	{ name: 'x5u with the service as user name', make: withX5u((world) => `http://${at(world)}@${new URL(world.foreign.origin).host}/keys/true.pem`), code: 'key_url' },
	{ name: 'x5u with a user name at the service', make: withX5u((world) => `http://user:secret@${at(world)}/keys/true.pem`), code: 'key_url' },
	{ name: 'x5u with an empty user name', make: withX5u((world) => `http://@${at(world)}/keys/true.pem`), code: 'key_url' },
	{ name: 'x5u with a backslash before the at sign', make: withX5u((world) => `http://${at(world)}\\@${new URL(world.foreign.origin).host}/keys/true.pem`), code: 'key_url' },
	{ name: 'x5u with backslashes', make: withX5u((world) => `http:\\\\${at(world)}\\keys\\true.pem`), code: 'key_url' },
	{ name: 'x5u with a line break', make: withX5u((world) => `${world.x5u}\r\nHost: evil.example`), code: 'key_url' },
	{ name: 'x5u with a tab in the host', make: withX5u((world) => world.x5u.replace('127.', '127\t.')), code: 'key_url' },
	{ name: 'x5u with a leading space', make: withX5u((world) => ` ${world.x5u}`), code: 'key_url' },
	{ name: 'x5u with a port that is none', make: withX5u(() => 'http://127.0.0.1:99999/keys/true.pem'), code: 'key_url' },
	{ name: 'x5u on another port', make: withX5u((world) => `${world.foreign.origin}/keys/true.pem`), code: 'key_origin' },
	{ name: 'x5u on the usual port', make: withX5u(() => 'http://127.0.0.1/keys/true.pem'), code: 'key_origin' },
	{ name: 'x5u on a foreign host', make: withX5u(() => 'https://evil.example/keys/true.pem'), code: 'key_origin' },
	{ name: 'x5u by https where http is configured', make: withX5u((world) => world.x5u.replace('http:', 'https:')), code: 'key_origin' },
	{ name: 'x5u on a host that begins alike', make: withX5u((world) => `http://127.0.0.1.evil.example:${new URL(world.x5u).port}/keys/true.pem`), code: 'key_origin' },
	{ name: 'x5u on a host that ends alike', make: withX5u((world) => `http://evil-127.0.0.1.example:${new URL(world.x5u).port}/keys/true.pem`), code: 'key_origin' },
	{ name: 'x5u with the origin in the path', make: withX5u((world) => `https://evil.example/${world.x5u}`), code: 'key_origin' },
	{ name: 'x5u with the origin in the query', make: withX5u((world) => `https://evil.example/?u=${world.x5u}`), code: 'key_origin' },
	{ name: 'x5u with the origin behind a hash', make: withX5u((world) => `https://evil.example/#${world.x5u}`), code: 'key_origin' },
	{ name: 'x5u on localhost', make: withX5u((world) => world.x5u.replace('127.0.0.1', 'localhost')), code: 'key_origin' },
	{ name: 'x5u on the next loopback address', make: withX5u((world) => world.x5u.replace('127.0.0.1', '127.0.0.2')), code: 'key_origin' },
	{ name: 'x5u on IPv6 loopback', make: withX5u((world) => world.x5u.replace('127.0.0.1', '[::1]')), code: 'key_origin' },
	{ name: 'x5u on mapped IPv6', make: withX5u((world) => world.x5u.replace('127.0.0.1', '[::ffff:127.0.0.1]')), code: 'key_origin' },
	{ name: 'x5u with a trailing dot', make: withX5u((world) => world.x5u.replace('127.0.0.1', '127.0.0.1.evil.')), code: 'key_origin' },
	{ name: 'x5u on the metadata address', make: withX5u(() => 'http://169.254.169.254/latest/meta-data'), code: 'key_origin' },
	{ name: 'x5u on a look-alike host', make: withX5u(() => 'https://ехample.com/keys/true.pem'), code: 'key_origin' },
	{ name: 'x5u on full-width digits of another address', make: withX5u((world) => world.x5u.replace('127.0.0.1', '１２７.0.0.2')), code: 'key_origin' },
	{ name: 'x5u on an octal form of another address', make: withX5u((world) => world.x5u.replace('127.0.0.1', '0177.0.0.2')), code: 'key_origin' },
];

const CLAIMS: HostileDelivery[] = [
	...[undefined, null, '', 'Service', 'SERVICE ', 'SERVIСE', ['SERVICE'], 1, true, { toString: 'SERVICE' }].map(
		(iss): HostileDelivery => ({
			name: `iss ${JSON.stringify(iss)}`,
			make: (world) => withToken(signed(world, header(world), claims({ iss }))),
			code: 'issuer',
		}),
	),
	...[undefined, null, '', 'evil.example', '127.0.0.1.evil.example', 'x127.0.0.1', '127.0.0.1/', 'http://127.0.0.1', '127.0.0.1:1', '*', [], ['evil.example'], [['127.0.0.1']], [null], { 0: '127.0.0.1' }, 127].map(
		(aud): HostileDelivery => ({
			name: `aud ${JSON.stringify(aud)}`,
			make: (world) => withToken(signed(world, header(world), claims({ aud }))),
			code: 'audience',
		}),
	),
	...[undefined, null, '', [ACCOUNT], 7, { id: ACCOUNT }, 'another-account', ACCOUNT.toUpperCase()].map(
		(sub): HostileDelivery => ({
			name: `sub ${JSON.stringify(sub)}`,
			make: (world) => withToken(signed(world, header(world), claims({ sub }))),
			code: 'subject',
		}),
	),
	...[undefined, null, '', 'now', '1700000000', true, [1], -1].map(
		(iat): HostileDelivery => ({
			name: `iat ${JSON.stringify(iat)}`,
			make: (world) => withToken(signed(world, header(world), claims({ iat }))),
			code: 'issued_at',
		}),
	),
	...[undefined, null, '', 'never', '99999999999', true, [1], 0, -1].map(
		(exp): HostileDelivery => ({
			name: `exp ${JSON.stringify(exp)}`,
			make: (world) => withToken(signed(world, header(world), claims({ exp }))),
			code: 'expiry',
		}),
	),
	{ name: 'exp beyond all numbers', make: rawClaims(() => `"iat":${seconds()},"exp":1e999`), code: 'expiry' },
	{ name: 'iat beyond all numbers', make: rawClaims(() => `"iat":1e999,"exp":1e999`), code: 'issued_at' },
	{ name: 'exp in ms', make: (world) => withToken(signed(world, header(world), claims({ exp: Date.now() }))), code: 'lifetime' },
	{ name: 'exp with 20 digits', make: rawClaims(() => `"iat":${seconds()},"exp":99999999999999999999`), code: 'expiry' },
	{ name: 'valid for a century', make: withOptions(() => ({ lifetimeSeconds: 36_500 * DAY })), code: 'lifetime' },
	{ name: 'expired a minute ago', make: withOptions(() => ({ now: Date.now() - 360_000 })), code: 'expired' },
	{ name: 'expired a year ago', make: withOptions(() => ({ now: Date.now() - 365 * DAY * 1_000 })), code: 'expired' },
	{ name: 'issued in an hour', make: withOptions(() => ({ now: Date.now() + 3_600_000 })), code: 'issued_in_future' },
	{ name: 'exp before iat', make: withOptions(() => ({ lifetimeSeconds: -10 })), code: 'expiry' },
	{ name: 'exp equal to iat', make: withOptions(() => ({ lifetimeSeconds: 0 })), code: 'expiry' },
	{ name: 'iss twice, the last is wrong', make: (world) => withToken(signed(world, header(world), `{"iss":"SERVICE","sub":"${ACCOUNT}","aud":"${HOST}","iat":${seconds()},"exp":${seconds() + 60},"iss":"other"}`)), code: 'issuer' },
	{ name: 'exp twice, the last is past', make: rawClaims(() => `"iat":${seconds() - 900},"exp":${seconds() + 60},"exp":${seconds() - 600}`), code: 'expired' },
	{ name: 'claims by way of __proto__', make: (world) => withToken(signed(world, header(world), `{"__proto__":${JSON.stringify(claims())}}`)), code: 'issuer' },
	{ name: 'claims that are a list', make: (world) => withToken(signed(world, header(world), [claims()])), code: 'claims_malformed' },
	{ name: 'claims that are text', make: (world) => withToken(signed(world, header(world), '"claims"')), code: 'claims_malformed' },
	{ name: 'claims that are null', make: (world) => withToken(signed(world, header(world), 'null')), code: 'claims_malformed' },
	{ name: 'claims that are not JSON', make: (world) => withToken(signed(world, header(world), '{iss:1}')), code: 'claims_malformed' },
	{ name: 'claims that are not UTF-8', make: (world) => withToken(signedBytes(world, Buffer.from([0x7b, 0xff, 0x7d]))), code: 'claims_malformed' },
	{ name: 'claims nested 3,000 deep', make: (world) => withToken(signed(world, header(world), `${'['.repeat(2_000)}${']'.repeat(2_000)}`)), code: 'claims_malformed' },
	{ name: 'a header that is a list', make: (world) => withToken(signed(world, ['RS512'], claims())), code: 'header_malformed' },
	{ name: 'a header that is not JSON', make: (world) => withToken(signed(world, 'RS512', claims())), code: 'header_malformed' },
];

function rawClaims(times: () => string): HostileDelivery['make'] {
	return (world) =>
		withToken(signed(world, header(world), `{"iss":"${ISSUER}","sub":"${ACCOUNT}","aud":"${HOST}",${times()}}`));
}

function signedBytes(world: World, payload: Buffer): string {
	const input = `${part(header(world))}.${payload.toString('base64url')}`;
	return `${input}.${sign('sha512', Buffer.from(input), world.key.privateKeyPem).toString('base64url')}`;
}

const HEADERS: HostileDelivery[] = [
	{ name: 'no Authorization', make: withAuthorization(() => undefined), code: 'token_missing' },
	{ name: 'an empty Authorization', make: withAuthorization(() => ''), code: 'token_missing' },
	{ name: 'a scheme alone', make: withAuthorization(() => 'Bearer'), code: 'scheme' },
	{ name: 'a token without a scheme', make: withAuthorization((token) => token), code: 'scheme' },
	{ name: 'Basic', make: withAuthorization(() => `Basic ${Buffer.from('a:b').toString('base64')}`), code: 'scheme' },
	{ name: 'Digest with a token', make: withAuthorization((token) => `Digest ${token}`), code: 'scheme' },
	{ name: 'a scheme that begins alike', make: withAuthorization((token) => `JWTs ${token}`), code: 'scheme' },
	{ name: 'a tab after the scheme', make: withAuthorization((token) => `JWT\t${token}`), code: 'scheme' },
	{ name: 'two schemes', make: withAuthorization((token) => `JWT Bearer ${token}`), code: 'token_malformed' },
	{ name: 'two tokens', make: withAuthorization((token) => `JWT ${token}, ${token}`), code: 'token_malformed' },
	{ name: 'the API token', make: withAuthorization(() => 'Bearer a-secret-token'), code: 'token_malformed' },
	{ name: 'a token of 9,000 characters', make: withAuthorization((token) => `JWT ${token.slice(0, 20)}${'A'.repeat(9_000)}`), code: 'token_too_long' },
	{ name: 'dots alone', make: withAuthorization(() => 'JWT ..'), code: 'token_malformed' },
];

const BODIES: HostileDelivery[] = [
	{ name: "another account's event", make: withBody(newMessage({}, { accountId: 'another-account' })), code: 'subject' },
	{ name: "another account's event, the account twice", make: withBody(`{"accountId":"${ACCOUNT}","id":"1","name":"new_message","accountId":"other"}`), code: 'subject' },
	{ name: 'a body without an account', make: withBody('{"id":"1","name":"new_message"}'), code: 'not_an_event', status: 400 },
	{ name: 'an account by way of __proto__', make: withBody(`{"id":"1","name":"new_message","__proto__":{"accountId":"${ACCOUNT}"}}`), code: 'not_an_event', status: 400 },
	{ name: 'a body without a name', make: withBody(`{"id":"1","accountId":"${ACCOUNT}"}`), code: 'not_an_event', status: 400 },
	{ name: 'a name that is a list', make: withBody(`{"id":"1","name":["new_message"],"accountId":"${ACCOUNT}"}`), code: 'not_an_event', status: 400 },
	{ name: 'an id that is an object', make: withBody(`{"id":{},"name":"new_message","accountId":"${ACCOUNT}"}`), code: 'not_an_event', status: 400 },
	{ name: 'a list of events', make: withBody(`[${newMessage()}]`), code: 'not_an_event', status: 400 },
	{ name: 'a body that is a number', make: withBody('42'), code: 'not_an_event', status: 400 },
	{ name: 'a body that is null', make: withBody('null'), code: 'not_an_event', status: 400 },
	{ name: 'a body nested 5,000 deep', make: withBody(`${'[' .repeat(5_000)}${']'.repeat(5_000)}`), code: 'body_not_json', status: 400 },
	{ name: 'a body that is not UTF-8', make: withBody(Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')])), code: 'body_not_json', status: 400 },
	{ name: 'an empty body', make: withBody(''), code: 'body_empty', status: 400 },
	{ name: 'a body of 5 MB', make: withBody(newMessage({ text: 'a'.repeat(5_000_000) })), code: 'body_too_large', status: 400 },
	{ name: 'no content type', make: (world) => ({ body: newMessage(), headers: { authorization: `JWT ${world.token()}` } }), code: 'content_type', status: 400 },
	{ name: 'text/plain', make: withBody(newMessage(), { 'content-type': 'text/plain' }), code: 'content_type', status: 400 },
	{ name: 'a form', make: withBody('name=new_message', { 'content-type': 'application/x-www-form-urlencoded' }), code: 'content_type', status: 400 },
	{ name: 'XML', make: withBody('<event/>', { 'content-type': 'application/xml' }), code: 'content_type', status: 400 },
	{ name: 'a content type that begins alike', make: withBody(newMessage(), { 'content-type': 'application/jsonp' }), code: 'content_type', status: 400 },
];

/**
 * Deliveries that must never start an execution. Each is self-contained: `make` gets a world with the service's key
 * server, a foreign server and both keys. Tokens are made at the time of the call.
 */
export const HOSTILE_DELIVERIES: readonly HostileDelivery[] = [
	...ALGORITHMS,
	...SIGNATURES,
	...KEYS,
	...ADDRESSES,
	...CLAIMS,
	...HEADERS,
	...BODIES,
];
