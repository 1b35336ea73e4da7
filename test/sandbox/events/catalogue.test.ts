import { EVENT_NAMES, type EventName } from '../../../sandbox/events/catalogue';
import type { JsonObject } from '../../../sandbox/core/json';
import { eventsOf, runSandbox } from '../../helpers/sandbox';

const running = runSandbox({ deliveryConcurrency: 1 });
const { api, control } = running;
const CHANNELS = [{ channel: 'tg', id: 'bot' }];
const BOT = { channel: 'tg', channelId: 4100 };
const TO_ZOE = { ...BOT, tbChatId: 70001 };
const TO_BUSINESS = { channel: 'whatsappb', channelId: 9007199254740993n, tbChatId: 9007199254740995n };
const DEEP_LINK = { commandName: 'start_chat', parameters: { utm: 'x' } };
const YES = { type: 'ActionButton', text: 'Yes', payload: 'yes' };
const SHARE = { type: 'GetContactButton', text: 'Share', payload: 'share' };

const valueOf = async (request: string, body: object) => (await api(request, body)).body.$value as JsonObject;
const widget = async () => String((await valueOf('POST /widgets', { channels: CHANNELS })).id);
const send = async (to: JsonObject, ...buttons: object[]) => await valueOf('POST /messages', { ...to, text: 'Sure?', buttons });
const changeWidget = async (change: string) => await control(`POST /widgets/${await widget()}/${change}`);
const calling = (request: string, body?: object) => async () => await control(request, body);
const raising = async (act: () => Promise<unknown>) => await eventsOf(running, act);

/** Presses a message's button, and returns what that raises. */
async function press(to: JsonObject, { id }: JsonObject, { by, times = 1 }: { by?: unknown; times?: number } = {}) {
	await running.sandbox.settled();
	return await raising(async () => {
		for (let time = 0; time < times; time += 1)
			await control(`POST /chats/${String(to.tbChatId)}/press`, { messageId: id, index: 0, by });
	});
}

/** A button of an action. */
async function acting(action: object): Promise<object> {
	const { id } = await valueOf('POST /endUserNotifications/chainActions', action);
	return { ...YES, payload: id };
}

/** The act that raises each event, and something its fields must say. */
const RAISED_BY: Record<EventName, [act: () => Promise<unknown>, fields: object]> = {
	new_message: [
		calling('POST /chats/70001/messages', { text: 'x' }),
		{
			...{ ...TO_ZOE, chatId: '271828182', remoteAddress: '271828182', direction: 'inbound', text: 'x', textMarkup: 'PLAIN' },
			...{ remoteContact: { nationalName: { displayName: 'Zoë Müller ' } }, chat: { id: 'tg_4100_271828182' } },
		},
	],
	MessageDeliveryCommand: [
		async () => await send(TO_ZOE),
		{ address: { chatId: '271828182' }, channelJobId: expect.any(String) },
	],
	ChannelMessageReadCommand: [
		async () => {
			await send({ channel: 'viber', channelId: 310, tbChatId: 70008 });
			await control('POST /chats/70008/read');
		},
		{ chat: { channel: 'viber' } },
	],
	EndUserActionCommand: [
		async () => await press(TO_ZOE, await send(TO_ZOE, YES)),
		{ payload: 'yes', remoteContact: { channel: 'tg' } },
	],
	NewChatCreatedCommand: [calling('POST /chats', { ...BOT, chatId: 'with_under_scores' }), { chatId: 'with_under_scores' }],
	FirstMessageFromEndUserInChatCommand: [
		calling('POST /chats', { channel: 'viber', channelId: 310, phone: '+79001234567', text: 'x' }),
		{
			...{ channel: 'viber', remoteAddress: 'tel:+79001234567', firstMessage: { text: 'x' }, createdTs: expect.any(String) },
			chat: { remoteContact: { phoneNumbers: [{ number: 'tel:+79001234567' }] } },
		},
	],
	EndUserSubscribedOnNotification: [
		calling('POST /chats/70001/subscribe'),
		{ subscription: { accountId: expect.any(String), subscribedTs: expect.any(String) } },
	],
	EndUserUnsubscribedFromNotification: [
		calling('POST /chats/70001/unsubscribe'),
		{
			...{ subscription: { unsubscribedTs: expect.any(String) }, optOutId: expect.any(String) },
			...{ initiator: 'USER_ACTION', unsubscribedFromAllSubscriptions: true },
		},
	],
	EndUserActivatedNotificationDeepLink: [calling('POST /chats/70001/deepLink', DEEP_LINK), DEEP_LINK],
	ConversationStartContextUpdateCommand: [
		calling('POST /chats/70001/conversationStartContext', { pageUrl: 'https://shop.example/' }),
		{ chatAddress: { tbChatId: 70001 }, conversationStartContext: { pageUrl: 'https://shop.example/' } },
	],
	TagAssignedOnChatCommand: [
		async () => await api('POST /chats/70001/tags/vip'),
		{ tag: { name: 'vip', tagId: expect.any(Number) }, isNewTag: true, reason: 'operator_assigned' },
	],
	TagRemovedFromChatCommand: [
		calling('DELETE /chats/70001/operator/tags/vip'),
		{ tag: { name: 'vip' }, reason: 'operator_removed', wasActuallyChanged: false },
	],
	ChatMemoChanged: [
		async () => await api('POST /chats/tg_4100_271828182/memo', { memo: 'x' }),
		{ memo: { memo: 'x', tbUserId: expect.any(String) }, chatAddress: { chatId: '271828182' } },
	],
	OperatorReadChatCommand: [
		calling('POST /chats/70001/operator/read'),
		{ upToTimestamp: expect.any(Number), userId: expect.any(String), chat: { unreadCount: 0 } },
	],
	OperatorUnReadChatCommand: [
		async () => {
			await control('POST /chats/70001/messages', { text: 'A second unread message' });
			await control('POST /chats/70001/operator/unread', { upToChannelMessageId: '5' });
		},
		{ upToChannelMessageId: '5', chat: { unreadCount: 2 } },
	],
	ChannelConnected: [
		calling('POST /channels/tg/4100/connect', { reason: 'token_refreshed' }),
		{ reason: 'token_refreshed', fullChannel: { channelId: 4100 } },
	],
	ChannelCreationCommand: [calling('POST /channels', { channel: 'tg', channelId: 42 }), { channel: 'tg', channelId: 42 }],
	ChannelDisconnected: [
		calling('POST /channels/whatsappb/9007199254740993/disconnect', { reason: 'phone_gone_offline' }),
		{ reason: 'phone_gone_offline', fullChannel: { channelId: 9007199254740993n } },
	],
	WidgetCreateCommand: [widget, { widget: { channels: CHANNELS }, widgetCode: expect.any(String) }],
	WidgetDeleteCommand: [async () => await changeWidget('delete'), { widget: {} }],
	WidgetDisableCommand: [async () => await changeWidget('disable'), { widget: {} }],
	WidgetEnableCommand: [async () => await changeWidget('enable'), { widget: {} }],
	WidgetUpdateCommand: [
		async () => await api(`PUT /widgets/${await widget()}`, { channels: CHANNELS, 'my-x': 1 }),
		{ widget: { 'my-x': 1 } },
	],
};

test.each([...EVENT_NAMES])('%s is raised', async (name) => {
	const [act, fields] = RAISED_BY[name];
	expect((await eventsOf(running, act)).of(name)).toMatchObject(fields);
});

test('places the fields of the flat layout as the specification does, without empty ones', async () => {
	await control('PATCH /settings', { eventLayout: 'flat' });
	const [name, firstMessage] = ['FirstMessageFromEndUserInChatCommand', { text: 'Hi' }];
	const { body } = await control('POST /events', { name, fields: { channel: 'tg', firstMessage, userId: null } });
	const { accountId } = running.sandbox;
	expect(body.$value).toEqual({ accountId, id: expect.any(String), name, comand: { channel: 'tg', firstMessage }, firstMessage });
	const connected = await control('POST /events', { name: 'ChannelConnected', fields: { reason: 'token_refreshed' } });
	expect(connected.body.$value).toMatchObject({ reason: 'token_refreshed' });
	await control('PATCH /settings', { eventLayout: 'nested' });
});

test('raises what a later version might send, at those alone who registered its name', async () => {
	const raise = async () => await control('POST /events', { name: 'FutureCommand', fields: { a: 1 }, unchecked: true });
	expect((await eventsOf(running, raise, ['FutureCommand'])).of('FutureCommand')).toEqual({ a: 1 });
	expect((await eventsOf(running, raise)).names).toEqual([]);
	expect((await control('POST /events', { name: 'FutureCommand', fields: {} })).status).toBe(400);
});

test('a chat that was read can be marked unread', async () => {
	await control('POST /chats/70001/operator/read');
	expect((await control('POST /chats/70001/operator/unread')).body.$value).toEqual({ unreadCount: 1 });
});

describe('the order of events', () => {
	const FIRST = 'FirstMessageFromEndUserInChatCommand';

	test('when a new person writes: a new chat, the first message, the message', async () => {
		const person = { channel: 'viber', channelId: 310, firstName: 'Nu', text: 'first' };
		const raised = await raising(async () => await control('POST /chats', person));
		expect(raised.names).toEqual(['NewChatCreatedCommand', FIRST, 'new_message']);
	});

	test('when the account opens a chat by phone: the new chat, later the first message of its person', async () => {
		const to = { channel: 'whatsapp', channelId: 79005550101, remoteAddress: 'tel:+79007654321', text: 'hello' };
		const opened = await raising(async () => await api('POST /messages', to));
		expect(opened.names).toContain('NewChatCreatedCommand');
		expect(opened.names).not.toContain(FIRST);
		running.sandbox.state.webhooks = [];
		const answered = await raising(async () => {
			await control('POST /chats/whatsapp_79005550101_79007654321/messages', { text: 'who are you?' });
		});
		expect(answered.names).toEqual([FIRST, 'new_message']);
	});

	test('for a blocked person: none of what they write, and messages of the account settings are reported as blocked', async () => {
		const raised = await raising(async () => {
			await api('PATCH /chats/70001', { blocked: true });
			await control('POST /chats/70001/messages', { text: 'hear me' });
			await send(TO_ZOE);
			await control('POST /chats/70001/operator/messages', { text: 'from the operator' });
		});
		const statuses = ['MessageDeliveryCommand', 'MessageDeliveryCommand'];
		expect(raised.names.sort()).toEqual(['EndUserUnsubscribedFromNotification', ...statuses, 'new_message']);
		expect(raised.of('new_message')).toMatchObject({
			...{ text: 'from the operator', senderInfo: { endpointType: 'SERVICE_WEB' } },
		});
		expect(raised.all('MessageDeliveryCommand')[1]).toMatchObject({
			...{ deliveryStatus: 'BLOCKED', isFinal: true, isDelivered: false },
		});
		expect(raised.of('EndUserUnsubscribedFromNotification')).toMatchObject({ initiator: 'OPERATOR' });
	});
});

describe('a pressed button', () => {
	test('assigns tags and sends the prepared reply', async () => {
		const { id } = await valueOf('POST /preparedMessages', { text: 'Thank you!' });
		const assign = { action: 'tags.assign', message: { id }, actionParameters: { tags: ['a', 'b'] } };
		const raised = await press(TO_ZOE, await send(TO_ZOE, await acting(assign)));
		expect(raised.of('EndUserActionCommand')).not.toHaveProperty('button');
		expect(raised.all('TagAssignedOnChatCommand')).toMatchObject([
			{ tag: { name: 'a' }, reason: 'user_activated_response', isNewTag: true, wasActuallyChanged: true },
			{ tag: { name: 'b' } },
		]);
		expect(raised.of('new_message')).toMatchObject({ text: 'Thank you!', reason: 'tb_sent_interactive_action_response' });
		const { messages } = (await control('GET /state')).body as { messages: Array<{ presses: object[] }> };
		expect(messages.flatMap(({ presses }) => presses)).toMatchObject([{ acts: true }]);
	});

	test('does what its action and reply say now, even if they changed after it was delivered', async () => {
		const { id } = await valueOf('POST /preparedMessages', { text: 'old' });
		const button = (await acting({ action: 'nothing', message: { id } })) as { payload: string };
		const message = await send(TO_ZOE, button);
		await api(`PUT /preparedMessages/${String(id)}`, { text: 'new' });
		const changed = { action: 'tags.assign', message: { id }, actionParameters: { tags: ['later'] } };
		await api(`PUT /endUserNotifications/chainActions/${button.payload}`, changed);
		const raised = await press(TO_ZOE, message);
		expect(raised.of('new_message')).toMatchObject({ text: 'new' });
		expect(raised.of('TagAssignedOnChatCommand')).toMatchObject({ tag: { name: 'later' } });
	});

	test.each([
		['notifications.subscribe', 'EndUserSubscribedOnNotification', {}],
		['notifications.unsubscribe', 'EndUserUnsubscribedFromNotification', { initiator: 'USER_ACTION' }],
		['tags.remove', 'TagRemovedFromChatCommand', { reason: 'user_activated_response', wasActuallyChanged: false }],
	])('with the action %s raises %s', async (action, event, fields) => {
		const button = await acting({ action, actionParameters: { tags: ['x'] } });
		expect((await press(TO_ZOE, await send(TO_ZOE, button))).of(event)).toMatchObject(fields);
	});

	test('is reported with its clicks and the first click on the business-API channel', async () => {
		const raised = await press(TO_BUSINESS, await send(TO_BUSINESS, YES), { times: 2 });
		expect(raised.all('EndUserActionCommand')).toMatchObject([
			{ firstCLick: true, button: { type: 'ActionButton', clickCount: 1 } },
			{ firstCLick: false, button: { clickCount: 2 } },
		]);
	});

	test('shares the contact on tg if it is a GetContactButton', async () => {
		const raised = await press(TO_ZOE, await send(TO_ZOE, SHARE));
		expect(raised.of('EndUserActionCommand')).toMatchObject({
			button: { type: 'GetContactButton' },
			remoteContact: { channelUserId: '271828182', phoneNumbers: [{ number: 'tel:+79005550999' }] },
		});
		expect(raised.of('new_message')).toMatchObject({ direction: 'inbound', contact: { phone: '+79005550999' } });
		expect(raised.of('ChatMemoChanged')).toMatchObject({ memo: { phones: ['+79005550999'] } });
	});

	test('has the contact of someone else who presses it, and the address of the chat', async () => {
		const by = { channelUserId: '999', channelUsername: 'ada', displayName: 'Ada', phone: '+442079460958' };
		const phoneNumbers = [{ number: 'tel:+442079460958' }];
		const pressed = (await press(TO_ZOE, await send(TO_ZOE, YES), { by })).of('EndUserActionCommand');
		expect(pressed).toMatchObject({ chatId: '271828182', remoteAddress: '271828182' });
		expect(pressed.remoteContact).toEqual({
			...{ channel: 'tg', channelUserId: '999', channelUsername: 'ada', phoneNumbers },
			nationalName: { displayName: 'Ada ' },
		});
		const shared = await press(TO_ZOE, await send(TO_ZOE, SHARE), { by });
		expect(shared.of('new_message')).toMatchObject({
			contact: { phone: '+442079460958', name: 'Ada' },
			remoteContact: { channelUserId: '999' },
		});
		// it isn't taken for the number of the person in the chat
		const own = await press(TO_ZOE, await send(TO_ZOE, YES));
		expect(own.of('EndUserActionCommand').remoteContact).not.toHaveProperty('phoneNumbers');
	});

	test.each([[null], [[]], [{ channelUserId: 999 }], [{ id: 'x' }]])('cannot be pressed by %j', async (by) => {
		const { id } = await send(TO_ZOE, YES);
		expect((await control('POST /chats/70001/press', { messageId: id, index: 0, by })).status).toBe(400);
	});

	test('raises nothing if it only opens a link', async () => {
		const link = { type: 'HyperLinkButton', text: 'Shop', link: 'https://shop.example/' };
		expect((await press(TO_ZOE, await send(TO_ZOE, link))).names).toEqual([]);
	});

	test.each([
		['vk', { channel: 'vk', channelId: 4100, tbChatId: 9007199254740993n }, undefined],
		['whatsappb', TO_BUSINESS, [{ number: 'tel:+79005550202' }]],
	])('that asks for the contact shares nothing on %s, and has the number only if known', async (_where, to, phoneNumbers) => {
		const raised = await press(to, await send(to, SHARE));
		expect(raised.names).toEqual(['EndUserActionCommand']);
		const { payload, remoteContact } = raised.of('EndUserActionCommand');
		expect([payload, (remoteContact as JsonObject).phoneNumbers]).toEqual(['share', phoneNumbers]);
	});
});
