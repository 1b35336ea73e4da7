import type { INodeParameters } from 'n8n-workflow';
import { byId, itemsOf, overWire, type Run, single } from '../../../../helpers/runAction';
import type { Reply } from '../../../../helpers/servers';
import { RICH, toChat as toChannel } from '../../../../helpers/scriptedPlatform';
import { usePlatform } from '../../../../helpers/usePlatform';

const BIG = '9223372036854775807';
const message = { resource: 'message', operation: 'send', text: 'Hello', simplify: false };
const toChat = { ...message, sendTo: 'chat', chat: byId('tg_9007199254740993_a_b') };
const toPhone = { ...message, sendTo: 'phone', channel: byId('whatsappb_5'), phoneNumber: '+442079460958' };
const template = { ...toPhone, operation: 'sendTemplate', templateId: '1001' };

describe('message: send', () => {
	const platform = usePlatform({});

	test.each(['paired', 'unpaired'] as const)(
		'replies to the chat where n8n keeps files among the json, even behind a node that is %s',
		async (between) => {
			const items = itemsOf({ event: 'new_message', chatRef: 'vk_1_2', text: 'hi' });
			const settings = { binaryMode: 'combined' as const };
			const { error } = await platform.run(message, { items, trigger: true, between, settings });
			expect(error).toBeUndefined();
			expect(platform.sent()[0]).toEqual({ channel: 'vk', channelId: 1, chatId: '2', text: 'Hello' });
		},
	);

	test('takes the chat from the item without a trigger, or says what to do', async () => {
		expect((await platform.run(message, { items: itemsOf({ chatRef: 'tg_1_a' }) })).error).toBeUndefined();
		const { error } = await platform.run(message);
		expect(error?.message).toBe('No chat to reply to');
		expect(error?.description).toContain('Messaging Platform Trigger');
		expect(platform.sent()).toHaveLength(1);
	});

	const EMPTY = 'The message is empty: it has no text, no attachment, no location and no contact';
	test.each<[object, string]>([
		[{ additionalFields: { furtherFields: '{"chatId":"victim"}' } }, 'Other Message Fields can\'t have "chatId"'],
		[{ text: '' }, EMPTY],
		[{ text: '={{ null }}' }, EMPTY],
	])('refuses %j', async (given, words) => {
		expect((await platform.run({ ...toChat, ...given })).error?.message).toBe(words);
		expect(platform.requests).toEqual([]);
	});

	test.each([
		['9007199254740993', '9007199254740993'],
		[' 42 ', '42'],
	])('sends to a chat by its number, digit for digit: %s', async (tbChatId, digits) => {
		const to = { sendTo: 'tbChatId', channel: byId('viber_9007199254740993'), tbChatId };
		for (const one of [message, template]) expect((await platform.run({ ...one, ...to })).error).toBeUndefined();
		const address = `{"channel":"viber","channelId":9007199254740993,"tbChatId":${digits}`;
		const bodies = platform.to('/messages').map(({ body }) => String(body));
		expect(bodies).toEqual([`${address},"text":"Hello"}`, `${address},"templateId":"1001"}`]);
	});

	test.each([
		['tg', { ...RICH, statusRestrictions: {} }, 'yes'],
		['tg', { ...RICH, statusRestrictions: null }, 'no'],
		['whatsapp', { ...RICH, statusRestrictions: {} }, 'unreliable'],
		['instagram', { ...RICH, statusRestrictions: {} }, 'no'],
		['tg', null, 'unknown'],
	] as Array<[string, object, string]>)('outputs deliveryReports by the capability: %s %j', async (type, capability, reports) => {
		await platform.start({ channels: { [`${type}_1`]: capability } });
		for (const more of [{}, { operation: 'sendTemplate', templateId: '1001', simplify: true }]) {
			const { items } = await platform.run(toChannel(`${type}_1`, { text: 'Hello', ...more }));
			expect(items[0]?.json.deliveryReports).toBe(reports);
		}
	});
});

describe('the output of a send', () => {
	/** Returns a send's output for a response. */
	async function outputOf(parameters: INodeParameters, answer: Reply, options: Partial<Run> = {}) {
		const { items, error } = await overWire(parameters, answer, options);
		expect([error, items.length]).toEqual([undefined, 1]);
		const { outcome, deliveryReports, ...output } = items[0]?.json ?? {};
		expect([outcome, deliveryReports]).toEqual(['sent', 'unknown']);
		return output;
	}

	test('is the whole response, with chatRef and tbChatId of its chat, digit for digit', async () => {
		const chat = `"channel":"whatsappb","channelId":9007199254740993,"chatId":"442079460958","tbChatId":${BIG}`;
		for (const parameters of [toPhone, template]) {
			expect(await outputOf(parameters, single(`{"id":"0a",${chat},"extra":[1,null]}`))).toEqual({
				...{ id: '0a', channel: 'whatsappb', channelId: '9007199254740993', chatId: '442079460958', tbChatId: BIG },
				...{ extra: [1, null], chatRef: 'whatsappb_9007199254740993_442079460958' },
			});
		}
	});

	const chatRef = 'tg_9007199254740993_a_b';
	const byNumber = { ...message, sendTo: 'tbChatId', channel: byId('tg_9007199254740993'), tbChatId: BIG };
	test.each<[string, object, string, object, object]>([
		['an item of the same chat', toChat, '{}', { chatRef, tbChatId: BIG }, { chatRef, tbChatId: BIG }],
		['an item with the same number', byNumber, '{}', { chatRef, tbChatId: BIG }, { chatRef, tbChatId: BIG }],
		['no item, but the number', byNumber, '{}', {}, { tbChatId: BIG }],
		['the response', byNumber, '{"chatId":"c"}', {}, { chatId: 'c', chatRef: 'tg_9007199254740993_c', tbChatId: BIG }],
		['no item of another chat', toChat, '{}', { chatRef: 'tg_1_x', tbChatId: 5 }, { chatRef }],
		['no hostile response', toChat, '{"channel":{"a":1},"channelId":[]}', {}, { channel: { a: 1 }, channelId: [], chatRef }],
		['a response in part', toChat, '{"chatId":42}', {}, { chatId: 42, chatRef: 'tg_9007199254740993_42' }],
		['the event of a reply', { ...message, sendTo: 'reply' }, '{}', { chatRef, tbChatId: BIG }, { chatRef, tbChatId: BIG }],
		['an event without a number', { ...message, sendTo: 'reply' }, '{}', { chatRef }, { chatRef }],
	])("takes the chat's keys from %s", async (_what, parameters, response, json, output) => {
		for (const trigger of [true, false]) {
			const options = { items: itemsOf(json), trigger };
			expect(await outputOf(parameters as INodeParameters, single(response), options)).toEqual(output);
		}
	});

	test.each([
		['x'.repeat(5000), `${'x'.repeat(200)}…`],
		['Bearer test-token', 'Bearer [API token]'],
	])('has the ID of the request, x-correlation-id: %j', async (id, correlationId) => {
		for (const parameters of [toChat, template]) {
			const answer = { ...single('{"id":"0a"}'), headers: { 'x-correlation-id': id } };
			expect((await outputOf(parameters, answer)).correlationId).toBe(correlationId);
		}
	});
});
