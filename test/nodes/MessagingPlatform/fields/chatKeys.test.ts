import { byId, itemsOf, listOf, overWire, single } from '../../../helpers/runAction';
import { runActions } from '../../../helpers/runActions';
import type { Received, Reply } from '../../../helpers/servers';

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
		['{"chatRef":"own","channel":"tg","channelId":1,"chatId":"2"}', { chatRef: 'own', channel: 'tg', channelId: 1, chatId: '2' }],
	])("invents nothing, and keeps the platform's own values: %s", async (element, json) => {
		expect((await overWire({ ...getChats, simplify: false }, listOf(element))).items[0]?.json).toEqual(json);
	});

	test('works for Block, Note, Tag and Send after Chat: Get Many, each with the keys of the one before', async () => {
		const { calls, outputs, error } = await runActions(
			[
				{ ...getChats, limit: 1 },
				{ resource: 'chat', operation: 'block', ...chat('={{ $json.tbChatId }}') },
				{ resource: 'memo', operation: 'get', ...chat('={{ $json.chatRef }}') },
				{ resource: 'tag', operation: 'assign', ...chat('={{ $json.tbChatId }}'), tagName: byId('VIP', 'name') },
				{ resource: 'memo', operation: 'update', ...chat('={{ $json.tbChatId }}'), updateFields: { memo: 'm' } },
				{ resource: 'message', operation: 'send', sendTo: 'chat', ...chat('={{ $json.chatRef }}'), text: 'Hi' },
			],
			answer,
		);
		expect(error).toBeUndefined();
		expect(calls.slice(1).filter((call) => !call.includes('/channels?'))).toEqual([
			`PATCH /api/chats/${BIG} {"blocked":true}`,
			`GET /api/chats/tg_${BIG}_a_b/memo`,
			`POST /api/chats/${BIG}/tags/VIP`,
			`POST /api/chats/${BIG}/memo {"memo":"m"}`,
			`POST /api/messages {"channel":"tg","channelId":${BIG},"chatId":"a_b","text":"Hi"}`,
		]);
		for (const output of outputs.slice(0, 5)) {
			expect(output[0]?.json).toMatchObject({ chatRef: `tg_${BIG}_a_b`, tbChatId: BIG });
		}
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

	test('keeps a key that the response contains', async () => {
		const { items } = await overWire(
			{ resource: 'memo', operation: 'get', ...chat('tg_1_2') },
			single('{"chatRef":"tg_1_3","tbChatId":null}'),
			{ items: itemsOf({ chatRef: 'tg_1_2', tbChatId: 5 }) },
		);
		expect(items[0]?.json).toEqual({ chatRef: 'tg_1_3', tbChatId: 5 });
	});
});

describe("an operation's output about a channel, as the next one's input", () => {
	test('works for Send Template to a phone number after Channel: Get Many', async () => {
		const send = {
			resource: 'message',
			operation: 'sendTemplate',
			sendTo: 'phone',
			channel: byId('={{ $json.channelRef }}'),
			phoneNumber: '+442079460958',
			templateId: '1',
		};
		const { calls, outputs, error } = await runActions([{ resource: 'channel', operation: 'getAll' }, send], answer);
		expect(error).toBeUndefined();
		expect(outputs[0]?.map(({ json }) => json.channelRef)).toEqual([`whatsappb_${BIG}`]);
		expect(calls.at(-1)).toBe(
			`POST /api/messages {"channel":"whatsappb","channelId":${BIG},"remoteAddress":"tel:+442079460958","templateId":"1"}`,
		);
	});

	test.each([
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
