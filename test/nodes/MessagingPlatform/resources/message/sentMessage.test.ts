import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { byId, itemsOf, overWire, runOperation, single } from '../../../../helpers/runAction';
import { type PlatformOptions, RICH, startScriptedPlatform, toChat as toChannel } from '../../../../helpers/scriptedPlatform';
import type { Reply } from '../../../../helpers/servers';

const message = { resource: 'message', operation: 'send', text: 'Hello', simplify: false };
const toChat = { ...message, sendTo: 'chat', chat: byId('tg_9007199254740993_a_b') };
const toPhone = { ...message, sendTo: 'phone', channel: byId('whatsappb_5'), phoneNumber: '+442079460958' };
const template = { ...toPhone, operation: 'sendTemplate', templateId: '1001' };

/** Returns a send's output for a response. */
async function outputOf(
	parameters: INodeParameters,
	answer: Reply,
	options: { items?: INodeExecutionData[]; trigger?: boolean } = {},
) {
	const { items, error } = await overWire(parameters, answer, options);
	expect(error).toBeUndefined();
	expect(items).toHaveLength(1);
	const { outcome, deliveryReports, ...message } = items[0]?.json ?? {};
	expect([outcome, deliveryReports]).toEqual(['sent', 'unknown']);
	return message;
}

describe('the output of a send', () => {
	test('is the whole response, with chatRef and tbChatId of its chat, digit for digit', async () => {
		const answer = single(
			'{"id":"0a","channel":"whatsappb","channelId":9007199254740993,"chatId":"442079460958","tbChatId":9223372036854775807,"extra":[1,null]}',
		);
		for (const parameters of [toPhone, template]) {
			expect(await outputOf(parameters, answer)).toEqual({
				id: '0a',
				channel: 'whatsappb',
				channelId: '9007199254740993',
				chatId: '442079460958',
				tbChatId: '9223372036854775807',
				extra: [1, null],
				chatRef: 'whatsappb_9007199254740993_442079460958',
			});
		}
	});

	test("takes the chat's keys from the item", async () => {
		const items = itemsOf({ chatRef: 'tg_9007199254740993_a_b', tbChatId: '9223372036854775807' });
		expect(await outputOf(toChat, single('{}'), { items })).toEqual({
			chatRef: 'tg_9007199254740993_a_b',
			tbChatId: '9223372036854775807',
		});
		const byNumber = { ...message, sendTo: 'tbChatId', channel: byId('tg_9007199254740993'), tbChatId: '9223372036854775807' };
		expect(await outputOf(byNumber, single('{}'), { items })).toEqual({
			chatRef: 'tg_9007199254740993_a_b',
			tbChatId: '9223372036854775807',
		});
		expect(await outputOf(byNumber, single('{}'))).toEqual({ tbChatId: '9223372036854775807' });
		expect(await outputOf(byNumber, single('{"chatId":"c"}'))).toMatchObject({ chatRef: 'tg_9007199254740993_c' });
		const ofAnother = itemsOf({ chatRef: 'tg_1_x', tbChatId: 5 });
		expect(await outputOf(toChat, single('{}'), { items: ofAnother })).toEqual({ chatRef: 'tg_9007199254740993_a_b' });
	});

	test.each([
		[7, 7],
		['9223372036854775807', '9223372036854775807'],
		['no number', undefined],
		[undefined, undefined],
	])('has for a reply the chat ID that the event contained: %j', async (tbChatId, number) => {
		const items = itemsOf({ chatRef: 'tg_1_a', ...(tbChatId === undefined ? {} : { tbChatId }) });
		for (const trigger of [true, false]) {
			const output = await outputOf({ ...message, sendTo: 'reply' }, single('{"id":"0a"}'), { items, trigger });
			expect(output).toEqual({ id: '0a', chatRef: 'tg_1_a', ...(number === undefined ? {} : { tbChatId: number }) });
		}
	});

	test.each([
		['{"channel":{"a":1},"channelId":[],"chatId":{}}', 'tg_9007199254740993_a_b'],
		['{"channel":"t g","channelId":"x","chatId":""}', 'tg_9007199254740993_a_b'],
		['{"channel":"a_b","channelId":1,"chatId":"c"}', 'tg_9007199254740993_a_b'],
		['{"chatId":42}', 'tg_9007199254740993_42'],
		['{"__proto__":{"chatId":"x"}}', 'tg_9007199254740993_a_b'],
	])('combines no invalid address: %s', async (value, chatRef) => {
		expect((await outputOf(toChat, single(value)))?.chatRef).toBe(chatRef);
	});
});

describe('deliveryReports of a send', () => {
	const reportsOf = async (channel: string, options: PlatformOptions, more: object = {}) => {
		const platform = await startScriptedPlatform(options);
		try {
			const parameters = [toChannel(channel, { text: 'Hello', ...more }), toChannel(channel, { ...TEMPLATE, ...more })];
			const reports = [];
			for (const one of parameters) {
				const { items } = await runOperation({ credential: platform.credential, parameters: one });
				reports.push(items[0]?.json.deliveryReports);
			}
			expect(platform.to('/channels').length).toBeLessThanOrEqual(parameters.length);
			return reports;
		} finally {
			await platform.close();
		}
	};
	const TEMPLATE = { operation: 'sendTemplate', templateId: '1001' };

	test.each([
		['tg', { ...RICH, statusRestrictions: {} }, 'yes'],
		['tg', { ...RICH, statusRestrictions: null }, 'no'],
		['tg', RICH, 'no'],
		['whatsapp', { ...RICH, statusRestrictions: {} }, 'unreliable'],
		['whatsapp', { ...RICH, statusRestrictions: null }, 'no'],
		['instagram', { ...RICH, statusRestrictions: {} }, 'no'],
		['tg', null, 'unknown'],
	] as Array<[string, object, string]>)('follow from the capability: %s %j', async (type, capability, reports) => {
		const channel = `${type}_1`;
		expect(await reportsOf(channel, { channels: { [channel]: capability } })).toEqual([reports, reports]);
		expect(await reportsOf(channel, { channels: { [channel]: capability } }, { simplify: true })).toEqual([reports, reports]);
	});
});

describe('the id of the request', () => {
	const outputFor = async (id: string | undefined, parameters: INodeParameters = toChat) =>
		await outputOf(parameters, { ...single('{"id":"0a"}'), headers: id === undefined ? {} : { 'x-correlation-id': id } });

	test.each([
		['8d2f-11', '8d2f-11'],
		['', undefined],
		['  ', undefined],
		['a\tb', 'a b'],
		['x'.repeat(5000), `${'x'.repeat(200)}…`],
		['Bearer test-token', 'Bearer [API token]'],
	])('is x-correlation-id: %j', async (id, correlationId) => {
		expect((await outputFor(id))?.correlationId).toBe(correlationId);
		expect((await outputFor(id, template))?.correlationId).toBe(correlationId);
	});
});
