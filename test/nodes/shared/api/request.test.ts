/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { Readable } from 'node:stream';
import type { IHttpRequestOptions } from 'n8n-workflow';
import type { UrlReach } from '../../../../nodes/shared/api/addresses';
import { Limit } from '../../../../nodes/shared/api/deadline';
import { AddressError, OPEN_OPTIONS, openRequest, readText } from '../../../../nodes/shared/api/request';
import { readConnection } from '../../../../nodes/shared/api/connection';
import { byId, overWire } from '../../../helpers/runAction';
import { startScriptedServer } from '../../../helpers/servers';
import { Platform } from '../../../../nodes/shared/api/platform';
import { pathPart, toHttpOptions } from '../../../../nodes/shared/api/apiRequest';

const API = 'https://api.example.com';
const connection = readConnection({ apiToken: 'secret-token', baseUrl: API, notificationUrl: 'https://hooks.example.com' });
const limit = new Limit(new AbortController().signal);
const answer = (statusCode: number, headers: object = {}, body = Readable.from([])) => ({ statusCode, headers, body });
const redirect = (location: unknown, statusCode = 302) => answer(statusCode, { location });

/** Makes a request that a table of addresses answers, and gives what was asked. */
async function ask(answers: Record<string, unknown>, options: Partial<IHttpRequestOptions> = {}, reach: UrlReach = 'api') {
	const asked: Array<{ request: IHttpRequestOptions; withToken: boolean }> = [];
	const request = { method: 'GET', url: `${API}/x`, ...options } as const;
	const opened = await openRequest(connection, request, reach, limit, async (sent, withToken) => {
		asked.push({ request: { ...sent }, withToken });
		return await Promise.resolve(answers[sent.url]);
	}).catch((error: unknown) => error);
	return { opened, asked, line: asked.map(({ request: { url }, withToken }) => `${url}${withToken ? ' with token' : ''}`) };
}

describe('a request', () => {
	test('is sent with what makes this module decide about redirects, statuses and the body', async () => {
		const body = Readable.from([]);
		const { opened, asked } = await ask({ [`${API}/x`]: answer(500, { a: 'b' }, body) }, { headers: { c: 'd' } });
		const own = { encoding: 'stream', returnFullResponse: true, ignoreHttpStatusErrors: true, disableFollowRedirect: true };
		expect(asked).toEqual([{ request: { method: 'GET', url: `${API}/x`, headers: { c: 'd' }, ...own }, withToken: true }]);
		expect(opened).toMatchObject({ statusCode: 500, headers: { a: 'b' }, url: new URL(`${API}/x`) });
		expect(opened).toHaveProperty('body', body);
	});

	// which ones: addresses.test.ts
	test('does not go to a forbidden address, nor over a redirect', async () => {
		const [to, outside] = ['https://evil.example', "is outside the credential's addresses"];
		const { opened, asked } = await ask({}, { url: `${to}/x?y` });
		expect([asked, opened instanceof AddressError]).toEqual([[], true]);
		const message = `The API token wasn't sent to ${to}: this URL ${outside}`;
		expect(opened).toMatchObject({ reason: 'foreign', to, from: undefined, message });
		// not even without the token: its answer would be taken for the platform's
		const later = await ask({ [`${API}/x`]: redirect(`${to}/y`) });
		expect(later.line).toEqual([`${API}/x with token`]);
		expect(later.opened).toMatchObject({
			message: `${API} redirects to ${to}, which ${outside}, so nothing was sent there`,
			advice: 'If this is the new URL of the platform, enter it in the credential.',
		});
		expect((await ask({}, { url: `${to}/?t=secret-token` }, 'any_file')).opened).toMatchObject({ to: 'an address' });
	});
});

describe('a redirect', () => {
	test('is followed with the same method, headers and text, without the query that belongs to the first address', async () => {
		const options = { method: 'POST', body: '{"a":1}', headers: { a: 'b' }, qs: { from: 1 } } as const;
		const first = redirect('/y?z=1');
		const { opened, asked } = await ask({ [`${API}/x`]: first, [`${API}/y?z=1`]: answer(200) }, options);
		expect(opened).toMatchObject({ statusCode: 200, url: new URL(`${API}/y?z=1`) });
		expect(asked.map(({ request }) => request)).toEqual([
			{ ...options, url: `${API}/x`, ...OPEN_OPTIONS },
			{ ...options, qs: undefined, url: `${API}/y?z=1`, ...OPEN_OPTIONS },
		]);
		expect(first.body.destroyed).toBe(true);
	});

	test.each<[number, unknown, string[]]>([
		[301, '/y', [`${API}/y`]],
		[302, 'y?z=1', [`${API}/y?z=1`]],
		[303, '/y', []],
		[308, '/y', []],
		[200, '/y', []],
		[302, undefined, []],
		[302, 'http://[', []],
	])('%d to %j leads to %j', async (status, location, next) => {
		const pages = { [`${API}/y`]: answer(200), [`${API}/y?z=1`]: answer(200) };
		const { asked } = await ask({ [`${API}/x`]: redirect(location, status), ...pages });
		expect(asked.slice(1).map(({ request }) => request.url)).toEqual(next);
	});

	test('to a public address goes without the token, and so does all that follows it, home again included', async () => {
		const file = 'https://files.example/1';
		const answers = { [`${API}/x`]: redirect(file), [file]: redirect(`${API}/y`, 301), [`${API}/y`]: answer(200) };
		expect((await ask(answers, {}, 'any_file')).line).toEqual([`${API}/x with token`, file, `${API}/y`]);
	});

	test('is followed five times; the sixth is a circle', async () => {
		const way = (length: number): Record<string, unknown> => ({
			...Object.fromEntries(Array.from({ length }, (_, index) => [`${API}/x${index || ''}`, redirect(`/x${index + 1}`)])),
			[`${API}/x${length}`]: answer(200),
		});
		expect((await ask(way(5))).opened).toMatchObject({ statusCode: 200 });
		const { opened, asked } = await ask(way(6));
		expect(asked).toHaveLength(6);
		expect(opened).toMatchObject({ reason: 'circle', to: API, from: new URL(`${API}/x5`) });
	});
});

describe('the text of an answer', () => {
	const opened = (statusCode: number, body: Readable) => ({ statusCode, headers: {}, body, url: new URL(API) });

	test('is read as UTF-8 across its pieces, without the token', async () => {
		const pieces = [Buffer.from('{"a":"Ж').subarray(0, 7), Buffer.from('Ж secret').subarray(1), Buffer.from('-token"}')];
		expect(await readText(opened(200, Readable.from(pieces)), connection.redact, limit)).toBe('{"a":"Ж [API token]"}');
	});

	// Node's codes of a TLS record that cannot be read: here the handshake was over long ago
	test.each(['ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', 'EPROTO'])('did arrive even if %s breaks it', async (code) => {
		const broken = new Readable({ read: () => undefined });
		const reading = readText(opened(200, broken), connection.redact, limit).catch((thrown: unknown) => thrown);
		broken.destroy(Object.assign(new Error('broken'), { code }));
		expect(await reading).toMatchObject({ outcome: 'unknown', response: { code: expect.any(String) } });
	});
});

const get = { resource: 'memo', operation: 'get', chat: byId('tg_1_2') };

test.each([get, { ...get, operation: 'update', updateFields: { memo: 'private words' } }])(
	"a redirect to another origin is not followed, not even without the token: its answer would be taken for the service's",
	async (parameters) => {
		const other = await startScriptedServer(() => ({ body: { $value: { memo: 'm' } } }));
		const { error } = await overWire(parameters, { status: 302, headers: { location: `${other.origin}/stolen` } });
		await other.close();
		const outside = `redirects to ${other.origin}, which is outside the credential's addresses, so nothing was sent there`;
		expect(error?.message).toContain(outside);
		expect(error?.description).toBe('If this is the new URL of the platform, enter it in the credential.');
		expect(other.requests).toEqual([]);
	},
);

function optionsOf(requestOptions: unknown) {
	const context = { getNodeParameter: () => requestOptions, continueOnFail: () => false } as unknown as Platform['context'];
	return new Platform(context).requestOptions(0);
}

describe('the Request Options', () => {
	test.each<[unknown, object]>([
		[{}, {}],
		[{ timeout: 5 }, { timeout: 5 }],
		[{ timeout: '5' }, {}],
		[{ allowUnauthorizedCerts: true }, { skipSslCertificateValidation: true }],
		[{ proxy: 'http://proxy:3128' }, { proxy: { host: 'proxy', port: 3128, protocol: 'http' } }],
		[
			{ proxy: 'http://user%40x:p%3Aw@proxy:1' },
			{ proxy: { host: 'proxy', port: 1, protocol: 'http', auth: { username: 'user@x', password: 'p:w' } } },
		],
		[{ proxy: '' }, {}],
	])('%j', (given, options) => {
		expect(optionsOf(given)).toEqual(options);
	});

	test('refuse a proxy that is not a URL: without it, requests would go another way', () => {
		for (const proxy of ['proxy', 'proxy:3128', 'ftp://proxy', 'http://', ' ', 5, null, undefined, ['http://proxy', 'http://b']])
			expect(() => optionsOf({ proxy })).toThrow("Proxy, under Request Options, isn't a URL");
	});
});

test('a call drops halves of emoji from every text of its body, and nothing else', () => {
	const half = '👋'.slice(0, 1);
	const body = { [`a${half}`]: [`b${half}👋\\ud83d\u0001"`, { c: `\udc4b` }], d: 1 };
	const options = toHttpOptions({ method: 'POST', path: '/x', body });
	expect(options.body).toBe(JSON.stringify({ a: ['b👋\\ud83d\u0001"', { c: '' }], d: 1 }));
});

test('a value is one part of a path: no URL parser takes it apart', () => {
	const parts = { 'a b/c?d#e%f': 'a%20b%2Fc%3Fd%23e%25f', '\u0000\r\n': '%00%0D%0A', 'a\\..\\b': 'a%5C..%5Cb' };
	for (const [value, part] of Object.entries(parts)) {
		expect(pathPart(value)).toBe(part);
		const { pathname } = new URL(`https://example.com/tags/${pathPart(value)}/end`);
		expect(pathname.split('/').map(decodeURIComponent)).toEqual(['', 'tags', value, 'end']);
	}
	for (const value of ['.', '..', '\ud83c', 'x\udf81']) expect(() => pathPart(value)).toThrow(/can't be part of a URL/);
});
