import { NodeHelpers } from 'n8n-workflow';
import {
	folderOf,
	liesIn,
	placeBelow,
	readAddress,
	showPlace,
	type KeyAddress,
	isLocalHost,
} from '../../../../nodes/shared/api/addresses';
import { MessagingPlatformApi } from '../../../../credentials/MessagingPlatformApi.credentials';

describe('keyAddresses', () => {
	const ORIGIN = 'https://keys.example.com';

	function read(address: string): KeyAddress {
		const read = readAddress(address);
		if (read === undefined) throw new Error(`Not an address: ${address}`);
		return read;
	}

	describe('a place with a path', () => {
		const place = placeBelow(read(`${ORIGIN}/bucket/Keys/`));

		test.each([
			'/bucket/Keys',
			'/bucket/Keys/',
			'/bucket/Keys/1.pem',
			'/bucket/Keys/a/b.pem',
			'/bucket/Keys//1.pem',
			'/bucket/%4beys/1.pem',
			'/bucket/Keys/a%20b.pem',
			'/bucket/Keys/1.pem;v=2',
			'/bucket/Keys/..pem',
			'/bucket/Keys/...pem',
			'/bucket/Keys/v1.',
			'/bucket/Keys/1.pem?version=/../2',
			'/bucket/Keys/1.pem#%2e%2e',
			':443/bucket/Keys/1.pem',
		])('has %s', (rest) => {
			expect(liesIn(read(`${ORIGIN}${rest}`), place)).toBe(true);
		});

		test.each([
			'',
			'/',
			'/bucket',
			'/bucket/',
			'/bucket/other/1.pem',
			'/bucket/Keys2/1.pem',
			'/bucket/Keys.pem',
			'/bucket/keys/1.pem',
			'/Bucket/Keys/1.pem',
			'/other/bucket/Keys/1.pem',
			'//bucket/Keys/1.pem',
			'/bucket//Keys/1.pem',
			'/bucket/Keys;v=1/1.pem',
			'/bucket;v=1/Keys/1.pem',
			'?/bucket/Keys/1.pem',
			'#/bucket/Keys/1.pem',
			':8443/bucket/Keys/1.pem',
			'./bucket/Keys/1.pem',
		])('does not have %s', (rest) => {
			expect(liesIn(read(`${ORIGIN}${rest}`), place)).toBe(false);
		});
	});

	test.each([
		'/bucket/Keys/../evil.pem',
		'/bucket/Keys/./1.pem',
		'/bucket/Keys/..',
		'/bucket/Keys/%2e%2e/evil.pem',
		'/bucket/Keys/.%2E/evil.pem',
		'/bucket/Keys/%252e%252e/evil.pem',
		'/bucket/Keys/%25252e%25252e/evil.pem',
		'/bucket/Keys/..;/evil.pem',
		'/bucket/Keys/..;a=b/evil.pem',
		'/bucket/Keys/%2e%2e%3b/evil.pem',
		'/bucket/Keys%3bv=1/evil.pem',
		'/bucket/Keys/..%20/evil.pem',
		'/bucket/Keys/..%00/evil.pem',
		'/bucket/Keys/..%09/evil.pem',
		'/bucket/Keys/..%2fevil.pem',
		'/bucket/Keys%2f..%2fevil.pem',
		'/bucket/Keys/..%5cevil.pem',
		'/bucket/Keys/..%255cevil.pem',
		'/bucket/Keys\\..\\evil.pem',
		'\\bucket\\Keys\\1.pem',
		'/bucket/Keys/%c0%ae%c0%ae/evil.pem',
		'/bucket/Keys/%u002e%u002e/evil.pem',
		'/bucket/Keys/%ef%bc%8e%ef%bc%8e/evil.pem',
		'/bucket/Keys/．．/evil.pem',
		'/bucket/Keys/..%ef%bc%8fevil.pem',
		'/bucket/Keys/%zz/1.pem',
		'/bucket/Keys/1%.pem',
		'/bucket/Keys/100%25.pem',
		'/bucket/Keys/1.pem\u0001',
		'/bucket/Keys/.\t./evil.pem',
	])('the path %j can be read in two ways', (path) => {
		expect(readAddress(`${ORIGIN}${path}`)).toBeUndefined();
	});

	test.each([
		'',
		'keys.example.com',
		'//keys.example.com',
		'https:keys.example.com',
		'https:///keys.example.com/x',
		'https://',
		'ftp://x/y',
		'blob:https://keys.example.com/x',
	])('%j is not an address', (address) => {
		expect(readAddress(address)).toBeUndefined();
	});

	test('reads the path that is asked for, or nothing', () => {
		const parts = [
			'a',
			'B',
			'.',
			'..',
			'',
			'%2e',
			'%2E%2e',
			'%61',
			'%2f',
			'%5c',
			'%25',
			'%252e',
			'\\',
			';',
			'..;',
			'%20',
			'ä',
			'?q',
			'#h',
			'@',
		];
		let addresses = 0;
		for (const first of parts)
			for (const second of parts)
				for (const third of parts) {
					const address = `${ORIGIN}/${first}/${second}${third}/x.pem`;
					const read = readAddress(address);
					if (read === undefined) continue;
					addresses += 1;
					const url = new URL(address);
					expect([read.origin, ...read.segments]).toEqual([
						url.origin,
						...url.pathname
							.slice(1)
							.split('/')
							.map((segment) => decodeURIComponent(segment)),
					]);
					expect(read.segments.join('/')).not.toMatch(/(?:^|\/)\.\.?(?:[;/]|$)|[\\%]/);
				}
		expect(addresses).toBeGreaterThan(500);
	});

	describe('the folder of an address', () => {
		const folder = folderOf(read(`${ORIGIN}/v1/keys/1.pem`));

		test.each(['/v1/keys/1.pem', '/v1/keys/2.pem', '/v1/%6beys/2.pem', '/v1/keys/1.pem#x'])('has %s', (path) => {
			expect(liesIn(read(`${ORIGIN}${path}`), folder)).toBe(true);
		});

		test.each([
			'/v1/keys',
			'/v1/keys/new/1.pem',
			'/v1/files/1.pem',
			'/v1/Keys/1.pem',
			'/1.pem',
			'/',
			'/v1/keys/1.pem?x=1',
			'/v1/keys//1.pem',
		])('does not have %s', (path) => {
			expect(liesIn(read(`${ORIGIN}${path}`), folder)).toBe(false);
		});

		test('is without the folders below, also at the root', () => {
			const root = folderOf(read(`${ORIGIN}/1.pem`));
			expect(liesIn(read(`${ORIGIN}/2.pem`), root)).toBe(true);
			expect(liesIn(read(`${ORIGIN}/files/2.pem`), root)).toBe(false);
		});

		test('has addresses with a query if the address has one', () => {
			const withQuery = folderOf(read(`${ORIGIN}/key?kid=1`));
			expect(liesIn(read(`${ORIGIN}/key?kid=2`), withQuery)).toBe(true);
		});
	});

	test.each([
		['/', 'https://keys.example.com', 'https://keys.example.com/*'],
		['/v1/a%20b/1.pem', 'https://keys.example.com/v1/a%20b/1.pem', 'https://keys.example.com/v1/a%20b/*'],
	])('the place of %s in a log line is %s, its folder %s', (path, below, folder) => {
		expect(showPlace(placeBelow(read(`${ORIGIN}${path}`)))).toBe(below);
		expect(showPlace(folderOf(read(`${ORIGIN}${path}`)))).toBe(folder);
	});
});

describe('httpNotice', () => {
	test.each([
		...[
			'api.example.com',
			'notlocal.notinternal',
			'8.8.8.8:8080',
			'172.32.0.1',
			'10.example.com',
			'corp.example',
			'localization.example.com',
		],
		...[
			'localhost:5680',
			'sandbox',
			'127.0.0.1',
			'10.1.2.3:80',
			'192.168.0.1',
			'172.20.0.1',
			'a.internal',
			'x.home.arpa',
			'[::1]:80',
		],
	])('warns of plain http on %s if it is public', (host) => {
		const { properties } = new MessagingPlatformApi();
		const notice = properties.find(({ name }) => name === 'baseUrlHttpNotice');
		const isShown = (baseUrl: string) => notice && NodeHelpers.displayParameter({ baseUrl }, notice, null, null);
		expect(isShown(`http://${host}/api`)).toBe(!isLocalHost(new URL(`http://${host}`).hostname));
		expect(isShown(`https://${host}/http://x.example.com`)).toBe(false);
	});
});
