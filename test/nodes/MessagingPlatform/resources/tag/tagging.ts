import { accepted, byId, itemsOf, overWire } from '../../../../helpers/runAction';

/** The tests of assigning and of removing a tag, which differ in method and result. */
export function testTagging(operation: string, method: 'POST' | 'DELETE', assigned: boolean): void {
	describe(`tag: ${operation}`, () => {
		const parameters = { resource: 'tag', operation, chat: byId('42'), tagName: byId('VIP', 'name') };

		test('turns the 202 into an item that says what was accepted for which chat', async () => {
			const { calls, items, error } = await overWire(parameters, accepted);
			expect(error).toBeUndefined();
			expect(calls).toEqual([`${method} /api/chats/42/tags/VIP`]);
			expect(items).toEqual([{ json: { accepted: true, tbChatId: 42, tagName: 'VIP', assigned }, pairedItem: { item: 0 } }]);
		});

		test.each([{ body: 'Accepted' }, { body: '' }, { body: '<html></html>' }, { body: '{"cut' }, { body: '{"$value":null}' }])(
			'accepts a 202 with the body %j as one, too',
			async ({ body }) => {
				const { items, error } = await overWire(parameters, { status: 202, body });
				expect(error).toBeUndefined();
				expect(items[0]?.json).toMatchObject({ accepted: true });
			},
		);

		test('takes chat and tag from expressions; the name is one part of the path, with the spaces at its ends', async () => {
			const { calls, items } = await overWire(
				{ ...parameters, chat: byId('={{ $json.tbChatId }}'), tagName: byId('={{ $json.tag }}', 'name') },
				accepted,
				{ items: itemsOf({ tbChatId: '9007199254740993', tag: ' a/ü 🎁 ' }) },
			);
			expect(calls).toEqual([`${method} /api/chats/9007199254740993/tags/%20a%2F%C3%BC%20%F0%9F%8E%81%20`]);
			expect(items[0]?.json).toMatchObject({ tbChatId: '9007199254740993', tagName: ' a/ü 🎁 ' });
		});

		test('takes the tag as a plain text too, as an AI model gives it', async () => {
			expect((await overWire({ ...parameters, tagName: 'VIP' }, accepted)).calls).toEqual([`${method} /api/chats/42/tags/VIP`]);
		});

		test.each([
			[{ chat: byId('={{ "" }}') }, 'Chat is empty'],
			[{ tagName: byId('={{ "" }}', 'name') }, 'Tag is empty'],
			[{ tagName: byId('={{ "  " }}', 'name') }, 'Tag is empty'],
			[{ tagName: byId('..', 'name') }, '".." can\'t be part of a URL: it has a special meaning there. Use another name.'],
		])('refuses %j before the request', async (wrong, message) => {
			const { calls, error } = await overWire({ ...parameters, ...wrong }, accepted);
			expect(calls).toEqual([]);
			expect(error?.message).toBe(message);
		});
	});
}
