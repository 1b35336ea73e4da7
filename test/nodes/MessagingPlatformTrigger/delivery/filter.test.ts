import { startTrigger, type Trigger } from '../../../helpers/startTrigger';
import { ACCOUNT, startSigningPlatform, deliveryOf, newMessage, type SigningPlatform } from '../../../helpers/signedDeliveries';

let platform: SigningPlatform;
let trigger: Trigger;
const NOW = Math.floor(Date.now() / 1_000) * 1_000;

beforeAll(async () => {
	platform = await startSigningPlatform();
	trigger = await startTrigger({ credential: platform.credential, now: () => NOW });
});

afterEach(() => {
	trigger.executions.length = 0;
});

afterAll(async () => {
	await trigger.close();
	await platform.close();
});

/** Delivers an event to a trigger with these options; the reason why it was filtered, or undefined when it started. */
async function reasonOf(
	options: Record<string, string | number | boolean>,
	body: string,
	events = ['*'],
): Promise<string | undefined> {
	trigger.setParameters({ events, options });
	const before = trigger.executions.length;
	const requestedBefore = trigger.requested.length;
	const answer = await trigger.send(deliveryOf(body, platform.token({ now: NOW })));
	expect(answer.status).toBe(200);
	const started = trigger.executions.length > before;
	if (started) return undefined;
	expect(answer.code).toBe('filtered');
	// A filtered event costs no request; only the very first delivery fetches the key.
	expect(trigger.requested.slice(requestedBefore).filter((url) => !url.endsWith('/keys/true.pem'))).toEqual([]);
	return (JSON.parse(answer.text) as { reason: string }).reason;
}

let count = 0;

function event(name: string, fields: Record<string, unknown>): string {
	count += 1;
	return JSON.stringify({ id: `filter-${count}`, accountId: ACCOUNT, name, command: fields });
}

const CHAT = { channel: 'tg', channelId: 4100, chatId: '271828182', tbChatId: 70001 };

describe('by default', () => {
	test('takes incoming messages only', async () => {
		expect(await reasonOf({}, newMessage())).toBeUndefined();
		expect(await reasonOf({}, newMessage({ direction: 'outbound' }))).toBe('direction');
	});

	test('takes no message whose direction is unknown, lest a bot answers itself', async () => {
		expect(await reasonOf({}, newMessage({ direction: undefined }))).toBe('direction');
		expect(await reasonOf({}, newMessage({ direction: 'sideways' }))).toBe('direction');
	});

	test('leaves out events that were not chosen', async () => {
		expect(await reasonOf({}, event('ChatMemoChanged', {}), ['new_message'])).toBe('event');
		expect(await reasonOf({}, event('SomethingNew', {}), ['new_message'])).toBe('event');
		expect(await reasonOf({}, event('SomethingNew', {}))).toBeUndefined();
	});
});

describe('direction and own messages', () => {
	const byApi = { direction: 'outbound', senderInfo: { endpointType: 'REST_API' } };
	const byOperator = { direction: 'outbound', senderInfo: { endpointType: 'SERVICE_WEB' } };

	test.each([
		['outbound', {}, 'direction'],
		['outbound', byOperator, undefined],
		['outbound', byApi, 'own_message'],
		['both', {}, undefined],
		['both', byOperator, undefined],
		['both', byApi, 'own_message'],
		['inbound', byOperator, 'direction'],
	])('with %s, %j: %s', async (direction, message, reason) => {
		expect(await reasonOf({ direction }, newMessage(message))).toBe(reason);
	});

	test('takes what the API sent when the user asks for it', async () => {
		expect(await reasonOf({ direction: 'both', ignoreOwn: false }, newMessage(byApi))).toBeUndefined();
	});

	test('does not touch the delivery status of own messages', async () => {
		expect(await reasonOf({}, event('MessageDeliveryCommand', { ...CHAT, message: byApi }))).toBeUndefined();
	});
});

describe('content', () => {
	const file = { attachments: [{ kind: 'voice', publicUrl: 'https://x.example/1' }] };

	test.each([
		['text', {}, undefined],
		['text', { text: ' \n' }, 'content'],
		['text', { text: undefined, ...file }, 'content'],
		['attachments', {}, 'content'],
		['attachments', { attachments: [] }, 'content'],
		['attachments', file, undefined],
		['any', { text: undefined }, undefined],
	])('%s, %j: %s', async (content, message, reason) => {
		expect(await reasonOf({ content }, newMessage(message))).toBe(reason);
	});
});

describe('channels and chats', () => {
	test.each([
		[{ channels: 'tg' }, undefined],
		[{ channels: 'vk, tg_4100' }, undefined],
		[{ channels: 'tg_41' }, 'channel'],
		[{ channels: 'vk' }, 'channel'],
		[{ channels: ' , ' }, undefined],
		[{ chats: 'tg_4100_271828182' }, undefined],
		[{ chats: '70001' }, undefined],
		[{ chats: 'tg_4100_2, 7000' }, 'chat'],
		[{ channels: 'tg', chats: '1' }, 'chat'],
	])('%j: %s', async (options, reason) => {
		expect(await reasonOf(options, newMessage())).toBe(reason);
		expect(await reasonOf(options, event('OperatorReadChatCommand', CHAT))).toBe(reason);
		expect(await reasonOf(options, event('ChatMemoChanged', { chatAddress: CHAT, tbChatId: 70001 }))).toBe(reason);
	});

	test('finds a channel and a chat beyond 2^53', async () => {
		const body = newMessage({}).replace('"channelId":4100', '"channelId":9007199254740993');
		expect(await reasonOf({ channels: 'tg_9007199254740993' }, body)).toBeUndefined();
		expect(await reasonOf({ channels: 'tg_9007199254740992' }, body)).toBe('channel');
	});

	test('lets events pass that have no channel', async () => {
		expect(await reasonOf({ channels: 'vk', chats: '1' }, event('WidgetEnableCommand', { widget: {} }))).toBeUndefined();
	});
});

describe('tags', () => {
	test.each([
		['VIP', { chat: { tags: ['VIP'] } }, undefined],
		['new customer, VIP', { chat: { tagSet: ['new customer'] } }, undefined],
		['VIP', { chat: { tags: [{ name: 'VIP' }] } }, undefined],
		['VIP', { chat: { tags: ['vip'] } }, 'tag'],
		['VIP', { chat: {} }, 'tag'],
		['VIP', {}, 'tag'],
	])('%s, %j: %s', async (tags, message, reason) => {
		expect(await reasonOf({ tags }, newMessage(message))).toBe(reason);
	});

	test('counts the tag that a tag event is about', async () => {
		expect(await reasonOf({ tags: 'VIP' }, event('TagAssignedOnChatCommand', { ...CHAT, tag: { name: 'VIP' } }))).toBeUndefined();
		expect(await reasonOf({ tags: 'VIP' }, event('TagAssignedOnChatCommand', { ...CHAT, tag: 'other' }))).toBe('tag');
	});

	test('lets events pass that have no chat', async () => {
		expect(await reasonOf({ tags: 'VIP' }, event('ChannelCreationCommand', { channel: 'tg', channelId: 4100 }))).toBeUndefined();
	});
});

describe('age', () => {
	const iso = (ms: number): string => new Date(ms).toISOString();

	test.each([
		[{ sentTimestamp: iso(NOW - 600_000) }, undefined],
		[{ sentTimestamp: iso(NOW - 600_001) }, 'age'],
		[{ sentTimestamp: NOW - 600_001 }, 'age'],
		[{ sentTimestamp: iso(NOW + 5_000) }, undefined],
		[{ sentTimestamp: 'yesterday' }, undefined],
		[{}, undefined],
	])('%j: %s', async (message, reason) => {
		expect(await reasonOf({ maxAgeMinutes: 10 }, newMessage(message))).toBe(reason);
	});

	test("takes a status's own time, not that of the message it is about", async () => {
		const old = { message: { sentTimestamp: iso(NOW - 9e6) } };
		expect(
			await reasonOf({ maxAgeMinutes: 10 }, event('MessageDeliveryCommand', { ...CHAT, ...old, timestamp: NOW - 1_000 })),
		).toBeUndefined();
		expect(
			await reasonOf({ maxAgeMinutes: 10 }, event('MessageDeliveryCommand', { ...CHAT, ...old, timestamp: NOW - 9e6 })),
		).toBe('age');
	});
});
