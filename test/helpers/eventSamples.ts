import { ACCOUNT } from './signedDeliveries';

/** A chat's address as events carry it. */
export const CHAT = {
	channel: 'tg',
	channelId: 4100,
	chatId: '271_828',
	tbChatId: 70001,
	remoteAddress: 'tel:+441632960001',
};
/** How it comes out of the trigger. */
export const FLAT_ADDRESS = {
	event: '',
	accountId: ACCOUNT,
	channel: 'tg',
	channelId: 4100,
	chatId: '271_828',
	tbChatId: 70001,
	chatRef: 'tg_4100_271_828',
};

/** Fields of each event as the specification lists them, with the chat where it says. */
export const FIELDS: Record<string, Record<string, unknown>> = {
	MessageDeliveryCommand: {
		...CHAT,
		messageId: 'm-1',
		deliveryStatus: 'DELIVERED',
		isFinal: true,
		isDelivered: true,
		timestamp: 1_798_000_000_000,
	},
	ChannelMessageReadCommand: { ...CHAT, id: 'read-1', messageId: 'm-1', readKind: 'BY_TIMESTAMP' },
	EndUserActionCommand: {
		...CHAT,
		payload: 'a-1',
		button: { type: 'ActionButton', text: 'Yes' },
		firstCLick: true,
	},
	NewChatCreatedCommand: { ...CHAT, chat: { id: 'tg_4100_271_828' }, createdTs: '2026-06-01T00:00:00Z' },
	FirstMessageFromEndUserInChatCommand: { ...CHAT, firstMessage: { text: 'Hello' } },
	EndUserSubscribedOnNotification: { ...CHAT, subscription: { id: 's-1' } },
	EndUserUnsubscribedFromNotification: {
		...CHAT,
		initiator: 'USER_ACTION',
		unsubscribedFromAllSubscriptions: true,
	},
	EndUserActivatedNotificationDeepLink: { ...CHAT, commandName: 'start_chat', parameters: { utm: 'x' } },
	ConversationStartContextUpdateCommand: {
		id: 'ctx-1',
		chatAddress: CHAT,
		conversationStartContext: { pageUrl: 'https://shop.example' },
	},
	TagAssignedOnChatCommand: { ...CHAT, tag: 'VIP', isNewTag: false, wasActuallyChanged: true },
	TagRemovedFromChatCommand: { ...CHAT, tag: 'VIP', wasActuallyChanged: true },
	ChatMemoChanged: { chatAddress: CHAT, tbChatId: 70001, memo: { memo: 'note', phones: [], emails: [] } },
	OperatorReadChatCommand: { ...CHAT, exactMessageId: 'm-1', sessionId: 's-1' },
	OperatorUnReadChatCommand: { ...CHAT, sessionId: 's-1', upFromTimestamp: 1_798_000_000_000 },
	ChannelConnected: { ...CHAT, fullChannel: { id: 'tg-4100' }, reason: 'token_updated' },
	ChannelCreationCommand: { channel: 'tg', channelId: 4100 },
	ChannelDisconnected: { fullChannel: { channel: 'tg', channelId: 4100 }, reason: 'token_expired' },
	WidgetCreateCommand: { widget: { id: 'w-1' }, widgetCode: '<script></script>' },
	WidgetDeleteCommand: { widget: { id: 'w-1' } },
	WidgetDisableCommand: { widget: { id: 'w-1' } },
	WidgetEnableCommand: { widget: { id: 'w-1' } },
	WidgetUpdateCommand: { widget: { id: 'w-1' }, widgetCode: '<script></script>' },
};
