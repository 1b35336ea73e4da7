import { byId, overWire, single } from '../../../../helpers/runAction';

const parameters = { resource: 'chainAction', operation: 'get', chainActionId: byId('a/1') };

describe('chainAction: get', () => {
	test('reads one action', async () => {
		const { calls, items, error } = await overWire(parameters, single('{"id":"a/1","message":{"id":"p","buttons":[]}}'));
		expect(error).toBeUndefined();
		expect(calls).toEqual(['GET /api/endUserNotifications/chainActions/a%2F1']);
		expect(items).toEqual([{ json: { id: 'a/1', message: { id: 'p', buttons: [] } }, pairedItem: { item: 0 } }]);
	});

	test('refuses an empty id before the request, and reports an unknown one', async () => {
		const empty = await overWire({ ...parameters, chainActionId: byId('={{ "" }}') }, single('{}'));
		expect(empty.calls).toEqual([]);
		expect(empty.error?.message).toBe('Button Action is empty');
		expect((await overWire(parameters, { status: 404 })).error?.httpCode).toBe('404');
	});
});
