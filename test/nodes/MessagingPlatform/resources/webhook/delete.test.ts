import { overWire } from '../../../../helpers/overWire';

const parameters = { resource: 'webhook', operation: 'delete', webhookId: 'w/1' };

describe('webhook: delete', () => {
	test.each([{ status: 200 }, { status: 204 }, { body: '{"whatever":1}' }])('the answer %j becomes an item', async (answer) => {
		const { calls, items, error } = await overWire(parameters, answer);
		expect(error).toBeUndefined();
		expect(calls).toEqual(['DELETE /notifications/webhooks/w%2F1']);
		expect(items).toEqual([{ json: { deleted: true, id: 'w/1' }, pairedItem: { item: 0 } }]);
	});

	test('an unknown webhook is an error; an empty id is refused before the request', async () => {
		expect((await overWire(parameters, { status: 404 })).error?.httpCode).toBe('404');
		const { calls, error } = await overWire({ ...parameters, webhookId: ' ' }, {});
		expect(calls).toEqual([]);
		expect(error?.message).toBe('Webhook ID is empty');
	});
});
