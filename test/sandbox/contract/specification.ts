import { OPERATIONS } from '../../helpers/operationTable';

/**
 * The tables of the specification, written down by hand: what the contract must name, and all it may name. `$top` and `channelId`
 * of the chat list, `delivered` and `phoneNumbers` are in none of them: clients of the platform have seen those. A trailing `?`
 * of the tables' notes is left out; the names are as the specification spells them.
 */

/** The endpoints that answer 202: their operations output that the platform accepted the change. */
export const ACCEPTED = Object.values(OPERATIONS)
	.flatMap((rows) => Object.values(rows))
	.flatMap(({ calls, output }) => (output.own?.accepted ? calls : []));

/** Query parameters by endpoint. */
export const QUERY: Record<string, string[]> = {
	'GET /channels': ['v'],
	'GET /v1/chats': ['from', 'blocked', '$skip', '$top', 'channelId'],
	'GET /chats': ['from', 'blocked', '$skip', '$top', 'channelId'],
};

/** The statuses of the error table. */
export const FAILURES = ['400', '401', '402', '403', '404', '500'];

/** The named subcodes. */
export const SUBCODES = {
	sc: [1000, 1001, 1002, 1003, 400, 404],
	scn: [
		'BODY_HAS_INVALID_FORMAT',
		'BODY_VALIDATION_ERROR',
		'RESOURCE_ID_IS_ABSENT',
		'UNIQUE_CONSTRAINT_FAILED',
		'INVALID_REQUEST',
		'NOT_FOUND',
	],
};

const words = (text: string) => text.split(/[\s,]+/).filter(Boolean);
const ATTACHMENT = `channelFileId kind fileName fileSize mediaDuration mediaHeight mediaWidth mimeType publicUrl thumbnails`;

/** Every model with its fields. */
export const MODELS: Record<string, string[]> = {
	Failure: words('$error $count $totalCount'),
	Error: words('sc scn msg violations'),
	Violation: words('propertyPath name invalidValue'),
	UploadedFile: words('accountId bucket cloudUri publicUri'),
	Channel: words(`accountId channelId channel id botUsername phone botName botDescription botAboutText botUserPicUrl
		tbUserId title webUrl status messagingStats`),
	ChannelEntry: words('channel freeTextCapability templateCapability'),
	ChannelsByType: words('tg sms vk facebook viber vibersm whatsapp whatsappb instagram tgp capability'),
	Capability: words(`textRestrictions photoRestrictions audioRestrictions videoRestrictions filesRestrictions
		buttonsRestrictions statusRestrictions locationSupported configurablePushBehavior maxAttachmentsPerMessage
		messageSendIntervalMs shouldWrapIntoCompositeIfButtonsPresent channelTypeName isTemplate template
		canCombineDifferentTypes`),
	Chat: words(`id accountId chatId channel channelId tbChatId remoteAddress remoteAddresses remoteAddressNotTel
		remoteUsername remoteFirstName remoteLastName remoteContact address lastMessage messagingStats unreadCount
		userPicUrl tags tagSet memo metadata createdTs firstInboundMessageTs blocked blockedTs importedChat
		importedChatMerged allMessagesImported lastConversationStartContext assistants optState handling`),
	ChatUpdate: words('blocked'),
	ChatAddress: words('accountId channel channelId chatId remoteAddress tbChatId'),
	Message: words(`id accountId direction channel channelId chatId tbChatId chatTitle chat remoteAddress
		remoteFirstName remoteLastName remoteContact text textMarkup subject attachments buttons templateId templateName
		templateCategory substitutions rawMessage actionNumbers channelMessageId channelRead chanReadTs reads markRead
		readByAnyOperator childMessages compositeMessageType masterMessageId notificationId contact contactCards location
		deliveryStatuses currentDeliveryStatus deliveryTimeout pushType reason removeKeyboard headers
		replyToChannelMessageId replyToMessage senderInfo sentTimestamp wabaMenu wabaReserve wabaWindowOpened`),
	Attachment: words(ATTACHMENT),
	SendAttachment: words(ATTACHMENT),
	Button: words('type text link payload oneTime removeKeyboard clickCount'),
	SendButton: words('type text link payload oneTime removeKeyboard'),
	SendMessage: words(`channel channelId chatId tbChatId remoteAddress text templateId substitutions attachments buttons`),
	PreparedMessage: words(`id accountId name text ownerType ownerId attachments buttons createdTs lastModifiedTs
		createdByTbUserId`),
	PreparedMessageInput: words('name text ownerType ownerId attachments buttons'),
	ChainAction: words('id accountId action description message actionParameters enabled'),
	ChainActionInput: words('action description message actionParameters'),
	Tag: words('accountId name createdTs'),
	ChatTag: words('chatId name accountId assignedTs reason id tagId'),
	Memo: words('memo phones emails tbUserId changedTs'),
	MemoUpdate: words('memo phones emails'),
	WidgetChannel: words('channel id slug enabled'),
	WebhookInput: words('url events'),
	Webhook: words('id'),
	Contact: words(`id parentContactId channel channelUserId channelUsername email phone phoneNumbers gender birthday city country
		internationalName nationalName preferredLanguage timezone userPicUrl userProfileUrl`),
	PartialDate: words('day month year'),
	PersonalName: words('displayName firstName lastName'),
	City: words('internationalName nationalName'),
	Country: words('internationalName nationalName isoCode'),
	Location: words('latitude longitude'),
	MessagingStats: words(`lastInboundMessageTimestamp delivered received receivedUserSentMessages sent total
		totalNotificationsSent unread`),
	ConversationStartContext: words(`cookies insecureContext secureContext secureContextToken pageTitle pageUrl referer
		timezoneOffset urlParameters userAgentString viewerId visitDate visitsCount widgetId`),
	MessageDeliveryStatus: words('id channelDeliveryStatus deliveryStatus isDelivered isFinal timestamp'),
	Reads: words('readTimestamp sessionId userId'),
	ChannelRead: words('id channelMessageIdExact channelMessageIdNumericFrom readKind timestampFrom'),
	SenderInfo: words('endpointType channelUserId tbUserId userAgent'),
	Subscription: words(`id accountId address insecureContext secureContext secureContextToken messagingStats
		remoteContact sourceOptions subject subscribedTs unsubscribedTs user widgetId`),
	SubscriptionSourceOptions: words('channelChat createdByOperator subscription tbChat'),
	AccountUser: words('id accountId externalId'),
	OperatorUser: words('email displayName login password phone options'),
};

/** The widget's own settings, and the family of custom channel buttons (which also exist with the suffix 1). */
export const WIDGET = words(`channels welcome-avatar-url welcome-name welcome-seconds welcome-tooltip show-welcome
	disable-welcome-cursor welcome-avatar widget-size bg-color show-waterdrop show-lightbox widget-desktop-icon
	widget-mobile-icon disable-desktop-tooltip-en disable-desktop-tooltip-ru disable-mobile-tooltip-en
	disable-mobile-tooltip-ru desktop-tooltiptext-en desktop-tooltiptext-ru mobile-tooltiptext-en mobile-tooltiptext-ru
	show-mobile-version show-mobile widget-alignment widget-alignment-left widget-alignment-right
	widget-alignment-bottom widget-open hide-tb-logo custom-channels-total`);

/** Assigned by the service. */
export const WIDGET_ASSIGNED = words('id userId accountId');

/** Keys of custom channel buttons. */
export const WIDGET_CUSTOM_CHANNEL = words(`custom-channel-tab-number custom-channel-id custom-channel-tooltip
	custom-channel-icon custom-channel-action custom-channel-icon-url custom-channel-link custom-channel-callback
	is-custom-wide disable-custom-channel-mo disable-custom-channel-tu disable-custom-channel-we
	disable-custom-channel-th disable-custom-channel-fr disable-custom-channel-sb disable-custom-channel-su
	custom-channel-from-hours custom-channel-from-minutes custom-channel-to-hours custom-channel-to-minutes`);

/** The channel types that were seen; the specification does not say that there are no others. */
export const CHANNEL_TYPES_SEEN = words('tg sms vk facebook viber vibersm whatsapp whatsappb instagram tgp');

/** Enumerations by their place: a schema, or a schema's field. */
export const ENUMS: Record<string, string[]> = {
	'Message.direction': words('inbound outbound'),
	'Message.textMarkup': words('PLAIN HTML MARKDOWN'),
	'Message.pushType': words('REGULAR SILENT_PUSH NO_PUSH'),
	CompositeMessageType: words('MASTER_MESSAGE CHILD_MESSAGE REGULAR_MESSAGE'),
	MessageReason: words(`undefined operator_sent_message operator_sent_reply_from_messenger user_sent_message
		user_activated_interactive_menu_option messenger_sent_deep_link_message tb_sent_end_user_notification
		tb_sent_subscription_welcome_message tb_sent_auto_reply_message tb_sent_interactive_action_response
		tb_sent_operator_notification`),
	AttachmentKind: words('document image audio video thumb sticker voice'),
	'Button.type': words('ActionButton HyperLinkButton GetContactButton InvoiceButton PhoneButton'),
	'SendButton.type': words('ActionButton HyperLinkButton GetContactButton'),
	ChainActionName: words('notifications.subscribe notifications.unsubscribe tags.assign tags.remove nothing'),
	TagAssignReason: words('operator_assigned user_activated_response user_subscribed_on_widget ve_assigned'),
	'WidgetChannel.channel': words('vk facebook whatsapp tg viber whatsappb instagram'),
	'WidgetInput.widget-desktop-icon': words('desktopMessaging desktopTelegram desktopPhone desktopBubble desktopCarousel'),
	'WidgetInput.widget-mobile-icon': words('mobileAngle mobileMessaging mobileTelegram mobilePhone mobileBubble mobileCarousel'),
	'Contact.gender': words('male female'),
	ReadNotificationKind: words('BY_TIMESTAMP BY_NUMERIC_MESSAGE_ID BY_EXACT_MESSAGE_ID BY_SERVICE_MESSAGE_ID'),
	'SenderInfo.endpointType': words(`UNKNOWN REST_API SERVICE_WEB FROM_CHANNEL END_USER_NOTIFICATION_API
		CHANNEL_NOTIFICATION BOT_API`),
	DeliveryStatus: words(`DELIVERED SENT ACCEPTED_BY_PARTNER QUEUED ERROR API_TIMEOUT CONNECTION_TIMEOUT
		WRONG_ACCOUNT_ID SERVER_UNAVAILABLE INVALID_API_TOKEN INVALID_SENDER API_REQUEST_LIMIT BOT_NOT_PUBLISHED
		MESSAGE_OUTSIDE_OF_ALLOWED_WINDOW BLOCKED INSUFFICIENT_API_PERMISSIONS USER_DIALOG_NOT_INITIATED
		FILE_SEND_LIMITATION ATTACHMENT_TYPE_NOT_SUPPORTED_BY_CHANNEL MAXIMUM_CHARACTERS_EXCEEDED NO_MATCHING_USER_FOUND
		INVALID_ADDRESS_FORMAT PHONE_OFFLINE PARTIALLY_SENT PARTIALLY_SENT_WITH_ERROR ALL_CHILD_SENT_WITH_ERROR
		PAYMENT_REQUIRED BAD_WORDS_FOUND SPAM UNSUPPORTED_DEVICE EXTERNAL_MESSAGE_TIMEOUT TB_MESSAGE_TIMEOUT BLACKLISTED
		UNKNOWN`),
	'EndUserUnsubscribedFromNotificationFields.initiator': words('USER_ACTION OPERATOR'),
	'EndUserActivatedNotificationDeepLinkFields.commandName': words('subscribe start_chat'),
	'TagRemovedFromChatCommandFields.reason': words(`operator_removed user_activated_response ve_removed
		operator_assigned user_subscribed_on_widget ve_assigned`),
	'ChannelConnectedFields.reason': words('new_channel_configured phone_gone_online token_refreshed token_updated'),
	'ChannelDisconnectedFields.reason': words('phone_gone_offline token_expired token_revoked channel_deleted'),
};

const TAGGED = `tag chat channel channelId chatId compositeMessageType remoteAddress remoteUsername
	notificationId sentTimestamp tbChatId wasActuallyChanged reason`;

const SUBSCRIBED = `chat chatId channelId channel compositeMessageType remoteContact remoteUsername remoteAddress
	notificationId subscription sentTimestamp tbChatId`;

const NEW_CHAT = `channel channelId chat chatId compositeMessageType createdTs firstMessage notificationId
	remoteAddress remoteUsername sentTimestamp tbChatId`;

const OPERATOR = `channel channelId chatId chat remoteAddress remoteUsername sessionId tbChatId timestamp sentTimestamp
	upToChannelMessageId userId`;

/** The envelope of every event. */
export const ENVELOPE = words('accountId id name substitutions userId');

/** Every event with its fields. */
export const EVENTS: Record<string, string[]> = {
	new_message: words('message'),
	MessageDeliveryCommand: words(`address channel channelDeliveryStatus channelId channelJobId channelMessageId chat
		chatId compositeMessageType delivered deliveryStatus errorCode final isDelivered isFinal masterMessageId message
		messageId notificationId remoteAddress remoteUsername sentTimestamp statusCode tbChatId timestamp wabaConversation
		wabaPricing wabaRefundable`),
	ChannelMessageReadCommand: words(`channel channelId channelMessageIdExact channelMessageIdNumericFrom chat chatId
		compositeMessageType id message messageId notificationId readKind reason remoteAddress remoteUsername tbChatId
		timestamp timestampFrom sentTimestamp userId`),
	EndUserActionCommand: words(`channel channelId chatId payload button firstCLick originChannelMessageId remoteAddress
		remoteContact tbChatId timestamp`),
	NewChatCreatedCommand: words(NEW_CHAT),
	FirstMessageFromEndUserInChatCommand: words(NEW_CHAT),
	EndUserSubscribedOnNotification: words(SUBSCRIBED),
	EndUserUnsubscribedFromNotification: words(`${SUBSCRIBED} initiator optOutId unsubscribedFromAllSubscriptions`),
	EndUserActivatedNotificationDeepLink: words(`address chat chatId channel channelId commandName compositeMessageType
		deepLink deepLinkId messageId notificationId parameters remoteContact remoteUsername remoteAddress tbChatId
		sentTimestamp`),
	ConversationStartContextUpdateCommand: words('chatAddress conversationStartContext id'),
	TagAssignedOnChatCommand: words(`${TAGGED} isNewTag`),
	TagRemovedFromChatCommand: words(TAGGED),
	ChatMemoChanged: words('chatAddress memo tbChatId sentTimestamp'),
	OperatorReadChatCommand: words(`${OPERATOR} exactMessageId upToTimestamp`),
	OperatorUnReadChatCommand: words(`${OPERATOR} upFromTimestamp`),
	ChannelConnected: words('fullChannel reason channel channelId chatId remoteAddress tbChatId'),
	ChannelCreationCommand: words('channel channelId userId'),
	ChannelDisconnected: words('fullChannel reason userId'),
	WidgetCreateCommand: words('widget widgetCode'),
	WidgetDeleteCommand: words('widget'),
	WidgetDisableCommand: words('widget'),
	WidgetEnableCommand: words('widget'),
	WidgetUpdateCommand: words('widget widgetCode'),
};

/** Fields that an event has in the flat layout alone: "fields comand object, firstMessage required in the flat layout". */
export const FLAT_ONLY: Record<string, string[]> = { FirstMessageFromEndUserInChatCommand: ['comand'] };

/** Fields with a 64-bit, 32-bit, uuid or date-time format, by their place. */
export const FORMATS: Record<string, string[]> = {
	int64: words(`Channel.channelId Channel.tbUserId Chat.channelId Chat.tbChatId ChatAddress.channelId ChatAddress.tbChatId
		Message.channelId Message.tbChatId SendMessage.channelId ChatTag.id ChatTag.tagId
		MessageDeliveryStatus.timestamp Reads.readTimestamp ChannelRead.channelMessageIdNumericFrom
		MessageDeliveryCommandFields.timestamp OperatorReadChatCommandFields.upToTimestamp`),
	uuid: words(`Chat.accountId ChatAddress.accountId Message.id Message.masterMessageId Message.notificationId Widget.id
		Contact.id MessageDeliveryCommandFields.messageId`),
	int32: words(`Chat.unreadCount Button.clickCount`),
	'date-time': words(`Chat.createdTs Chat.firstInboundMessageTs Chat.blockedTs PreparedMessage.createdTs Tag.createdTs
		Memo.changedTs MessageDeliveryCommandFields.sentTimestamp ChannelMessageReadCommandFields.timestampFrom`),
	email: words(`Contact.email`),
	float: words(`Location.latitude`),
};

/** Required fields by model; what is required in one layout only may be absent in the other. */
export const REQUIRED: Record<string, string[]> = {
	SendMessage: ['channel', 'channelId'],
	SendAttachment: ['kind', 'channelFileId'],
	SendButton: ['type', 'text'],
	Button: ['text'],
	PreparedMessageInput: ['text'],
	WidgetInput: ['channels'],
	WidgetChannel: ['channel', 'id'],
	Location: ['latitude', 'longitude'],
	SenderInfo: ['endpointType'],
	Subscription: ['accountId'],
	OperatorUser: ['email'],
	WebhookInput: ['url', 'events'],
	Webhook: ['id'],
	ConversationStartContextUpdateCommandFields: ['chatAddress', 'conversationStartContext'],
	FirstMessageFromEndUserInChatCommandFlat: ['accountId', 'id', 'name', 'firstMessage'],
};
