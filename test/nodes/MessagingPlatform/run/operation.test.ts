import { byId, overWire, single } from '../../../helpers/runAction';

test('keeps large numbers of a record that is read to be changed', async () => {
	const action = {
		...{ resource: 'chainAction', operation: 'update', chainActionId: byId('a-1'), updateMode: 'keep' },
		...{ actionFields: { description: 'New' } },
	};
	const { calls, error } = await overWire(
		action,
		single('{"id":"a-1","action":"START_LIVE_CHAT","description":"Old","later":9007199254740993}'),
	);
	expect(error).toBeUndefined();
	expect(calls).toHaveLength(2);
	expect(calls[1]).toMatch(/^PUT .*"description":"New","later":9007199254740993/);
});
