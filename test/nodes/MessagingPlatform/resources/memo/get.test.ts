import { byId, itemsOf, overWire, single } from '../../../../helpers/runAction';

const parameters = { resource: 'memo', operation: 'get', chat: byId('={{ $json.chat }}') };

describe('memo: get', () => {
	test("reads the notes, with the platform's empty parts", async () => {
		const { calls, items, error } = await overWire(parameters, single('{"memo":"","phones":[],"emails":[]}'), {
			items: itemsOf({ chat: 'tg_12_34' }),
		});
		expect(error).toBeUndefined();
		expect(calls).toEqual(['GET /api/chats/tg_12_34/memo']);
		expect(items).toEqual([{ json: { memo: '', phones: [], emails: [], chatRef: 'tg_12_34' }, pairedItem: { item: 0 } }]);
	});

	test.each([
		['9223372036854775807', '9223372036854775807'],
		[42, '42'],
		['viber_1_a/b?c=%+ü', 'viber_1_a%2Fb%3Fc%3D%25%2B%C3%BC'],
		['tg_9007199254740993_chat_with_underscores', 'tg_9007199254740993_chat_with_underscores'],
	])('puts the chat %j, by number or by address, into the path as one encoded part', async (chat, part) => {
		const { calls } = await overWire(parameters, single('{}'), { items: itemsOf({ chat }) });
		expect(calls).toEqual([`GET /api/chats/${part}/memo`]);
	});

	test.each(['', 'tg', 'tg_x_1', '..', '99999999999999999999'])('refuses the chat %j before the request', async (chat) => {
		const { calls, error } = await overWire(parameters, single('{}'), { items: itemsOf({ chat }) });
		expect(calls).toEqual([]);
		expect(error?.message).toMatch(/^Chat (is empty|isn't )/);
	});
});
