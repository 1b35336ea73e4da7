/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { Readable } from 'node:stream';
import type { IHttpRequestOptions } from 'n8n-workflow';
import type { UrlReach } from '../../../../nodes/shared/api/addresses';
import { Limit } from '../../../../nodes/shared/api/deadline';
import { AddressError, OPEN_OPTIONS, openRequest, readOpened, readText } from '../../../../nodes/shared/api/request';
import { readConnection } from '../../../../nodes/shared/api/connection';
import { byId, runOperation } from '../../../helpers/runAction';
import { type Reply, type ScriptedServer, startScriptedServer } from '../../../helpers/servers';

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
	test('does not go to a forbidden address', async () => {
		const { opened, asked } = await ask({}, { url: 'https://evil.example/x?y' });
		expect([asked, opened instanceof AddressError]).toEqual([[], true]);
		const to = 'https://evil.example';
		expect(opened).toMatchObject({
			reason: 'foreign',
			to,
			from: undefined,
			message: expect.stringContaining(`wasn't sent to ${to}: `),
		});
		expect((await ask({}, { url: 'https://evil.example/?t=secret-token' }, 'any_file')).opened).toMatchObject({
			to: 'an address',
		});
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
		const answers = {
			[`${API}/x`]: redirect('https://files.example/1'),
			'https://files.example/1': redirect(`${API}/y`, 301),
			[`${API}/y`]: answer(200),
		};
		expect((await ask(answers, {}, 'any_file')).line).toEqual([`${API}/x with token`, 'https://files.example/1', `${API}/y`]);
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

	test('to a forbidden address says who redirects there', async () => {
		const { opened, asked } = await ask({ [`${API}/x`]: redirect('https://evil.example/y') });
		expect(asked).toHaveLength(1);
		expect(opened).toMatchObject({ reason: 'foreign', to: 'https://evil.example', from: new URL(`${API}/x`) });
	});
});

test('takes the token out of headers that echo it, leaves lists unchanged, and accepts missing headers', () => {
	const list = Array.from({ length: 20 }, () => 'secret-token');
	const given = { ...answer(200), headers: { a: 'x secret-token', b: list } };
	expect(readOpened(given, new URL(API), connection.redact).headers).toEqual({ a: 'x [API token]', b: list });
	expect(readOpened({ ...given, headers: undefined }, new URL(API)).headers).toEqual({});
	expect(() => readOpened({ ...given, body: undefined }, new URL(API))).toThrow('n8n gave no response');
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

describe('at the node', () => {
	const services: ScriptedServer[] = [];
	const start = async (reply: Parameters<typeof startScriptedServer>[0]) => {
		const service = await startScriptedServer(reply);
		services.push(service);
		return service;
	};
	afterEach(async () => await Promise.all(services.splice(0).map(async (service) => await service.close())));

	const get = { resource: 'memo', operation: 'get', chat: byId('tg_1_2') };
	const update = { ...get, operation: 'update', updateFields: { memo: 'private words' } };
	const memo: Reply = { body: { $value: { memo: 'm' } } };

	test.each([get, update])(
		"a redirect to another origin is not followed, not even without the token: its answer would be taken for the service's",
		async (parameters) => {
			const other = await start(() => memo);
			const service = await start(() => ({ status: 302, headers: { location: `${other.origin}/stolen` } }));
			const { error } = await runOperation({ parameters, credential: service.credential });
			const outside = "which is outside the credential's addresses, so nothing was sent there";
			expect(error?.message).toBe(`${service.origin} redirects to ${other.origin}, ${outside}`);
			expect(error?.description).toBe('If this is the new URL of the platform, enter it in the credential.');
			expect(other.requests).toEqual([]);
		},
	);

	test.each([
		['GET', 'notSent', 'keep'],
		['PUT', 'unknown', 'replace'],
	])('a %s that broke off on the way to a change: it is %s', async (method, outcome, updateMode) => {
		const { credential, requests } = await start((_request, response) => void response.destroy());
		const chainAction = { resource: 'chainAction', operation: 'update', chainActionId: byId('a-1'), updateMode };
		const parameters = { ...chainAction, actionFields: { actionType: 'nothing', description: 'Menu' } };
		const { items } = await runOperation({ parameters, credential, continueOnFail: true });
		expect(requests.map((request) => request.method)).toEqual([method]);
		expect(items).toMatchObject([{ json: { details: { outcome } } }]);
	});
});
