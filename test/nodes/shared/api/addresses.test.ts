import { NodeHelpers } from 'n8n-workflow';
import {
	type AddressRefusal,
	type KeyAddress,
	type UrlReach,
	folderOf,
	isLocalHost,
	liesIn,
	placeBelow,
	readAddress,
	showPlace,
} from '../../../../nodes/shared/api/addresses';
import { authenticate } from '../../../../nodes/shared/api/authenticate';
import { readConnection } from '../../../../nodes/shared/api/connection';
import { parseUrl } from '../../../../nodes/shared/urls';
import { MessagingPlatformApi } from '../../../../credentials/MessagingPlatformApi.credentials';

const API = 'https://api.example.com:8443/rest';
const credential = {
	apiToken: 'secret-token',
	baseUrl: API,
	notificationUrl: 'https://hooks.example.com',
	issuer: '',
	keyOrigins: 'https://keys.example.com',
};
const connection = readConnection(credential);
/** The fate of an address: requested with the token, without it, or the reason why not at all. */
type Fate = 'token' | 'plain' | `not: ${AddressRefusal}`;

function fateOf(address: string, reach: UrlReach, { addresses } = connection): Fate {
	const verdict = addresses.judge(address, reach);
	if ('refused' in verdict) return `not: ${verdict.refused}`;
	return verdict.withToken ? 'token' : 'plain';
}

/** As a call of the API, as a file, and as a file from any address. */
type Fates = [Fate, Fate, Fate];
const everywhere = (fate: Fate): Fates => [fate, fate, fate];
const foreign: Fates = ['not: foreign', 'not: foreign', 'plain'];
const local: Fates = ['not: foreign', 'not: local', 'not: local'];
const endpoint: Fates = ['token', 'not: endpoint', 'not: endpoint'];
const below = (...paths: string[]) => paths.map((path) => API + path);

const CASES: Array<[what: string, fates: Fates, addresses: string[]]> = [
	["the credential's own origins", everywhere('token'), [`${API}/files/1`, '/files/1', 'https://API.example.com:8443/x']],
	['its other origin', everywhere('token'), ['https://hooks.example.com:443/files/1', 'https:\\\\api.example.com:8443\\files']],
	// a relative path on the same host in the URL Standard
	['no host', everywhere('token'), ['https:evil.example']],
	['another host', foreign, ['//evil.example/x', '/\\evil.example/x', '\\\\evil.example/x', 'http:evil.example']],
	['a longer host', foreign, ['https://api.example.com.evil.example:8443/', 'https://api.example.com.:8443/files/1']],
	['another port', foreign, ['https://api.example.com/rest/files/1', 'https://elsewhere.example/api/messages']],
	['another scheme', foreign, ['http://api.example.com:8443/rest/files/1', 'http://hooks.example.com/']],
	['look-alikes', foreign, ['https://evil.example/#https://api.example.com:8443', 'https://аpi.example.com:8443/']],
	['the place of keys', foreign, ['https://keys.example.com/key.pem']],
	['public addresses', foreign, ['https://8.8.8.8/', 'https://[2606:4700::1111]/']],
	['almost local names', foreign, ['http://mylocal.example/', 'http://notlocal.notinternal/', 'http://svc.pod.example/']],
	['a user name', everywhere('not: user_name'), ['https://api.example.com:8443@evil.example/', 'https://:pass@evil.example/']],
	['a user name at the API', everywhere('not: user_name'), ['https://user@api.example.com:8443/files/1']],
	['no web address', everywhere('not: not_web'), ['data:text/plain,x', 'file:///etc/passwd', 'ftp://api.example.com:8443/']],
	['almost one', everywhere('not: not_web'), ['blob:https://api.example.com:8443/1', 'https://a.example:8443.evil.example/']],
	['a long address', everywhere('token'), below(`/${'x'.repeat(8_191 - API.length)}`)],
	['one that is too long', everywhere('not: not_web'), below(`/${'x'.repeat(8_192 - API.length)}`)],
	['this machine', local, ['http://localhost/', 'http://localhost./', 'http://sub.localhost:5678/', 'http://n8n/']],
	['its address', local, ['http://127.0.0.1./', 'http://127.1/', 'http://2130706433/', 'http://0177.0.0.1/', 'http://0/']],
	['its address in other letters', local, ['http://0x7f.0.0.1/', 'http://①②⑦.0.0.1/', 'http://[::1]/', 'http://[fe80::1]/']],
	['IPv4 in IPv6', local, ['http://[::ffff:a9fe:a9fe]/', 'http://[64:ff9b::7f00:1]/', 'http://[::127.0.0.1]/']],
	['IPv4 behind 6to4', local, ['http://[2002:7f00:1::]/']],
	['private networks', local, ['http://10.0.0.1/', 'http://172.16.0.1/', 'http://192.168.0.1/', 'http://[fd00::1]/']],
	['special addresses', local, ['http://169.254.169.254/latest/', 'http://100.64.0.1/', 'http://255.255.255.255/']],
	// RFC 6761, RFC 6762, appendix G, RFC 8375, hosts files and Kubernetes
	['names of a network', local, ['intranet', 'internal', 'private', 'corp', 'home', 'lan'].map((name) => `https://a.${name}/`)],
	['reserved names', local, ['http://shop.test/', 'http://home.arpa/', 'http://nas.home.arpa/', 'http://printer.local./']],
	['names of a cluster', local, ['http://db.localdomain/', 'http://API.Shop.SVC:8080/x', 'http://10-1-2-3.shop.pod/']],
	['dots behind a name', local, ['http://nas.Home.:8080/', 'http://wiki.corp../', 'http://x.localdomain%2e/', 'http://x。test/']],
	['the token', everywhere('not: token'), ['https://evil.example/?t=secret-token', ...below('/files/1?t=%73ecret-token')]],
	['its place', everywhere('not: token'), below('/files/1?t=[API token]', '/files/1?t=[API%20token]')],
	['an endpoint', endpoint, below('/chats/', '/Chats?from=1', '//chats', '\\chats', '/chats%20')],
	['an endpoint behind dots', endpoint, below('/./x/../chats', '/%252e/chats')],
	['an encoded endpoint', endpoint, below('/%63hats', '/%2563hats', '/x%2f..%2fchats', '/x/%2e%2e/chats')],
	['an endpoint with a parameter', endpoint, below('/chats;v=1', '/chats%3Bv=1', '/chats/tg_1_2/memo')],
	// the sign for kelvin, of which some servers make a k
	['an endpoint in other letters', endpoint, below('/webhoo%E2%84%AAs')],
	['an endpoint of a version', endpoint, below('/v1/chats', '/v12/chats', '/v1.10/chats')],
	['an endpoint without the base path', endpoint, below('/../chats', '/../v1/chats')],
	['an endpoint elsewhere', endpoint, ['https://hooks.example.com/webhooks/1', 'https://hooks.example.com/rest/channels']],
	['no version', everywhere('token'), below('/xv1/chats', '/v1x/chats', '/v1.x/chats')],
	['no endpoint', everywhere('token'), below('/chats/1/files/2', '/files/chats', '/upload/photo.png')],
];

describe('one policy for addresses', () => {
	test.each(CASES)('%s', async (_what, fates, addresses) => {
		for (const location of addresses) {
			const address = parseUrl(location, `${API}/files/0`)?.href ?? location;
			const reaches: UrlReach[] = ['api', 'file', 'any_file'];
			expect([location, ...reaches.map((reach) => fateOf(address, reach))]).toEqual([location, ...fates]);
			// the one place that adds the token follows the same table for every caller
			const request = authenticate(credential, { url: address });
			if (fates[0] === 'token') expect((await request).headers).toEqual({ Authorization: 'Bearer secret-token' });
			else await expect(request).rejects.toThrow(/^The API token wasn't sent to /);
		}
	});

	test('an origin of the credential may be a local one, and only that very one', () => {
		const own = readConnection({ apiToken: 'secret-token', baseUrl: 'http://127.0.0.1:3000/api', notificationUrl: '' });
		expect(fateOf('http://127.0.0.1:3000/files/1', 'any_file', own)).toBe('token');
		const others = ['http://127.0.0.1:3001/', 'https://127.0.0.1:3000/', 'http://[::ffff:127.0.0.1]:3000/'];
		expect(others.filter((other) => fateOf(other, 'any_file', own) !== 'not: local')).toEqual([]);
	});

	/** The specification, "Endpoints". */
	const ENDPOINTS = [
		...['/channels', '/messages', '/upload', '/v1/chats', '/chats/1', '/chats/1/memo', '/chats/1/tags', '/chats/1/tags/x'],
		...['/tags', '/tags/x', '/widgets', '/widgets/1', '/widgets/by_user/@me', '/preparedMessages', '/preparedMessages/1'],
		...['/endUserNotifications/chainActions', '/endUserNotifications/chainActions/1', '/webhooks', '/webhooks/1'],
	];

	test('an endpoint of the specification is not a file, and what is below it is', () => {
		expect(ENDPOINTS.filter((path) => fateOf(`${API}${path}`, 'file') !== 'not: endpoint')).toEqual([]);
		expect(ENDPOINTS.filter((path) => fateOf(`${API}${path}/and/further/on`, 'file') !== 'token')).toEqual([]);
	});
});

describe('File Origins', () => {
	const fileOrigins =
		'https://files.storage.example, http://127.0.0.1:9000/media, https://shared.example/account-received/, https://api.example.com:8443';
	const connected = readConnection({ ...credential, fileOrigins });
	const fates = (...addresses: string[]) => [...new Set(addresses.map((address) => fateOf(address, 'file', connected)))];

	test('are reached without the token, even at an address of the API, and nothing near them is', () => {
		const [files, shared] = ['https://files.storage.example', 'https://shared.example/account-received'];
		const inside = [`${files}/a-received/2023-05-11T06:05:31.710-AbC.jpg?sig=A%3D&se=2033`, `${files}/100%25%2Fx%3By.pdf`];
		expect(fates(...inside, 'http://127.0.0.1:9000/media/1.ogg', `${shared}/x/1.jpg`, `${API}/files/1`)).toEqual(['plain']);
		const near = [`${shared}2/1.jpg`, `${shared}/../other/1.jpg`, `${shared}/%2e%2e%2fother/1.jpg`, `${files}:8443/1.jpg`];
		expect(fates(...near, 'http://files.storage.example/1.jpg')).toEqual(['not: foreign']);
		expect(fates('https://user@files.storage.example/1.jpg')).toEqual(['not: user_name']);
		expect(fates('http://127.0.0.1:9000/other', 'http://127.0.0.1:9001/media/1.ogg')).toEqual(['not: local']);
	});

	test('never get a request of the API', () => {
		expect(fateOf('https://files.storage.example/channels', 'api', connected)).toBe('not: foreign');
		expect(fateOf('https://api.example.com:8443/rest/channels', 'api', connected)).toBe('token');
		expect([...connected.addresses.origins]).toEqual(['https://api.example.com:8443', 'https://hooks.example.com']);
	});
});

describe('a place that keys may come from', () => {
	const ORIGIN = 'https://keys.example.com';

	function read(address: string): KeyAddress {
		const read = readAddress(address);
		if (read === undefined) throw new Error(`Not an address: ${address}`);
		return read;
	}

	const has = (place: ReturnType<typeof placeBelow>, rests: string[]) =>
		rests.filter((rest) => liesIn(read(`${ORIGIN}${rest}`), place));

	test('with a path has the path and all below it, and nothing that only looks like it', () => {
		const place = placeBelow(read(`${ORIGIN}/bucket/Keys/`));
		const inside = [
			...['', '/', '/1.pem', '/a/b.pem', '//1.pem', '/a%20b.pem', '/1.pem;v=2', '/..pem', '/...pem', '/v1.'],
			...['/1.pem?version=/../2', '/1.pem#%2e%2e'],
		].map((rest) => `/bucket/Keys${rest}`);
		expect(has(place, [...inside, '/bucket/%4beys/1.pem', ':443/bucket/Keys/1.pem'])).toHaveLength(inside.length + 2);
		const outside = [
			...['', '/', '/bucket', '/bucket/', '/bucket/other/1.pem', '/bucket/Keys2/1.pem', '/bucket/Keys.pem', '/bucket/keys/1.pem'],
			...['/Bucket/Keys/1.pem', '/other/bucket/Keys/1.pem', '//bucket/Keys/1.pem', '/bucket//Keys/1.pem'],
			...['/bucket/Keys;v=1/1.pem', '/bucket;v=1/Keys/1.pem', '?/bucket/Keys/1.pem', '#/bucket/Keys/1.pem'],
			...[':8443/bucket/Keys/1.pem', './bucket/Keys/1.pem'],
		];
		expect(has(place, outside)).toEqual([]);
	});

	test('next to an address is its folder, without the folders below', () => {
		const beside = (path: string) => folderOf(read(`${ORIGIN}${path}`));
		const inside = ['/v1/keys/1.pem', '/v1/keys/2.pem', '/v1/%6beys/2.pem', '/v1/keys/1.pem#x'];
		expect(has(beside('/v1/keys/1.pem'), inside)).toEqual(inside);
		const outside = ['/v1/keys', '/v1/keys/new/1.pem', '/v1/files/1.pem', '/v1/Keys/1.pem', '/1.pem', '/', '/v1/keys//1.pem'];
		expect(has(beside('/v1/keys/1.pem'), [...outside, '/v1/keys/1.pem?x=1'])).toEqual([]);
		expect(has(beside('/1.pem'), ['/2.pem', '/files/2.pem'])).toEqual(['/2.pem']);
		expect(has(beside('/key?kid=1'), ['/key?kid=2'])).toEqual(['/key?kid=2']);
	});

	test.each([
		['/', 'https://keys.example.com', 'https://keys.example.com/*'],
		['/v1/a%20b/1.pem', 'https://keys.example.com/v1/a%20b/1.pem', 'https://keys.example.com/v1/a%20b/*'],
	])('is for %s in a log line %s, its folder %s', (path, whole, folder) => {
		expect(showPlace(placeBelow(read(`${ORIGIN}${path}`)))).toBe(whole);
		expect(showPlace(folderOf(read(`${ORIGIN}${path}`)))).toBe(folder);
	});

	test.each(
		[
			['a dot segment', '/../x', '/./1.pem', '/..', '/%2e%2e/x', '/.%2E/x', '/%252e%252e/x', '/%25252e%25252e/x', '/.\t./x'],
			['one with a parameter', '/..;/x', '/..;a=b/x', '/%2e%2e%3b/x', '%3bv=1/x'],
			['one with a space', '/..%20/x', '/..%00/x', '/..%09/x'],
			['a slash', '/..%2fx', '%2f..%2fx', '/..%5cx', '/..%255cx', '\\..\\x', '/..%ef%bc%8fx'],
			['other letters', '/%c0%ae%c0%ae/x', '/%u002e%u002e/x', '/%ef%bc%8e%ef%bc%8e/x', '/．．/x'],
			['a percent sign', '/%zz/1.pem', '/1%.pem', '/100%25.pem', '/1.pem\u0001'],
		].map(([what, ...paths]) => [what, paths] as const),
	)('is not read from a path that can be read in two ways, by %s', (_what, paths) => {
		expect(paths.filter((path) => readAddress(`${ORIGIN}/bucket/Keys${path}`) !== undefined)).toEqual([]);
	});

	test('is not read from what is not an address', () => {
		const texts = ['', 'a.example', '//a.example', 'https:a.example', 'https:///a.example/x', 'https://', 'ftp://x/y'];
		expect([...texts, 'blob:https://a.example/x', `${ORIGIN}\\x`].map(readAddress).filter(Boolean)).toEqual([]);
	});

	test('reads the path that is asked for, or nothing', () => {
		const parts = [
			...['a', 'B', '.', '..', '', '%2e', '%2E%2e', '%61', '%2f', '%5c', '%25', '%252e', '\\', ';', '..;', '%20', 'ä'],
			...['?q', '#h', '@'],
		];
		const paths = parts.flatMap((one) => parts.flatMap((two) => parts.map((three) => `${one}/${two}${three}`)));
		const addresses = paths.flatMap((path) => {
			const address = `${ORIGIN}/${path}/x.pem`;
			return readAddress(address) === undefined ? [] : [address];
		});
		const wrong = addresses.filter((address) => {
			const { origin, segments } = read(address);
			const url = new URL(address);
			const isSame = `${origin}/${segments.join('/')}` === url.origin + url.pathname.split('/').map(decodeURIComponent).join('/');
			return !isSame || /(?:^|\/)\.\.?(?:[;/]|$)|[\\%]/.test(segments.join('/'));
		});
		expect(wrong).toEqual([]);
		expect(addresses.length).toBeGreaterThan(500);
	});
});

test('the credential warns of plain http on hosts that are public', () => {
	const notice = new MessagingPlatformApi().properties.find(({ name }) => name === 'baseUrlHttpNotice');
	const isShown = (baseUrl: string) => notice && NodeHelpers.displayParameter({ baseUrl }, notice, null, null);
	const open = ['api.example.com', 'notlocal.notinternal', '8.8.8.8:8080', '172.32.0.1', '10.example.com'];
	const near = ['localhost:5680', 'sandbox', '127.0.0.1', '10.1.2.3:80', '172.20.0.1', 'a.internal', 'x.home.arpa', '[::1]:80'];
	expect([...open, ...near].filter((host) => isShown(`http://${host}/api`))).toEqual(open);
	expect(near.filter((host) => !isLocalHost(new URL(`http://${host}`).hostname))).toEqual([]);
	expect(isShown('https://api.example.com/http://x.example.com')).toBe(false);
});
