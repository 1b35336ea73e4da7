import { type INodeParameters, NodeHelpers } from 'n8n-workflow';
import { MessagingPlatform } from '../../../../nodes/MessagingPlatform/MessagingPlatform.node';
import { accepted, byId, itemsOf, listOf, overWire, type Run, single } from '../../../helpers/runAction';
import type { Received, Reply } from '../../../helpers/servers';

describe('the chat of an operation', () => {
	const { description } = new MessagingPlatform();
	const EVENT = { event: 'new_message', chatRef: 'tg_4100_chat_with_underscores', tbChatId: '9007199254740993' };

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

	const run = async (parameters: INodeParameters, json: object = EVENT, options: Partial<Run> = { trigger: true }) =>
		await overWire(
			parameters,
			({ method, url }: Received): Reply => {
				if (url.endsWith('/memo')) return single('{"memo":"x"}');
				return method === 'GET' ? listOf('{"name":"vip"}') : accepted;
			},
			{ items: itemsOf(json), ...options },
		);

	/** The parameters after someone opened the node in the editor and saved it. */
	const savedAgain = (parameters: INodeParameters) =>
		[true, false].reduce(
			(given, isOpen) =>
				NodeHelpers.getNodeParameters(description.properties, given, isOpen, false, { typeVersion: 1 }, description) ?? {},
			parameters,
		);

	describe.each(OPERATIONS)('%s: %s', (resource, operation, more, line) => {
		const parameters: INodeParameters = { resource, operation, ...more };
		const [ofEvent, other] = resource === 'memo' ? [EVENT.chatRef, 'vk_1_other'] : [EVENT.tbChatId, '77'];
		const lineOfEvent = line.replace('CHAT', ofEvent);

		test('takes that of the trigger with nothing to fill in, or of the item if no trigger started the workflow', async () => {
			for (const options of [{ trigger: true }, { trigger: true, between: 'paired' as const }, { trigger: false }]) {
				const { calls, items, error } = await run(parameters, EVENT, options);
				expect([error, calls]).toEqual([undefined, [lineOfEvent]]);
				expect(items[0]?.json).toMatchObject({ chatRef: EVENT.chatRef, tbChatId: EVENT.tbChatId });
			}
			const { calls } = await run(parameters, EVENT, { trigger: true, between: 'unpaired' });
			expect(calls[0]).toBe(lineOfEvent);
		});

		test.each<[string, INodeParameters, string]>([
			['a chat and no choice: the chat', { chat: byId(other) }, line.replace('CHAT', other)],
			['an empty chat and no choice: the trigger', { chat: byId('', 'list') }, lineOfEvent],
			['the trigger, and a chat that was chosen before: the trigger', { chatFrom: 'trigger', chat: byId(other) }, lineOfEvent],
		])('runs a workflow that is saved with %s', async (_saved, saved, expected) => {
			const given = { ...parameters, ...saved };
			for (const one of [given, savedAgain(given)]) expect((await run(one)).calls).toEqual([expected]);
		});

		const ofNumber = resource === 'memo' ? [] : [undefined, '', 'tg_1_2', 1.5, '9223372036854775808'];
		test.each<[string, INodeParameters, object, string, string]>([
			['no chat', {}, { event: 'ChannelConnected' }, 'No chat to take from the trigger', 'set "Which Chat" to "Choose"'],
			['a choice without a value', { chatFrom: 'chat', chat: byId('={{ "" }}') }, EVENT, 'Chat is empty', ''],
			[
				'an expression that decides whose chat it is',
				{ chatFrom: '={{ $json.from }}', chat: byId(other) },
				{ ...EVENT, from: 'chat' },
				"Which Chat can't be set by an expression or an AI model",
				'',
			],
			...ofNumber.map((tbChatId): [string, INodeParameters, object, string, string] => [
				`an event with the number ${JSON.stringify(tbChatId)}`,
				{},
				{ ...EVENT, tbChatId },
				'The event that started this execution has no tbChatId',
				'Set "Which Chat" to "Choose"',
			]),
		])('refuses %s before a request, and says what to do', async (_what, saved, json, message, advice) => {
			const { calls, error } = await run({ ...parameters, ...saved }, json);
			expect([error?.message, calls]).toEqual([message, []]);
			expect(error?.description).toContain(advice);
		});
	});

	test("refuses a chat address if a number is needed, and doesn't search", async () => {
		for (const [resource, operation, more] of OPERATIONS.slice(0, 5)) {
			const { calls, error } = await run({ resource, operation, ...more, chat: byId('={{ $json.chatRef }}') });
			expect([error?.message, calls]).toEqual([`Chat needs a tbChatId, but it is the chatRef ${EVENT.chatRef}`, []]);
			expect(error?.description).toContain('Set "Which Chat" to "From the Trigger"');
		}
	});
});

describe("an operation's output, as the next one's input", () => {
	const BIG = '9007199254740993';
	const getChats = { resource: 'chat', operation: 'getAll', simplify: false };

	test.each([
		[`{"id":"opaque","channel":"tg","channelId":${BIG},"chatId":"a_b","tbChatId":${BIG}}`, `tg_${BIG}_a_b`, BIG],
		['{"id":"vk_0_0","tbChatId":null,"address":{"channel":"vk","channelId":2,"chatId":"3","tbChatId":7}}', 'vk_2_3', 7],
		// nothing is invented, and the platform's own values are kept
		['{"channel":"tg","channelId":1,"tbChatId":5}', undefined, 5],
		['{"channel":"tg","channelId":"x","chatId":"2"}', undefined, undefined],
		['{"channel":{},"channelId":[1],"chatId":true}', undefined, undefined],
		['{"channel":"t_g","channelId":1,"chatId":"2"}', undefined, undefined],
		['{"chatRef":"own","channel":"tg","channelId":1,"chatId":"2"}', 'own', undefined],
	])('has for the listed chat %s the chatRef %s and the tbChatId %s', async (element, chatRef, tbChatId) => {
		const { items } = await overWire(getChats, listOf(element));
		expect([items[0]?.json.chatRef, items[0]?.json.tbChatId]).toEqual([chatRef, tbChatId]);
	});

	test.each([
		[{ resource: 'memo', operation: 'get' }, 'tg_1_2', { memo: 'm', chatRef: 'tg_1_2' }],
		[{ resource: 'memo', operation: 'get' }, BIG, { memo: 'm', tbChatId: BIG }],
		[{ resource: 'memo', operation: 'update', updateFields: { memo: 'm' } }, '42', { memo: 'm', tbChatId: 42 }],
		[{ resource: 'chat', operation: 'unblock' }, '42', { accepted: true, tbChatId: 42, blocked: false }],
		[{ resource: 'tag', operation: 'getForChat' }, '42', { chatId: 'tg_1_2', name: 'VIP', chatRef: 'tg_1_2', tbChatId: 42 }],
	])('names in %j of the chat %s the chat, as far as that is known', async (parameters, value, json) => {
		const answer = ({ method, url }: Received): Reply => {
			if (method === 'PATCH') return accepted;
			return url.endsWith('/tags') ? listOf('{"chatId":"tg_1_2","name":"VIP"}') : single('{"memo":"m"}');
		};
		const items = itemsOf({ chatRef: 'vk_9_9', tbChatId: 9 });
		const outcome = await overWire({ ...parameters, chat: byId(value) }, answer, { items });
		expect(outcome.items.map((item) => item.json)).toEqual([json]);
	});

	test.each([
		[`{"channel":"whatsappb","channelId":${BIG}}`, `whatsappb_${BIG}`],
		['{"channel":"tg","channelId":null}', undefined],
		['{"channel":"tg","channelId":{}}', undefined],
		['{"channel":"t g","channelId":1}', undefined],
	])('has for the channel %s the channelRef %s', async (element, channelRef) => {
		const { items } = await overWire({ resource: 'channel', operation: 'getAll' }, listOf(element));
		const body = `{"tg":[{"channel":${element},"freeTextCapability":null}]}`;
		const { items: described } = await overWire({ resource: 'channel', operation: 'getCapabilities' }, { body });
		expect([...items, ...described].map(({ json }) => json.channelRef)).toEqual([channelRef, channelRef]);
	});
});
