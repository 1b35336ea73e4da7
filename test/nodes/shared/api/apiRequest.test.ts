import { pathPart, TIMEOUT_MS, toHttpOptions } from '../../../../nodes/shared/api/apiRequest';

describe('toHttpOptions', () => {
	test('drops halves of emoji from every text of the body, and nothing else', () => {
		const half = '👋'.slice(0, 1);
		const body = { [`a${half}`]: [`b${half}👋\\ud83d\u0001"`, { c: `\udc4b` }], d: 1 };
		const options = toHttpOptions({ method: 'POST', path: '/x', body });
		expect(options.body).toBe(JSON.stringify({ a: ['b👋\\ud83d\u0001"', { c: '' }], d: 1 }));
	});

	test('a call waits a little longer than the 10 s that the platform gives itself', () => {
		expect(TIMEOUT_MS).toBeGreaterThan(10_000);
		expect(TIMEOUT_MS).toBeLessThanOrEqual(15_000);
	});

	test('the base address, the token, and how the answer comes are not in it', () => {
		expect(
			toHttpOptions({ method: 'POST', path: '/x', query: { from: 1, blocked: false }, body: { a: undefined, b: null } }),
		).toEqual({
			method: 'POST',
			url: '/x',
			qs: { from: 1, blocked: false },
			body: '{"b":null}',
			headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
		});
	});

	test('a call without query and body asks for JSON and sends none', () => {
		expect(toHttpOptions({ method: 'GET', path: '/x' })).toStrictEqual({
			method: 'GET',
			url: '/x',
			headers: { Accept: 'application/json' },
		});
	});
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
