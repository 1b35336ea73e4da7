import { byId, itemsOf, overWire, single } from '../../../helpers/runAction';

describe('memo: get', () => {
	const parameters = { resource: 'memo', operation: 'get', chat: byId('={{ $json.chat }}') };

	test.each([
		['9223372036854775807', '9223372036854775807'],
		['viber_1_a/b?c=%+ü', 'viber_1_a%2Fb%3Fc%3D%25%2B%C3%BC'],
		['tg_9007199254740993_chat_with_underscores', 'tg_9007199254740993_chat_with_underscores'],
	])('puts the chat %j, by number or by address, into the path as one encoded part', async (chat, part) => {
		const { calls } = await overWire(parameters, single('{}'), { items: itemsOf({ chat }) });
		expect(calls).toEqual([`GET /api/chats/${part}/memo`]);
	});

	test.each(['', 'tg', 'tg_x_1'])('refuses the chat %j before the request', async (chat) => {
		const { calls, error } = await overWire(parameters, single('{}'), { items: itemsOf({ chat }) });
		expect(calls).toEqual([]);
		expect(error?.message).toMatch(/^Chat (is empty|isn't )/);
	});
});

describe('memo: update', () => {
	const parameters = { resource: 'memo', operation: 'update', chat: byId('tg_12_34') };
	const answer = single('{"memo":"m","phones":[],"emails":[]}');

	test.each<[object, string]>([
		[{ memo: '={{ "" }}' }, '{"memo":""}'],
		[{ phones: [''] }, '{"phones":[]}'],
		[{ phones: '={{ [491511, "+2"] }}' }, '{"phones":["491511","+2"]}'],
		[{ memo: ' as "is"\n🎁 ' }, '{"memo":" as \\"is\\"\\n🎁 "}'],
	])('sends %j with only the parts that are set; empty clears', async (updateFields, body) => {
		const { calls, items, error } = await overWire({ ...parameters, updateFields: { ...updateFields } }, answer);
		expect(error).toBeUndefined();
		expect(calls).toEqual([`POST /api/chats/tg_12_34/memo ${body}`]);
		expect(items).toEqual([{ json: { memo: 'm', phones: [], emails: [], chatRef: 'tg_12_34' }, pairedItem: { item: 0 } }]);
	});

	test.each([{}, { updateFields: { memo: '' } }])('refuses nothing set before the request: %j', async (set) => {
		const { calls, error } = await overWire({ ...parameters, ...set }, answer);
		expect(calls).toEqual([]);
		expect(error?.message).toBe('There is nothing to update');
	});

	test.each(['null', 'undefined', '$json.none'])('does not clear a note by an expression that gave %s', async (expression) => {
		const { calls, error } = await overWire({ ...parameters, updateFields: { memo: `={{ ${expression} }}` } }, answer);
		expect([calls, error?.message]).toEqual([[], 'Note is empty']);
	});
});
