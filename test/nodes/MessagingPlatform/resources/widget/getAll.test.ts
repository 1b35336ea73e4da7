import { listOf, overWire } from '../../../../helpers/runAction';

const parameters = { resource: 'widget', operation: 'getAll' };
const widgets = listOf('{"id":"w-1","channels":[{"channel":"tg","id":"b","slug":null}],"my-x":1}', '{"id":"w-2","channels":[]}');

describe('widget: getAll', () => {
	test("lists the user's widgets", async () => {
		const { calls, items, error } = await overWire(parameters, widgets);
		expect(error).toBeUndefined();
		expect(calls).toEqual(['GET /api/widgets/by_user/@me']);
		expect(items).toEqual([
			{ json: { id: 'w-1', channels: [{ channel: 'tg', id: 'b', slug: null }], 'my-x': 1 }, pairedItem: { item: 0 } },
			{ json: { id: 'w-2', channels: [] }, pairedItem: { item: 0 } },
		]);
	});

	test('stops at the limit', async () => {
		expect((await overWire({ ...parameters, limit: 1 }, widgets)).items).toHaveLength(1);
	});
});
