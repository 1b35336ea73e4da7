import { listOf, overWire } from '../../../../helpers/runAction';

const parameters = { resource: 'tag', operation: 'getAll' };
const tags = listOf('{"accountId":"a","name":"VIP","createdTs":"2026-01-01T00:00:00Z"}', '{"name":"🎁"}');

describe('tag: getAll', () => {
	test("lists the account's tags", async () => {
		const { calls, items, error } = await overWire(parameters, tags);
		expect(error).toBeUndefined();
		expect(calls).toEqual(['GET /api/tags']);
		expect(items).toEqual([
			{ json: { accountId: 'a', name: 'VIP', createdTs: '2026-01-01T00:00:00Z' }, pairedItem: { item: 0 } },
			{ json: { name: '🎁' }, pairedItem: { item: 0 } },
		]);
	});

	test('stops at the limit', async () => {
		expect((await overWire({ ...parameters, limit: 1 }, tags)).items).toHaveLength(1);
	});
});
