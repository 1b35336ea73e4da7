import { type INodeParameters, NodeHelpers } from 'n8n-workflow';
import { MessagingPlatform } from '../../../../nodes/MessagingPlatform/MessagingPlatform.node';
import { accepted, byId, itemsOf, listOf, overWire, type Run, single } from '../../../helpers/runAction';
import type { Received, Reply } from '../../../helpers/servers';
import { readMark, withMark, withoutMark } from '../../../../nodes/MessagingPlatform/fields/actions';
import { itemIn } from '../../../helpers/handOver';

describe('the chat of an operation', () => {
	const { description } = new MessagingPlatform();
	const EVENT = { event: 'new_message', chatRef: 'tg_4100_chat_with_underscores', tbChatId: '9007199254740993' };

	/** Every operation on one chat: its other parameters, and its request with CHAT in place of the chat. */
	const OPERATIONS: Array<[string, string, INodeParameters, string]> = [
		['tag', 'assign', { tagName: byId('vip', 'name') }, 'POST /api/chats/CHAT/tags/vip'],
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

		const ofNumber = resource === 'memo' ? [] : [undefined, 1.5, '9223372036854775808'];
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
		const parameters = { resource: 'tag', operation: 'assign', tagName: byId('vip', 'name') };
		const { calls, error } = await run({ ...parameters, chat: byId('={{ $json.chatRef }}') });
		expect([error?.message, calls]).toEqual([`Chat needs a tbChatId, but it is the chatRef ${EVENT.chatRef}`, []]);
		expect(error?.description).toContain('Set "Which Chat" to "From the Trigger"');
	});
});

describe("an operation's output, as the next one's input", () => {
	const BIG = '9007199254740993';
	const getChats = { resource: 'chat', operation: 'getAll', simplify: false };

	test.each([
		[`{"id":"opaque","channel":"tg","channelId":${BIG},"chatId":"a_b","tbChatId":${BIG}}`, `tg_${BIG}_a_b`, BIG],
		['{"id":"vk_0_0","tbChatId":null,"address":{"channel":"vk","channelId":2,"chatId":"3","tbChatId":7}}', 'vk_2_3', 7],
		['{"chatRef":"own","channel":"tg","channelId":1,"chatId":"2"}', 'own', undefined],
	])('has for the listed chat %s the chatRef %s and the tbChatId %s', async (element, chatRef, tbChatId) => {
		const { items } = await overWire(getChats, listOf(element));
		expect([items[0]?.json.chatRef, items[0]?.json.tbChatId]).toEqual([chatRef, tbChatId]);
	});

	test.each([
		[{ resource: 'memo', operation: 'get' }, 'tg_1_2', { memo: 'm', chatRef: 'tg_1_2' }],
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
});

describe('simplified', () => {
	const PHONE = '+441632960001';
	const address = { remoteAddress: `tel:${PHONE}` };
	const message = { direction: 'inbound', text: 'x'.repeat(199) + '🎁🎁', sentTimestamp: 1 };
	const keys = { tbChatId: 70001, channel: 'tg' };
	const more = { unreadCount: 0, tags: ['VIP'], blocked: false };
	const CHAT = {
		...{ id: 'tg_4100_77', ...keys, channelId: 4100, chatId: '77', ...address, ...more },
		...{ remoteFirstName: 'Zoe', remoteLastName: null, remoteUsername: 'zoe' },
		remoteContact: { phone: PHONE, email: 'zoe@example.com' },
		...{ memo: { memo: 'owes us money', phones: [PHONE] }, conversationStartContext: { ip: '192.0.2.1' }, metadata: { a: 1 } },
		lastMessage: { id: 'm', ...message, ...address },
	};
	const list = async (...chats: string[]) => {
		const given = { resource: 'chat', operation: 'getAll', limit: chats.length, simplify: true };
		const { items, error } = await overWire(given, listOf(...chats));
		expect(error).toBeUndefined();
		return items.map(({ json }) => json);
	};

	test('keeps of a chat what identifies it and the person, without notes and contact, and the beginning of its last message', async () => {
		const person = { name: 'Zoe', username: 'zoe', phone: PHONE };
		// cut before an emoji, not in it
		const lastMessage = { ...message, text: `${'x'.repeat(199)}…`, sentTimestamp: '1970-01-01T00:00:00.001Z' };
		expect(await list(JSON.stringify(CHAT))).toEqual([{ chatRef: 'tg_4100_77', ...keys, ...person, lastMessage, ...more }]);
	});

	const MESSAGE = { id: 'm-1', ...keys, channelId: 4100, chatId: '77', direction: 'outbound' };
	const sent = { headers: { 'x-correlation-id': 'c-1' }, body: { $value: { ...MESSAGE, sentTimestamp: 5, text: 'Hello' } } };
	const send = { resource: 'message', operation: 'send', sendTo: 'chat', chat: byId('tg_4100_77'), text: 'Hello' };

	test.each([send, { ...send, operation: 'sendTemplate', templateId: '1' }])(
		'keeps of a message what identifies it and its chat: $operation',
		async (parameters) => {
			const answer = ({ method }: Received) => (method === 'POST' ? sent : { body: {} });
			const { items } = await overWire({ ...parameters, simplify: true }, answer);
			const shown = { id: 'm-1', chatRef: 'tg_4100_77', ...keys, text: 'Hello', sentTimestamp: '1970-01-01T00:00:00.005Z' };
			expect(items.map(({ json }) => json)).toEqual([{ outcome: 'sent', deliveryReports: 'unknown', ...shown }]);
		},
	);
});

test('the mark of an answer is read back, and removed for people', () => {
	const mark = { fingerprint: 'q0xRk2mZp7cV4sTa', seal: '9dFh2_Lw' };
	const description = withMark('Answer of the button "Price"', mark);
	expect(readMark(description)).toEqual(mark);
	expect(withoutMark(description)).toBe('Answer of the button "Price"');
	expect(withoutMark(`${description} and more`)).toBe('Answer of the button "Price" and more');
	expect(withoutMark(' Price [n8n:12:made-in:another_way] ')).toBe('Price');
});

describe('a chat address', () => {
	const GET_CHATS = { resource: 'chat', operation: 'getAll' };
	const answer = ({ url }: { url: string }) => (url.includes('/channels?') ? { body: '{}' } : single('{}'));

	test('is a chatRef only if Send goes to the same address with it, and that of the trigger is the same', async () => {
		const channels = ['tg', 't_g', ' tg', 'WA-1', '', 5, null];
		const channelIds = [1, '1', '007', -5, '9223372036854775807', '9223372036854775808', '-0', 1.5, 'x', null];
		const chatIds = ['7', ' 7', '7 ', '7\u00a0', '7\n', 'a_b', '_', 'a\nb', '{{ 1 }}', 7, '', ' ', null];
		const records = channels.flatMap((channel) =>
			channelIds.flatMap((channelId) => chatIds.map((chatId) => ({ channel, channelId, chatId }))),
		);
		const listed = listOf(...records.map((record, id) => JSON.stringify({ id: String(id), ...record })));
		const { items } = await overWire({ ...GET_CHATS, limit: records.length, simplify: false }, listed);
		const known = items.filter(({ json }) => json.chatRef !== undefined);
		expect(items.map(({ json }) => json.chatRef)).toEqual(
			records.map((record) => itemIn(JSON.stringify({ id: 'e', accountId: 'a', name: 'x', ...record })).chatRef),
		);
		const chat = byId('={{ $json.chatRef }}');
		const send = { resource: 'message', operation: 'send', sendTo: 'chat', chat, text: '={{ $json.id }}' };
		const { error, requests } = await overWire(send, answer, { items: known.map(({ json }) => ({ json })) });
		expect(error).toBeUndefined();
		const sent = requests.filter(({ method }) => method === 'POST').map(({ body }) => String(body));
		expect(sent.sort()).toEqual(
			known
				.map(({ json: { channel, channelId, chatId, id } }) => {
					const [type, address] = [String(channel), String(chatId)].map((part) => JSON.stringify(part));
					return `{"channel":${type},"channelId":${String(channelId)},"chatId":${address},"text":"${String(id)}"}`;
				})
				.sort(),
		);
		// 3 channels, 5 IDs of channels, 7 of chats
		expect(known).toHaveLength(3 * 4 * 7);
	});

	test('a chat whose ID ends with a space is answered there, or not at all', async () => {
		const reply = { resource: 'message', operation: 'send', text: 'Hi' };
		const itemOf = (message: object) => {
			const event = { id: 'e', accountId: 'a', name: 'new_message', message: { direction: 'inbound', ...message } };
			return itemsOf(itemIn(JSON.stringify(event)));
		};
		const spaced = { channel: 'tg', channelId: 1, chatId: '77 ' };
		for (const message of [spaced, { ...spaced, tbChatId: 5 }]) {
			const { calls, error } = await overWire(reply, answer, { items: itemOf(message), trigger: true });
			expect(error).toBeUndefined();
			expect(calls.at(-1)).toBe('POST /api/messages {"channel":"tg","channelId":1,"chatId":"77 ","text":"Hi"}');
		}
		const { calls, error } = await overWire(reply, answer, { items: itemOf({ ...spaced, channel: 't_g' }), trigger: true });
		expect([error?.message, calls]).toEqual(['No chat to reply to', []]);
	});
});
