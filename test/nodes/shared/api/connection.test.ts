import { readConnection } from '../../../../nodes/shared/api/connection';
import { readClaims, tokenExpiry } from '../../../../nodes/shared/api/tokenClaims';
import { Platform } from '../../../../nodes/shared/api/platform';
import { authenticate } from '../../../../nodes/shared/api/authenticate';
import { CHAT_SECRETS, EVENT_SECRETS } from '../../../../nodes/shared/api/secrets';
import { MessagingPlatform } from '../../../../nodes/MessagingPlatform/MessagingPlatform.node';
import { MessagingPlatformTrigger } from '../../../../nodes/MessagingPlatformTrigger/MessagingPlatformTrigger.node';
import { contract } from '../../../../sandbox/contract/validator';
import { isJsonObject, type JsonObject } from '../../../../sandbox/core/json';
import { membersOf } from '../../../schemas/derive';

describe('connection', () => {
	const valid = { apiToken: 'abc.def-_', baseUrl: 'https://api.example.com' };

	describe('readConnection', () => {
		test.each([
			['abc', 'abc'],
			['  abc\n', 'abc'],
			['Bearer abc', 'abc'],
			['bearer   abc', 'abc'],
			['"abc"', 'abc'],
			['"Bearer abc"', 'abc'],
			['" abc "', 'abc'],
			['abc.bearer', 'abc.bearer'],
		])('the token %j', (apiToken, token) => {
			expect(readConnection({ ...valid, apiToken }).apiToken).toBe(token);
		});

		test.each(['', '   ', 'Bearer ', 'a b', 'a\nb', 'токен', 'a\u0000', undefined, 5, null])(
			'the token %j is refused, and not shown',
			(apiToken) => {
				const read = () => readConnection({ ...valid, apiToken: apiToken as string });
				expect(read).toThrow(/^The credential's API Token (is empty|contains a space|isn't a text)/);
			},
		);

		test.each([
			['https://api.example.com', 'https://api.example.com'],
			['https://api.example.com/', 'https://api.example.com'],
			[' https://api.example.com/v1/// ', 'https://api.example.com/v1'],
			['api.example.com/v1', 'https://api.example.com/v1'],
			['api.example.com/http://x', 'https://api.example.com/http://x'],
			['http://127.0.0.1:5680/api', 'http://127.0.0.1:5680/api'],
			['HTTPS://API.Example.com:443/V1', 'https://api.example.com/V1'],
			['https://пример.example', 'https://xn--e1afmkfd.example'],
			['https://[::1]:80/x', 'https://[::1]:80/x'],
		])('the Base URL %j', (baseUrl, clean) => {
			expect(readConnection({ ...valid, baseUrl }).baseUrl).toBe(clean);
		});

		test.each(['', 'http://', 'https://u:p@x', 'https://x#y', 'https://a b', 'https://x:99999'])(
			'the Base URL %j is refused and named',
			(baseUrl) => {
				expect(() => readConnection({ ...valid, baseUrl })).toThrow(/^The credential's Base URL /);
			},
		);

		test.each([
			['keys.example.com', 'https://keys.example.com', []],
			['HTTPS://Keys.Example.com:443/', 'https://keys.example.com', []],
			['http://b.example:80', 'http://b.example', []],
			['https://a.example:8443/bucket/Keys', 'https://a.example:8443', ['bucket', 'Keys']],
			['https://a.example/bucket/', 'https://a.example', ['bucket']],
			['https://a.example/%62ucket/a%20b', 'https://a.example', ['bucket', 'a b']],
			['a.example/ключи', 'https://a.example', ['ключи']],
			['https://a.example//x', 'https://a.example', ['', 'x']],
			['https://a.example./x', 'https://a.example.', ['x']],
		])('Key Origins with %j', (keyOrigins, origin, segments) => {
			expect(readConnection({ ...valid, keyOrigins }).keyPlaces).toEqual([{ origin, segments, reach: 'below', withQuery: true }]);
		});

		test('Key Origins with several addresses', () => {
			const { keyPlaces } = readConnection({ ...valid, keyOrigins: ' keys.example.com, https://a.example/b\nhttp://c.example,' });
			expect(keyPlaces.map(({ origin }) => origin)).toEqual([
				'https://keys.example.com',
				'https://a.example',
				'http://c.example',
			]);
		});

		test.each([
			',',
			'ftp://a.example',
			'https://',
			'https://a.example:99999',
			'https://u:p@a.example',
			'https://@a.example',
			'https://a.example?x=1',
			'https://a.example/?',
			'https://a.example/#x',
			'https://a.example/b;c',
			'https://a.example;https://b.example',
			'https://*.example.com',
			'https://a.example/b/../c',
			'https://a.example/b/%2e%2E/c',
			'https://a.example/b/%252e%252e/c',
			'https://a.example/b%2fc',
			'https://a.example/b%5Cc',
			'https://a.example/b\\c',
			'https://a.example\\b',
			'https:\\\\a.example',
			'https:///a.example/b',
			'https://a.example/100%',
			'https://a.example/%ff',
			'https://a.example/%00',
		])('Key Origins with %j are refused and named', (keyOrigins) => {
			expect(() => readConnection({ ...valid, keyOrigins })).toThrow(/^The credential's Key Origins (has|contains|must|isn't)/);
		});

		const OPTIONAL = ['notificationUrl', 'issuer', 'accountId', 'keyOrigins', 'fileOrigins'];
		const WRONG = [undefined, null, 5, true, ['https://a.example'], { url: 'https://a.example' }, ' ', '\n'];

		test.each(['apiToken', 'baseUrl', ...OPTIONAL].flatMap((field) => WRONG.map((value) => [field, value] as const)))(
			'%s is never taken for a field that was left out when it is %j',
			(field, value) => {
				expect(() => readConnection({ ...valid, [field]: value } as typeof valid)).toThrow(
					/^The credential's [A-Z][\w ]+ isn't a text\. /,
				);
			},
		);

		test.each(OPTIONAL)('%s may be left out', (field) => {
			expect(readConnection({ ...valid, [field]: '' })).toMatchObject({ issuer: '', accountId: '', keyPlaces: [] });
		});

		test.each<[object, string, string]>([
			[{ 'account.id': 'Ab-1' }, '', 'Ab-1'],
			[{ 'account.id': 'Ab-1' }, ' aB-1 ', 'Ab-1'],
			[{ 'account.id': 'Ab-1' }, 'other', 'other'],
			[{ account: { id: 'nested' } }, '', ''],
			[{ accountId: 'another claim', sub: 'a user' }, 'typed', 'typed'],
			...[7, '', ' ', 'a b', 'a\nb', 'a'.repeat(201), ['x'], null].map((id): [object, string, string] => [
				{ 'account.id': id },
				'',
				'',
			]),
		])('takes the account from the token %j unless the field has %j: %j', (claims, accountId, expected) => {
			const apiToken = `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;
			expect(readConnection({ ...valid, apiToken, accountId }).accountId).toBe(expected);
		});

		test.each([
			[{ apiToken: '' }, "The credential's API Token is empty. Paste the token from your account's integration page."],
			[
				{ apiToken: 'a b' },
				"The credential's API Token contains a space, a line break or an unusual character. Copy the whole token again.",
			],
			[{ baseUrl: '' }, "The credential's Base URL is empty. Enter the URL of the platform's API."],
			[
				{ baseUrl: 'http://' },
				'The credential\'s Base URL isn\'t a web URL: "http://". Enter one like https://api.example.com/api.',
			],
			[{ baseUrl: 'ftp://x' }, "The credential's Base URL must start with https://, not with ftp:"],
			[{ baseUrl: 'https://x/api?' }, 'The credential\'s Base URL must not contain "?" or "#". Enter only the part before them.'],
			[{ baseUrl: 'https://x?y' }, 'The credential\'s Base URL must not contain "?" or "#". Enter only the part before them.'],
			[
				{ notificationUrl: 'https://x#y' },
				'The credential\'s Notification URL must not contain "?" or "#". Enter only the part before them.',
			],
			[{ keyOrigins: ',' }, "The credential's Key Origins contains no URL. Enter one, or leave the field empty."],
		])('says what is wrong with %j, and what to enter', (wrong, message) => {
			expect(() => readConnection({ ...valid, ...wrong })).toThrow(message);
		});
	});

	describe('the expiry of a token', () => {
		const tokenWith = (claims: unknown) => ['e30', Buffer.from(JSON.stringify(claims)).toString('base64url'), 'x'].join('.');
		const EXPIRY = new Date('2026-01-02T03:04:05Z');
		const exp = EXPIRY.getTime() / 1000;

		test('is read from its claims, once it has passed', () => {
			const words = 'The API token expired on 2026-01-02T03:04:05.000Z.';
			expect(tokenExpiry(readClaims(tokenWith({ exp })), new Date(EXPIRY.getTime() + 1))).toBe(words);
			expect(tokenExpiry(readClaims(tokenWith({ exp })), EXPIRY)).toBeUndefined();
		});

		test.each([
			'',
			'no-jwt',
			'a.b',
			'..',
			tokenWith({}),
			tokenWith({ exp: '1' }),
			tokenWith({ exp: 1e300 }),
			tokenWith([]),
			tokenWith(null),
		])('is not reported for %j', (token) => {
			expect(tokenExpiry(readClaims(token), new Date('2030-01-01'))).toBeUndefined();
		});
	});

	describe('a connection and its token', () => {
		const other = readConnection({ ...valid, apiToken: 'another-token' });
		const connection = readConnection(valid);

		test('derives the same key for the same label and token, and another for any other', () => {
			const keys = [connection.deriveKey('a'), connection.deriveKey('b'), other.deriveKey('a')].map((key) => key.toString('hex'));
			expect(new Set(keys).size).toBe(3);
			expect(
				readConnection({ ...valid, baseUrl: 'b.example' })
					.deriveKey('a')
					.toString('hex'),
			).toBe(keys[0]);
			expect(keys[0]).toHaveLength(64);
		});

		test('has a name that belongs to its token and Base URL, and shows neither', () => {
			const same = readConnection({ ...valid, apiToken: `Bearer ${valid.apiToken}`, baseUrl: 'api.example.com/', issuer: 'x' });
			const moved = readConnection({ ...valid, baseUrl: 'https://api.example.com/v2' });
			expect(same.name).toBe(connection.name);
			expect(new Set([connection.name, other.name, moved.name]).size).toBe(3);
			expect(connection.name).toMatch(/^[\w-]{43}$/);
		});
	});
});

describe('connectionKey', () => {
	/** The key of a connection under these Request Options. */
	async function keyOf({ token = 'secret-token', base = 'https://a.example', options = {} } = {}): Promise<string> {
		const context = { continueOnFail: () => false, getNodeParameter: () => options } as unknown as Platform['context'];
		return await new Platform(context, readConnection({ apiToken: token, baseUrl: base })).connectionKey(3);
	}

	test('differs with each part of the connection to the platform', async () => {
		const ways = [
			{},
			{ token: 'another' },
			{ base: 'https://b.example' },
			{ options: { proxy: 'http://a:1' } },
			{ options: { proxy: 'http://b:1' } },
			{ options: { proxy: 'http://a:2' } },
			{ options: { proxy: 'https://a:1' } },
			{ options: { proxy: 'http://user:password@a:1' } },
			{ options: { timeout: 1 } },
			{ options: { timeout: 2 } },
			{ options: { allowUnauthorizedCerts: true } },
		];
		const keys = await Promise.all(ways.map(keyOf));
		expect(new Set(keys).size).toBe(ways.length);
		expect(await Promise.all(ways.map(keyOf))).toEqual(keys);
		expect(keys.join()).not.toContain('secret');
	});
});

describe('authenticate', () => {
	const credential = {
		apiToken: 'secret',
		baseUrl: 'https://api.example.com/api',
		notificationUrl: '',
		issuer: '',
		keyOrigins: '',
	};

	describe('requests of the HTTP Request node, which names the address uri', () => {
		// The node's own options, without `url`, as n8n 2.41.1 makes them.
		const request = (uri: string) => Object.assign(JSON.parse('{"method":"POST"}'), { uri });

		test('get the token', async () => {
			const ready = await authenticate(credential, request('https://api.example.com/api/messages'));
			expect(ready).toMatchObject({
				uri: 'https://api.example.com/api/messages',
				url: 'https://api.example.com/api/messages',
				headers: { Authorization: 'Bearer secret' },
				sendCredentialsOnCrossOriginRedirect: false,
			});
		});

		test('with a path alone go to the Base URL, under both names', async () => {
			const ready = await authenticate(credential, request('/messages'));
			expect(ready).toMatchObject({
				uri: 'https://api.example.com/api/messages',
				url: 'https://api.example.com/api/messages',
			});
		});

		// the table of addresses is in addresses.test.ts
		test('are refused when they go elsewhere', async () => {
			await expect(authenticate(credential, request('//elsewhere.example/x'))).rejects.toThrow(/token wasn't sent/);
		});

		test('are judged by the address that n8n uses when they name both', async () => {
			const both = { ...request('https://elsewhere.example/x'), url: 'https://api.example.com/api/messages' };
			await expect(authenticate(credential, both)).rejects.toThrow(/token wasn't sent to elsewhere\.example/);
		});
	});

	describe('any other request', () => {
		test.each([
			[{ url: '/messages' }, 'https://api.example.com/api/messages'],
			[{ url: '/chats', baseURL: 'https://api.example.com/api/v1' }, 'https://api.example.com/api/v1/chats'],
			[{ url: '/messages', uri: 5 }, 'https://api.example.com/api/messages'],
			[{ url: '/messages', uri: undefined }, 'https://api.example.com/api/messages'],
		])('goes to its own address alone: %j', async (request, url) => {
			const ready = await authenticate(credential, request);
			const uri = 'uri' in request ? { uri: request.uri } : {};
			expect(ready).toEqual({
				...{ url, baseURL: undefined, ...uri },
				...{ sendCredentialsOnCrossOriginRedirect: false, headers: { Authorization: 'Bearer secret' } },
			});
			expect('uri' in ready).toBe('uri' in request);
		});
	});
});

describe('secrets', () => {
	/** The places of what a reader could misuse, in a model of the contract and those within it. */
	function secretsOf(members: Record<string, JsonObject>, path = ''): string[] {
		return Object.entries(members).flatMap(([name, { properties }]) => {
			const own = name === 'secureContextToken' || name === 'cookies' ? [`${path}${name}`] : [];
			return [
				...own,
				...(isJsonObject(properties) ? secretsOf(properties as Record<string, JsonObject>, `${path}${name}.`) : []),
			];
		});
	}

	const unique = (paths: string[]) => [...new Set(paths)].sort();

	test('every cookie and token of a visit is declared as sensitive, wherever the contract has one', () => {
		const names = Object.keys(contract().document.webhooks ?? {}).filter((name) => name !== 'new_message');
		const ofEvents = unique(names.flatMap((name) => secretsOf(membersOf(`${name}Fields`, 3))));
		expect(ofEvents.length).toBeGreaterThan(3);
		expect(unique([...EVENT_SECRETS])).toEqual(unique([...ofEvents, ...ofEvents.map((path) => `command.${path}`)]));
		expect(unique([...CHAT_SECRETS])).toEqual(unique(secretsOf(membersOf('Chat', 3))));
	});

	test('declares them to n8n', () => {
		expect(new MessagingPlatform().description.sensitiveOutputFields).toEqual(CHAT_SECRETS);
		expect(new MessagingPlatformTrigger().description.sensitiveOutputFields).toEqual(EVENT_SECRETS);
	});
});
