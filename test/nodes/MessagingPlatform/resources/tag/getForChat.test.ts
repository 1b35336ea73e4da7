import { byId, listOf, overWire } from '../../../../helpers/runAction';

const parameters = { resource: 'tag', operation: 'getForChat', chat: byId('9223372036854775807') };

describe('tag: getForChat', () => {
	test('lists the tags of one chat, ids exact', async () => {
		const { calls, items, error } = await overWire(
			parameters,
			listOf('{"chatId":"tg_1_2","name":"VIP","reason":"operator_assigned","tagId":9007199254740993}'),
		);
		expect(error).toBeUndefined();
		expect(calls).toEqual(['GET /api/chats/9223372036854775807/tags']);
		expect(items).toEqual([
			{
				json: {
					chatId: 'tg_1_2',
					name: 'VIP',
					reason: 'operator_assigned',
					tagId: '9007199254740993',
					chatRef: 'tg_1_2',
					tbChatId: '9223372036854775807',
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	test('reports an unknown chat as such', async () => {
		const { error } = await overWire(parameters, {
			status: 404,
			body: { $error: { sc: 404, scn: 'NOT_FOUND', msg: 'no chat' } },
		});
		expect(error?.message).toBe("The platform doesn't know this chat");
		expect(error?.description).toContain('The platform says: no chat');
	});
});
