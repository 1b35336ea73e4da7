/* Made by `npx tsx sandbox/contract/generate.ts` from sandbox/contract/source. Change those files, not this one. */

export interface paths {
    "/preparedMessages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Creates a message that pressed buttons answer with. */
        post: operations["createPreparedMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/preparedMessages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Replaces a prepared message, for buttons already delivered too. */
        put: operations["updatePreparedMessage"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/endUserNotifications/chainActions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists all actions of the account. */
        get: operations["getChainActions"];
        put?: never;
        /**
         * Creates an action for a button; its id is the button's payload.
         * @description Pressing the button raises EndUserActionCommand with the payload and runs the action. A client may put its own key into the payload instead and handle the event itself.
         */
        post: operations["createChainAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/endUserNotifications/chainActions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /** Reads one action. */
        get: operations["getChainAction"];
        /** Replaces an action, for buttons already delivered too. */
        put: operations["updateChainAction"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the account's channels; the shape depends on v. */
        get: operations["getChannels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/chats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists chats, a page at a time. */
        get: operations["getChatsV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The same list without the version prefix. */
        get: operations["getChats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chats/{tbChatId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Blocks or unblocks a chat.
         * @description A blocked chat's inbound messages are neither delivered nor sent to webhooks, sends to it fail with 400 INVALID_REQUEST, and its user is unsubscribed; unblocking does not subscribe the user again.
         */
        patch: operations["updateChat"];
        trace?: never;
    };
    "/chats/{chatRef}/memo": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description tbChatId or the composite address channel_channelId_chatId. */
                chatRef: components["parameters"]["chatRef"];
            };
            cookie?: never;
        };
        /** Reads a chat's notes; empty parts are an empty string or array. */
        get: operations["getMemo"];
        put?: never;
        /** Changes the parts sent; raises ChatMemoChanged. */
        post: operations["updateMemo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Queues a message; delivery and read statuses come through webhooks only.
         * @description In most channels only the remote user can open a dialog; by phone number (remoteAddress, without chatId) the account can on viber, vk, whatsapp and whatsappb. On whatsappb free-form messages are allowed within 24 hours after the user's last inbound message, afterwards only approved templates. Phone mailing on vk is allowed only for pre-approved templates. A send to a blocked chat fails with 400 INVALID_REQUEST. Text size, file formats and the interval between sends differ per channel, as its capability says; a message too large to send is split into child messages. A GetContactButton is sent to channels other than tg as an ActionButton.
         */
        post: operations["sendMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stores a file for sending; retention is unlimited. */
        post: operations["uploadFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the account's tags. */
        get: operations["getTags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tags/{tagName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Creates a tag; it cannot be deleted from the system through the API. */
        post: operations["createTag"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chats/{tbChatId}/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists a chat's tags. */
        get: operations["getChatTags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chats/{tbChatId}/tags/{tagName}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Unique chat id in the service. */
                tbChatId: components["parameters"]["tbChatId"];
                tagName: components["parameters"]["tagName"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Assigns a tag, which is created if needed; raises TagAssignedOnChatCommand. */
        post: operations["assignTag"];
        /** Removes a tag from a chat; raises TagRemovedFromChatCommand. */
        delete: operations["removeTag"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Registers an address for events.
         * @description The address must be reachable from the internet. The list of events selects what is delivered. Anything but status 200 makes the service send again, up to 5 times in total; the interval is not shown.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Removes a webhook; the content of the answer is not shown. */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/widgets/by_user/@me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the widgets of the token's user. */
        get: operations["getWidgets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/widgets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Creates a widget. Up to 2 on plan Start and 10 on plan PRO. */
        post: operations["createWidget"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/widgets/{widgetId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Replaces a widget as a whole; omitted fields are deleted. */
        put: operations["updateWidget"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    new_message: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An incoming message arrives or an outgoing one is sent, including from the operator cabinet. */
        post: operations["on_new_message"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    MessageDeliveryCommand: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A delivery status changes. Channel whatsapp reports statuses unreliably, instagram none. */
        post: operations["on_MessageDeliveryCommand"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    ChannelMessageReadCommand: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The recipient read a message. Channels vk, tg, whatsapp and instagram give no read status. */
        post: operations["on_ChannelMessageReadCommand"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    EndUserActionCommand: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An interactive button was pressed. */
        post: operations["on_EndUserActionCommand"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    NewChatCreatedCommand: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A new chat is created. */
        post: operations["on_NewChatCreatedCommand"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    FirstMessageFromEndUserInChatCommand: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The first inbound message in a chat. */
        post: operations["on_FirstMessageFromEndUserInChatCommand"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    EndUserSubscribedOnNotification: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A user subscribed. */
        post: operations["on_EndUserSubscribedOnNotification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    EndUserUnsubscribedFromNotification: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A user unsubscribed. */
        post: operations["on_EndUserUnsubscribedFromNotification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    EndUserActivatedNotificationDeepLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A visitor followed a deep link to subscribe or to start a chat. */
        post: operations["on_EndUserActivatedNotificationDeepLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    ConversationStartContextUpdateCommand: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A visitor pressed a channel button in the widget. */
        post: operations["on_ConversationStartContextUpdateCommand"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    TagAssignedOnChatCommand: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A tag is assigned. */
        post: operations["on_TagAssignedOnChatCommand"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    TagRemovedFromChatCommand: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A tag is removed. */
        post: operations["on_TagRemovedFromChatCommand"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    ChatMemoChanged: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Notes changed, by the API, in the cabinet or automatically. */
        post: operations["on_ChatMemoChanged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    OperatorReadChatCommand: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An operator read a message or a chat. */
        post: operations["on_OperatorReadChatCommand"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    OperatorUnReadChatCommand: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An operator marked a chat unread. */
        post: operations["on_OperatorUnReadChatCommand"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    ChannelConnected: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A channel is connected and working. */
        post: operations["on_ChannelConnected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    ChannelCreationCommand: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A channel is created. */
        post: operations["on_ChannelCreationCommand"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    ChannelDisconnected: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A channel stopped working. */
        post: operations["on_ChannelDisconnected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    WidgetCreateCommand: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A widget is created or updated. */
        post: operations["on_WidgetCreateCommand"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    WidgetDeleteCommand: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A widget is deleted, disabled or enabled. */
        post: operations["on_WidgetDeleteCommand"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    WidgetDisableCommand: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A widget is deleted, disabled or enabled. */
        post: operations["on_WidgetDisableCommand"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    WidgetEnableCommand: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A widget is deleted, disabled or enabled. */
        post: operations["on_WidgetEnableCommand"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    WidgetUpdateCommand: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A widget is created or updated. */
        post: operations["on_WidgetUpdateCommand"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @enum {string} */
        EventName: "new_message" | "MessageDeliveryCommand" | "ChannelMessageReadCommand" | "EndUserActionCommand" | "NewChatCreatedCommand" | "FirstMessageFromEndUserInChatCommand" | "EndUserSubscribedOnNotification" | "EndUserUnsubscribedFromNotification" | "EndUserActivatedNotificationDeepLink" | "ConversationStartContextUpdateCommand" | "TagAssignedOnChatCommand" | "TagRemovedFromChatCommand" | "ChatMemoChanged" | "OperatorReadChatCommand" | "OperatorUnReadChatCommand" | "ChannelConnected" | "ChannelCreationCommand" | "ChannelDisconnected" | "WidgetCreateCommand" | "WidgetDeleteCommand" | "WidgetDisableCommand" | "WidgetEnableCommand" | "WidgetUpdateCommand";
        PreparedMessageInput: {
            /** @description Name inside the service. */
            name?: string;
            /** @description May be empty for some channels; an empty message is not sent. */
            text: string;
            /** @description Use Account. */
            ownerType?: string;
            /** @description For Account: the accountId. */
            ownerId?: string;
            attachments?: components["schemas"]["Attachment"][];
            buttons?: components["schemas"]["SendButtons"];
        };
        PreparedMessage: {
            /** @description Name inside the service. */
            name?: string;
            /** @description May be empty for some channels; an empty message is not sent. */
            text?: string;
            /** @description Use Account. */
            ownerType?: string;
            /** @description For Account: the accountId. */
            ownerId?: string;
            attachments?: components["schemas"]["Attachment"][];
            buttons?: components["schemas"]["Button"][];
            id?: string;
            accountId?: string;
            /** Format: date-time */
            createdTs?: string;
            /** Format: date-time */
            lastModifiedTs?: string;
            createdByTbUserId?: string;
        };
        /** @enum {string} */
        ChainActionName: "notifications.subscribe" | "notifications.unsubscribe" | "tags.assign" | "tags.remove" | "nothing";
        ChainActionInput: {
            action: components["schemas"]["ChainActionName"];
            /** @description Internal. */
            description?: string;
            /** @description The PreparedMessage to send. */
            message?: {
                id: string;
            };
            /** @description Only for tag actions. */
            actionParameters?: {
                tags?: string[];
            };
        };
        ChainAction: {
            action?: components["schemas"]["ChainActionName"];
            /** @description Internal. */
            description?: string;
            message?: {
                id?: string;
                attachments?: components["schemas"]["Attachment"][];
                buttons?: components["schemas"]["Button"][];
            };
            /** @description Only for tag actions. */
            actionParameters?: {
                tags?: string[];
            };
            /** @description The payload of a button. */
            id?: string;
            accountId?: string;
            enabled?: boolean;
        };
        /**
         * @description Those that were seen; others may occur.
         * @example tg
         * @example sms
         * @example vk
         * @example facebook
         * @example viber
         * @example vibersm
         * @example whatsapp
         * @example whatsappb
         * @example instagram
         * @example tgp
         */
        ChannelType: string;
        /** @description Version 0.1.0. The composite key is (channelId, channel), the single key id. */
        Channel: {
            accountId?: string;
            /**
             * Format: int64
             * @description Unique within the type.
             */
            channelId?: number | bigint;
            channel?: components["schemas"]["ChannelType"];
            /** @description Opaque unique resource id. */
            id?: string;
            botUsername?: string;
            phone?: string;
            botName?: string | null;
            botDescription?: string | null;
            botAboutText?: string | null;
            botUserPicUrl?: string | null;
            /**
             * Format: int64
             * @description User who connected or updated the channel.
             */
            tbUserId?: number | bigint;
            title?: string;
            webUrl?: string;
            /** @description Content not shown. */
            status?: unknown;
            messagingStats?: Record<string, never>;
        };
        /** @description Version 1.0.0. Entries by channel type, and the compatibility across all the user's channels. */
        ChannelsByType: {
            tg?: components["schemas"]["ChannelEntry"][];
            sms?: components["schemas"]["ChannelEntry"][];
            vk?: components["schemas"]["ChannelEntry"][];
            facebook?: components["schemas"]["ChannelEntry"][];
            viber?: components["schemas"]["ChannelEntry"][];
            vibersm?: components["schemas"]["ChannelEntry"][];
            whatsapp?: components["schemas"]["ChannelEntry"][];
            whatsappb?: components["schemas"]["ChannelEntry"][];
            instagram?: components["schemas"]["ChannelEntry"][];
            tgp?: components["schemas"]["ChannelEntry"][];
            capability?: components["schemas"]["Capability"];
        } & {
            [key: string]: components["schemas"]["ChannelEntry"][];
        };
        ChannelEntry: {
            channel?: {
                accountId?: string;
                /** Format: int64 */
                channelId?: number | bigint;
                channel?: components["schemas"]["ChannelType"];
                id?: string;
                /** Format: int64 */
                tbUserId?: number | bigint;
                botUserName?: string;
                botUsername?: string;
                webUrl?: string;
                title?: string;
            };
            freeTextCapability?: components["schemas"]["Capability"] | null;
            /** @description Content not shown. */
            templateCapability?: unknown;
        };
        /** @description A restriction that is null or absent means unsupported. */
        Capability: {
            textRestrictions?: {
                /** @description Characters. */
                maxSize?: number | null;
            } | null;
            photoRestrictions?: {
                /** @description Semicolon-separated formats; a wildcard with a negated extension means all except that one. */
                mimeMask?: string | null;
            } | null;
            audioRestrictions?: {
                /** @description Semicolon-separated formats; a wildcard with a negated extension means all except that one. */
                mimeMask?: string | null;
            } | null;
            videoRestrictions?: {
                /** @description Semicolon-separated formats; a wildcard with a negated extension means all except that one. */
                mimeMask?: string | null;
            } | null;
            filesRestrictions?: {
                /** @description Semicolon-separated formats; a wildcard with a negated extension means all except that one. */
                mimeMask?: string | null;
            } | null;
            buttonsRestrictions?: Record<string, never> | null;
            statusRestrictions?: Record<string, never> | null;
            locationSupported?: boolean | null;
            configurablePushBehavior?: boolean | null;
            maxAttachmentsPerMessage?: number | null;
            /** @description Minimum interval between sends in ms. */
            messageSendIntervalMs?: number | null;
            shouldWrapIntoCompositeIfButtonsPresent?: boolean | null;
            channelTypeName?: string | null;
            isTemplate?: boolean | null;
            template?: boolean | null;
            canCombineDifferentTypes?: boolean | null;
        };
        Chat: {
            /** @description Opaque unique id (shape: channel_channelId_chatId). */
            id?: string;
            /** Format: uuid */
            accountId?: string;
            /** @description Unique within the channel. */
            chatId?: string;
            channel?: components["schemas"]["ChannelType"];
            /** Format: int64 */
            channelId?: number | bigint;
            /**
             * Format: int64
             * @description Unique in the service.
             */
            tbChatId?: number | bigint;
            /** @description Phone channels use tel:+<digits>. */
            remoteAddress?: string;
            remoteAddresses?: string[];
            remoteAddressNotTel?: string;
            remoteUsername?: string;
            remoteFirstName?: string;
            remoteLastName?: string;
            remoteContact?: components["schemas"]["Contact"];
            address?: components["schemas"]["ChatAddress"];
            lastMessage?: components["schemas"]["Message"];
            messagingStats?: components["schemas"]["MessagingStats"];
            /**
             * Format: int32
             * @description Messages unread by the operator.
             */
            unreadCount?: number;
            userPicUrl?: string | null;
            tags?: string[];
            /** @description Names, or objects with name, reason and assignedTs. */
            tagSet?: (string | components["schemas"]["ChatTag"])[];
            memo?: components["schemas"]["Memo"];
            /** @description In place of memo. changedTs moves with each incoming message. */
            metadata?: components["schemas"]["Memo"];
            /** Format: date-time */
            createdTs?: string;
            /** Format: date-time */
            firstInboundMessageTs?: string;
            blocked?: boolean;
            /**
             * Format: date-time
             * @description Present only while blocked.
             */
            blockedTs?: string;
            importedChat?: boolean;
            importedChatMerged?: boolean;
            allMessagesImported?: boolean;
            lastConversationStartContext?: components["schemas"]["ConversationStartContext"];
            assistants?: string[];
            /** @description Subscription state of the chat. */
            optState?: Record<string, never>;
            /** @description Operator handling state. */
            handling?: Record<string, never>;
        };
        ChatUpdate: {
            blocked: boolean;
        };
        /** @description In one layout accountId, channel, channelId and chatId are required. */
        ChatAddress: {
            /** Format: uuid */
            accountId?: string;
            channel?: components["schemas"]["ChannelType"];
            /** Format: int64 */
            channelId?: number | bigint;
            chatId?: string;
            remoteAddress?: string;
            /** Format: int64 */
            tbChatId?: number | bigint;
        };
        Tag: {
            accountId?: string;
            name?: string;
            /** Format: date-time */
            createdTs?: string;
        };
        ChatTag: {
            /** @description Composite address channel_channelId_chatId. */
            chatId?: string;
            name?: string;
            /** Format: uuid */
            accountId?: string;
            /** Format: date-time */
            assignedTs?: string;
            reason?: components["schemas"]["TagAssignReason"];
            /**
             * Format: int64
             * @description In the event model.
             */
            id?: number | bigint;
            /**
             * Format: int64
             * @description In the event model.
             */
            tagId?: number | bigint;
        };
        /** @enum {string} */
        TagAssignReason: "operator_assigned" | "user_activated_response" | "user_subscribed_on_widget" | "ve_assigned";
        Memo: {
            memo?: string;
            phones?: string[];
            emails?: string[];
            /**
             * Format: uuid
             * @description Absent if the last change was automatic.
             */
            tbUserId?: string;
            /** Format: date-time */
            changedTs?: string;
        };
        MemoUpdate: {
            memo?: string;
            phones?: string[];
            emails?: string[];
        };
        /** @enum {string} */
        DeliveryStatus: "DELIVERED" | "SENT" | "ACCEPTED_BY_PARTNER" | "QUEUED" | "ERROR" | "API_TIMEOUT" | "CONNECTION_TIMEOUT" | "WRONG_ACCOUNT_ID" | "SERVER_UNAVAILABLE" | "INVALID_API_TOKEN" | "INVALID_SENDER" | "API_REQUEST_LIMIT" | "BOT_NOT_PUBLISHED" | "MESSAGE_OUTSIDE_OF_ALLOWED_WINDOW" | "BLOCKED" | "INSUFFICIENT_API_PERMISSIONS" | "USER_DIALOG_NOT_INITIATED" | "FILE_SEND_LIMITATION" | "ATTACHMENT_TYPE_NOT_SUPPORTED_BY_CHANNEL" | "MAXIMUM_CHARACTERS_EXCEEDED" | "NO_MATCHING_USER_FOUND" | "INVALID_ADDRESS_FORMAT" | "PHONE_OFFLINE" | "PARTIALLY_SENT" | "PARTIALLY_SENT_WITH_ERROR" | "ALL_CHILD_SENT_WITH_ERROR" | "PAYMENT_REQUIRED" | "BAD_WORDS_FOUND" | "SPAM" | "UNSUPPORTED_DEVICE" | "EXTERNAL_MESSAGE_TIMEOUT" | "TB_MESSAGE_TIMEOUT" | "BLACKLISTED" | "UNKNOWN";
        MessageDeliveryStatus: {
            /**
             * Format: uuid
             * @description That of the delivery command.
             */
            id?: string;
            channelDeliveryStatus?: string;
            deliveryStatus?: components["schemas"]["DeliveryStatus"];
            isDelivered?: boolean;
            /** @default true */
            isFinal: boolean;
            /** Format: int64 */
            timestamp?: number | bigint;
        };
        /** @description A read by an operator. */
        Reads: {
            /** Format: int64 */
            readTimestamp?: number | bigint;
            sessionId?: string;
            userId?: string;
        };
        ChannelRead: {
            /** Format: uuid */
            id?: string;
            channelMessageIdExact?: string;
            /** Format: int64 */
            channelMessageIdNumericFrom?: number | bigint;
            readKind?: components["schemas"]["ReadNotificationKind"];
            /** Format: date-time */
            timestampFrom?: string;
        };
        /** @enum {string} */
        ReadNotificationKind: "BY_TIMESTAMP" | "BY_NUMERIC_MESSAGE_ID" | "BY_EXACT_MESSAGE_ID" | "BY_SERVICE_MESSAGE_ID";
        SenderInfo: {
            /** @enum {string} */
            endpointType: "UNKNOWN" | "REST_API" | "SERVICE_WEB" | "FROM_CHANNEL" | "END_USER_NOTIFICATION_API" | "CHANNEL_NOTIFICATION" | "BOT_API";
            channelUserId?: string;
            /** Format: uuid */
            tbUserId?: string;
            userAgent?: string;
        };
        /** @description The envelope of a failure. */
        Failure: {
            $error: components["schemas"]["Error"];
            /** @constant */
            $count?: 0;
            /** @constant */
            $totalCount?: 0;
        };
        Error: {
            /**
             * @description Subcode; other than the named ones may occur.
             * @example 1000
             * @example 1001
             * @example 1002
             * @example 1003
             * @example 400
             * @example 404
             */
            sc: number;
            /**
             * @description Name of the subcode. BODY_HAS_INVALID_FORMAT (1000): not JSON or format errors; BODY_VALIDATION_ERROR (1001): see violations; RESOURCE_ID_IS_ABSENT (1002); UNIQUE_CONSTRAINT_FAILED (1003): a POST would violate uniqueness; INVALID_REQUEST (400): e.g. the user is blocked, or the notes of an unknown chat are updated; NOT_FOUND (404).
             * @example BODY_HAS_INVALID_FORMAT
             * @example BODY_VALIDATION_ERROR
             * @example RESOURCE_ID_IS_ABSENT
             * @example UNIQUE_CONSTRAINT_FAILED
             * @example INVALID_REQUEST
             * @example NOT_FOUND
             */
            scn: string;
            msg?: string;
            violations?: components["schemas"]["Violation"][];
        };
        Violation: {
            propertyPath: string;
            name: string;
            invalidValue?: unknown;
        };
        UploadedFile: {
            accountId?: string;
            bucket?: string;
            /** @description Link to the file in cloud storage; the channelFileId of an attachment. */
            cloudUri?: string;
            publicUri?: string;
        };
        WebhookInput: {
            /** @description An address that is reachable from the internet. */
            url: string;
            /** @description Names of events; those of EventName, and any that the platform may add. */
            events: string[];
        };
        Webhook: {
            /** @description Needed to remove the webhook. */
            id: string;
        };
        /** @description TbUniMessage, incoming or outgoing. In one layout channel and channelId are required. */
        Message: {
            /** Format: uuid */
            id?: string;
            /** Format: uuid */
            accountId?: string;
            /** @enum {string} */
            direction?: "inbound" | "outbound";
            channel?: components["schemas"]["ChannelType"];
            /** Format: int64 */
            channelId?: number | bigint;
            chatId?: string;
            /** Format: int64 */
            tbChatId?: number | bigint;
            chatTitle?: string;
            /** @description Created chat info. */
            chat?: Record<string, never>;
            remoteAddress?: string;
            remoteFirstName?: string;
            remoteLastName?: string;
            remoteContact?: components["schemas"]["Contact"];
            /** @description Of a chat's last message, a preview of about 200 characters. */
            text?: string;
            /**
             * @default PLAIN
             * @enum {string}
             */
            textMarkup: "PLAIN" | "HTML" | "MARKDOWN";
            subject?: string;
            attachments?: components["schemas"]["Attachment"][];
            buttons?: components["schemas"]["Button"][];
            templateId?: string;
            templateName?: string;
            templateCategory?: string;
            substitutions?: Record<string, never>;
            /** @description Message before substitution. */
            rawMessage?: Record<string, never>;
            /** @description For channels without buttons. */
            actionNumbers?: Record<string, never>;
            channelMessageId?: string;
            channelRead?: components["schemas"]["ChannelRead"];
            chanReadTs?: string;
            reads?: components["schemas"]["Reads"][];
            markRead?: boolean;
            readByAnyOperator?: boolean;
            childMessages?: components["schemas"]["Message"][];
            compositeMessageType?: components["schemas"]["CompositeMessageType"];
            /** Format: uuid */
            masterMessageId?: string;
            /** Format: uuid */
            notificationId?: string;
            /** @description Forwarded contact (phone with name). */
            contact?: Record<string, never>;
            contactCards?: Record<string, never>;
            location?: components["schemas"]["Location"];
            deliveryStatuses?: unknown[];
            currentDeliveryStatus?: components["schemas"]["MessageDeliveryStatus"][];
            /** @description ISO-8601 delivery period. */
            deliveryTimeout?: string;
            /**
             * @description Only the facebook type.
             * @enum {string}
             */
            pushType?: "REGULAR" | "SILENT_PUSH" | "NO_PUSH";
            reason?: components["schemas"]["MessageReason"];
            removeKeyboard?: boolean;
            headers?: Record<string, never>;
            replyToChannelMessageId?: string;
            replyToMessage?: components["schemas"]["Message"];
            senderInfo?: components["schemas"]["SenderInfo"];
            /** @description Integer ms in the answer to a send and in a chat's last message; date-time elsewhere. */
            sentTimestamp?: (number | bigint) | string;
            wabaMenu?: Record<string, never>;
            wabaReserve?: Record<string, never>;
            wabaWindowOpened?: boolean;
        };
        /** @enum {string} */
        CompositeMessageType: "MASTER_MESSAGE" | "CHILD_MESSAGE" | "REGULAR_MESSAGE";
        /**
         * @default undefined
         * @enum {string}
         */
        MessageReason: "undefined" | "operator_sent_message" | "operator_sent_reply_from_messenger" | "user_sent_message" | "user_activated_interactive_menu_option" | "messenger_sent_deep_link_message" | "tb_sent_end_user_notification" | "tb_sent_subscription_welcome_message" | "tb_sent_auto_reply_message" | "tb_sent_interactive_action_response" | "tb_sent_operator_notification";
        Attachment: {
            /** @description Link to an uploaded file. */
            channelFileId?: string;
            kind?: components["schemas"]["AttachmentKind"];
            fileName?: string;
            /** @description Bytes. */
            fileSize?: number;
            mediaDuration?: number;
            mediaHeight?: number;
            mediaWidth?: number;
            /** @description Irrelevant when sending. */
            mimeType?: string;
            /** @description Downloadable through the API */
            publicUrl?: string;
            thumbnails?: components["schemas"]["Attachment"][];
        };
        /**
         * @default document
         * @enum {string}
         */
        AttachmentKind: "document" | "image" | "audio" | "video" | "thumb" | "sticker" | "voice";
        SendAttachment: {
            /** @description Link to an uploaded file. */
            channelFileId: string;
            kind: components["schemas"]["AttachmentKind"];
            fileName?: string;
            /** @description Bytes. */
            fileSize?: number;
            mediaDuration?: number;
            mediaHeight?: number;
            mediaWidth?: number;
            /** @description Irrelevant when sending. */
            mimeType?: string;
            /** @description Downloadable through the API */
            publicUrl?: string;
            thumbnails?: components["schemas"]["Attachment"][];
        };
        /** @description A button of a delivered message or of a press. */
        Button: {
            /** @enum {string} */
            type?: "ActionButton" | "HyperLinkButton" | "GetContactButton" | "InvoiceButton" | "PhoneButton";
            /** @description Caption. */
            text: string;
            /** Format: uri */
            link?: string;
            /** @description Action id or the client's own key. */
            payload?: string;
            /**
             * @description GetContactButton: collapse the keyboard.
             * @default true
             */
            oneTime: boolean;
            /**
             * @description GetContactButton: remove the keyboard after the reply is sent, when a payload is set.
             * @default true
             */
            removeKeyboard: boolean;
            /**
             * Format: int32
             * @description Click events of business-API ActionButtons only.
             */
            clickCount?: number;
        };
        SendButton: {
            /** @enum {string} */
            type: "ActionButton" | "HyperLinkButton" | "GetContactButton";
            /** @description Caption. */
            text: string;
            /** Format: uri */
            link?: string;
            /** @description Action id or the client's own key. */
            payload?: string;
            /**
             * @description GetContactButton: collapse the keyboard.
             * @default true
             */
            oneTime: boolean;
            /**
             * @description GetContactButton: remove the keyboard after the reply is sent, when a payload is set.
             * @default true
             */
            removeKeyboard: boolean;
        } & (unknown & unknown);
        /** @description At most 10 of ActionButton and HyperLinkButton together, or one GetContactButton and no other. */
        SendButtons: components["schemas"]["SendButton"][];
        /** @description The complete list of request fields is not shown. */
        SendMessage: {
            channel: components["schemas"]["ChannelType"];
            /**
             * Format: int64
             * @description A text is taken, too.
             */
            channelId: number | bigint | string;
            chatId?: string;
            tbChatId?: (number | bigint) | string;
            /** @description For phone-number mailing: tel:+<digits>, without chatId. */
            remoteAddress?: string;
            text?: string;
            /** @description whatsappb: the numeric template id as a string, issued on approval (about 48 hours). vk: the template's name, registered by the support staff (up to 5 working days). */
            templateId?: string;
            /** @description Values for placeholders, one nesting level. whatsappb: text, numbers and symbols without line breaks and without more than 4 spaces in a row. vk: placeholder names are letters A-Za-z. */
            substitutions?: {
                [key: string]: string | number | boolean | null;
            };
            /** @description channelFileId is a link from the upload; on whatsapp and whatsappb public links are allowed too. */
            attachments?: components["schemas"]["SendAttachment"][];
            buttons?: components["schemas"]["SendButtons"];
        };
        Contact: {
            /** Format: uuid */
            id?: string;
            /**
             * Format: uuid
             * @description Merged contact.
             */
            parentContactId?: string;
            channel?: components["schemas"]["ChannelType"];
            channelUserId?: string;
            channelUsername?: string;
            /** Format: email */
            email?: string;
            phone?: string;
            /** @description In some events in place of phone. */
            phoneNumbers?: {
                /** @description tel:+<digits>. */
                number?: string;
            }[];
            /** @enum {string} */
            gender?: "male" | "female";
            birthday?: components["schemas"]["PartialDate"];
            city?: components["schemas"]["City"];
            country?: components["schemas"]["Country"];
            internationalName?: components["schemas"]["PersonalName"];
            nationalName?: components["schemas"]["PersonalName"];
            preferredLanguage?: string;
            /** @description Offset from UTC. */
            timezone?: unknown;
            userPicUrl?: string;
            userProfileUrl?: string;
        };
        PartialDate: {
            /** Format: int32 */
            day?: number;
            /** Format: int32 */
            month?: number;
            /** Format: int32 */
            year?: number;
        };
        PersonalName: {
            displayName?: string;
            firstName?: string;
            lastName?: string;
        };
        City: {
            internationalName?: string;
            nationalName?: string;
        };
        Country: {
            internationalName?: string;
            nationalName?: string;
            isoCode?: string;
        };
        Location: {
            /**
             * Format: float
             * @description Degrees.
             */
            latitude: number;
            /**
             * Format: float
             * @description Degrees.
             */
            longitude: number;
        };
        MessagingStats: {
            /** Format: date-time */
            lastInboundMessageTimestamp?: string;
            /** Format: int32 */
            delivered?: number;
            /**
             * Format: int32
             * @default 0
             */
            received: number;
            /**
             * Format: int32
             * @default 0
             */
            receivedUserSentMessages: number;
            /**
             * Format: int32
             * @default 0
             */
            sent: number;
            /**
             * Format: int32
             * @default 0
             */
            total: number;
            /**
             * Format: int32
             * @default 0
             */
            totalNotificationsSent: number;
            /**
             * Format: int32
             * @default 0
             */
            unread: number;
        };
        ConversationStartContext: {
            cookies?: Record<string, never>;
            insecureContext?: Record<string, never>;
            /** @description Protected by JWT. */
            secureContext?: Record<string, never>;
            secureContextToken?: string;
            pageTitle?: string;
            pageUrl?: string;
            referer?: string;
            timezoneOffset?: number;
            urlParameters?: Record<string, never>;
            userAgentString?: string;
            /** Format: uuid */
            viewerId?: string;
            /** Format: date-time */
            visitDate?: string;
            visitsCount?: number;
            /** Format: uuid */
            widgetId?: string;
        };
        /** @description User of the account. */
        AccountUser: {
            /** Format: uuid */
            id?: string;
            /** Format: uuid */
            accountId?: string;
            externalId?: string;
        };
        /** @description User who is an operator. */
        OperatorUser: {
            displayName?: string;
            email: string;
            login?: string;
            password?: string;
            /** @description E.164 or local dialing form. */
            phone?: string;
            options?: Record<string, never>;
        };
        /** @description Subscription of an end user to notifications. */
        Subscription: {
            /** Format: uuid */
            id?: string;
            /** Format: uuid */
            accountId: string;
            address?: components["schemas"]["ChatAddress"];
            insecureContext?: Record<string, never>;
            secureContext?: Record<string, never>;
            secureContextToken?: string;
            messagingStats?: components["schemas"]["MessagingStats"];
            remoteContact?: components["schemas"]["Contact"];
            sourceOptions?: components["schemas"]["SubscriptionSourceOptions"];
            subject?: string;
            /** Format: date-time */
            subscribedTs?: string;
            /** Format: date-time */
            unsubscribedTs?: string;
            user?: components["schemas"]["AccountUser"];
            /** Format: uuid */
            widgetId?: string;
        };
        SubscriptionSourceOptions: {
            /** @description Chat imported from history. */
            channelChat?: boolean;
            /** @description An existing chat converted to a subscription. */
            createdByOperator?: boolean;
            /** @description The user used the widget or a deep link, or was subscribed by an admin. */
            subscription?: boolean;
            /** @description Auto-created by a user who started a chat; false once an opt-out is created. */
            tbChat?: boolean;
        };
        /** @description Channels, display settings, and custom settings: any other key, up to 50, each up to 1 KB, stored and returned. */
        WidgetInput: {
            channels: components["schemas"]["WidgetChannel"][];
            "welcome-avatar-url"?: string;
            "welcome-name"?: string;
            "welcome-seconds"?: number;
            /** @description HTML. */
            "welcome-tooltip"?: string;
            "show-welcome"?: boolean;
            /** @description Meaning not shown. */
            "disable-welcome-cursor"?: boolean;
            "welcome-avatar"?: string;
            /** @description Width and height in pixels. */
            "widget-size"?: number;
            "bg-color"?: string;
            "show-waterdrop"?: boolean;
            "show-lightbox"?: boolean;
            /** @enum {string} */
            "widget-desktop-icon"?: "desktopMessaging" | "desktopTelegram" | "desktopPhone" | "desktopBubble" | "desktopCarousel";
            /** @enum {string} */
            "widget-mobile-icon"?: "mobileAngle" | "mobileMessaging" | "mobileTelegram" | "mobilePhone" | "mobileBubble" | "mobileCarousel";
            "disable-desktop-tooltip-en"?: boolean;
            "disable-desktop-tooltip-ru"?: boolean;
            "disable-mobile-tooltip-en"?: boolean;
            "disable-mobile-tooltip-ru"?: boolean;
            "desktop-tooltiptext-en"?: string;
            "desktop-tooltiptext-ru"?: string;
            "mobile-tooltiptext-en"?: string;
            "mobile-tooltiptext-ru"?: string;
            "show-mobile-version"?: boolean;
            "show-mobile"?: boolean;
            "widget-alignment"?: string;
            "widget-alignment-left"?: string;
            "widget-alignment-right"?: string;
            "widget-alignment-bottom"?: string;
            "widget-open"?: string;
            "hide-tb-logo"?: string;
            "custom-channels-total"?: number;
        } & {
            [key: string]: unknown | number | string | boolean;
        };
        Widget: {
            channels?: components["schemas"]["WidgetChannel"][];
            "welcome-avatar-url"?: string;
            "welcome-name"?: string;
            "welcome-seconds"?: number;
            /** @description HTML. */
            "welcome-tooltip"?: string;
            "show-welcome"?: boolean;
            /** @description Meaning not shown. */
            "disable-welcome-cursor"?: boolean;
            "welcome-avatar"?: string;
            /** @description Width and height in pixels. */
            "widget-size"?: number;
            "bg-color"?: string;
            "show-waterdrop"?: boolean;
            "show-lightbox"?: boolean;
            /** @enum {string} */
            "widget-desktop-icon"?: "desktopMessaging" | "desktopTelegram" | "desktopPhone" | "desktopBubble" | "desktopCarousel";
            /** @enum {string} */
            "widget-mobile-icon"?: "mobileAngle" | "mobileMessaging" | "mobileTelegram" | "mobilePhone" | "mobileBubble" | "mobileCarousel";
            "disable-desktop-tooltip-en"?: boolean;
            "disable-desktop-tooltip-ru"?: boolean;
            "disable-mobile-tooltip-en"?: boolean;
            "disable-mobile-tooltip-ru"?: boolean;
            "desktop-tooltiptext-en"?: string;
            "desktop-tooltiptext-ru"?: string;
            "mobile-tooltiptext-en"?: string;
            "mobile-tooltiptext-ru"?: string;
            "show-mobile-version"?: boolean;
            "show-mobile"?: boolean;
            "widget-alignment"?: string;
            "widget-alignment-left"?: string;
            "widget-alignment-right"?: string;
            "widget-alignment-bottom"?: string;
            "widget-open"?: string;
            "hide-tb-logo"?: string;
            "custom-channels-total"?: number;
            /** Format: uuid */
            id?: string;
            userId?: string;
            accountId?: string;
        } & {
            [key: string]: unknown | number | string | boolean;
        };
        WidgetChannel: {
            /** @enum {string} */
            channel: "vk" | "facebook" | "whatsapp" | "tg" | "viber" | "whatsappb" | "instagram";
            /** @description Messenger-side identifier for the chat-start link, not a service id. */
            id: string;
            /** @description Button caption; use id when absent. */
            slug?: string | null;
            enabled?: boolean;
        };
        /** @description An incoming message arrives or an outgoing one is sent, including from the operator cabinet. */
        new_messageEvent: {
            message: components["schemas"]["Message"];
            /** Format: uuid */
            accountId: string;
            id: string;
            /** @constant */
            name: "new_message";
            substitutions?: Record<string, never>;
            userId?: string;
        };
        MessageDeliveryCommandFields: {
            channel?: components["schemas"]["ChannelType"];
            /** Format: int64 */
            channelId?: number | bigint;
            chatId?: string;
            /** Format: int64 */
            tbChatId?: number | bigint;
            remoteAddress?: string;
            chat?: components["schemas"]["Chat"];
            remoteUsername?: string;
            /** Format: date-time */
            sentTimestamp?: string;
            compositeMessageType?: components["schemas"]["CompositeMessageType"];
            /** Format: uuid */
            notificationId?: string;
            address?: components["schemas"]["ChatAddress"];
            channelDeliveryStatus?: string;
            /** @description Temporary id matching statuses. */
            channelJobId?: string;
            channelMessageId?: string;
            delivered?: boolean;
            deliveryStatus?: components["schemas"]["DeliveryStatus"];
            errorCode?: unknown;
            final?: boolean;
            isDelivered?: boolean;
            /**
             * @description No more send attempts are expected.
             * @default true
             */
            isFinal: boolean;
            /** Format: uuid */
            masterMessageId?: string;
            message?: components["schemas"]["Message"];
            /** Format: uuid */
            messageId?: string;
            statusCode?: unknown;
            /**
             * Format: int64
             * @description ms since 1970.
             */
            timestamp?: number | bigint;
            wabaConversation?: Record<string, never>;
            wabaPricing?: Record<string, never>;
            /** @description Funds reserved, refundable on failed delivery. */
            wabaRefundable?: boolean;
        };
        MessageDeliveryCommandNested: {
            /** Format: uuid */
            accountId: string;
            id: string;
            /** @constant */
            name: "MessageDeliveryCommand";
            substitutions?: Record<string, never>;
            userId?: string;
            command: components["schemas"]["MessageDeliveryCommandFields"];
        };
        MessageDeliveryCommandFlat: {
            channel?: components["schemas"]["ChannelType"];
            /** Format: int64 */
            channelId?: number | bigint;
            chatId?: string;
            /** Format: int64 */
            tbChatId?: number | bigint;
            remoteAddress?: string;
            chat?: components["schemas"]["Chat"];
            remoteUsername?: string;
            /** Format: date-time */
            sentTimestamp?: string;
            compositeMessageType?: components["schemas"]["CompositeMessageType"];
            /** Format: uuid */
            notificationId?: string;
            address?: components["schemas"]["ChatAddress"];
            channelDeliveryStatus?: string;
            /** @description Temporary id matching statuses. */
            channelJobId?: string;
            channelMessageId?: string;
            delivered?: boolean;
            deliveryStatus?: components["schemas"]["DeliveryStatus"];
            errorCode?: unknown;
            final?: boolean;
            isDelivered?: boolean;
            /**
             * @description No more send attempts are expected.
             * @default true
             */
            isFinal: boolean;
            /** Format: uuid */
            masterMessageId?: string;
            message?: components["schemas"]["Message"];
            /** Format: uuid */
            messageId?: string;
            statusCode?: unknown;
            /**
             * Format: int64
             * @description ms since 1970.
             */
            timestamp?: number | bigint;
            wabaConversation?: Record<string, never>;
            wabaPricing?: Record<string, never>;
            /** @description Funds reserved, refundable on failed delivery. */
            wabaRefundable?: boolean;
            /** Format: uuid */
            accountId: string;
            id: string;
            /** @constant */
            name: "MessageDeliveryCommand";
            substitutions?: Record<string, never>;
            userId?: string;
        };
        /** @description A delivery status changes. Channel whatsapp reports statuses unreliably, instagram none. */
        MessageDeliveryCommandEvent: components["schemas"]["MessageDeliveryCommandNested"] | components["schemas"]["MessageDeliveryCommandFlat"];
        ChannelMessageReadCommandFields: {
            channel?: components["schemas"]["ChannelType"];
            /** Format: int64 */
            channelId?: number | bigint;
            chatId?: string;
            /** Format: int64 */
            tbChatId?: number | bigint;
            remoteAddress?: string;
            chat?: components["schemas"]["Chat"];
            remoteUsername?: string;
            /** Format: date-time */
            sentTimestamp?: string;
            compositeMessageType?: components["schemas"]["CompositeMessageType"];
            /** Format: uuid */
            notificationId?: string;
            id?: string;
            channelMessageIdExact?: string;
            /** Format: int64 */
            channelMessageIdNumericFrom?: number | bigint;
            message?: components["schemas"]["Message"];
            /** Format: uuid */
            messageId?: string;
            readKind?: components["schemas"]["ReadNotificationKind"];
            reason?: unknown;
            /**
             * Format: int64
             * @description ms since 1970.
             */
            timestamp?: number | bigint;
            /** Format: date-time */
            timestampFrom?: string;
            userId?: string;
        };
        ChannelMessageReadCommandNested: {
            /** Format: uuid */
            accountId: string;
            id: string;
            /** @constant */
            name: "ChannelMessageReadCommand";
            substitutions?: Record<string, never>;
            userId?: string;
            command: components["schemas"]["ChannelMessageReadCommandFields"];
        };
        ChannelMessageReadCommandFlat: {
            channel?: components["schemas"]["ChannelType"];
            /** Format: int64 */
            channelId?: number | bigint;
            chatId?: string;
            /** Format: int64 */
            tbChatId?: number | bigint;
            remoteAddress?: string;
            chat?: components["schemas"]["Chat"];
            remoteUsername?: string;
            /** Format: date-time */
            sentTimestamp?: string;
            compositeMessageType?: components["schemas"]["CompositeMessageType"];
            /** Format: uuid */
            notificationId?: string;
            id: string;
            channelMessageIdExact?: string;
            /** Format: int64 */
            channelMessageIdNumericFrom?: number | bigint;
            message?: components["schemas"]["Message"];
            /** Format: uuid */
            messageId?: string;
            readKind?: components["schemas"]["ReadNotificationKind"];
            reason?: unknown;
            /**
             * Format: int64
             * @description ms since 1970.
             */
            timestamp?: number | bigint;
            /** Format: date-time */
            timestampFrom?: string;
            userId?: string;
            /** Format: uuid */
            accountId: string;
            /** @constant */
            name: "ChannelMessageReadCommand";
            substitutions?: Record<string, never>;
        };
        /** @description The recipient read a message. Channels vk, tg, whatsapp and instagram give no read status. */
        ChannelMessageReadCommandEvent: components["schemas"]["ChannelMessageReadCommandNested"] | components["schemas"]["ChannelMessageReadCommandFlat"];
        EndUserActionCommandFields: {
            channel?: components["schemas"]["ChannelType"];
            /** Format: int64 */
            channelId?: number | bigint;
            chatId?: string;
            /** Format: int64 */
            tbChatId?: number | bigint;
            remoteAddress?: string;
            /** @description The action id (a uuid), or the client's own key. */
            payload?: string;
            /** @description Only ActionButton in the business-API channel and GetContactButton in tg. */
            button?: components["schemas"]["Button"];
            /** @description First press, business-API channel only. */
            firstCLick?: boolean;
            originChannelMessageId?: string;
            remoteContact?: components["schemas"]["Contact"];
            /**
             * Format: int64
             * @description ms since 1970.
             */
            timestamp?: number | bigint;
        };
        EndUserActionCommandNested: {
            /** Format: uuid */
            accountId: string;
            id: string;
            /** @constant */
            name: "EndUserActionCommand";
            substitutions?: Record<string, never>;
            userId?: string;
            command: components["schemas"]["EndUserActionCommandFields"];
        };
        EndUserActionCommandFlat: {
            channel?: components["schemas"]["ChannelType"];
            /** Format: int64 */
            channelId?: number | bigint;
            chatId?: string;
            /** Format: int64 */
            tbChatId?: number | bigint;
            remoteAddress?: string;
            /** @description The action id (a uuid), or the client's own key. */
            payload?: string;
            /** @description Only ActionButton in the business-API channel and GetContactButton in tg. */
            button?: components["schemas"]["Button"];
            /** @description First press, business-API channel only. */
            firstCLick?: boolean;
            originChannelMessageId?: string;
            remoteContact?: components["schemas"]["Contact"];
            /**
             * Format: int64
             * @description ms since 1970.
             */
            timestamp?: number | bigint;
            /** Format: uuid */
            accountId: string;
            id: string;
            /** @constant */
            name: "EndUserActionCommand";
            substitutions?: Record<string, never>;
            userId?: string;
        };
        /** @description An interactive button was pressed. */
        EndUserActionCommandEvent: components["schemas"]["EndUserActionCommandNested"] | components["schemas"]["EndUserActionCommandFlat"];
        NewChatCreatedCommandFields: {
            channel?: components["schemas"]["ChannelType"];
            /** Format: int64 */
            channelId?: number | bigint;
            chatId?: string;
            /** Format: int64 */
            tbChatId?: number | bigint;
            remoteAddress?: string;
            chat?: components["schemas"]["Chat"];
            remoteUsername?: string;
            /** Format: date-time */
            sentTimestamp?: string;
            compositeMessageType?: components["schemas"]["CompositeMessageType"];
            /** Format: uuid */
            notificationId?: string;
            /** Format: date-time */
            createdTs?: string;
            firstMessage?: components["schemas"]["Message"];
        };
        NewChatCreatedCommandNested: {
            /** Format: uuid */
            accountId: string;
            id: string;
            /** @constant */
            name: "NewChatCreatedCommand";
            substitutions?: Record<string, never>;
            userId?: string;
            command: components["schemas"]["NewChatCreatedCommandFields"];
        };
        NewChatCreatedCommandFlat: {
            channel?: components["schemas"]["ChannelType"];
            /** Format: int64 */
            channelId?: number | bigint;
            chatId?: string;
            /** Format: int64 */
            tbChatId?: number | bigint;
            remoteAddress?: string;
            chat?: components["schemas"]["Chat"];
            remoteUsername?: string;
            /** Format: date-time */
            sentTimestamp?: string;
            compositeMessageType?: components["schemas"]["CompositeMessageType"];
            /** Format: uuid */
            notificationId?: string;
            /** Format: date-time */
            createdTs?: string;
            firstMessage?: components["schemas"]["Message"];
            /** Format: uuid */
            accountId: string;
            id: string;
            /** @constant */
            name: "NewChatCreatedCommand";
            substitutions?: Record<string, never>;
            userId?: string;
        };
        /** @description A new chat is created. */
        NewChatCreatedCommandEvent: components["schemas"]["NewChatCreatedCommandNested"] | components["schemas"]["NewChatCreatedCommandFlat"];
        FirstMessageFromEndUserInChatCommandFields: {
            channel?: components["schemas"]["ChannelType"];
            /** Format: int64 */
            channelId?: number | bigint;
            chatId?: string;
            /** Format: int64 */
            tbChatId?: number | bigint;
            remoteAddress?: string;
            chat?: components["schemas"]["Chat"];
            remoteUsername?: string;
            /** Format: date-time */
            sentTimestamp?: string;
            compositeMessageType?: components["schemas"]["CompositeMessageType"];
            /** Format: uuid */
            notificationId?: string;
            /** Format: date-time */
            createdTs?: string;
            firstMessage?: components["schemas"]["Message"];
        };
        FirstMessageFromEndUserInChatCommandNested: {
            /** Format: uuid */
            accountId: string;
            id: string;
            /** @constant */
            name: "FirstMessageFromEndUserInChatCommand";
            substitutions?: Record<string, never>;
            userId?: string;
            command: components["schemas"]["FirstMessageFromEndUserInChatCommandFields"];
        };
        FirstMessageFromEndUserInChatCommandFlat: {
            channel?: components["schemas"]["ChannelType"];
            /** Format: int64 */
            channelId?: number | bigint;
            chatId?: string;
            /** Format: int64 */
            tbChatId?: number | bigint;
            remoteAddress?: string;
            chat?: components["schemas"]["Chat"];
            remoteUsername?: string;
            /** Format: date-time */
            sentTimestamp?: string;
            compositeMessageType?: components["schemas"]["CompositeMessageType"];
            /** Format: uuid */
            notificationId?: string;
            /** Format: date-time */
            createdTs?: string;
            firstMessage: components["schemas"]["Message"];
            /** @description Spelled so. */
            comand?: components["schemas"]["FirstMessageFromEndUserInChatCommandFields"];
            /** Format: uuid */
            accountId: string;
            id: string;
            /** @constant */
            name: "FirstMessageFromEndUserInChatCommand";
            substitutions?: Record<string, never>;
            userId?: string;
        };
        /** @description The first inbound message in a chat. */
        FirstMessageFromEndUserInChatCommandEvent: components["schemas"]["FirstMessageFromEndUserInChatCommandNested"] | components["schemas"]["FirstMessageFromEndUserInChatCommandFlat"];
        EndUserSubscribedOnNotificationFields: {
            channel?: components["schemas"]["ChannelType"];
            /** Format: int64 */
            channelId?: number | bigint;
            chatId?: string;
            /** Format: int64 */
            tbChatId?: number | bigint;
            remoteAddress?: string;
            chat?: components["schemas"]["Chat"];
            remoteUsername?: string;
            /** Format: date-time */
            sentTimestamp?: string;
            compositeMessageType?: components["schemas"]["CompositeMessageType"];
            /** Format: uuid */
            notificationId?: string;
            remoteContact?: components["schemas"]["Contact"];
            subscription?: components["schemas"]["Subscription"];
        };
        EndUserSubscribedOnNotificationNested: {
            /** Format: uuid */
            accountId: string;
            id: string;
            /** @constant */
            name: "EndUserSubscribedOnNotification";
            substitutions?: Record<string, never>;
            userId?: string;
            command: components["schemas"]["EndUserSubscribedOnNotificationFields"];
        };
        EndUserSubscribedOnNotificationFlat: {
            channel?: components["schemas"]["ChannelType"];
            /** Format: int64 */
            channelId?: number | bigint;
            chatId?: string;
            /** Format: int64 */
            tbChatId?: number | bigint;
            remoteAddress?: string;
            chat?: components["schemas"]["Chat"];
            remoteUsername?: string;
            /** Format: date-time */
            sentTimestamp?: string;
            compositeMessageType?: components["schemas"]["CompositeMessageType"];
            /** Format: uuid */
            notificationId?: string;
            remoteContact?: components["schemas"]["Contact"];
            subscription?: components["schemas"]["Subscription"];
            /** Format: uuid */
            accountId: string;
            id: string;
            /** @constant */
            name: "EndUserSubscribedOnNotification";
            substitutions?: Record<string, never>;
            userId?: string;
        };
        /** @description A user subscribed. */
        EndUserSubscribedOnNotificationEvent: components["schemas"]["EndUserSubscribedOnNotificationNested"] | components["schemas"]["EndUserSubscribedOnNotificationFlat"];
        EndUserUnsubscribedFromNotificationFields: {
            channel?: components["schemas"]["ChannelType"];
            /** Format: int64 */
            channelId?: number | bigint;
            chatId?: string;
            /** Format: int64 */
            tbChatId?: number | bigint;
            remoteAddress?: string;
            chat?: components["schemas"]["Chat"];
            remoteUsername?: string;
            /** Format: date-time */
            sentTimestamp?: string;
            compositeMessageType?: components["schemas"]["CompositeMessageType"];
            /** Format: uuid */
            notificationId?: string;
            remoteContact?: components["schemas"]["Contact"];
            subscription?: components["schemas"]["Subscription"];
            /** @enum {string} */
            initiator?: "USER_ACTION" | "OPERATOR";
            optOutId?: string;
            unsubscribedFromAllSubscriptions?: boolean;
        };
        EndUserUnsubscribedFromNotificationNested: {
            /** Format: uuid */
            accountId: string;
            id: string;
            /** @constant */
            name: "EndUserUnsubscribedFromNotification";
            substitutions?: Record<string, never>;
            userId?: string;
            command: components["schemas"]["EndUserUnsubscribedFromNotificationFields"];
        };
        EndUserUnsubscribedFromNotificationFlat: {
            channel?: components["schemas"]["ChannelType"];
            /** Format: int64 */
            channelId?: number | bigint;
            chatId?: string;
            /** Format: int64 */
            tbChatId?: number | bigint;
            remoteAddress?: string;
            chat?: components["schemas"]["Chat"];
            remoteUsername?: string;
            /** Format: date-time */
            sentTimestamp?: string;
            compositeMessageType?: components["schemas"]["CompositeMessageType"];
            /** Format: uuid */
            notificationId?: string;
            remoteContact?: components["schemas"]["Contact"];
            subscription?: components["schemas"]["Subscription"];
            /** @enum {string} */
            initiator?: "USER_ACTION" | "OPERATOR";
            optOutId?: string;
            unsubscribedFromAllSubscriptions?: boolean;
            /** Format: uuid */
            accountId: string;
            id: string;
            /** @constant */
            name: "EndUserUnsubscribedFromNotification";
            substitutions?: Record<string, never>;
            userId?: string;
        };
        /** @description A user unsubscribed. */
        EndUserUnsubscribedFromNotificationEvent: components["schemas"]["EndUserUnsubscribedFromNotificationNested"] | components["schemas"]["EndUserUnsubscribedFromNotificationFlat"];
        EndUserActivatedNotificationDeepLinkFields: {
            channel?: components["schemas"]["ChannelType"];
            /** Format: int64 */
            channelId?: number | bigint;
            chatId?: string;
            /** Format: int64 */
            tbChatId?: number | bigint;
            remoteAddress?: string;
            chat?: components["schemas"]["Chat"];
            remoteUsername?: string;
            /** Format: date-time */
            sentTimestamp?: string;
            compositeMessageType?: components["schemas"]["CompositeMessageType"];
            /** Format: uuid */
            notificationId?: string;
            address?: components["schemas"]["ChatAddress"];
            /** @enum {string} */
            commandName?: "subscribe" | "start_chat";
            deepLink?: Record<string, never>;
            deepLinkId?: string;
            messageId?: string;
            /** @description URL parameters. */
            parameters?: Record<string, never>;
            remoteContact?: components["schemas"]["Contact"];
        };
        EndUserActivatedNotificationDeepLinkNested: {
            /** Format: uuid */
            accountId: string;
            id: string;
            /** @constant */
            name: "EndUserActivatedNotificationDeepLink";
            substitutions?: Record<string, never>;
            userId?: string;
            command: components["schemas"]["EndUserActivatedNotificationDeepLinkFields"];
        };
        EndUserActivatedNotificationDeepLinkFlat: {
            channel?: components["schemas"]["ChannelType"];
            /** Format: int64 */
            channelId?: number | bigint;
            chatId?: string;
            /** Format: int64 */
            tbChatId?: number | bigint;
            remoteAddress?: string;
            chat?: components["schemas"]["Chat"];
            remoteUsername?: string;
            /** Format: date-time */
            sentTimestamp?: string;
            compositeMessageType?: components["schemas"]["CompositeMessageType"];
            /** Format: uuid */
            notificationId?: string;
            address?: components["schemas"]["ChatAddress"];
            /** @enum {string} */
            commandName?: "subscribe" | "start_chat";
            deepLink?: Record<string, never>;
            deepLinkId?: string;
            messageId?: string;
            /** @description URL parameters. */
            parameters?: Record<string, never>;
            remoteContact?: components["schemas"]["Contact"];
            /** Format: uuid */
            accountId: string;
            id: string;
            /** @constant */
            name: "EndUserActivatedNotificationDeepLink";
            substitutions?: Record<string, never>;
            userId?: string;
        };
        /** @description A visitor followed a deep link to subscribe or to start a chat. */
        EndUserActivatedNotificationDeepLinkEvent: components["schemas"]["EndUserActivatedNotificationDeepLinkNested"] | components["schemas"]["EndUserActivatedNotificationDeepLinkFlat"];
        ConversationStartContextUpdateCommandFields: {
            chatAddress: components["schemas"]["ChatAddress"];
            conversationStartContext: components["schemas"]["ConversationStartContext"];
            id?: string;
        };
        ConversationStartContextUpdateCommandNested: {
            /** Format: uuid */
            accountId: string;
            id: string;
            /** @constant */
            name: "ConversationStartContextUpdateCommand";
            substitutions?: Record<string, never>;
            userId?: string;
            command: components["schemas"]["ConversationStartContextUpdateCommandFields"];
        };
        ConversationStartContextUpdateCommandFlat: {
            chatAddress: components["schemas"]["ChatAddress"];
            conversationStartContext: components["schemas"]["ConversationStartContext"];
            id: string;
            /** Format: uuid */
            accountId: string;
            /** @constant */
            name: "ConversationStartContextUpdateCommand";
            substitutions?: Record<string, never>;
            userId?: string;
        };
        /** @description A visitor pressed a channel button in the widget. */
        ConversationStartContextUpdateCommandEvent: components["schemas"]["ConversationStartContextUpdateCommandNested"] | components["schemas"]["ConversationStartContextUpdateCommandFlat"];
        TagAssignedOnChatCommandFields: {
            channel?: components["schemas"]["ChannelType"];
            /** Format: int64 */
            channelId?: number | bigint;
            chatId?: string;
            /** Format: int64 */
            tbChatId?: number | bigint;
            remoteAddress?: string;
            chat?: components["schemas"]["Chat"];
            remoteUsername?: string;
            /** Format: date-time */
            sentTimestamp?: string;
            compositeMessageType?: components["schemas"]["CompositeMessageType"];
            /** Format: uuid */
            notificationId?: string;
            tag?: components["schemas"]["ChatTag"];
            wasActuallyChanged?: boolean;
            isNewTag?: boolean;
            reason?: components["schemas"]["TagAssignReason"];
        };
        TagAssignedOnChatCommandNested: {
            /** Format: uuid */
            accountId: string;
            id: string;
            /** @constant */
            name: "TagAssignedOnChatCommand";
            substitutions?: Record<string, never>;
            userId?: string;
            command: components["schemas"]["TagAssignedOnChatCommandFields"];
        };
        TagAssignedOnChatCommandFlat: {
            channel?: components["schemas"]["ChannelType"];
            /** Format: int64 */
            channelId?: number | bigint;
            chatId?: string;
            /** Format: int64 */
            tbChatId?: number | bigint;
            remoteAddress?: string;
            chat?: components["schemas"]["Chat"];
            remoteUsername?: string;
            /** Format: date-time */
            sentTimestamp?: string;
            compositeMessageType?: components["schemas"]["CompositeMessageType"];
            /** Format: uuid */
            notificationId?: string;
            tag?: components["schemas"]["ChatTag"];
            wasActuallyChanged?: boolean;
            isNewTag?: boolean;
            reason?: components["schemas"]["TagAssignReason"];
            /** Format: uuid */
            accountId: string;
            id: string;
            /** @constant */
            name: "TagAssignedOnChatCommand";
            substitutions?: Record<string, never>;
            userId?: string;
        };
        /** @description A tag is assigned. */
        TagAssignedOnChatCommandEvent: components["schemas"]["TagAssignedOnChatCommandNested"] | components["schemas"]["TagAssignedOnChatCommandFlat"];
        TagRemovedFromChatCommandFields: {
            channel?: components["schemas"]["ChannelType"];
            /** Format: int64 */
            channelId?: number | bigint;
            chatId?: string;
            /** Format: int64 */
            tbChatId?: number | bigint;
            remoteAddress?: string;
            chat?: components["schemas"]["Chat"];
            remoteUsername?: string;
            /** Format: date-time */
            sentTimestamp?: string;
            compositeMessageType?: components["schemas"]["CompositeMessageType"];
            /** Format: uuid */
            notificationId?: string;
            tag?: components["schemas"]["ChatTag"];
            wasActuallyChanged?: boolean;
            /**
             * @description The nested layout lists the reasons of an assignment.
             * @enum {string}
             */
            reason?: "operator_removed" | "user_activated_response" | "ve_removed" | "operator_assigned" | "user_subscribed_on_widget" | "ve_assigned";
        };
        TagRemovedFromChatCommandNested: {
            /** Format: uuid */
            accountId: string;
            id: string;
            /** @constant */
            name: "TagRemovedFromChatCommand";
            substitutions?: Record<string, never>;
            userId?: string;
            command: components["schemas"]["TagRemovedFromChatCommandFields"];
        };
        TagRemovedFromChatCommandFlat: {
            channel?: components["schemas"]["ChannelType"];
            /** Format: int64 */
            channelId?: number | bigint;
            chatId?: string;
            /** Format: int64 */
            tbChatId?: number | bigint;
            remoteAddress?: string;
            chat?: components["schemas"]["Chat"];
            remoteUsername?: string;
            /** Format: date-time */
            sentTimestamp?: string;
            compositeMessageType?: components["schemas"]["CompositeMessageType"];
            /** Format: uuid */
            notificationId?: string;
            tag?: components["schemas"]["ChatTag"];
            wasActuallyChanged?: boolean;
            /**
             * @description The nested layout lists the reasons of an assignment.
             * @enum {string}
             */
            reason?: "operator_removed" | "user_activated_response" | "ve_removed" | "operator_assigned" | "user_subscribed_on_widget" | "ve_assigned";
            /** Format: uuid */
            accountId: string;
            id: string;
            /** @constant */
            name: "TagRemovedFromChatCommand";
            substitutions?: Record<string, never>;
            userId?: string;
        };
        /** @description A tag is removed. */
        TagRemovedFromChatCommandEvent: components["schemas"]["TagRemovedFromChatCommandNested"] | components["schemas"]["TagRemovedFromChatCommandFlat"];
        ChatMemoChangedFields: {
            chatAddress?: components["schemas"]["ChatAddress"];
            memo?: components["schemas"]["Memo"];
            /** Format: int64 */
            tbChatId?: number | bigint;
            /** Format: date-time */
            sentTimestamp?: string;
        };
        ChatMemoChangedNested: {
            /** Format: uuid */
            accountId: string;
            id: string;
            /** @constant */
            name: "ChatMemoChanged";
            substitutions?: Record<string, never>;
            userId?: string;
            command: components["schemas"]["ChatMemoChangedFields"];
        };
        ChatMemoChangedFlat: {
            chatAddress?: components["schemas"]["ChatAddress"];
            memo?: components["schemas"]["Memo"];
            /** Format: int64 */
            tbChatId?: number | bigint;
            /** Format: date-time */
            sentTimestamp?: string;
            /** Format: uuid */
            accountId: string;
            id: string;
            /** @constant */
            name: "ChatMemoChanged";
            substitutions?: Record<string, never>;
            userId?: string;
        };
        /** @description Notes changed, by the API, in the cabinet or automatically. */
        ChatMemoChangedEvent: components["schemas"]["ChatMemoChangedNested"] | components["schemas"]["ChatMemoChangedFlat"];
        OperatorReadChatCommandFields: {
            channel?: components["schemas"]["ChannelType"];
            /** Format: int64 */
            channelId?: number | bigint;
            chatId?: string;
            /** Format: int64 */
            tbChatId?: number | bigint;
            remoteAddress?: string;
            chat?: components["schemas"]["Chat"];
            remoteUsername?: string;
            /** Format: date-time */
            sentTimestamp?: string;
            sessionId?: string;
            /**
             * Format: int64
             * @description ms since 1970.
             */
            timestamp?: number | bigint;
            /** @description Excludes the timestamp bound. */
            upToChannelMessageId?: string;
            userId?: string;
            exactMessageId?: string;
            /**
             * Format: int64
             * @description ms since 1970.
             */
            upToTimestamp?: number | bigint;
        };
        OperatorReadChatCommandNested: {
            /** Format: uuid */
            accountId: string;
            id: string;
            /** @constant */
            name: "OperatorReadChatCommand";
            substitutions?: Record<string, never>;
            userId?: string;
            command: components["schemas"]["OperatorReadChatCommandFields"];
        };
        OperatorReadChatCommandFlat: {
            channel?: components["schemas"]["ChannelType"];
            /** Format: int64 */
            channelId?: number | bigint;
            chatId?: string;
            /** Format: int64 */
            tbChatId?: number | bigint;
            remoteAddress?: string;
            chat?: components["schemas"]["Chat"];
            remoteUsername?: string;
            /** Format: date-time */
            sentTimestamp?: string;
            sessionId?: string;
            /**
             * Format: int64
             * @description ms since 1970.
             */
            timestamp?: number | bigint;
            /** @description Excludes the timestamp bound. */
            upToChannelMessageId?: string;
            userId?: string;
            exactMessageId?: string;
            /**
             * Format: int64
             * @description ms since 1970.
             */
            upToTimestamp?: number | bigint;
            /** Format: uuid */
            accountId: string;
            id: string;
            /** @constant */
            name: "OperatorReadChatCommand";
            substitutions?: Record<string, never>;
        };
        /** @description An operator read a message or a chat. */
        OperatorReadChatCommandEvent: components["schemas"]["OperatorReadChatCommandNested"] | components["schemas"]["OperatorReadChatCommandFlat"];
        OperatorUnReadChatCommandFields: {
            channel?: components["schemas"]["ChannelType"];
            /** Format: int64 */
            channelId?: number | bigint;
            chatId?: string;
            /** Format: int64 */
            tbChatId?: number | bigint;
            remoteAddress?: string;
            chat?: components["schemas"]["Chat"];
            remoteUsername?: string;
            /** Format: date-time */
            sentTimestamp?: string;
            sessionId?: string;
            /**
             * Format: int64
             * @description ms since 1970.
             */
            timestamp?: number | bigint;
            /** @description Excludes the timestamp bound. */
            upToChannelMessageId?: string;
            userId?: string;
            /**
             * Format: int64
             * @description ms since 1970.
             */
            upFromTimestamp?: number | bigint;
        };
        OperatorUnReadChatCommandNested: {
            /** Format: uuid */
            accountId: string;
            id: string;
            /** @constant */
            name: "OperatorUnReadChatCommand";
            substitutions?: Record<string, never>;
            userId?: string;
            command: components["schemas"]["OperatorUnReadChatCommandFields"];
        };
        OperatorUnReadChatCommandFlat: {
            channel?: components["schemas"]["ChannelType"];
            /** Format: int64 */
            channelId?: number | bigint;
            chatId?: string;
            /** Format: int64 */
            tbChatId?: number | bigint;
            remoteAddress?: string;
            chat?: components["schemas"]["Chat"];
            remoteUsername?: string;
            /** Format: date-time */
            sentTimestamp?: string;
            sessionId?: string;
            /**
             * Format: int64
             * @description ms since 1970.
             */
            timestamp?: number | bigint;
            /** @description Excludes the timestamp bound. */
            upToChannelMessageId?: string;
            userId?: string;
            /**
             * Format: int64
             * @description ms since 1970.
             */
            upFromTimestamp?: number | bigint;
            /** Format: uuid */
            accountId: string;
            id: string;
            /** @constant */
            name: "OperatorUnReadChatCommand";
            substitutions?: Record<string, never>;
        };
        /** @description An operator marked a chat unread. */
        OperatorUnReadChatCommandEvent: components["schemas"]["OperatorUnReadChatCommandNested"] | components["schemas"]["OperatorUnReadChatCommandFlat"];
        ChannelConnectedFields: {
            channel?: components["schemas"]["ChannelType"];
            /** Format: int64 */
            channelId?: number | bigint;
            chatId?: string;
            /** Format: int64 */
            tbChatId?: number | bigint;
            remoteAddress?: string;
            fullChannel?: components["schemas"]["Channel"];
            /** @enum {string} */
            reason?: "new_channel_configured" | "phone_gone_online" | "token_refreshed" | "token_updated";
        };
        ChannelConnectedNested: {
            /** Format: uuid */
            accountId: string;
            id: string;
            /** @constant */
            name: "ChannelConnected";
            substitutions?: Record<string, never>;
            userId?: string;
            command: components["schemas"]["ChannelConnectedFields"];
        };
        ChannelConnectedFlat: {
            channel?: components["schemas"]["ChannelType"];
            /** Format: int64 */
            channelId?: number | bigint;
            chatId?: string;
            /** Format: int64 */
            tbChatId?: number | bigint;
            remoteAddress?: string;
            fullChannel?: components["schemas"]["Channel"];
            /** @enum {string} */
            reason?: "new_channel_configured" | "phone_gone_online" | "token_refreshed" | "token_updated";
            /** Format: uuid */
            accountId: string;
            id: string;
            /** @constant */
            name: "ChannelConnected";
            substitutions?: Record<string, never>;
            userId?: string;
        };
        /** @description A channel is connected and working. */
        ChannelConnectedEvent: components["schemas"]["ChannelConnectedNested"] | components["schemas"]["ChannelConnectedFlat"];
        ChannelCreationCommandFields: {
            channel?: components["schemas"]["ChannelType"];
            /** Format: int64 */
            channelId?: number | bigint;
            userId?: string;
        };
        ChannelCreationCommandNested: {
            /** Format: uuid */
            accountId: string;
            id: string;
            /** @constant */
            name: "ChannelCreationCommand";
            substitutions?: Record<string, never>;
            userId?: string;
            command: components["schemas"]["ChannelCreationCommandFields"];
        };
        ChannelCreationCommandFlat: {
            channel?: components["schemas"]["ChannelType"];
            /** Format: int64 */
            channelId?: number | bigint;
            userId?: string;
            /** Format: uuid */
            accountId: string;
            id: string;
            /** @constant */
            name: "ChannelCreationCommand";
            substitutions?: Record<string, never>;
        };
        /** @description A channel is created. */
        ChannelCreationCommandEvent: components["schemas"]["ChannelCreationCommandNested"] | components["schemas"]["ChannelCreationCommandFlat"];
        ChannelDisconnectedFields: {
            fullChannel?: components["schemas"]["Channel"];
            /** @enum {string} */
            reason?: "phone_gone_offline" | "token_expired" | "token_revoked" | "channel_deleted";
            userId?: string;
        };
        ChannelDisconnectedNested: {
            /** Format: uuid */
            accountId: string;
            id: string;
            /** @constant */
            name: "ChannelDisconnected";
            substitutions?: Record<string, never>;
            userId?: string;
            command: components["schemas"]["ChannelDisconnectedFields"];
        };
        ChannelDisconnectedFlat: {
            fullChannel?: components["schemas"]["Channel"];
            /** @enum {string} */
            reason?: "phone_gone_offline" | "token_expired" | "token_revoked" | "channel_deleted";
            userId?: string;
            /** Format: uuid */
            accountId: string;
            id: string;
            /** @constant */
            name: "ChannelDisconnected";
            substitutions?: Record<string, never>;
        };
        /** @description A channel stopped working. */
        ChannelDisconnectedEvent: components["schemas"]["ChannelDisconnectedNested"] | components["schemas"]["ChannelDisconnectedFlat"];
        WidgetCreateCommandFields: {
            widget?: components["schemas"]["Widget"];
            /** @description Widget script text. */
            widgetCode?: string;
        };
        WidgetCreateCommandNested: {
            /** Format: uuid */
            accountId: string;
            id: string;
            /** @constant */
            name: "WidgetCreateCommand";
            substitutions?: Record<string, never>;
            userId?: string;
            command: components["schemas"]["WidgetCreateCommandFields"];
        };
        WidgetCreateCommandFlat: {
            widget?: components["schemas"]["Widget"];
            /** @description Widget script text. */
            widgetCode?: string;
            /** Format: uuid */
            accountId: string;
            id: string;
            /** @constant */
            name: "WidgetCreateCommand";
            substitutions?: Record<string, never>;
            userId?: string;
        };
        /** @description A widget is created or updated. */
        WidgetCreateCommandEvent: components["schemas"]["WidgetCreateCommandNested"] | components["schemas"]["WidgetCreateCommandFlat"];
        WidgetDeleteCommandFields: {
            widget?: components["schemas"]["Widget"];
        };
        WidgetDeleteCommandNested: {
            /** Format: uuid */
            accountId: string;
            id: string;
            /** @constant */
            name: "WidgetDeleteCommand";
            substitutions?: Record<string, never>;
            userId?: string;
            command: components["schemas"]["WidgetDeleteCommandFields"];
        };
        WidgetDeleteCommandFlat: {
            widget?: components["schemas"]["Widget"];
            /** Format: uuid */
            accountId: string;
            id: string;
            /** @constant */
            name: "WidgetDeleteCommand";
            substitutions?: Record<string, never>;
            userId?: string;
        };
        /** @description A widget is deleted, disabled or enabled. */
        WidgetDeleteCommandEvent: components["schemas"]["WidgetDeleteCommandNested"] | components["schemas"]["WidgetDeleteCommandFlat"];
        WidgetDisableCommandFields: {
            widget?: components["schemas"]["Widget"];
        };
        WidgetDisableCommandNested: {
            /** Format: uuid */
            accountId: string;
            id: string;
            /** @constant */
            name: "WidgetDisableCommand";
            substitutions?: Record<string, never>;
            userId?: string;
            command: components["schemas"]["WidgetDisableCommandFields"];
        };
        WidgetDisableCommandFlat: {
            widget?: components["schemas"]["Widget"];
            /** Format: uuid */
            accountId: string;
            id: string;
            /** @constant */
            name: "WidgetDisableCommand";
            substitutions?: Record<string, never>;
            userId?: string;
        };
        /** @description A widget is deleted, disabled or enabled. */
        WidgetDisableCommandEvent: components["schemas"]["WidgetDisableCommandNested"] | components["schemas"]["WidgetDisableCommandFlat"];
        WidgetEnableCommandFields: {
            widget?: components["schemas"]["Widget"];
        };
        WidgetEnableCommandNested: {
            /** Format: uuid */
            accountId: string;
            id: string;
            /** @constant */
            name: "WidgetEnableCommand";
            substitutions?: Record<string, never>;
            userId?: string;
            command: components["schemas"]["WidgetEnableCommandFields"];
        };
        WidgetEnableCommandFlat: {
            widget?: components["schemas"]["Widget"];
            /** Format: uuid */
            accountId: string;
            id: string;
            /** @constant */
            name: "WidgetEnableCommand";
            substitutions?: Record<string, never>;
            userId?: string;
        };
        /** @description A widget is deleted, disabled or enabled. */
        WidgetEnableCommandEvent: components["schemas"]["WidgetEnableCommandNested"] | components["schemas"]["WidgetEnableCommandFlat"];
        WidgetUpdateCommandFields: {
            widget?: components["schemas"]["Widget"];
            /** @description Widget script text. */
            widgetCode?: string;
        };
        WidgetUpdateCommandNested: {
            /** Format: uuid */
            accountId: string;
            id: string;
            /** @constant */
            name: "WidgetUpdateCommand";
            substitutions?: Record<string, never>;
            userId?: string;
            command: components["schemas"]["WidgetUpdateCommandFields"];
        };
        WidgetUpdateCommandFlat: {
            widget?: components["schemas"]["Widget"];
            /** @description Widget script text. */
            widgetCode?: string;
            /** Format: uuid */
            accountId: string;
            id: string;
            /** @constant */
            name: "WidgetUpdateCommand";
            substitutions?: Record<string, never>;
            userId?: string;
        };
        /** @description A widget is created or updated. */
        WidgetUpdateCommandEvent: components["schemas"]["WidgetUpdateCommandNested"] | components["schemas"]["WidgetUpdateCommandFlat"];
    };
    responses: {
        /** @description Accepted. */
        Accepted: {
            headers: {
                "x-correlation-id": components["headers"]["x-correlation-id"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The request does not match the contract or has invalid data; see $error.sc. */
        BadRequest: {
            headers: {
                "x-correlation-id": components["headers"]["x-correlation-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description Token missing, revoked or expired, or account blocked. */
        Unauthorized: {
            headers: {
                "x-correlation-id": components["headers"]["x-correlation-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The method needs a paid plan or an extra package. */
        PaymentRequired: {
            headers: {
                "x-correlation-id": components["headers"]["x-correlation-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The token lacks the required rights. */
        Forbidden: {
            headers: {
                "x-correlation-id": components["headers"]["x-correlation-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description Not found, e.g. the notes of an unknown chat. */
        NotFound: {
            headers: {
                "x-correlation-id": components["headers"]["x-correlation-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description Internal failure; quote x-correlation-id to support. */
        ServerError: {
            headers: {
                "x-correlation-id": components["headers"]["x-correlation-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
    };
    parameters: {
        /** @description Version of the answer; 0.1.0 when absent. */
        v: string;
        /** @description Earliest time of the last message, ms since 1970. Reaches back up to 3 months. */
        from: number | bigint;
        /** @description Only blocked chats (true) or only others (false). */
        blocked: boolean;
        /** @description How many chats to pass over; filled in by $nextPage. */
        $skip: number;
        /** @description How many chats to list. */
        $top: number;
        /** @description Only chats of channels with this number. */
        channelId: number | bigint;
        /** @description Unique chat id in the service. */
        tbChatId: number | bigint;
        /** @description tbChatId or the composite address channel_channelId_chatId. */
        chatRef: string;
        tagName: string;
        id: string;
        widgetId: string;
    };
    requestBodies: never;
    headers: {
        /** @description Identifier of the call, to be quoted to support; not globally unique. */
        "x-correlation-id": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    createPreparedMessage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreparedMessageInput"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-correlation-id": components["headers"]["x-correlation-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        $count?: 1;
                        $value: components["schemas"]["PreparedMessage"];
                        $error?: null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
        };
    };
    updatePreparedMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreparedMessageInput"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-correlation-id": components["headers"]["x-correlation-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        $count?: 1;
                        $value: components["schemas"]["PreparedMessage"];
                        $error?: null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
        };
    };
    getChainActions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-correlation-id": components["headers"]["x-correlation-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Number of elements in $items. */
                        $count?: number;
                        $items: components["schemas"]["ChainAction"][];
                        $error?: null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
        };
    };
    createChainAction: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChainActionInput"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-correlation-id": components["headers"]["x-correlation-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        $count?: 1;
                        $value: components["schemas"]["ChainAction"];
                        $error?: null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
        };
    };
    getChainAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-correlation-id": components["headers"]["x-correlation-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        $count?: 1;
                        $value: components["schemas"]["ChainAction"];
                        $error?: null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
        };
    };
    updateChainAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChainActionInput"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-correlation-id": components["headers"]["x-correlation-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        $count?: 1;
                        $value: components["schemas"]["ChainAction"];
                        $error?: null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
        };
    };
    getChannels: {
        parameters: {
            query?: {
                /** @description Version of the answer; 0.1.0 when absent. */
                v?: components["parameters"]["v"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-correlation-id": components["headers"]["x-correlation-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Number of elements in $items. */
                        $count?: number;
                        $items: components["schemas"]["Channel"][];
                        $error?: null;
                    } | components["schemas"]["ChannelsByType"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
        };
    };
    getChatsV1: {
        parameters: {
            query?: {
                /** @description Earliest time of the last message, ms since 1970. Reaches back up to 3 months. */
                from?: components["parameters"]["from"];
                /** @description Only blocked chats (true) or only others (false). */
                blocked?: components["parameters"]["blocked"];
                /** @description How many chats to pass over; filled in by $nextPage. */
                $skip?: components["parameters"]["$skip"];
                /** @description How many chats to list. */
                $top?: components["parameters"]["$top"];
                /** @description Only chats of channels with this number. */
                channelId?: components["parameters"]["channelId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-correlation-id": components["headers"]["x-correlation-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Number of elements in $items. */
                        $count?: number;
                        $items: components["schemas"]["Chat"][];
                        $error?: null;
                        /**
                         * Format: uri
                         * @description Present whenever at least one element is returned, even if the next page is empty.
                         */
                        $nextPage?: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
        };
    };
    getChats: {
        parameters: {
            query?: {
                /** @description Earliest time of the last message, ms since 1970. Reaches back up to 3 months. */
                from?: components["parameters"]["from"];
                /** @description Only blocked chats (true) or only others (false). */
                blocked?: components["parameters"]["blocked"];
                /** @description How many chats to pass over; filled in by $nextPage. */
                $skip?: components["parameters"]["$skip"];
                /** @description How many chats to list. */
                $top?: components["parameters"]["$top"];
                /** @description Only chats of channels with this number. */
                channelId?: components["parameters"]["channelId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-correlation-id": components["headers"]["x-correlation-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Number of elements in $items. */
                        $count?: number;
                        $items: components["schemas"]["Chat"][];
                        $error?: null;
                        /**
                         * Format: uri
                         * @description Present whenever at least one element is returned, even if the next page is empty.
                         */
                        $nextPage?: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
        };
    };
    updateChat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Unique chat id in the service. */
                tbChatId: components["parameters"]["tbChatId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChatUpdate"];
            };
        };
        responses: {
            202: components["responses"]["Accepted"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
        };
    };
    getMemo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description tbChatId or the composite address channel_channelId_chatId. */
                chatRef: components["parameters"]["chatRef"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-correlation-id": components["headers"]["x-correlation-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        $count?: 1;
                        $value: components["schemas"]["Memo"];
                        $error?: null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
        };
    };
    updateMemo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description tbChatId or the composite address channel_channelId_chatId. */
                chatRef: components["parameters"]["chatRef"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MemoUpdate"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-correlation-id": components["headers"]["x-correlation-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        $count?: 1;
                        $value: components["schemas"]["Memo"];
                        $error?: null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
        };
    };
    sendMessage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendMessage"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-correlation-id": components["headers"]["x-correlation-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        $count?: 1;
                        $value: components["schemas"]["Message"];
                        $error?: null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
        };
    };
    uploadFile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    [key: string]: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-correlation-id": components["headers"]["x-correlation-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        $count?: 1;
                        $value: components["schemas"]["UploadedFile"];
                        $error?: null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
        };
    };
    getTags: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-correlation-id": components["headers"]["x-correlation-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Number of elements in $items. */
                        $count?: number;
                        $items: components["schemas"]["Tag"][];
                        $error?: null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
        };
    };
    createTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tagName: components["parameters"]["tagName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: components["responses"]["Accepted"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
        };
    };
    getChatTags: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Unique chat id in the service. */
                tbChatId: components["parameters"]["tbChatId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-correlation-id": components["headers"]["x-correlation-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Number of elements in $items. */
                        $count?: number;
                        $items: components["schemas"]["ChatTag"][];
                        $error?: null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
        };
    };
    assignTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Unique chat id in the service. */
                tbChatId: components["parameters"]["tbChatId"];
                tagName: components["parameters"]["tagName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: components["responses"]["Accepted"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
        };
    };
    removeTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Unique chat id in the service. */
                tbChatId: components["parameters"]["tbChatId"];
                tagName: components["parameters"]["tagName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: components["responses"]["Accepted"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookInput"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-correlation-id": components["headers"]["x-correlation-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-correlation-id": components["headers"]["x-correlation-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
        };
    };
    getWidgets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-correlation-id": components["headers"]["x-correlation-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Number of elements in $items. */
                        $count?: number;
                        $items: components["schemas"]["Widget"][];
                        $error?: null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
        };
    };
    createWidget: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WidgetInput"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-correlation-id": components["headers"]["x-correlation-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        $count?: 1;
                        $value: components["schemas"]["Widget"];
                        $error?: null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
        };
    };
    updateWidget: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                widgetId: components["parameters"]["widgetId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WidgetInput"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "x-correlation-id": components["headers"]["x-correlation-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        $count?: 1;
                        $value: components["schemas"]["Widget"];
                        $error?: null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
        };
    };
    on_new_message: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["new_messageEvent"];
            };
        };
        responses: {
            /** @description Received. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else: sent again, up to 5 times in total. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_MessageDeliveryCommand: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MessageDeliveryCommandEvent"];
            };
        };
        responses: {
            /** @description Received. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else: sent again, up to 5 times in total. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_ChannelMessageReadCommand: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChannelMessageReadCommandEvent"];
            };
        };
        responses: {
            /** @description Received. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else: sent again, up to 5 times in total. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_EndUserActionCommand: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EndUserActionCommandEvent"];
            };
        };
        responses: {
            /** @description Received. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else: sent again, up to 5 times in total. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_NewChatCreatedCommand: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewChatCreatedCommandEvent"];
            };
        };
        responses: {
            /** @description Received. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else: sent again, up to 5 times in total. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_FirstMessageFromEndUserInChatCommand: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FirstMessageFromEndUserInChatCommandEvent"];
            };
        };
        responses: {
            /** @description Received. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else: sent again, up to 5 times in total. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_EndUserSubscribedOnNotification: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EndUserSubscribedOnNotificationEvent"];
            };
        };
        responses: {
            /** @description Received. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else: sent again, up to 5 times in total. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_EndUserUnsubscribedFromNotification: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EndUserUnsubscribedFromNotificationEvent"];
            };
        };
        responses: {
            /** @description Received. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else: sent again, up to 5 times in total. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_EndUserActivatedNotificationDeepLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EndUserActivatedNotificationDeepLinkEvent"];
            };
        };
        responses: {
            /** @description Received. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else: sent again, up to 5 times in total. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_ConversationStartContextUpdateCommand: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConversationStartContextUpdateCommandEvent"];
            };
        };
        responses: {
            /** @description Received. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else: sent again, up to 5 times in total. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_TagAssignedOnChatCommand: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TagAssignedOnChatCommandEvent"];
            };
        };
        responses: {
            /** @description Received. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else: sent again, up to 5 times in total. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_TagRemovedFromChatCommand: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TagRemovedFromChatCommandEvent"];
            };
        };
        responses: {
            /** @description Received. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else: sent again, up to 5 times in total. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_ChatMemoChanged: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChatMemoChangedEvent"];
            };
        };
        responses: {
            /** @description Received. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else: sent again, up to 5 times in total. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_OperatorReadChatCommand: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OperatorReadChatCommandEvent"];
            };
        };
        responses: {
            /** @description Received. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else: sent again, up to 5 times in total. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_OperatorUnReadChatCommand: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OperatorUnReadChatCommandEvent"];
            };
        };
        responses: {
            /** @description Received. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else: sent again, up to 5 times in total. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_ChannelConnected: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChannelConnectedEvent"];
            };
        };
        responses: {
            /** @description Received. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else: sent again, up to 5 times in total. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_ChannelCreationCommand: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChannelCreationCommandEvent"];
            };
        };
        responses: {
            /** @description Received. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else: sent again, up to 5 times in total. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_ChannelDisconnected: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChannelDisconnectedEvent"];
            };
        };
        responses: {
            /** @description Received. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else: sent again, up to 5 times in total. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_WidgetCreateCommand: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WidgetCreateCommandEvent"];
            };
        };
        responses: {
            /** @description Received. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else: sent again, up to 5 times in total. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_WidgetDeleteCommand: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WidgetDeleteCommandEvent"];
            };
        };
        responses: {
            /** @description Received. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else: sent again, up to 5 times in total. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_WidgetDisableCommand: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WidgetDisableCommandEvent"];
            };
        };
        responses: {
            /** @description Received. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else: sent again, up to 5 times in total. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_WidgetEnableCommand: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WidgetEnableCommandEvent"];
            };
        };
        responses: {
            /** @description Received. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else: sent again, up to 5 times in total. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_WidgetUpdateCommand: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WidgetUpdateCommandEvent"];
            };
        };
        responses: {
            /** @description Received. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else: sent again, up to 5 times in total. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
