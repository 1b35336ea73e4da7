import { type INodeParameters, NodeHelpers } from 'n8n-workflow';
import { MessagingPlatform } from '../../../../nodes/MessagingPlatform/MessagingPlatform.node';
import { accepted, byId, itemsOf, listOf, overWire, single } from '../../../helpers/runAction';
import type { Received, Reply } from '../../../helpers/servers';

describe('whichChat', () => {
	const { description } = new MessagingPlatform();

	const EVENT = { event: 'new_message', chatRef: 'tg_4100_chat_with_underscores', tbChatId: '9007199254740993' };
	const KEYS = { chatRef: EVENT.chatRef, tbChatId: EVENT.tbChatId };

	/** Every operation on one chat: its other parameters, and its request with CHAT in place of the chat. */
	const OPERATIONS: Array<[string, string, INodeParameters, string]> = [
		['chat', 'block', {}, 'PATCH /api/chats/CHAT {"blocked":true}'],
		['chat', 'unblock', {}, 'PATCH /api/chats/CHAT {"blocked":false}'],
		['tag', 'assign', { tagName: byId('vip', 'name') }, 'POST /api/chats/CHAT/tags/vip'],
		['tag', 'remove', { tagName: byId('vip', 'name') }, 'DELETE /api/chats/CHAT/tags/vip'],
		['tag', 'getForChat', {}, 'GET /api/chats/CHAT/tags'],
		['memo', 'get', {}, 'GET /api/chats/CHAT/memo'],
		['memo', 'update', { updateFields: { memo: 'x' } }, 'POST /api/chats/CHAT/memo {"memo":"x"}'],
	];

	function answer({ method, url }: Received): Reply {
		if (url.endsWith('/memo')) return single('{"memo":"x"}');
		return method === 'GET' ? listOf('{"name":"vip"}') : accepted;
	}

	/** Lists the visible fields of a node that is saved with these parameters. */
	function openInEditor(parameters: INodeParameters): INodeParameters {
		const node = { typeVersion: 1 };
		return NodeHelpers.getNodeParameters(description.properties, parameters, true, false, node, description) ?? {};
	}

	/** Returns the parameters as the editor saves them. */
	function save(parameters: INodeParameters): INodeParameters {
		const node = { typeVersion: 1 };
		return NodeHelpers.getNodeParameters(description.properties, parameters, false, false, node, description) ?? {};
	}

	describe.each(OPERATIONS)('%s: %s', (resource, operation, more, line) => {
		const parameters: INodeParameters = { resource, operation, ...more };
		const isMemo = resource === 'memo';
		const lineOf = (chat: string) => line.replace('CHAT', chat);
		const lineOfEvent = lineOf(isMemo ? EVENT.chatRef : EVENT.tbChatId);
		const other = isMemo ? 'vk_1_other' : '77';

		test.each([undefined, 'paired', 'unpaired'] as const)(
			'takes the chat of the trigger with nothing to fill in (a node between: %s)',
			async (between) => {
				const { calls, items, error } = await overWire(parameters, answer, { items: itemsOf(EVENT), trigger: true, between });
				expect(error).toBeUndefined();
				expect(calls[0]).toBe(lineOfEvent);
				expect(items[0]?.json).toMatchObject(KEYS);
			},
		);

		test('takes the chat of the item if no trigger started the workflow, as in a sub-workflow', async () => {
			const { calls, error } = await overWire(parameters, answer, { items: itemsOf(EVENT) });
			expect(error).toBeUndefined();
			expect(calls).toEqual([lineOfEvent]);
		});

		test('says what to do if there is no chat', async () => {
			const { calls, error } = await overWire(parameters, answer, {
				items: itemsOf({ event: 'ChannelConnected' }),
				trigger: true,
			});
			expect(calls).toEqual([]);
			expect(error?.message).toBe('No chat to take from the trigger');
			expect(error?.description).toContain('set "Which Chat" to "Choose"');
		});

		test.each<[string, INodeParameters, string]>([
			['a chat and no choice: the chat', { chat: byId(other) }, lineOf(other)],
			['an empty chat and no choice: the trigger', { chat: byId('', 'list') }, lineOfEvent],
			['the trigger, and a chat that was chosen before: the trigger', { chatFrom: 'trigger', chat: byId(other) }, lineOfEvent],
		])('runs a workflow that is saved with %s', async (_saved, saved, expected) => {
			const { calls, error } = await overWire({ ...parameters, ...saved }, answer, { items: itemsOf(EVENT), trigger: true });
			expect(error).toBeUndefined();
			expect(calls).toEqual([expected]);
			// the parameters after someone opened and saved it
			const again = await overWire(save(openInEditor({ ...parameters, ...saved })), answer, {
				items: itemsOf(EVENT),
				trigger: true,
			});
			expect(again.calls).toEqual([expected]);
		});

		test('refuses a choice without a value instead of using the trigger', async () => {
			const chosen = { ...parameters, chatFrom: 'chat', chat: byId('={{ "" }}') };
			const { calls, error } = await overWire(chosen, answer, { items: itemsOf(EVENT), trigger: true });
			expect(calls).toEqual([]);
			expect(error?.message).toBe('Chat is empty');
		});

		test('lets no expression decide whose chat it is', async () => {
			const chatFrom = '={{ $json.from }}';
			const { calls, error } = await overWire({ ...parameters, chatFrom, chat: byId(other) }, answer, {
				items: itemsOf({ ...EVENT, from: 'chat' }),
				trigger: true,
			});
			expect(calls).toEqual([]);
			expect(error?.message).toBe("Which Chat can't be set by an expression or an AI model");
		});
	});

	describe.each(OPERATIONS.filter(([resource]) => resource !== 'memo'))(
		'%s: %s, which takes a number',
		(resource, operation, more) => {
			const parameters = { resource, operation, ...more };

			test('refuses a chat address with advice, and searches nowhere', async () => {
				const { calls, error } = await overWire({ ...parameters, chat: byId('={{ $json.chatRef }}') }, answer, {
					items: itemsOf(EVENT),
					trigger: true,
				});
				expect(calls).toEqual([]);
				expect(error?.message).toBe(`Chat needs a tbChatId, but it is the chatRef ${EVENT.chatRef}`);
				expect(error?.description).toContain('Set "Which Chat" to "From the Trigger"');
			});

			test.each([undefined, '', 'tg_1_2', 1.5, '9223372036854775808'])(
				'treats %j as an event without a chat ID, and says so',
				async (tbChatId) => {
					const { calls, error } = await overWire(parameters, answer, { items: itemsOf({ ...EVENT, tbChatId }), trigger: true });
					expect(calls).toEqual([]);
					expect(error?.message).toBe('The event that started this execution has no tbChatId');
					expect(error?.description).toContain('Set "Which Chat" to "Choose"');
				},
			);
		},
	);
});

describe('chatKeys', () => {
	const BIG = '9007199254740993';
	const chats = listOf(
		`{"id":"opaque","channel":"tg","channelId":${BIG},"chatId":"a_b","tbChatId":${BIG}}`,
		'{"id":"vk_0_0","channel":null,"tbChatId":null,"address":{"channel":"vk","channelId":2,"chatId":"3","tbChatId":7}}',
	);

	/** A platform with two chats, two channels and their notes. */
	function answer({ method, url }: Received): Reply {
		if (method === 'PATCH' || url.includes('/tags/')) return { status: 202 };
		if (url.endsWith('/tags')) return listOf('{"chatId":"tg_1_2","name":"VIP"}');
		if (url.includes('/v1/chats')) return chats;
		if (url.endsWith('/channels')) return listOf(`{"id":"WA","channel":"whatsappb","channelId":${BIG}}`);
		if (url.includes('/channels?')) return { body: '{}' };
		return single('{"memo":"m"}');
	}

	const getChats = { resource: 'chat', operation: 'getAll' };
	const chat = (value: string) => ({ chat: byId(value) });

	describe("an operation's output about a chat, as the next one's input", () => {
		test('has chatRef and tbChatId after Chat: Get Many, from the chat or its address; its own id is ignored', async () => {
			const { items } = await overWire(getChats, answer);
			expect(items.map(({ json }) => [json.chatRef, json.tbChatId])).toEqual([
				[`tg_${BIG}_a_b`, BIG],
				['vk_2_3', 7],
			]);
		});

		test.each([
			['{"channel":"tg","channelId":1,"tbChatId":5}', { channel: 'tg', channelId: 1, tbChatId: 5 }],
			['{"channel":"tg","channelId":"x","chatId":"2"}', { channel: 'tg', channelId: 'x', chatId: '2' }],
			['{"channel":{},"channelId":[1],"chatId":true}', { channel: {}, channelId: [1], chatId: true }],
			['{"channel":"t_g","channelId":1,"chatId":"2"}', { channel: 't_g', channelId: 1, chatId: '2' }],
			[
				'{"chatRef":"own","channel":"tg","channelId":1,"chatId":"2"}',
				{ chatRef: 'own', channel: 'tg', channelId: 1, chatId: '2' },
			],
		])("invents nothing, and keeps the platform's own values: %s", async (element, json) => {
			expect((await overWire({ ...getChats, simplify: false }, listOf(element))).items[0]?.json).toEqual(json);
		});

		test.each([
			[{ resource: 'memo', operation: 'get' }, 'tg_1_2', { memo: 'm', chatRef: 'tg_1_2' }],
			[{ resource: 'memo', operation: 'get' }, BIG, { memo: 'm', tbChatId: BIG }],
			[{ resource: 'memo', operation: 'update', updateFields: { memo: 'm' } }, '42', { memo: 'm', tbChatId: 42 }],
			[{ resource: 'chat', operation: 'unblock' }, '42', { accepted: true, tbChatId: 42, blocked: false }],
			[{ resource: 'tag', operation: 'getForChat' }, '42', { chatId: 'tg_1_2', name: 'VIP', chatRef: 'tg_1_2', tbChatId: 42 }],
		])('names in %j of the chat %s the chat, as far as that is known', async (parameters, value, json) => {
			const { items } = await overWire({ ...parameters, ...chat(value) }, answer, {
				items: itemsOf({ chatRef: 'vk_9_9', tbChatId: 9 }),
			});
			expect(items.map((item) => item.json)).toEqual([json]);
		});
	});

	describe("an operation's output about a channel, as the next one's input", () => {
		test.each([
			[`{"channel":"whatsappb","channelId":${BIG}}`, `whatsappb_${BIG}`],
			['{"channel":"tg","channelId":null}', undefined],
			['{"channel":"tg","channelId":{}}', undefined],
			['{"channel":"t g","channelId":1}', undefined],
		])('invents nothing: %s', async (element, channelRef) => {
			const { items } = await overWire({ resource: 'channel', operation: 'getAll' }, listOf(element));
			expect(items[0]?.json.channelRef).toBe(channelRef);
			const { items: described } = await overWire(
				{ resource: 'channel', operation: 'getCapabilities' },
				{ body: `{"tg":[{"channel":${element},"freeTextCapability":null}]}` },
			);
			expect(described[0]?.json.channelRef).toBe(channelRef);
		});
	});
});
