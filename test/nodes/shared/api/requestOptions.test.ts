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
});
