/** The event names of the specification ("Events"). */
export const EVENT_NAMES = [
	'new_message',
	'MessageDeliveryCommand',
	'ChannelMessageReadCommand',
	'EndUserActionCommand',
	'NewChatCreatedCommand',
	'FirstMessageFromEndUserInChatCommand',
	'EndUserSubscribedOnNotification',
	'EndUserUnsubscribedFromNotification',
	'EndUserActivatedNotificationDeepLink',
	'ConversationStartContextUpdateCommand',
	'TagAssignedOnChatCommand',
	'TagRemovedFromChatCommand',
	'ChatMemoChanged',
	'OperatorReadChatCommand',
	'OperatorUnReadChatCommand',
	'ChannelConnected',
	'ChannelCreationCommand',
	'ChannelDisconnected',
	'WidgetCreateCommand',
	'WidgetDeleteCommand',
	'WidgetDisableCommand',
	'WidgetEnableCommand',
	'WidgetUpdateCommand',
] as const;

export type EventName = (typeof EVENT_NAMES)[number];
