import { EVENT_NAMES } from '../../../../nodes/shared/catalogue';
import { overWire } from '../../../helpers/runAction';

describe('webhook: create', () => {
	const parameters = { resource: 'webhook', operation: 'create', url: 'https://n8n.example.com/hook' };

	test.each<[object, string[]]>([
		[{ events: ['new_message'], furtherEvents: ' Beta, Alpha\n,Beta, new_message' }, ['new_message', 'Beta', 'Alpha']],
		[{ events: ['*'], furtherEvents: 'Beta,Alpha' }, [...EVENT_NAMES, 'Alpha', 'Beta']],
	])('registers further events by their names: %j', async (more, events) => {
		const { requests, error } = await overWire({ ...parameters, ...more }, { body: { id: 'w-1' } });
		expect(error).toBeUndefined();
		expect(JSON.parse(String(requests[0]?.body))).toMatchObject({ events });
	});

	test('says what is missing in a credential without a Notification URL', async () => {
		const credential = { apiToken: 't', baseUrl: 'http://127.0.0.1:9' };
		const { error } = await overWire(parameters, {}, { credential });
		expect(error?.message).toBe("The credential's Notification URL is empty");
	});
});

describe('webhook: delete', () => {
	const parameters = { resource: 'webhook', operation: 'delete', webhookId: 'w/1' };

	test.each([{ status: 200 }, { body: '{"cut' }, { body: '[]' }])('makes an item of the response %j', async (answer) => {
		const { calls, items, error } = await overWire(parameters, answer);
		expect(error).toBeUndefined();
		expect(calls).toEqual(['DELETE /notifications/webhooks/w%2F1']);
		expect(items).toEqual([{ json: { deleted: true, id: 'w/1' }, pairedItem: { item: 0 } }]);
	});

	test.each([
		[{ body: { $error: { sc: 400, scn: 'INVALID_REQUEST', msg: 'no' } } }, "The platform didn't accept the request: no", '200'],
		[{ status: 500, body: 'OK' }, 'The platform failed to process the request', '500'],
	])('reports the refusal %j', async (answer, message, httpCode) => {
		const { error } = await overWire(parameters, answer);
		expect([error?.message, error?.httpCode]).toEqual([message, httpCode]);
	});
});
