/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import { type IncomingMessage, request as ask } from 'node:http';
import type { ICredentialDataDecryptedObject, IHttpRequestOptions, INode } from 'n8n-workflow';
import { authenticate } from '../../../../nodes/shared/api/authenticate';
import { Platform } from '../../../../nodes/shared/api/platform';
import { type Received, type Reply, type ScriptedServer, startScriptedServer } from '../../../helpers/servers';
import { pathPart, toHttpOptions } from '../../../../nodes/shared/api/apiRequest';

const node: INode = { id: '1', name: 'A', type: 'x', typeVersion: 1, position: [0, 0], parameters: {} };
const TAGS = { method: 'GET', path: '/tags' } as const;
const LONG_MS = 1_000_000;

describe('a call of the platform', () => {
	let service: ScriptedServer;
	let answer: (request: Received) => Reply | undefined;
	const signals: AbortSignal[] = [];
	beforeEach(async () => {
		signals.length = 0;
		answer = () => ({ body: { $items: [] } });
		service = await startScriptedServer((request) => answer(request));
	});
	afterEach(async () => await service.close());

	/** Sends a request as n8n does, and notes the signal that ends it. */
	async function send(options: IHttpRequestOptions): Promise<unknown> {
		const { method, headers, body, abortSignal } = options;
		if (abortSignal instanceof AbortSignal) signals.push(abortSignal);
		const response = await new Promise<IncomingMessage>((resolve, reject) => {
			const sent = ask(options.url, { method, headers: headers as Record<string, string> }, resolve).on('error', reject);
			sent.end(typeof body === 'string' ? body : undefined);
		});
		return { statusCode: response.statusCode, headers: response.headers, body: response };
	}

	/** A platform whose items have these time-outs. */
	function platformOf(credential: ICredentialDataDecryptedObject, timeouts: number[] = []): Platform {
		const context = {
			getNode: () => node,
			getCredentials: async () => await Promise.resolve(credential),
			getNodeParameter: (_name: string, index: number) => ({ timeout: timeouts[index] ?? LONG_MS }),
			continueOnFail: () => false,
			helpers: {
				httpRequest: send,
				httpRequestWithAuthentication: async (_type: string, options: IHttpRequestOptions) =>
					await send(await authenticate(credential, options)),
			},
		};
		return new Platform(context as unknown as Platform['context']);
	}

	describe('is under a limit', () => {
		/** The index of each call's limit among the limits so far. */
		const limits = () => signals.map((signal) => [...new Set(signals)].indexOf(signal));
		const callAll = async (platform: Platform, indexes: number[]) =>
			await Promise.all(indexes.map(async (index) => await platform.call(TAGS, { itemIndex: index })));

		test('shared by four calls at the same time, because Node warns of a leak beyond that', async () => {
			await callAll(platformOf(service.credential), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
			expect(limits()).toEqual([0, 0, 0, 0, 1, 1, 1, 1, 2]);
		});

		test('begun no longer than a hundredth of its time ago', async () => {
			const platform = platformOf(service.credential);
			let now = 5_000_000;
			const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
			for (const passed of [0, LONG_MS / 100, 1]) {
				now += passed;
				await platform.call(TAGS);
			}
			clock.mockRestore();
			expect(limits()).toEqual([0, 0, 1]);
		});
	});
});

describe('requestOptions', () => {
	/** A context of an execution in which these are the Request Options, and how often they were looked for. */
	function platformOf(requestOptions: unknown, kind: 'execution' | 'item' | 'webhook' | 'hook' = 'execution') {
		const asked: unknown[][] = [];
		const getNodeParameter = (...how: unknown[]) => {
			asked.push(how);
			return requestOptions;
		};
		const marks = {
			execution: { continueOnFail: () => false },
			item: { getItemIndex: () => 5, continueOnFail: () => false },
			webhook: { getRequestObject: () => ({}) },
			hook: {},
		};
		const context = { getNodeParameter, ...marks[kind] } as unknown as Platform['context'];
		return { platform: new Platform(context), asked };
	}

	const optionsOf = (requestOptions: unknown) => platformOf(requestOptions).platform.requestOptions(0);

	test.each<[unknown, object]>([
		[{}, {}],
		[{ timeout: 5 }, { timeout: 5 }],
		[{ timeout: 0 }, {}],
		[{ timeout: '5' }, {}],
		[{ allowUnauthorizedCerts: true }, { skipSslCertificateValidation: true }],
		[{ allowUnauthorizedCerts: 'true' }, {}],
		[{ proxy: 'http://proxy:3128' }, { proxy: { host: 'proxy', port: 3128, protocol: 'http' } }],
		[{ proxy: 'https://proxy' }, { proxy: { host: 'proxy', port: 80, protocol: 'https' } }],
		[
			{ proxy: 'http://user%40x:p%3Aw@proxy:1' },
			{ proxy: { host: 'proxy', port: 1, protocol: 'http', auth: { username: 'user@x', password: 'p:w' } } },
		],
		[{ proxy: '' }, {}],
	])('%j', (given, options) => {
		expect(optionsOf(given)).toEqual(options);
	});

	test.each(['proxy', 'proxy:3128', 'ftp://proxy', 'http://', ' ', 5, true, null, undefined, ['http://proxy', 'http://b']])(
		'refuse the proxy %j: without it, requests would go another way',
		(proxy) => {
			expect(() => optionsOf({ proxy })).toThrow("Proxy, under Request Options, isn't a URL");
		},
	);

	test('are looked for once, unresolved, when there are none, because resolving them costs more than all the rest', () => {
		const { platform, asked } = platformOf({});
		for (const index of [0, 1, 2]) expect(platform.requestOptions(index)).toEqual({});
		expect(asked).toEqual([['requestOptions', 0, {}, { rawExpressions: true }]]);
	});
});

test('a call drops halves of emoji from every text of its body, and nothing else', () => {
	const half = '👋'.slice(0, 1);
	const body = { [`a${half}`]: [`b${half}👋\\ud83d\u0001"`, { c: `\udc4b` }], d: 1 };
	const options = toHttpOptions({ method: 'POST', path: '/x', body });
	expect(options.body).toBe(JSON.stringify({ a: ['b👋\\ud83d\u0001"', { c: '' }], d: 1 }));
});

describe('pathPart', () => {
	test.each([
		['a b/c?d#e%f', 'a%20b%2Fc%3Fd%23e%25f'],
		['ü🎁', '%C3%BC%F0%9F%8E%81'],
		['...', '...'],
		['\u0000\r\n', '%00%0D%0A'],
		['a\\..\\b', 'a%5C..%5Cb'],
	])('%j', (value, part) => {
		expect(pathPart(value)).toBe(part);
		// the part comes back whole: no URL parser takes it apart
		const { pathname } = new URL(`https://example.com/tags/${pathPart(value)}/end`);
		expect(pathname.split('/').map(decodeURIComponent)).toEqual(['', 'tags', value, 'end']);
	});

	test.each(['.', '..', '\ud83c', 'x\udf81'])('%j cannot stand in a path', (value) => {
		expect(() => pathPart(value)).toThrow(/can't be part of a URL/);
	});
});
