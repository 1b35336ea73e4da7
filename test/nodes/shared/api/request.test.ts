/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { Readable } from 'node:stream';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { stringify } from 'flatted';
import type { Reach } from '../../../../nodes/shared/api/addresses';
import { Limit } from '../../../../nodes/shared/api/deadline';
import { AddressError, OPEN_OPTIONS, openRequest, readOpened, readText } from '../../../../nodes/shared/api/request';
import { readConnection } from '../../../../nodes/shared/api/connection';
import { type Outcome, runOperation } from '../../../helpers/runAction';
import { type Reply, type ScriptedServer, startScriptedServer } from '../../../helpers/servers';

describe('request', () => {
	const API = 'https://api.example.com';
	const connection = readConnection({ apiToken: 'secret-token', baseUrl: API, notificationUrl: 'https://hooks.example.com' });
	const limit = new Limit(new AbortController().signal);

	const answer = (statusCode: number, headers: object = {}, body = Readable.from([])) => ({ statusCode, headers, body });
	const redirect = (location: string, statusCode = 302) => answer(statusCode, { location });

	/** Makes a request that a table of addresses answers, and gives what was asked. */
	async function ask(answers: Record<string, unknown>, more: { options?: Partial<IHttpRequestOptions>; reach?: Reach } = {}) {
		const asked: Array<{ request: IHttpRequestOptions; withToken: boolean }> = [];
		const opened = await openRequest(
			connection,
			{ method: 'GET', url: `${API}/x`, ...more.options },
			more.reach ?? 'api',
			limit,
			async (request, withToken) => {
				asked.push({ request: { ...request }, withToken });
				return await Promise.resolve(answers[request.url]);
			},
		).catch((error: unknown) => error);
		return { opened, asked, line: asked.map(({ request, withToken }) => `${request.url}${withToken ? ' with token' : ''}`) };
	}

	describe('a request', () => {
		test('is sent with what makes this module decide about redirects, statuses and the body', async () => {
			const body = Readable.from([]);
			const { opened, asked } = await ask({ [`${API}/x`]: answer(500, { a: 'b' }, body) }, { options: { headers: { c: 'd' } } });
			expect(asked).toEqual([
				{ request: { method: 'GET', url: `${API}/x`, headers: { c: 'd' }, ...OPEN_OPTIONS }, withToken: true },
			]);
			expect(OPEN_OPTIONS).toEqual({
				encoding: 'stream',
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				disableFollowRedirect: true,
			});
			expect(opened).toMatchObject({ statusCode: 500, headers: { a: 'b' }, url: new URL(`${API}/x`) });
			expect(opened).toHaveProperty('body', body);
		});

		test.each<[Reach, string, string, string]>([
			['api', 'https://user@evil.example/', 'user_name', 'https://evil.example'],
			['api', 'https://evil.example/x?y', 'foreign', 'https://evil.example'],
			['any_file', 'http://10.0.0.1/', 'local', 'http://10.0.0.1'],
			['file', `${API}/chats`, 'endpoint', API],
			['any_file', 'data:text/plain,x', 'not_web', 'an address'],
			['any_file', 'https://evil.example/?t=secret-token', 'token', 'an address'],
		])('with the reach %s does not go to %s', async (reach, url, reason, to) => {
			const { opened, asked } = await ask({}, { reach, options: { url } });
			expect(asked).toEqual([]);
			expect(opened).toBeInstanceOf(AddressError);
			expect(opened).toMatchObject({
				reason,
				to,
				from: undefined,
				message: expect.stringContaining(`wasn't sent to ${to}: `),
			});
		});
	});

	describe('a redirect', () => {
		test('is followed with the same method, headers and text, without the query that belongs to the first address', async () => {
			const options = { method: 'POST', body: '{"a":1}', headers: { a: 'b' }, qs: { from: 1 } } as const;
			const first = redirect('/y?z=1');
			const { opened, asked } = await ask({ [`${API}/x`]: first, [`${API}/y?z=1`]: answer(200) }, { options });
			expect(opened).toMatchObject({ statusCode: 200, url: new URL(`${API}/y?z=1`) });
			expect(asked.map(({ request }) => request)).toEqual([
				{ ...options, url: `${API}/x`, ...OPEN_OPTIONS },
				{ ...options, qs: undefined, url: `${API}/y?z=1`, ...OPEN_OPTIONS },
			]);
			expect(first.body.destroyed).toBe(true);
		});

		test.each<[number, unknown, string | undefined]>([
			[301, '/x', 'https://a.example/x'],
			[302, 'x?y=1', 'https://a.example/b/x?y=1'],
			[302, '//a.example/c', 'https://a.example/c'],
			[303, '/x', undefined],
			[307, '/x', undefined],
			[308, '/x', undefined],
			[200, '/x', undefined],
			[302, undefined, undefined],
			[302, ['/x'], undefined],
			[302, 'http://[', undefined],
		])('%d to %j leads to %s', async (status, location, next) => {
			const asked: string[] = [];
			const own = readConnection({ apiToken: 'secret-token', baseUrl: 'https://a.example' });
			await openRequest(own, { method: 'GET', url: 'https://a.example/b/c' }, 'api', limit, async ({ url }) => {
				asked.push(url);
				return await Promise.resolve(asked.length === 1 ? answer(status, { location }) : answer(200));
			});
			expect(asked.slice(1)).toEqual(next === undefined ? [] : [next]);
		});

		test('to a public address goes without the token, and so does all that follows it, home again included', async () => {
			const { line } = await ask(
				{
					[`${API}/x`]: redirect('https://files.example/1'),
					'https://files.example/1': redirect(`${API}/y`, 301),
					[`${API}/y`]: answer(200),
				},
				{ reach: 'any_file' },
			);
			expect(line).toEqual([`${API}/x with token`, 'https://files.example/1', `${API}/y`]);
		});

		test('is followed five times; the sixth is a circle', async () => {
			const way = (length: number) =>
				Object.fromEntries([
					...Array.from({ length }, (_, index) => [`${API}/x${index || ''}`, redirect(`/x${index + 1}`)]),
					[`${API}/x${length}`, answer(200)],
				]) as Record<string, unknown>;
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
		expect(readOpened({ ...given, headers: { a: 'secret-token' } }, new URL(API)).headers).toEqual({ a: 'secret-token' });
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
		test.each(['ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', 'EPROTO'])('an answer that %s breaks did arrive', async (code) => {
			const broken = new Readable({
				read() {
					this.destroy(Object.assign(new Error('broken'), { code }));
				},
			});
			const error: unknown = await readText(opened(200, broken), connection.redact, limit).catch((thrown: unknown) => thrown);
			expect(error).toMatchObject({ outcome: 'unknown', response: { code: expect.any(String) } });
		});
	});
});

describe('platform', () => {
	const WORD = 'never-to-be-seen-7d1f';
	const get = { resource: 'memo', operation: 'get', chat: { __rl: true, mode: 'id', value: 'tg_1_2' } };
	const update = { ...get, operation: 'update', updateFields: { memo: 'private words' } };
	const memo: Reply = { body: { $value: { memo: 'm' } } };

	/** Everything that n8n keeps or shows of an execution, as it stores it. */
	const stored = ({ run, error, items }: Outcome) => stringify([run, error, error?.stack, error?.cause, items]);

	const credentialFor = (baseUrl: string) => ({ apiToken: WORD, baseUrl, notificationUrl: '', issuer: '', keyOrigins: '' });

	const runAt = async (baseUrl: string, parameters: Parameters<typeof runOperation>[0]['parameters'] = get, more = {}) =>
		await runOperation({ parameters, credential: credentialFor(baseUrl), ...more });

	describe('redirects', () => {
		const services: ScriptedServer[] = [];
		const start = async (answer: Parameters<typeof startScriptedServer>[0]) => {
			const service = await startScriptedServer(answer);
			services.push(service);
			return service;
		};
		afterEach(async () => await Promise.all(services.splice(0).map(async (service) => await service.close())));
		const redirect = (location: string, status = 302): Reply => ({ status, headers: { location } });

		test.each([301, 302])(
			"%i to another origin is not followed, not even without the token: its answer would be taken for the service's",
			async (status) => {
				const other = await start(() => memo);
				const service = await start(() => redirect(`${other.origin}/stolen`, status));
				const { items, error } = await runAt(service.origin);
				expect(items).toEqual([]);
				expect(error?.message).toBe(
					`${service.origin} redirects to ${other.origin}, which is outside the credential's addresses, so nothing was sent there`,
				);
				expect(error?.description).toBe('If this is the new URL of the platform, enter it in the credential.');
				expect(other.requests).toEqual([]);
			},
		);

		test('a change is sent again unchanged within the origin, and never to another one', async () => {
			const other = await start(() => memo);
			const inside = await start(({ url }) => (url === '/v2' ? memo : redirect('/v2')));
			expect((await runAt(inside.origin, update)).error).toBeUndefined();
			expect(inside.requests.map(({ method, body }) => `${method} ${body.toString()}`)).toEqual([
				'POST {"memo":"private words"}',
				'POST {"memo":"private words"}',
			]);
			const outside = await start(() => redirect(other.origin));
			const { error } = await runAt(outside.origin, update);
			expect(error?.message).toBe(
				`${outside.origin} redirects to ${other.origin}, which is outside the credential's addresses, so nothing was sent there`,
			);
			expect(other.requests).toEqual([]);
		});
	});

	describe('no answer', () => {
		test.each([
			['GET', 'notSent', 'keep'],
			['PUT', 'unknown', 'replace'],
		])('a %s that broke off on the way to a change: it is %s', async (method, outcome, updateMode) => {
			const service = await startScriptedServer((_request, response) => void response.destroy());
			const chainAction = {
				resource: 'chainAction',
				operation: 'update',
				chainActionId: { __rl: true, mode: 'id', value: 'a-1' },
			};
			const { items } = await runAt(
				service.origin,
				{ ...chainAction, updateMode, actionFields: { actionType: 'nothing', description: 'Menu' } },
				{ continueOnFail: true },
			);
			await service.close();
			expect(service.requests.map((request) => request.method)).toEqual([method]);
			expect(items).toMatchObject([{ json: { details: { outcome } } }]);
		});

		test('a server that never answers; the time-out that the user set counts', async () => {
			const service = await startScriptedServer(() => undefined);
			const usual = runAt(service.origin, get);
			const own = runAt(service.origin, { ...get, requestOptions: { timeout: 150 } });
			const outcome = await Promise.race([own, usual]);
			await service.close();
			expect(outcome).toBe(await own);
			expect(await usual).not.toBe(outcome);
			expect(outcome.error?.message).toBe(`${new URL(service.origin).host} didn't respond in time`);
			expect(stored(outcome)).not.toContain(WORD);
		});
	});

	describe('the token stays out of everything that n8n keeps', () => {
		test.each<[string, Reply]>([
			['401', { status: 401 }],
			['500', { status: 500, body: { $error: {} } }],
			['broken JSON', { body: '{' }],
			['a web page', { status: 404, body: '<html>' }],
			['a redirect elsewhere', { status: 302, headers: { location: 'http://127.0.0.1:9/' } }],
			['a success', memo],
		])('%s, stopping and continuing', async (_name, answer) => {
			const service = await startScriptedServer(() => answer);
			for (const parameters of [get, update]) {
				for (const continueOnFail of [false, true]) {
					const outcome = await runAt(service.origin, parameters, { continueOnFail });
					expect(stored(outcome)).toContain('runData');
					expect(stored(outcome)).not.toContain(WORD);
				}
			}
			expect(service.requests.every(({ headers }) => headers.authorization === `Bearer ${WORD}`)).toBe(true);
			await service.close();
		});

		test('even when the credential itself is wrong', async () => {
			for (const apiToken of [`${WORD} \u0000x`, `${WORD}\nx`, `${WORD}й`]) {
				const outcome = await runOperation({ parameters: get, credential: { ...credentialFor('http://127.0.0.1:9'), apiToken } });
				expect(outcome.error?.message).toContain(
					"The credential's API Token contains a space, a line break or an unusual character",
				);
				expect(stored(outcome)).not.toContain(WORD);
			}
		});
	});
});
