import { EVENT_NAMES, type EventName } from '../../../sandbox/events/catalogue';
import type { JsonObject } from '../../../sandbox/core/json';
import { eventsOf, runSandbox } from '../../helpers/sandbox';

const running = runSandbox();
const { api, control } = running;
const CHANNELS = [{ channel: 'tg', id: 'bot' }];

async function widget(): Promise<string> {
	const { body } = await api('POST /widgets', { channels: CHANNELS });
	return String((body.$value as JsonObject).id);
}

async function pressed(): Promise<void> {
	const buttons = [{ type: 'ActionButton', text: 'b', payload: 'p' }];
	const { body } = await api('POST /messages', { channel: 'tg', channelId: 4100, tbChatId: 70001, text: 'x', buttons });
	await control('POST /chats/70001/press', { messageId: (body.$value as JsonObject).id, index: 0 });
}

/** The act that raises each event, and something its fields must say. */
const RAISED_BY: Record<EventName, [act: () => Promise<unknown>, fields: object]> = {
	new_message: [async () => await control('POST /chats/70001/messages', { text: 'x' }), { text: 'x', textMarkup: 'PLAIN' }],
	MessageDeliveryCommand: [
		async () => await api('POST /messages', { channel: 'tg', channelId: 4100, tbChatId: 70001, text: 'x' }),
		{ address: { chatId: '271828182' }, channelJobId: expect.any(String) },
	],
	ChannelMessageReadCommand: [
		async () => {
			await api('POST /messages', { channel: 'viber', channelId: 310, tbChatId: 70008, text: 'x' });
			await control('POST /chats/70008/read');
		},
		{ chat: { channel: 'viber' } },
	],
	EndUserActionCommand: [pressed, { payload: 'p', remoteContact: { channel: 'tg' } }],
	NewChatCreatedCommand: [
		async () => await control('POST /chats', { channel: 'tg', channelId: 4100, chatId: 'with_under_scores' }),
		{ chatId: 'with_under_scores' },
	],
	FirstMessageFromEndUserInChatCommand: [
		async () => await control('POST /chats', { channel: 'tg', channelId: 4100, text: 'x' }),
		{ firstMessage: { text: 'x' } },
	],
	EndUserSubscribedOnNotification: [
		async () => await control('POST /chats/70001/subscribe'),
		{ subscription: { accountId: expect.any(String), subscribedTs: expect.any(String) } },
	],
	EndUserUnsubscribedFromNotification: [
		async () => await control('POST /chats/70001/unsubscribe'),
		{
			subscription: { unsubscribedTs: expect.any(String) },
			initiator: 'USER_ACTION',
			optOutId: expect.any(String),
			unsubscribedFromAllSubscriptions: true,
		},
	],
	EndUserActivatedNotificationDeepLink: [
		async () => await control('POST /chats/70001/deepLink', { commandName: 'start_chat', parameters: { utm: 'x' } }),
		{ commandName: 'start_chat', parameters: { utm: 'x' } },
	],
	ConversationStartContextUpdateCommand: [
		async () => await control('POST /chats/70001/conversationStartContext', { pageUrl: 'https://shop.example/' }),
		{ chatAddress: { tbChatId: 70001 }, conversationStartContext: { pageUrl: 'https://shop.example/' } },
	],
	TagAssignedOnChatCommand: [
		async () => await api('POST /chats/70001/tags/vip'),
		{ tag: { name: 'vip', tagId: expect.any(Number) }, isNewTag: true, reason: 'operator_assigned' },
	],
	TagRemovedFromChatCommand: [
		async () => await control('DELETE /chats/70001/operator/tags/vip'),
		{ tag: { name: 'vip' }, reason: 'operator_removed', wasActuallyChanged: false },
	],
	ChatMemoChanged: [
		async () => await api('POST /chats/tg_4100_271828182/memo', { memo: 'x' }),
		{ memo: { memo: 'x', tbUserId: expect.any(String) }, chatAddress: { chatId: '271828182' } },
	],
	OperatorReadChatCommand: [
		async () => await control('POST /chats/70001/operator/read'),
		{ upToTimestamp: expect.any(Number), userId: expect.any(String) },
	],
	OperatorUnReadChatCommand: [
		async () => await control('POST /chats/70001/operator/unread', { upToChannelMessageId: '5' }),
		{ upToChannelMessageId: '5', chat: { unreadCount: 1 } },
	],
	ChannelConnected: [
		async () => await control('POST /channels/tg/4100/connect', { reason: 'token_refreshed' }),
		{ reason: 'token_refreshed', fullChannel: { channelId: 4100 } },
	],
	ChannelCreationCommand: [
		async () => await control('POST /channels', { channel: 'tg', channelId: 42 }),
		{ channel: 'tg', channelId: 42 },
	],
	ChannelDisconnected: [
		async () => await control('POST /channels/whatsappb/9007199254740993/disconnect', { reason: 'phone_gone_offline' }),
		{ reason: 'phone_gone_offline', fullChannel: { channelId: 9007199254740993n } },
	],
	WidgetCreateCommand: [widget, { widget: { channels: CHANNELS }, widgetCode: expect.any(String) }],
	WidgetDeleteCommand: [async () => await control(`POST /widgets/${await widget()}/delete`), { widget: {} }],
	WidgetDisableCommand: [async () => await control(`POST /widgets/${await widget()}/disable`), { widget: {} }],
	WidgetEnableCommand: [async () => await control(`POST /widgets/${await widget()}/enable`), { widget: {} }],
	WidgetUpdateCommand: [
		async () => await api(`PUT /widgets/${await widget()}`, { channels: CHANNELS, 'my-x': 1 }),
		{ widget: { 'my-x': 1 } },
	],
};

test.each([...EVENT_NAMES])('%s is raised', async (name) => {
	const [act, fields] = RAISED_BY[name];
	expect((await eventsOf(running, act)).of(name)).toMatchObject(fields);
});

test('spells the object of a first message in the flat layout as the specification does', async () => {
	await control('PATCH /settings', { eventLayout: 'flat' });
	const name = 'FirstMessageFromEndUserInChatCommand';
	const fields = { channel: 'tg', firstMessage: { text: 'Hi' } };
	const { body } = await control('POST /events', { name, fields });
	expect(body.$value).toMatchObject({ name, comand: fields, firstMessage: fields.firstMessage });
	expect(body.$value).not.toHaveProperty('channel');
	await control('PATCH /settings', { eventLayout: 'nested' });
});

test('places the fields as the layout says, and leaves out those without a value', async () => {
	const bodies: JsonObject[] = [];
	for (const eventLayout of ['nested', 'flat']) {
		await control('PATCH /settings', { eventLayout });
		const { body } = await control('POST /events', { name: 'ChannelCreationCommand', fields: { channel: 'tg', userId: null } });
		bodies.push(body.$value as JsonObject);
	}
	const envelope = { accountId: running.sandbox.accountId, id: expect.any(String), name: 'ChannelCreationCommand' };
	expect(bodies).toEqual([
		{ ...envelope, command: { channel: 'tg' } },
		{ ...envelope, channel: 'tg' },
	]);
	await control('PATCH /settings', { eventLayout: 'nested' });
});

test('raises what a later version might send, at those alone who registered its name', async () => {
	const raise = async () => await control('POST /events', { name: 'FutureCommand', fields: { a: 1 }, unchecked: true });
	expect((await eventsOf(running, raise, ['FutureCommand'])).of('FutureCommand')).toEqual({ a: 1 });
	expect((await eventsOf(running, raise)).names).toEqual([]);
	expect((await control('POST /events', { name: 'FutureCommand', fields: {} })).status).toBe(400);
});
