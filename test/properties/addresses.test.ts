import { itemIn } from '../helpers/handOver';
import { byId, itemsOf, listOf, overWire, single } from '../helpers/runAction';

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
	const send = {
		resource: 'message',
		operation: 'send',
		sendTo: 'chat',
		chat: byId('={{ $json.chatRef }}'),
		text: '={{ $json.id }}',
	};
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
