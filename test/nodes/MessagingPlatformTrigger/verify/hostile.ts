import { constants, createHmac, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { DeliveryTokenOptions } from '../../../../sandbox/security/signing';
import type { RefusalCode } from '../../../../nodes/MessagingPlatformTrigger/verify/refusals';
import {
	ACCOUNT,
	deliveryOf,
	HOST,
	ISSUER,
	newMessage,
	type SigningPlatform,
	type WireRequest,
} from '../../../helpers/deliveries';

type Make = (platform: SigningPlatform) => WireRequest;

/** A delivery that must be refused: what it is, how it is made, which code it gets. */
interface HostileDelivery {
	name: string;
	make: Make;
	code: RefusalCode;
	status: number;
}

/** The codes of bodies that are refused with 400; a token is refused with 401. */
const BAD_BODY: RefusalCode[] = ['not_an_event', 'body_not_json', 'body_empty', 'content_type'];
const statusOf = (code: RefusalCode) => (code === 'body_too_large' ? 503 : BAD_BODY.includes(code) ? 400 : 401);

const all = (code: RefusalCode, cases: Record<string, Make>): HostileDelivery[] =>
	Object.entries(cases).map(([name, make]) => ({ name, make, code, status: statusOf(code) }));

const each = <Value>(code: RefusalCode, kind: string, values: Value[], make: (value: Value) => Make): HostileDelivery[] =>
	all(code, Object.fromEntries(values.map((value) => [`${kind} ${JSON.stringify(value)}`, make(value)])));

const base64 = (value: string | Buffer): string => Buffer.from(value).toString('base64url');

/** One part of a token: text and bytes unchanged, anything else as JSON. */
const part = (value: unknown): string =>
	base64(typeof value === 'string' || Buffer.isBuffer(value) ? value : JSON.stringify(value));

const seconds = (): number => Math.floor(Date.now() / 1_000);
/** The header and the claims of a true token, with changes. */
const header = ({ x5u }: SigningPlatform, changes: object = {}): object => ({ alg: 'RS512', typ: 'JWT', x5u, ...changes });
const claims = (changes: object = {}): object => ({
	...{ iss: ISSUER, sub: ACCOUNT, aud: HOST, iat: seconds(), exp: seconds() + 300 },
	...changes,
});

const withToken = (token: string): WireRequest => deliveryOf(newMessage(), token);

/** A token as the service signs it, with differences. */
const withOptions =
	(make: (platform: SigningPlatform) => Partial<DeliveryTokenOptions>): Make =>
	(platform) =>
		withToken(platform.token(make(platform)));

/** A token of any header and claims, by the service's own key: what not even the service may send. */
const signed =
	(make: (platform: SigningPlatform) => [head: unknown, payload: unknown], how: { hash?: string; padding?: number } = {}): Make =>
	(platform) => {
		const input = make(platform).map(part).join('.');
		const key = { key: platform.key.privateKeyPem, ...(how.padding !== undefined && { padding: how.padding }) };
		return withToken(`${input}.${base64(sign(how.hash ?? 'sha512', Buffer.from(input), key))}`);
	};

const signedBy = (how: { hash?: string; padding?: number }): Make => signed((platform) => [header(platform), claims()], how);
const withClaims = (changes: unknown): Make => signed((platform) => [header(platform), changes]);
const withClaim = (name: string) => (value: unknown) => signed((platform) => [header(platform), claims({ [name]: value })]);

/** A token whose times are written as given, digit for digit. */
const withTimes = (times: () => string): Make =>
	signed((platform) => [header(platform), `{"iss":"${ISSUER}","sub":"${ACCOUNT}","aud":"${HOST}",${times()}}`]);

/** A token by the service's own key that names another address for it. */
const withX5u = (x5u: (platform: SigningPlatform) => unknown): Make =>
	signed((platform) => [header(platform, { x5u: x5u(platform) }), claims()]);

/** A true token, except that the service's key server answers this at the key's address. */
const serving = (path: string, text: string, status = 200, headers: Record<string, string> = {}): Make =>
	withX5u(({ keyServer }) => keyServer.serve(path, text, status, headers));

const withHmac =
	(secret: (platform: SigningPlatform) => string, alg = 'HS512', hash = 'sha512'): Make =>
	(platform) => {
		const input = `${part(header(platform, { alg }))}.${part(claims())}`;
		return withToken(`${input}.${createHmac(hash, secret(platform)).update(input).digest('base64url')}`);
	};

/** A true event under an Authorization header made from a true token. */
const withAuthorization =
	(make: (token: string) => string | undefined): Make =>
	(platform) => {
		const request = withToken(platform.token());
		return { ...request, headers: { ...request.headers, authorization: make(platform.token()) } };
	};

const withSignature =
	(make: (signature: string, platform: SigningPlatform) => string): Make =>
	(platform) => {
		const [head, payload, signature = ''] = platform.token().split('.');
		return withToken(`${head}.${payload}${make(`.${signature}`, platform)}`);
	};

const withBody =
	(body: string | Buffer, headers: Record<string, string> = {}): Make =>
	(platform) =>
		deliveryOf(body, platform.token(), headers);

/** A token by another key, whose header also offers that key. */
const byOtherKey = (more: (platform: SigningPlatform) => Partial<DeliveryTokenOptions> = () => ({})): Make =>
	withOptions((platform) => ({ key: platform.otherKey, ...more(platform) }));

const pemOf = ({ publicKey }: { publicKey: KeyObject }) => publicKey.export({ type: 'spki', format: 'pem' }).toString();

const OTHER_ALGORITHMS = ['none', 'None', 'rs512', 'EdDSA', ['RS512'], 512, true, null, { name: 'RS512' }];

/** Tokens that say they are signed in another way, or are. */
const ALGORITHMS = [
	...each('algorithm', 'alg', ['RS256', 'RS384', 'PS512', 'HS256'], (alg) => withOptions(() => ({ header: { alg } }))),
	...each('token_malformed', 'alg without a signature', ['none', 'None', 'nOnE', '', 'ES512', 'rs512', 'RS512 ', 'dir'], (alg) =>
		withOptions(() => ({ header: { alg } })),
	),
	...each('algorithm', 'alg with some signature', OTHER_ALGORITHMS, (alg) =>
		signed((platform) => [header(platform, { alg }), claims()]),
	),
	...all('algorithm', {
		'HS512 keyed with the public key': withHmac(({ key }) => key.publicKeyPem),
		'HS512 keyed with the certificate': withHmac(({ key }) => key.certificatePem),
		'HS256 keyed with nothing': withHmac(() => '', 'HS256', 'sha256'),
		'alg twice, the last is none': signed(({ x5u }) => [`{"alg":"RS512","x5u":${JSON.stringify(x5u)},"alg":"none"}`, claims()]),
	}),
	...all('signature', {
		'RS512 in the header, PSS in the signature': signedBy({ padding: constants.RSA_PKCS1_PSS_PADDING }),
		'RS512 in the header, SHA-256 in the signature': signedBy({ hash: 'sha256' }),
	}),
	...each('critical_header', 'crit', [['exp'], ['b64'], []], (crit) => withOptions(() => ({ header: { crit, b64: false } }))),
	...each('type', 'typ', ['at+jwt', '', ['JWT']], (typ) => withOptions(() => ({ header: { typ } }))),
];

/** Tokens whose signature is missing, cut, changed or taken from elsewhere. */
const SIGNATURES = [
	...each('token_malformed', 'a signature', ['', '.', '.A'], (other) => withSignature(() => other)),
	// with padding, and with five parts, as an encrypted token has them
	...each('token_malformed', 'a signature followed by', ['.x', '.x.y', '=='], (more) => withSignature((own) => own + more)),
	...all('token_malformed', {
		'base64 instead of base64url': withSignature((signature) => signature.replace(/.$/, '+')),
	}),
	...all('signature', {
		'a signature of zeros': withSignature(() => `.${'A'.repeat(342)}`),
		'a shortened signature': withSignature((signature) => signature.slice(0, -40)),
		'a lengthened signature': withSignature((signature) => `${signature}AAAA`),
		'a signature with one other letter': withSignature((signature) =>
			signature.replace(/.(?=.{19}$)/, (letter) => (letter === 'A' ? 'B' : 'A')),
		),
		"another token's signature": withSignature((_own, { token }) => `.${token({ claims: { jti: 'x' } }).split('.')[2]}`),
		'claims exchanged under a true signature': (platform) => {
			const [head, , signature] = platform.token().split('.');
			return withToken(`${head}.${part(claims({ exp: seconds() + 3_000 }))}.${signature}`);
		},
	}),
];

/** Tokens by another key, and key addresses that do not answer with a usable key. */
const KEYS = [
	...all('signature', {
		'another key, x5u of the service': byOtherKey(),
		'another key in jwk': byOtherKey(({ otherKey }) => ({
			header: { jwk: { alg: 'RS512', ...createPublicKey(otherKey.publicKeyPem).export({ format: 'jwk' }) } },
		})),
		'another key in x5c': byOtherKey(({ otherKey }) => ({
			header: { x5c: [otherKey.certificatePem.replace(/-----[^-]+-----|\s/g, '')] },
		})),
		'another key by jku': byOtherKey(({ foreignServer }) => ({ header: { jku: `${foreignServer.origin}/jwks` } })),
		'another key by kid': byOtherKey(() => ({ header: { kid: '../../dev/null' } })),
	}),
	...all('key_malformed', {
		'the key as a page': (platform) =>
			serving('/page', platform.key.certificatePem, 200, { 'content-type': 'text/html' })(platform),
		'an empty key': serving('/empty', ''),
		'a private key in place of the public one': (platform) => serving('/private', platform.key.privateKeyPem)(platform),
		'a broken certificate': serving('/broken', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'),
		'a JSON key set in place of the key': serving('/jwks', '{"keys":[]}'),
	}),
	...all('key_weak', {
		'a key of 1024 bits': (platform) => serving('/weak', pemOf(generateKeyPairSync('rsa', { modulusLength: 1_024 })))(platform),
		'an elliptic key': (platform) => serving('/ec', pemOf(generateKeyPairSync('ec', { namedCurve: 'P-521' })))(platform),
	}),
	...all('key_not_found', {
		'no key at that path': withX5u(({ keyServer }) => `${keyServer.origin}/nowhere`),
		'a key path that is forbidden': serving('/forbidden', 'no', 403),
	}),
	...all('key_too_large', { '100 kB in place of the key': serving('/huge', 'A'.repeat(100_000)) }),
	...all('key_redirect', {
		'a redirect to a foreign key': (platform) =>
			serving('/redirect', '', 302, { location: `${platform.foreignServer.origin}/keys/true.pem` })(platform),
		'a redirect within the origin': (platform) => serving('/moved', '', 308, { location: platform.x5u })(platform),
	}),
];

/** The service's host before the host of a foreign server. */
const asUserOf = (sign: string): Make =>
	withX5u(({ x5u, foreignServer }) => `http://${new URL(x5u).host}${sign}${new URL(foreignServer.origin).host}/keys/true.pem`);

const x5uWith = (from: string, to: string): Make => withX5u(({ x5u }) => x5u.replace(from, to));

/** Look-alikes of 127.0.0.1, other names of it, and forms of another address. */
const HOSTS = [
	...['127.0.0.1.evil.example', 'evil-127.0.0.1.example', '127.0.0.1.evil.', 'localhost', '127.0.0.2', '[::1]'],
	...['[::ffff:127.0.0.1]', '１２７.0.0.2', '0177.0.0.2'],
];

const ELSEWHERE = [
	...['http://127.0.0.1/keys/true.pem', 'https://evil.example/keys/true.pem', 'http://169.254.169.254/latest/meta-data'],
	'https://ехample.com/keys/true.pem',
];

/** Tokens by the service's own key whose key address is not to be fetched. */
const ADDRESSES = [
	...each('key_url', 'x5u', [undefined, '', 2_130_706_433, '/keys/true.pem', 'file:///etc/ssl/cert.pem', 'javascript:1'], (x5u) =>
		withX5u(() => x5u),
	),
	...all('key_url', {
		'x5u a list': withX5u(({ x5u }) => [x5u]),
		'x5u without a scheme': x5uWith('http:', ''),
		'x5u of 3,000 characters': withX5u(({ x5u }) => `${x5u}?${'a'.repeat(3_000)}`),
		'x5u with data': withX5u(({ otherKey }) => `data:,${encodeURIComponent(otherKey.publicKeyPem)}`),
		'x5u by ftp': x5uWith('http:', 'ftp:'),
		'x5u with the service as user name': asUserOf('@'),
		'x5u with a user name at the service': x5uWith('http://', 'http://user:secret@'),
		'x5u with an empty user name': x5uWith('http://', 'http://@'),
		'x5u with a backslash before the at sign': asUserOf('\\@'),
		'x5u with backslashes': withX5u(({ x5u }) => x5u.replaceAll('/', '\\')),
		'x5u with a line break': withX5u(({ x5u }) => `${x5u}\r\nHost: evil.example`),
		'x5u with a tab in the host': x5uWith('127.', '127\t.'),
		'x5u with a leading space': x5uWith('http:', ' http:'),
		'x5u with a port that is none': withX5u(() => 'http://127.0.0.1:99999/keys/true.pem'),
		'x5u with three slashes': x5uWith('//', '///'),
	}),
	...all('key_origin', {
		'another key, x5u of its own': byOtherKey(({ foreignServer }) => ({ x5u: `${foreignServer.origin}/keys/true.pem` })),
		'x5u on another port': withX5u(({ foreignServer }) => `${foreignServer.origin}/keys/true.pem`),
		'x5u by https on another port': withX5u(
			({ foreignServer }) => `${foreignServer.origin.replace('http', 'https')}/keys/true.pem`,
		),
	}),
	...each('key_origin', 'the true x5u after', ['', '?u=', '#'], (before) =>
		withX5u(({ x5u }) => `https://evil.example/${before}${x5u}`),
	),
	...each('key_origin', 'x5u on the host', HOSTS, (host) => x5uWith('127.0.0.1', host)),
	...each('key_origin', 'x5u', ELSEWHERE, (x5u) => withX5u(() => x5u)),
];

const ISSUERS = [undefined, null, '', 'Service', 'SERVICE ', 'SERVIСE', ['SERVICE'], 1, true, { toString: 'SERVICE' }];

const AUDIENCES = [
	...[undefined, null, [], ['evil.example'], [['127.0.0.1']], [null], { 0: '127.0.0.1' }, 127, ''],
	...'evil.example 127.0.0.1.evil.example x127.0.0.1 127.0.0.1/ http://127.0.0.1 127.0.0.1:1 *'.split(' '),
];

/** Tokens by the service's own key whose claims are wrong, missing or of the wrong kind. */
const CLAIMS = [
	...each('issuer', 'iss', ISSUERS, withClaim('iss')),
	...each('audience', 'aud', AUDIENCES, withClaim('aud')),
	...each('subject', 'sub', [undefined, null, '', [ACCOUNT], 7, { id: ACCOUNT }], withClaim('sub')),
	...each('account', 'sub', ['another-account', ACCOUNT.toUpperCase()], withClaim('sub')),
	...each('issued_at', 'iat', [undefined, null, '', 'now', '1700000000', true, [1], -1], withClaim('iat')),
	...each('expiry', 'exp', [undefined, null, '', 'never', '99999999999', true, [1], 0, -1], withClaim('exp')),
	...each('not_before', 'nbf', [null, '', 'now', '1700000000', true, [1], {}], withClaim('nbf')),
	...all('not_before', {
		'nbf in a minute': signed((platform) => [header(platform), claims({ nbf: seconds() + 60 })]),
		'nbf beyond all numbers': withTimes(() => `"iat":${seconds()},"exp":${seconds() + 60},"nbf":1e999`),
	}),
	...all('issued_at', { 'iat beyond all numbers': withTimes(() => `"iat":1e999,"exp":1e999`) }),
	...all('expiry', {
		'exp beyond all numbers': withTimes(() => `"iat":${seconds()},"exp":1e999`),
		'exp with 20 digits': withTimes(() => `"iat":${seconds()},"exp":99999999999999999999`),
		'exp before iat': withOptions(() => ({ lifetimeSeconds: -10 })),
	}),
	...all('expired', {
		'expired a minute ago': withOptions(() => ({ now: Date.now() - 360_000 })),
		'exp twice, the last is past': withTimes(() => `"iat":${seconds() - 900},"exp":${seconds() + 60},"exp":${seconds() - 600}`),
	}),
	...all('issued_in_future', { 'issued in an hour': withOptions(() => ({ now: Date.now() + 3_600_000 })) }),
	...all('issuer', {
		'iss twice, the last is wrong': withTimes(() => `"iat":${seconds()},"exp":${seconds() + 60},"iss":"other"`),
		'claims by way of __proto__': withClaims(`{"__proto__":${JSON.stringify(claims())}}`),
	}),
	...each('claims_malformed', 'claims that are', [[{ iss: ISSUER }], '"claims"', 'null', '{iss:1}'], withClaims),
	...all('claims_malformed', {
		'claims that are not UTF-8': withClaims(Buffer.from([0x7b, 0xff, 0x7d])),
		'claims nested 2,000 deep': withClaims(`${'['.repeat(2_000)}${']'.repeat(2_000)}`),
	}),
	...each('header_malformed', 'a header that is', [['RS512'], 'RS512'], (head) => signed(() => [head, claims()])),
];

/** Requests whose Authorization header is none. */
const HEADERS = [
	...all('token_missing', {
		'no Authorization': withAuthorization(() => undefined),
		'an empty Authorization': withAuthorization(() => ''),
	}),
	...each('scheme', 'Authorization', ['Bearer', 'Basic YTpi'], (header) => withAuthorization(() => header)),
	...each('scheme', 'a token after', ['', 'Digest ', 'JWTs ', 'JWT\t'], (scheme) => withAuthorization((token) => scheme + token)),
	...each('token_malformed', 'Authorization', ['Bearer a-secret-token', 'JWT ..'], (header) => withAuthorization(() => header)),
	...all('token_malformed', {
		'two schemes': withAuthorization((token) => `JWT Bearer ${token}`),
		'two tokens': withAuthorization((token) => `JWT ${token}, ${token}`),
	}),
	...all('token_too_long', {
		'a token of 9,000 characters': withAuthorization((token) => `JWT ${token.slice(0, 20)}${'A'.repeat(9_000)}`),
	}),
];

/** Without an account or a name, with such in a prototype or of another type, and other JSON. */
const NO_EVENTS = [
	...['{"id":"1","name":"new_message"}', `{"id":"1","name":"new_message","__proto__":{"accountId":"${ACCOUNT}"}}`],
	...[`{"id":"1","accountId":"${ACCOUNT}"}`, `{"id":"1","name":["new_message"],"accountId":"${ACCOUNT}"}`],
	...[`{"id":{},"name":"new_message","accountId":"${ACCOUNT}"}`, `[${newMessage()}]`, '42', 'null'],
];

const TYPES = ['text/plain', 'application/jsonp', 'application/json charset=utf-8', 'text/plain; application/json'];

/** Bodies that aren't an event, or not one of the account that the token is for. */
const BODIES = [
	...all('subject', {
		"another account's event": withBody(newMessage({}, { accountId: 'another-account' })),
		"another account's event, the account twice": withBody(
			`{"accountId":"${ACCOUNT}","id":"1","name":"new_message","accountId":"other"}`,
		),
	}),
	...each('not_an_event', 'the body', NO_EVENTS, (body) => withBody(body)),
	...all('body_not_json', {
		'a body that is not UTF-8': withBody(Buffer.from('{"name":"\xff\xfe"}', 'latin1')),
	}),
	...all('body_empty', { 'an empty body': withBody('') }),
	...all('body_too_large', { 'a body of 5 MB': withBody(newMessage({ text: 'a'.repeat(5_000_000) })) }),
	...each('content_type', 'a true body as', TYPES, (type) => withBody(newMessage(), { 'content-type': type })),
	...all('content_type', {
		'no content type': ({ token }) => ({ body: newMessage(), headers: { authorization: `JWT ${token()}` } }),
		XML: withBody('<event/>', { 'content-type': 'application/xml' }),
		'a form': withBody('name=new_message', { 'content-type': 'application/x-www-form-urlencoded' }),
	}),
];

/** Deliveries that must never start an execution. Each is self-contained, and its token is made at the time of the call. */
export const HOSTILE_DELIVERIES: readonly HostileDelivery[] = [
	...[ALGORITHMS, SIGNATURES, KEYS, ADDRESSES, CLAIMS, HEADERS, BODIES].flat(),
];
