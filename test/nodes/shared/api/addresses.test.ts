import { type AddressRefusal, type Reach, targetOf } from '../../../../nodes/shared/api/addresses';
import { authenticate } from '../../../../nodes/shared/api/authenticate';
import { readConnection } from '../../../../nodes/shared/api/connection';
import { parseUrl } from '../../../../nodes/shared/urls';

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

function fateOf(address: string, reach: Reach): Fate {
	const verdict = connection.addresses.judge(address, reach);
	if ('refused' in verdict) return `not: ${verdict.refused}`;
	return verdict.withToken ? 'token' : 'plain';
}

const everywhere = (fate: Fate): [Fate, Fate, Fate] => [fate, fate, fate];
const foreign: [Fate, Fate, Fate] = ['not: foreign', 'not: foreign', 'plain'];
const local: [Fate, Fate, Fate] = ['not: foreign', 'not: local', 'not: local'];
const endpoint: [Fate, Fate, Fate] = ['token', 'not: endpoint', 'not: endpoint'];

// Location headers, links and publicUrls; the fate as a call of the API, as a file, and as a file from any address
const CASES: Array<[string, [Fate, Fate, Fate]]> = [
	// the credential's own origins
	[`${API}/files/1`, everywhere('token')],
	['/files/1', everywhere('token')],
	['https://API.example.com:8443/x', everywhere('token')],
	['https://hooks.example.com:443/files/1', everywhere('token')],
	['https:\\\\api.example.com:8443\\files', everywhere('token')],
	// look-alikes: another host, port or scheme
	['//evil.example/x', foreign],
	['/\\evil.example/x', foreign],
	['\\\\evil.example/x', foreign],
	['https:evil.example', everywhere('token')], // a relative path on the same host in the URL Standard
	['http:evil.example', foreign],
	['https://api.example.com/rest/files/1', foreign],
	['https://api.example.com.evil.example:8443/', foreign],
	['https://api.example.com.evil.example/', foreign],
	['https://elsewhere.example/api/messages', foreign],
	['https://api.example.com:8443.evil.example/', everywhere('not: not_web')],
	['http://api.example.com:8443/rest/files/1', foreign],
	['http://hooks.example.com/', foreign],
	['https://api.example.com.:8443/files/1', foreign],
	['https://evil.example/#https://api.example.com:8443', foreign],
	['https://keys.example.com/key.pem', foreign],
	['https://xn--pi-mia.example.com:8443/', foreign],
	['https://аpi.example.com:8443/', foreign],
	['https://8.8.8.8/', foreign],
	['https://[2606:4700::1111]/', foreign],
	['http://localhost.evil.example/', foreign],
	['http://mylocal.example/', foreign],
	['http://notlocal.notinternal/', foreign],
	['http://corp.example/', foreign],
	['http://my-home/', local],
	['http://myhome.example/', foreign],
	['http://svc.pod.example/', foreign],
	['https://test.home.arpa.example/', foreign],
	// a user name
	['https://api.example.com:8443@evil.example/', everywhere('not: user_name')],
	['https://user@api.example.com:8443/files/1', everywhere('not: user_name')],
	['https://:pass@evil.example/', everywhere('not: user_name')],
	// no web address
	['data:text/plain,x', everywhere('not: not_web')],
	['file:///etc/passwd', everywhere('not: not_web')],
	['javascript:alert(1)', everywhere('not: not_web')],
	['ftp://api.example.com:8443/', everywhere('not: not_web')],
	['blob:https://api.example.com:8443/1', everywhere('not: not_web')],
	['http://[', everywhere('not: not_web')],
	[`${API}/${'x'.repeat(8_192 - API.length)}`, everywhere('not: not_web')],
	[`${API}/${'x'.repeat(8_191 - API.length)}`, everywhere('token')],
	// this machine, its network, special addresses
	['http://localhost/', local],
	['http://localhost./', local],
	['http://router.lan../', local],
	['http://nas.home.arpa/', local],
	['http://wiki.intranet/', local],
	// RFC 6762, appendix G
	...['intranet', 'internal', 'private', 'corp', 'home', 'lan'].map((name): [string, [Fate, Fate, Fate]] => [
		`https://files.${name}/`,
		local,
	]),
	// RFC 6761, RFC 8375, hosts files and Kubernetes
	['http://shop.test/', local],
	['http://home.arpa/', local],
	['http://db.localdomain/', local],
	['http://api.shop.svc/', local],
	['http://api.shop.svc.cluster.local/', local],
	['http://10-1-2-3.shop.pod/', local],
	['http://API.Shop.SVC:8080/x', local],
	['http://nas.Home.:8080/', local],
	['http://wiki.corp../', local],
	['http://x.localdomain%2e/', local],
	['http://x。test/', local],
	['http://sub.localhost:5678/', local],
	['http://127.0.0.1/', local],
	['http://127.0.0.1./', local],
	['http://127.1/', local],
	['http://2130706433/', local],
	['http://0x7f.0.0.1/', local],
	['http://0177.0.0.1/', local],
	['http://①②⑦.0.0.1/', local],
	['http://0/', local],
	['http://[::1]/', local],
	['http://[::ffff:127.0.0.1]/', local],
	['http://[::ffff:a9fe:a9fe]/', local],
	['http://[::127.0.0.1]/', local],
	['http://[64:ff9b::7f00:1]/', local],
	['http://[2002:7f00:1::]/', local],
	['http://[fe80::1]/', local],
	['http://[fd00::1]/', local],
	['http://169.254.169.254/latest/meta-data/', local],
	['http://10.0.0.1/', local],
	['http://172.16.0.1/', local],
	['http://192.168.0.1/', local],
	['http://100.64.0.1/', local],
	['http://255.255.255.255/', local],
	['http://n8n/', local],
	['http://metadata.google.internal/', local],
	['http://printer.local./', local],
	// the token itself
	['https://evil.example/?t=secret-token', everywhere('not: token')],
	[`${API}/files/1?t=%73ecret-token`, everywhere('not: token')],
	[`${API}/files/1?t=[API token]`, everywhere('not: token')],
	[`${API}/files/1?t=[API%20token]`, everywhere('not: token')],
	// documented endpoints, however they are written
	[`${API}/chats`, endpoint],
	[`${API}/chats/`, endpoint],
	[`${API}/Chats?from=1`, endpoint],
	[`${API}//chats`, endpoint],
	[`${API}/./x/../chats`, endpoint],
	[`${API}/%63hats`, endpoint],
	[`${API}/%2563hats`, endpoint],
	[`${API}/x%2f..%2fchats`, endpoint],
	[`${API}/x/%2e%2e/chats`, endpoint],
	[`${API}/chats;v=1`, endpoint],
	[`${API}/chats%3Bv=1`, endpoint],
	[`${API}\\chats`, endpoint],
	['https://api.example.com:8443/chats', endpoint],
	['https://api.example.com:8443/v1/chats', endpoint],
	[`${API}/v1/chats`, endpoint],
	['https://hooks.example.com/webhooks/1', endpoint],
	['https://hooks.example.com/rest/channels', endpoint],
	[`${API}/chats/1`, endpoint],
	[`${API}/chats/tg_1_2/memo`, endpoint],
	[`${API}/chats/1/tags/x`, endpoint],
	[`${API}/widgets/by_user/@me`, endpoint],
	[`${API}/endUserNotifications/chainActions/1`, endpoint],
	[`${API}/upload`, endpoint],
	[`${API}/%252e/chats`, endpoint],
	[`${API}/chats%20`, endpoint],
	[`${API}/webhoo%E2%84%AAs`, endpoint], // the sign for kelvin, of which some servers make a k
	[`${API}/v12/chats`, endpoint],
	[`${API}/v1.10/chats`, endpoint],
	[`${API}/xv1/chats`, everywhere('token')],
	[`${API}/v1x/chats`, everywhere('token')],
	[`${API}/v1.x/chats`, everywhere('token')],
	[`${API}/chats/1/files/2`, everywhere('token')],
	[`${API}/files/chats`, everywhere('token')],
	[`${API}/upload/photo.png`, everywhere('token')],
];

describe('one policy for addresses', () => {
	const reaches: Reach[] = ['api', 'file', 'any_file'];
	test.each(CASES)('%s', async (location, fates) => {
		const address = parseUrl(location, `${API}/files/0`)?.href ?? location;
		expect(reaches.map((reach) => fateOf(address, reach))).toEqual(fates);
		// the one place that adds the token follows the same table for every caller
		const request = authenticate(credential, { url: address });
		if (fates[0] === 'token') expect((await request).headers).toEqual({ Authorization: 'Bearer secret-token' });
		else await expect(request).rejects.toThrow(/^The API token wasn't sent to /);
	});

	test('judges the very address that is requested', () => {
		const verdict = connection.addresses.judge('https:\\\\API.example.com:8443\\files/../x', 'file');
		expect('withToken' in verdict && verdict.url.href).toBe('https://api.example.com:8443/x');
	});

	test('an origin of the credential may be a local one, and only that very one', () => {
		const own = readConnection({ apiToken: 'secret-token', baseUrl: 'http://127.0.0.1:3000/api', notificationUrl: '' });
		expect(own.addresses.judge('http://127.0.0.1:3000/files/1', 'any_file')).toMatchObject({ withToken: true });
		for (const other of [
			'http://127.0.0.1:3001/',
			'https://127.0.0.1:3000/',
			'http://localhost:3000/',
			'http://[::ffff:127.0.0.1]:3000/',
		]) {
			expect(own.addresses.judge(other, 'any_file')).toMatchObject({ refused: 'local' });
		}
	});

	test('a path that is encoded over and over costs little', () => {
		expect(fateOf(`${API}/${'%25'.repeat(2_700)}`, 'file')).toBe('token');
	});

	test('a base address with a path of its own does not hide the endpoints of another', () => {
		expect(fateOf('https://hooks.example.com/rest/v1/chats', 'file')).toBe('not: endpoint');
		expect(fateOf('https://hooks.example.com/other/v1/chats', 'file')).toBe('token');
	});

	test.each([
		'/channels',
		'/messages',
		'/upload',
		'/v1/chats',
		'/chats/1',
		'/chats/1/memo',
		'/chats/1/tags',
		'/chats/1/tags/x',
		'/tags',
		'/tags/x',
		'/widgets',
		'/widgets/1',
		'/widgets/by_user/@me',
		'/preparedMessages',
		'/preparedMessages/1',
		'/endUserNotifications/chainActions',
		'/endUserNotifications/chainActions/1',
		'/webhooks',
		'/webhooks/1',
	])('%s is an endpoint of the specification: no file, and a call of the API in the name of its owner', (path) => {
		expect(fateOf(`${API}${path}`, 'file')).toBe('not: endpoint');
		expect(fateOf(`${API}${path}/and/further/on`, 'file')).toBe('token');
	});

	test('a path that only begins like that of the base address is not below it', () => {
		const { addresses } = readConnection({ ...credential, baseUrl: 'https://api.example.com/a/b' });
		const isEndpoint = (path: string) => 'refused' in addresses.judge(`https://api.example.com${path}`, 'file');
		expect(['/a/b/tags', '/a/x/tags', '/x/b/tags', '/a/tags'].map(isEndpoint)).toEqual([true, false, false, false]);
	});

	test.each([
		['/x', 'https://a.example/b/x'],
		['x', 'https://a.example/b/x'],
		['x:y/z', 'x:y/z'],
		['x/y:z', 'https://a.example/b/x/y:z'],
		['//c.example/x', '//c.example/x'],
		['x//', 'https://a.example/b/x//'],
		['HTTPS://c.example', 'HTTPS://c.example'],
	])('the address %s of a request is %s', (address, target) => {
		expect(targetOf(address, 'https://a.example/b')).toBe(target);
	});
});

describe('File Origins', () => {
	const fileOrigins =
		'https://files.storage.example, http://127.0.0.1:9000/media, https://shared.example/account-received/, https://api.example.com:8443';
	const { addresses } = readConnection({ ...credential, fileOrigins });
	const fate = (address: string, reach: Reach) => {
		const verdict = addresses.judge(address, reach);
		if ('refused' in verdict) return `not: ${verdict.refused}`;
		return verdict.withToken ? 'token' : 'plain';
	};

	test.each([
		['https://files.storage.example/a-received/2023-05-11T06:05:31.710-AbC.jpg?sig=A%3D&se=2033', 'plain'],
		['https://files.storage.example/100%25%2Fx%3By.pdf', 'plain'],
		['http://127.0.0.1:9000/media/1.ogg', 'plain'],
		['https://shared.example/account-received/x/1.jpg', 'plain'],
		// never with the token, even at an address of the API
		['https://api.example.com:8443/rest/files/1', 'plain'],
		['https://shared.example/account-received2/1.jpg', 'not: foreign'],
		['https://shared.example/account-received/../other/1.jpg', 'not: foreign'],
		['https://shared.example/account-received/%2e%2e%2fother/1.jpg', 'not: foreign'],
		['http://files.storage.example/1.jpg', 'not: foreign'],
		['https://files.storage.example:8443/1.jpg', 'not: foreign'],
		['https://user@files.storage.example/1.jpg', 'not: user_name'],
		['http://127.0.0.1:9000/other', 'not: local'],
		['http://127.0.0.1:9001/media/1.ogg', 'not: local'],
	])('%s: %s', (address, expected) => {
		expect(fate(address, 'file')).toBe(expected);
	});

	test('never get a request of the API', () => {
		expect(fate('https://files.storage.example/channels', 'api')).toBe('not: foreign');
		expect(fate('https://api.example.com:8443/rest/channels', 'api')).toBe('token');
		expect([...addresses.origins]).toEqual(['https://api.example.com:8443', 'https://hooks.example.com']);
	});
});
