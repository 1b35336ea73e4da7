import { accepted, byId, overWire, single } from '../../../helpers/runAction';

const jsonsOf = ({ items }: Awaited<ReturnType<typeof overWire>>) => items.map(({ json }) => json);

describe('the output of an operation', () => {
	test('is the result of a method with one result', async () => {
		const action = { resource: 'chainAction', operation: 'get', chainActionId: byId('a-1') };
		expect(jsonsOf(await overWire(action, single('{"id":"a-1","name":"Later"}')))).toEqual([{ id: 'a-1', name: 'Later' }]);
	});

	test('describes an accepted change that is answered without a body', async () => {
		const block = { resource: 'chat', operation: 'block', chatFrom: 'chat', chat: byId('7') };
		const wire = await overWire(block, accepted);
		expect(wire.error).toBeUndefined();
		expect(wire.calls).toEqual(['PATCH /api/chats/7 {"blocked":true}']);
		expect(jsonsOf(wire)).toEqual([{ accepted: true, blocked: true, tbChatId: 7 }]);
	});
});

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
