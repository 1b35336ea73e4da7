import { listOf, overWire } from '../../../../helpers/runAction';

const parameters = { resource: 'chainAction', operation: 'getAll' };
const actions = listOf(
	'{"id":"a-1","action":"nothing"}',
	'{"id":"a-2","action":"tags.assign","actionParameters":{"tags":["x"]}}',
);

describe('chainAction: getAll', () => {
	test("lists the account's actions", async () => {
		const { calls, items, error } = await overWire(parameters, actions);
		expect(error).toBeUndefined();
		expect(calls).toEqual(['GET /api/endUserNotifications/chainActions']);
		expect(items).toEqual([
			{ json: { id: 'a-1', action: 'nothing' }, pairedItem: { item: 0 } },
			{ json: { id: 'a-2', action: 'tags.assign', actionParameters: { tags: ['x'] } }, pairedItem: { item: 0 } },
		]);
	});

	test('stops at the limit', async () => {
		expect((await overWire({ ...parameters, limit: 1 }, actions)).items).toHaveLength(1);
	});
});
