import { byId, itemsOf, overWire, single } from '../../../helpers/runAction';

describe('get', () => {
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
});

describe('update', () => {
	const parameters = { resource: 'memo', operation: 'update', chat: byId('tg_12_34') };
	const answer = single('{"memo":"m","phones":[],"emails":[]}');

	describe('memo: update', () => {
		test.each<[object, string]>([
			[{ memo: '={{ "" }}' }, '{"memo":""}'],
			[{ memo: '', phones: ['+1'] }, '{"phones":["+1"]}'],
			[{ phones: [] }, '{"phones":[]}'],
			[{ phones: [''] }, '{"phones":[]}'],
			[{ emails: 'a@example.com, b@example.com\na@example.com' }, '{"emails":["a@example.com","b@example.com"]}'],
			[{ phones: '={{ [491511, "+2"] }}' }, '{"phones":["491511","+2"]}'],
			[{ memo: '={{ 42 }}' }, '{"memo":"42"}'],
			[{ memo: ' as "is"\n🎁 ' }, '{"memo":" as \\"is\\"\\n🎁 "}'],
		])('sends %j with only the parts that are set; empty clears', async (updateFields, body) => {
			const { calls, items, error } = await overWire({ ...parameters, updateFields: { ...updateFields } }, answer);
			expect(error).toBeUndefined();
			expect(calls).toEqual([`POST /api/chats/tg_12_34/memo ${body}`]);
			expect(items).toEqual([{ json: { memo: 'm', phones: [], emails: [], chatRef: 'tg_12_34' }, pairedItem: { item: 0 } }]);
		});

		test.each([{}, { updateFields: {} }, { updateFields: { memo: '' } }])(
			'refuses nothing set before the request: %j',
			async (set) => {
				const { calls, error } = await overWire({ ...parameters, ...set }, answer);
				expect(calls).toEqual([]);
				expect(error?.message).toBe('There is nothing to update');
			},
		);

		test("writes a date in ISO 8601, in the workflow's time zone", async () => {
			const updateFields = { memo: '={{ new Date("2026-01-31T08:00:00Z") }}' };
			const { calls } = await overWire({ ...parameters, updateFields }, answer, { settings: { timezone: 'Asia/Tokyo' } });
			expect(calls).toEqual(['POST /api/chats/tg_12_34/memo {"memo":"2026-01-31T17:00:00.000+09:00"}']);
		});

		test.each(['null', 'undefined', '$json.none'])('does not clear a note by an expression that gave %s', async (expression) => {
			const { calls, error } = await overWire({ ...parameters, updateFields: { memo: `={{ ${expression} }}` } }, answer);
			expect([calls, error?.message]).toEqual([[], 'Note is empty']);
		});

		test('refuses and names a part of the wrong type', async () => {
			const { calls, error } = await overWire({ ...parameters, updateFields: { phones: '={{ [{}] }}' } }, answer);
			expect(calls).toEqual([]);
			expect(error?.message).toBe('Phones must be text, a number or a list of them, but an entry is an object');
		});
	});
});
