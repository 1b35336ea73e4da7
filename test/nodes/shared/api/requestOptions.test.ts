import type { INode } from 'n8n-workflow';
import { Platform } from '../../../../nodes/shared/api/platform';

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

describe('the Request Options of the node', () => {
	test.each<[unknown, object]>([
		[{}, {}],
		[undefined, {}],
		['text', {}],
		[{ timeout: 5 }, { timeout: 5 }],
		[{ timeout: 0 }, {}],
		[{ timeout: -1 }, {}],
		[{ timeout: '5' }, {}],
		[{ allowUnauthorizedCerts: true }, { skipSslCertificateValidation: true }],
		[{ allowUnauthorizedCerts: 'true' }, {}],
		[{ allowUnauthorizedCerts: false }, {}],
		[{ proxy: 'http://proxy:3128' }, { proxy: { host: 'proxy', port: 3128, protocol: 'http' } }],
		[{ proxy: 'https://proxy' }, { proxy: { host: 'proxy', port: 80, protocol: 'https' } }],
		[
			{ proxy: 'http://user%40x:p%3Aw@proxy:1' },
			{ proxy: { host: 'proxy', port: 1, protocol: 'http', auth: { username: 'user@x', password: 'p:w' } } },
		],
		[{ proxy: '' }, {}],
		[{ batching: { batch: {} } }, {}],
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

	test('are those of the item', () => {
		const { platform, asked } = platformOf({ timeout: 5 });
		for (const index of [3, 4]) platform.requestOptions(index);
		expect(asked).toEqual([
			['requestOptions', 3, {}, { rawExpressions: true }],
			['requestOptions', 3, {}, undefined],
			['requestOptions', 4, {}, undefined],
		]);
	});

	test('are read without an index when n8n knows the item, and not at all when there is none', () => {
		for (const kind of ['item', 'webhook'] as const) {
			const { platform, asked } = platformOf({ timeout: 5 }, kind);
			expect(platform.requestOptions(3)).toEqual({ timeout: 5 });
			expect(asked).toEqual([
				['requestOptions', {}, { rawExpressions: true }],
				['requestOptions', {}, undefined],
			]);
		}
		const hook = platformOf({ timeout: 5 }, 'hook');
		expect(hook.platform.requestOptions(3)).toEqual({});
		expect(hook.asked).toEqual([]);
	});
});

describe('a platform', () => {
	const node = { name: 'A' } as INode;

	test('asks n8n once for the node and for the credential', async () => {
		let calls = 0;
		const once = <Value>(value: Value) => {
			calls += 1;
			return value;
		};
		const context = {
			getNode: () => once(node),
			getCredentials: async () => await Promise.resolve(once({ apiToken: 'secret-token', baseUrl: 'api.example.com' })),
		} as unknown as Platform['context'];
		const platform = new Platform(context);
		expect([platform.node, platform.node]).toEqual([node, node]);
		const connection = await platform.connection();
		expect(await platform.connection()).toBe(connection);
		expect(calls).toBe(2);
		expect(await new Platform(context, connection).connection()).toBe(connection);
		expect(calls).toBe(2);
	});

	test('is under a limit that a user who stops the execution reaches, too, if n8n reports it', () => {
		const stop = new AbortController();
		const context = { getExecutionCancelSignal: () => stop.signal } as unknown as Platform['context'];
		const limit = new Platform(context).limitBy(new AbortController().signal);
		stop.abort();
		expect(limit.code).toBe('ERR_CANCELED');
		expect(new Platform({} as Platform['context']).limitBy(new AbortController().signal).code).toBeUndefined();
	});
});
