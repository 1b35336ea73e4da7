import { mayCarryToken, readConnection } from '../../../../nodes/MessagingPlatform/shared/connection';

const valid = { apiToken: 'abc.def-_', baseUrl: 'https://api.example.com' };

describe('readConnection', () => {
	test.each([
		['abc', 'abc'],
		['  abc\n', 'abc'],
		['Bearer abc', 'abc'],
		['bearer   abc', 'abc'],
		['"abc"', 'abc'],
		['"Bearer abc"', 'abc'],
	])('the token %j', (apiToken, token) => {
		expect(readConnection({ ...valid, apiToken }).apiToken).toBe(token);
	});

	test.each(['', '   ', 'Bearer ', 'a b', 'a\nb', 'токен', 'a\u0000', undefined, 5, null])('the token %j is refused, and not shown', (apiToken) => {
		const read = () => readConnection({ ...valid, apiToken: apiToken as string });
		expect(read).toThrow(/^The credential's API Token (is empty|has a space)/);
	});

	test.each([
		['https://api.example.com', 'https://api.example.com'],
		['https://api.example.com/', 'https://api.example.com'],
		[' https://api.example.com/v1/// ', 'https://api.example.com/v1'],
		['api.example.com/v1', 'https://api.example.com/v1'],
		['http://127.0.0.1:5680/api', 'http://127.0.0.1:5680/api'],
		['HTTPS://API.Example.com:443/V1', 'https://api.example.com/V1'],
		['https://пример.example', 'https://xn--e1afmkfd.example'],
		['https://[::1]:80/x', 'https://[::1]:80/x'],
	])('the Base URL %j', (baseUrl, clean) => {
		expect(readConnection({ ...valid, baseUrl }).baseUrl).toBe(clean);
	});

	test.each(['', 'http://', 'ftp://x', 'https://u:p@x', 'https://x?y=1', 'https://x#y', 'https://a b', 'https://x:99999'])(
		'the Base URL %j is refused and named',
		(baseUrl) => {
			expect(() => readConnection({ ...valid, baseUrl })).toThrow(/^The credential's Base URL /);
		},
	);

	test('the token goes to two origins, keys come from those and the extra ones', () => {
		const { tokenOrigins, keyOrigins } = readConnection({
			...valid,
			notificationUrl: 'hooks.example.com/n/',
			keyOrigins: 'keys.example.com, https://a.example:8443/path;http://b.example\n',
		});
		expect([...tokenOrigins]).toEqual(['https://api.example.com', 'https://hooks.example.com']);
		expect([...keyOrigins]).toEqual([
			'https://api.example.com',
			'https://hooks.example.com',
			'https://keys.example.com',
			'https://a.example:8443',
			'http://b.example',
		]);
	});

	test('without a Notification URL there is one origin', () => {
		expect([...readConnection(valid).tokenOrigins]).toEqual(['https://api.example.com']);
	});
});

test.each([
	['https://api.example.com/x', true],
	['https://api.example.com:443', true],
	['http://api.example.com', false],
	['https://api.example.com:444', false],
	['https://sub.api.example.com', false],
	['https://x@api.example.com', false],
	['/relative', false],
	['', false],
])('mayCarryToken %s', (address, may) => {
	expect(mayCarryToken(readConnection(valid), address)).toBe(may);
});
