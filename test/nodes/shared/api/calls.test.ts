import { Platform } from '../../../../nodes/shared/api/platform';
import { pathPart, toHttpOptions } from '../../../../nodes/shared/api/apiRequest';

/** A platform with these Request Options, and how often they were looked for. */
function platformOf(requestOptions: unknown) {
	const getNodeParameter = jest.fn(() => requestOptions);
	const context = { getNodeParameter, continueOnFail: () => false } as unknown as Platform['context'];
	return { platform: new Platform(context), getNodeParameter };
}

const optionsOf = (requestOptions: unknown) => platformOf(requestOptions).platform.requestOptions(0);

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

	test('are looked for once, unresolved, when there are none, because resolving them costs more than all the rest', () => {
		const { platform, getNodeParameter } = platformOf({});
		for (const index of [0, 1, 2]) expect(platform.requestOptions(index)).toEqual({});
		expect(getNodeParameter.mock.calls).toEqual([['requestOptions', 0, {}, { rawExpressions: true }]]);
	});
});

test('a call drops halves of emoji from every text of its body, and nothing else', () => {
	const half = '👋'.slice(0, 1);
	const body = { [`a${half}`]: [`b${half}👋\\ud83d\u0001"`, { c: `\udc4b` }], d: 1 };
	const options = toHttpOptions({ method: 'POST', path: '/x', body });
	expect(options.body).toBe(JSON.stringify({ a: ['b👋\\ud83d\u0001"', { c: '' }], d: 1 }));
});

test('a value is one part of a path: no URL parser takes it apart', () => {
	const parts = {
		'a b/c?d#e%f': 'a%20b%2Fc%3Fd%23e%25f',
		'ü🎁': '%C3%BC%F0%9F%8E%81',
		'\u0000\r\n': '%00%0D%0A',
		'a\\..\\b': 'a%5C..%5Cb',
	};
	for (const [value, part] of Object.entries(parts)) {
		expect(pathPart(value)).toBe(part);
		const { pathname } = new URL(`https://example.com/tags/${pathPart(value)}/end`);
		expect(pathname.split('/').map(decodeURIComponent)).toEqual(['', 'tags', value, 'end']);
	}
	for (const value of ['.', '..', '\ud83c', 'x\udf81']) expect(() => pathPart(value)).toThrow(/can't be part of a URL/);
});
