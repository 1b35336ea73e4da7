import { accepted, byId, itemsOf, overWire } from '../../../../helpers/runAction';

/** The tests of blocking and of unblocking a chat, which differ in one value. */
export function testBlocking(operation: string, blocked: boolean): void {
	describe(`chat: ${operation}`, () => {
		const parameters = { resource: 'chat', operation, chat: byId('42') };

		test('turns the 202 into an item that says what was accepted for which chat', async () => {
			const { calls, items, error } = await overWire(parameters, accepted);
			expect(error).toBeUndefined();
			expect(calls).toEqual([`PATCH /api/chats/42 {"blocked":${blocked}}`]);
			expect(items).toEqual([{ json: { accepted: true, tbChatId: 42, blocked }, pairedItem: { item: 0 } }]);
		});

		test('takes ids from expressions, as numbers and beyond 2^53 as text, digit for digit', async () => {
			const { calls, items } = await overWire({ ...parameters, chat: byId('={{ $json.tbChatId }}') }, accepted, {
				items: itemsOf({ tbChatId: 7 }, { tbChatId: '9223372036854775807' }, { tbChatId: ' 8 ' }),
			});
			expect(calls.map((call) => call.split(' ')[1]).sort()).toEqual([
				'/api/chats/7',
				'/api/chats/8',
				'/api/chats/9223372036854775807',
			]);
			expect(items.map(({ json, pairedItem }) => [json.tbChatId, pairedItem])).toEqual([
				[7, { item: 0 }],
				['9223372036854775807', { item: 1 }],
				[8, { item: 2 }],
			]);
		});

		test.each([
			['={{ "" }}', 'Chat is empty'],
			['={{ "tg_1_2" }}', 'Chat needs a tbChatId, but it is the chatRef tg_1_2'],
			['={{ "12/../3" }}', "Chat isn't a valid ID: 12/../3"],
			['={{ "9223372036854775808" }}', "Chat isn't a valid ID: 9223372036854775808"],
			['={{ 9007199254740993 }}', "Chat isn't a valid ID: 9007199254740992"],
			['={{ null }}', 'Chat is empty'],
		])('refuses the chat %j before the request', async (value, message) => {
			const { calls, error } = await overWire({ ...parameters, chat: byId(value) }, accepted);
			expect(calls).toEqual([]);
			expect(error?.message).toBe(message);
			expect(error?.description).toBeTruthy();
		});
	});
}
