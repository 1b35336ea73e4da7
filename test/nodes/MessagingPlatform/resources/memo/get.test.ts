import { byId, itemsOf, overWire, single } from '../../../../helpers/runAction';

const parameters = { resource: 'memo', operation: 'get', chat: byId('={{ $json.chat }}') };

describe('memo: get', () => {

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
