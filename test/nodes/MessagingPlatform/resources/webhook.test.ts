import { EVENT_NAMES } from '../../../../nodes/shared/catalogue';
import { overWire } from '../../../helpers/runAction';

describe('create', () => {
	const parameters = { resource: 'webhook', operation: 'create', url: 'https://n8n.example.com/hook' };

	describe('webhook: create', () => {
		test('registers new_message by default, and lists all events by name', async () => {
			const first = await overWire(parameters, { body: { id: 'w-1' } });
			expect(JSON.parse(String(first.requests[0]?.body))).toMatchObject({ events: ['new_message'] });
			const all = await overWire({ ...parameters, events: ['*'] }, { body: { id: 'w-1' } });
			expect(JSON.parse(String(all.requests[0]?.body))).toMatchObject({ events: EVENT_NAMES });
		});

		test.each<[object, string[]]>([
			[{ events: ['new_message'], furtherEvents: ' Beta, Alpha\n,Beta, new_message' }, ['new_message', 'Beta', 'Alpha']],
			[{ events: [], furtherEvents: 'Alpha' }, ['Alpha']],
			[{ events: ['*'], furtherEvents: 'Beta,Alpha' }, [...EVENT_NAMES, 'Alpha', 'Beta']],
			[{ events: ['new_message'], furtherEvents: '={{ ["Alpha", "Beta"] }}' }, ['new_message', 'Alpha', 'Beta']],
		])('registers further events by their names: %j', async (more, events) => {
			const { requests, error } = await overWire({ ...parameters, ...more }, { body: { id: 'w-1' } });
			expect(error).toBeUndefined();
			expect(JSON.parse(String(requests[0]?.body))).toMatchObject({ events });
		});

		test.each([
			[{ furtherEvents: 'Something New' }, 'Other Events contains something that isn\'t the name of an event: "Something New"'],
			[{ events: '={{ ["new message"] }}' }, 'Other Events contains something that isn\'t the name of an event: "new message"'],
			[{ url: '={{ "" }}' }, 'URL is empty'],
			[{ url: 'n8n.example.com/hook' }, "URL isn't a web URL: n8n.example.com/hook"],
			[{ url: 'ftp://example.com' }, "URL isn't a web URL: ftp://example.com"],
			[{ events: '={{ [] }}' }, 'Events is empty'],
		])('refuses %j before the request', async (wrong, message) => {
			const { calls, error } = await overWire({ ...parameters, ...wrong }, { body: { id: 'w-1' } });
			expect(calls).toEqual([]);
			expect(error?.message).toBe(message);
		});

		test('says what is missing in a credential without a Notification URL', async () => {
			const credential = { apiToken: 't', baseUrl: 'http://127.0.0.1:9' };
			const { error } = await overWire(parameters, {}, { credential });
			expect(error?.message).toBe("The credential's Notification URL is empty");
		});
	});
});

describe('delete', () => {
	const parameters = { resource: 'webhook', operation: 'delete', webhookId: 'w/1' };

	describe('webhook: delete', () => {
		test.each([
			{ status: 200 },
			{ status: 204 },
			{ body: '{"whatever":1}' },
			{ body: 'OK' },
			{ body: '{"cut' },
			{ headers: { 'content-type': 'text/html' }, body: '<html>removed</html>' },
			{ status: 202, body: 'null' },
			{ body: '[]' },
		])('makes an item of the response %j', async (answer) => {
			const { calls, items, error } = await overWire(parameters, answer);
			expect(error).toBeUndefined();
			expect(calls).toEqual(['DELETE /notifications/webhooks/w%2F1']);
			expect(items).toEqual([{ json: { deleted: true, id: 'w/1' }, pairedItem: { item: 0 } }]);
		});

		test('reports a refusal as an error, even in a 200', async () => {
			const refused = { body: { $error: { sc: 400, scn: 'INVALID_REQUEST', msg: 'no' } } };
			expect((await overWire(parameters, refused)).error?.message).toBe("The platform didn't accept the request: no");
			expect((await overWire(parameters, { status: 500, body: 'OK' })).error?.httpCode).toBe('500');
		});

		test('reports an unknown webhook, and refuses an empty id before the request', async () => {
			expect((await overWire(parameters, { status: 404 })).error?.httpCode).toBe('404');
			const { calls, error } = await overWire({ ...parameters, webhookId: ' ' }, {});
			expect(calls).toEqual([]);
			expect(error?.message).toBe('Webhook ID is empty');
		});
	});
});
