import { authenticate } from '../../../../nodes/shared/api/authenticate';

const credential = {
	apiToken: 'secret',
	baseUrl: 'https://api.example.com/api',
	notificationUrl: '',
	issuer: '',
	keyOrigins: '',
};

describe('requests of the HTTP Request node, which names the address uri', () => {
	// The node's own options, without `url`, as n8n 2.41.1 makes them.
	const request = (uri: string) => Object.assign(JSON.parse('{"method":"POST"}'), { uri });

	test('get the token', async () => {
		const ready = await authenticate(credential, request('https://api.example.com/api/messages'));
		expect(ready).toMatchObject({
			uri: 'https://api.example.com/api/messages',
			url: 'https://api.example.com/api/messages',
			headers: { Authorization: 'Bearer secret' },
			sendCredentialsOnCrossOriginRedirect: false,
		});
	});

	test('with a path alone go to the Base URL, under both names', async () => {
		const ready = await authenticate(credential, request('/messages'));
		expect(ready).toMatchObject({
			uri: 'https://api.example.com/api/messages',
			url: 'https://api.example.com/api/messages',
		});
	});

	// the table of addresses is in addressPolicy.test.ts
	test('are refused when they go elsewhere', async () => {
		await expect(authenticate(credential, request('//elsewhere.example/x'))).rejects.toThrow(/token wasn't sent/);
	});

	test('are judged by the address that n8n uses when they name both', async () => {
		const both = { ...request('https://elsewhere.example/x'), url: 'https://api.example.com/api/messages' };
		await expect(authenticate(credential, both)).rejects.toThrow(/token wasn't sent to elsewhere\.example/);
	});
});

describe('any other request', () => {
	test.each([
		[{ url: '/messages' }, 'https://api.example.com/api/messages'],
		[{ url: '/chats', baseURL: 'https://api.example.com/api/v1' }, 'https://api.example.com/api/v1/chats'],
		[{ url: '/messages', uri: 5 }, 'https://api.example.com/api/messages'],
		[{ url: '/messages', uri: undefined }, 'https://api.example.com/api/messages'],
	])('goes to its own address alone: %j', async (request, url) => {
		const ready = await authenticate(credential, request);
		const uri = 'uri' in request ? { uri: request.uri } : {};
		expect(ready).toEqual({
			...{ url, baseURL: undefined, ...uri },
			...{ sendCredentialsOnCrossOriginRedirect: false, headers: { Authorization: 'Bearer secret' } },
		});
		expect('uri' in ready).toBe('uri' in request);
	});
});
