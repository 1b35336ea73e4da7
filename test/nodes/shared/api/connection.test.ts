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
import { NodeHelpers } from 'n8n-workflow';
import { MessagingPlatformApi } from '../../../../credentials/MessagingPlatformApi.credentials';

const valid = { apiToken: 'abc.def-_', baseUrl: 'https://api.example.com' };
const read = (more: object) => readConnection({ ...valid, ...more });
const tokenWith = (claims: unknown) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;

describe('readConnection', () => {
	test('takes the bare token', () => {
		const tokens = ['abc', '  abc\n', 'Bearer abc', 'bearer   abc', '"Bearer abc"', '" abc "'];
		expect(new Set(tokens.map((apiToken) => read({ apiToken }).apiToken))).toEqual(new Set(['abc']));
		expect(read({ apiToken: 'abc.bearer' }).apiToken).toBe('abc.bearer');
	});

	test('writes the Base URL in one form', () => {
		const baseUrls = {
			' https://api.example.com/v1/// ': 'https://api.example.com/v1',
			'api.example.com/http://x': 'https://api.example.com/http://x',
			'http://127.0.0.1:5680/api': 'http://127.0.0.1:5680/api',
			'HTTPS://API.Example.com:443/V1': 'https://api.example.com/V1',
			'https://пример.example': 'https://xn--e1afmkfd.example',
			'https://[::1]:80/x': 'https://[::1]:80/x',
		};
		expect(Object.keys(baseUrls).map((baseUrl) => read({ baseUrl }).baseUrl)).toEqual(Object.values(baseUrls));
	});

	test.each([
		['HTTPS://Keys.Example.com:443/', 'https://keys.example.com', []],
		['https://a.example:8443/bucket/Keys/', 'https://a.example:8443', ['bucket', 'Keys']],
		['https://a.example/%62ucket/a%20b', 'https://a.example', ['bucket', 'a b']],
		['https://a.example./x', 'https://a.example.', ['x']],
	])('Key Origins with %j', (keyOrigins, origin, segments) => {
		const place = { origin, segments, reach: 'below', withQuery: true };
		expect(read({ keyOrigins }).keyPlaces).toEqual([place]);
		const { keyPlaces } = read({ keyOrigins: ` b.example, https://a.example/b\nhttp://c.example,${keyOrigins},` });
		expect(keyPlaces.map((one) => one.origin)).toEqual(['https://b.example', 'https://a.example', 'http://c.example', origin]);
	});

	test.each([
		['has an ambiguous path', '/b/../c', '/b/%2e%2E/c', '/b/%252e%252e/c', '/b%2fc', '/b%5Cc', '/b\\c', '\\b'],
		['has an ambiguous path', '/100%', '/%ff', '/%00'],
		['must not contain', '?x=1', '/?', '/#x', '/b;c', ';https://b.example'],
	])('%s: Key Origins are refused and named', (why, ...ends) => {
		for (const end of ends) {
			expect(() => read({ keyOrigins: `https://a.example${end}` })).toThrow(`The credential's Key Origins ${why}`);
		}
	});

	test.each<[object, string]>([
		[{ apiToken: '' }, "API Token is empty. Paste the token from your account's integration page."],
		[{ apiToken: 'a b' }, 'API Token contains a space, a line break or an unusual character. Copy the whole token again.'],
		[{ apiToken: 'токен' }, 'API Token contains a space'],
		[{ baseUrl: '' }, "Base URL is empty. Enter the URL of the platform's API."],
		[{ baseUrl: 'http://' }, 'Base URL isn\'t a web URL: "http://". Enter one like https://api.example.com/api.'],
		[{ baseUrl: 'https://u:p@x' }, 'Base URL must not contain a user name or a password.'],
		[{ baseUrl: 'https://x/api?' }, 'Base URL must not contain "?" or "#". Enter only the part before them.'],
		[{ keyOrigins: ',' }, 'Key Origins contains no URL. Enter one, or leave the field empty.'],
		[{ keyOrigins: 'https://*.example.com' }, 'Key Origins must not contain'],
	])('refuses %j, and says what to enter', (wrong, message) => {
		expect(() => read(wrong)).toThrow(`The credential's ${message}`);
	});

	const OPTIONAL = ['notificationUrl', 'issuer', 'accountId', 'keyOrigins', 'fileOrigins'];

	test.each(['apiToken', 'baseUrl', ...OPTIONAL])('%s is never taken for left out when it is something else', (field) => {
		for (const value of [undefined, null, 5, true, ['https://a.example'], { url: 'https://a.example' }, ' ', '\n']) {
			expect(() => read({ [field]: value })).toThrow(/^The credential's [A-Z][\w ]+ isn't a text\. /);
		}
		if (OPTIONAL.includes(field)) expect(read({ [field]: '' })).toMatchObject({ issuer: '', accountId: '', keyPlaces: [] });
	});

	test('takes the account from the token unless the field has another', () => {
		const accountOf = (claims: object, accountId = '') => read({ apiToken: tokenWith(claims), accountId }).accountId;
		const accounts = ['', ' aB-1 ', 'other'].map((accountId) => accountOf({ 'account.id': 'Ab-1' }, accountId));
		expect(accounts).toEqual(['Ab-1', 'Ab-1', 'other']);
		expect(accountOf({ accountId: 'another claim', sub: 'a user' }, 'typed')).toBe('typed');
		const ids = [7, '', ' ', 'a b', 'a\nb', 'a'.repeat(201), ['x'], null].map((id) => ({ 'account.id': id }));
		expect([...ids, { account: { id: 'nested' } }].filter((claims) => accountOf(claims) !== '')).toEqual([]);
	});
});

test('a token has expired once the time in its claims has passed', () => {
	const expiry = new Date('2026-01-02T03:04:05Z');
	const claims = readClaims(tokenWith({ exp: expiry.getTime() / 1_000 }));
	expect(tokenExpiry(claims, new Date(expiry.getTime() + 1))).toBe('The API token expired on 2026-01-02T03:04:05.000Z.');
	expect(tokenExpiry(claims, expiry)).toBeUndefined();
	for (const token of ['', 'no-jwt', '..', ...[{}, { exp: '1' }, { exp: 1e300 }, [], null].map(tokenWith)]) {
		expect(tokenExpiry(readClaims(token), new Date('2030-01-01'))).toBeUndefined();
	}
});

test('a connection has a key that differs with each part of the way to the platform', async () => {
	const keyOf = async ({ token = 'secret-token', base = 'https://a.example', options = {} }) => {
		const context = { continueOnFail: () => false, getNodeParameter: () => options } as unknown as Platform['context'];
		return await new Platform(context, readConnection({ apiToken: token, baseUrl: base })).connectionKey(3);
	};
	const proxies = ['http://a:1', 'http://b:1', 'http://a:2', 'https://a:1', 'http://user:password@a:1'];
	const options = [...proxies.map((proxy) => ({ proxy })), { timeout: 1 }, { timeout: 2 }, { allowUnauthorizedCerts: true }];
	const ways = [{}, { token: 'another' }, { base: 'https://b.example' }, ...options.map((one) => ({ options: one }))];
	const keys = await Promise.all(ways.map(keyOf));
	expect(new Set(keys).size).toBe(ways.length);
	expect(await Promise.all(ways.map(keyOf))).toEqual(keys);
	expect(keys.join()).not.toContain('secret');
});

// n8n's HTTP Request calls the address uri, and makes no url (2.41.1); which addresses get the token: addresses.test.ts
test('authenticate sends the request of n8n’s HTTP Request to its uri, and refuses a foreign one whatever url says', async () => {
	const API = 'https://api.example.com/api';
	const credential = { apiToken: 'secret', baseUrl: API, notificationUrl: '', issuer: '', keyOrigins: '' };
	const request = (uri: string) => Object.assign(JSON.parse('{"method":"POST"}'), { uri });
	for (const uri of [`${API}/messages`, '/messages'])
		expect(await authenticate(credential, request(uri))).toMatchObject({
			...{ uri: `${API}/messages`, url: `${API}/messages`, headers: { Authorization: 'Bearer secret' } },
			sendCredentialsOnCrossOriginRedirect: false,
		});
	const foreign = request('https://elsewhere.example/x');
	for (const one of [foreign, { ...foreign, url: `${API}/messages` }, request('//elsewhere.example/x')])
		await expect(authenticate(credential, one)).rejects.toThrow(/token wasn't sent to/);
});

/** The places of what a reader could misuse, in a model of the contract and those within it. */
const secretsOf = (members: Record<string, JsonObject>, path = ''): string[] =>
	Object.entries(members).flatMap(([name, { properties }]) => [
		...(name === 'secureContextToken' || name === 'cookies' ? [`${path}${name}`] : []),
		...(isJsonObject(properties) ? secretsOf(properties as Record<string, JsonObject>, `${path}${name}.`) : []),
	]);
const unique = (paths: readonly string[]) => [...new Set(paths)].sort();

test('the secrets of a visit are declared to n8n as sensitive, wherever the contract has one', () => {
	const names = Object.keys(contract().document.webhooks ?? {}).filter((name) => name !== 'new_message');
	const ofEvents = unique(names.flatMap((name) => secretsOf(membersOf(`${name}Fields`, 3))));
	expect(ofEvents.length).toBeGreaterThan(3);
	expect(unique(EVENT_SECRETS)).toEqual(unique([...ofEvents, ...ofEvents.map((path) => `command.${path}`)]));
	expect(unique(CHAT_SECRETS)).toEqual(unique(secretsOf(membersOf('Chat', 3))));
	expect(new MessagingPlatform().description.sensitiveOutputFields).toEqual(CHAT_SECRETS);
	expect(new MessagingPlatformTrigger().description.sensitiveOutputFields).toEqual(EVENT_SECRETS);
});

describe('the credential', () => {
	test('has the fields that workflows and the trigger rely on, each explained', () => {
		const { name, displayName, properties, icon } = new MessagingPlatformApi();
		expect({ name, displayName }).toEqual({ name: 'messagingPlatformApi', displayName: 'Messaging Platform API' });
		const fields = properties.filter(({ type }) => type !== 'notice');
		expect(fields.map((property) => property.name)).toEqual([
			...['apiToken', 'baseUrl', 'notificationUrl', 'issuer', 'accountId', 'keyOrigins', 'fileOrigins'],
		]);
		expect(fields.every(({ description }) => (description ?? '').length > 40)).toBe(true);
		expect(fields[0]?.typeOptions).toEqual({ password: true });
		expect(icon).toEqual({ light: expect.stringMatching(/\.svg$/), dark: expect.stringMatching(/\.dark\.svg$/) });
	});

	test.each([
		[{}, ['triggerNotice']],
		[{ notificationUrl: 'https://n.example.com', issuer: 'x' }, ['triggerNotice']],
		[{ notificationUrl: 'https://n.example.com' }, ['triggerNotice', 'issuerNotice']],
		[{ issuer: 'x' }, ['triggerNotice', 'notificationUrlNotice']],
		[
			{ notificationUrl: ' HTTP://n.example.com', issuer: 'x', keyOrigins: 'https://k.example.com, http://8.8.8.8/keys' },
			['triggerNotice', 'notificationUrlHttpNotice', 'keyOriginsHttpNotice'],
		],
		[{ fileOrigins: 'http://files.example.com' }, ['triggerNotice', 'fileOriginsHttpNotice']],
	])('shows the needs of the trigger and what is missing for %j', (filled, notices) => {
		const { properties } = new MessagingPlatformApi();
		const values = { notificationUrl: '', issuer: '', ...filled };
		const shown = properties.filter((property) => NodeHelpers.displayParameter(values, property, null, null));
		expect(shown.filter(({ type }) => type === 'notice').map(({ name }) => name)).toEqual(notices);
	});
});
