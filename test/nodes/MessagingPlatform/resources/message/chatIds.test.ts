import type { INodeParameters } from 'n8n-workflow';
import { accepted, byId, itemsOf, listOf, overWire, single } from '../../../../helpers/runAction';
import { runAgent } from '../../../../helpers/runAgent';
import { startScriptedPlatform } from '../../../../helpers/scriptedPlatform';
import type { Received, Reply } from '../../../../helpers/servers';

const BIG = '9007199254740993';

function answer({ method, url }: Received): Reply {
	if (url.includes('/channels')) return { body: '{}' };
	if (url.endsWith('/messages')) return single('{"id":"m"}');
	if (url.endsWith('/memo')) return single('{"memo":"x"}');
	return method === 'GET' ? listOf('{"name":"vip"}') : accepted;
}

const send = { resource: 'message', operation: 'send', text: 'Hi' };
const reply = { ...send, sendTo: 'reply' };

/** The calls that are about the chat, without those that look up the channels. */
async function callsOf(parameters: INodeParameters, json: object, options: object = {}): Promise<string[]> {
	const { calls, error } = await overWire(parameters, answer, { items: itemsOf(json), trigger: true, ...options });
	expect(error).toBeUndefined();
	return calls.filter((call) => !call.includes('/channels'));
}

// specification, "POST /messages request fields": tbChatId is an alternative to chatId
describe('a chat known only by its tbChatId', () => {
	const event = { event: 'OperatorReadChatCommand', channel: 'whatsappb', channelId: BIG, tbChatId: BIG };
	const POSTED = `POST /api/messages {"channel":"whatsappb","channelId":${BIG},"tbChatId":${BIG},"text":"Hi"}`;

	test.each([undefined, 'paired', 'unpaired'] as const)('can be replied to (a node between: %s)', async (between) => {
		// a node that pairs nothing makes two items of one
		expect(new Set(await callsOf(reply, event, { between }))).toEqual(new Set([POSTED]));
	});

	test.each([
		['without its channel', { tbChatId: 5 }],
		['without the number', { channel: 'tg', channelId: 1 }],
		['with a number that has lost digits', { channel: 'tg', channelId: 1, tbChatId: 2 ** 60 }],
		['with an empty chatRef', { ...event, chatRef: '' }],
		['with a chatRef of null, as a sub-workflow has it', { ...event, chatRef: null }],
	])('cannot be replied to %s', async (_what, json) => {
		const { calls, error } = await overWire(reply, answer, { items: itemsOf(json), trigger: true });
		expect(calls).toEqual([]);
		expect(error?.message).toBe('No chat to reply to');
	});

	test.each(['engine', 'direct'] as const)('is what a tool is bound to, whatever the model says (%s)', async (kind) => {
		const platform = await startScriptedPlatform();
		try {
			const text = "={{ $fromAI('text', 'as you like', 'string') }}";
			const input = { text: 'Hi', chatRef: 'tg_1_victim', tbChatId: 77, channel: 'tg', channelId: 1 };
			const items = [{ json: { ...event, channelId: 7, tbChatId: 5 } }];
			const calls = [{ itemIndex: 0, input }];
			await runAgent({ kind, parameters: { ...reply, text }, items, calls, credential: platform.credential });
			expect(platform.bodies('/messages')).toEqual([{ channel: 'whatsappb', channelId: 7, tbChatId: 5, text: 'Hi' }]);
		} finally {
			await platform.close();
		}
	});
});

// specification, "Chat": channelId and tbChatId are int64, which is signed
describe('an id below zero', () => {
	const event = { chatRef: 'tg_-100_-5_x', channel: 'tg', channelId: -100, chatId: '-5_x', tbChatId: '-9007199254740993' };

	test.each([
		['a reply', reply, '"chatId":"-5_x"'],
		['a chat by its chatRef', { ...send, sendTo: 'chat', chat: byId(event.chatRef) }, '"chatId":"-5_x"'],
		[
			'a chat by its number',
			{ ...send, sendTo: 'tbChatId', channel: byId('tg_-100'), tbChatId: event.tbChatId },
			'"tbChatId":-9007199254740993',
		],
	])('is sent unchanged: %s', async (_what, parameters, chat) => {
		expect(await callsOf(parameters, event)).toEqual([
			`POST /api/messages {"channel":"tg","channelId":-100,${chat},"text":"Hi"}`,
		]);
	});
});
