import { overWire } from '../../../../helpers/runAction';

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
