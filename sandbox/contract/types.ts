/* Made by `npx tsx sandbox/contract/generate.ts` from sandbox/contract/source. Change those files, not this one. */

export type Attachment = {
	"channelFileId"?: string;
	"kind"?: AttachmentKind;
	"fileName"?: string;
	"fileSize"?: number;
	"mediaDuration"?: number;
	"mediaHeight"?: number;
	"mediaWidth"?: number;
	"mimeType"?: string;
	"publicUrl"?: string;
	"thumbnails"?: Array<Attachment>;
};

export type AttachmentKind = "document" | "image" | "audio" | "video" | "thumb" | "sticker" | "voice";

export type ChainActionInput = {
	"action": ChainActionName;
	"description"?: string;
	"message"?: {
		"id": string;
	};
	"actionParameters"?: {
		"tags"?: Array<string>;
	};
};

export type ChainActionName = "notifications.subscribe" | "notifications.unsubscribe" | "tags.assign" | "tags.remove" | "nothing";

export type ChannelType = string;

export type ChatUpdate = {
	"blocked": boolean;
};

export type MemoUpdate = {
	"memo"?: string;
	"phones"?: Array<string>;
	"emails"?: Array<string>;
};

export type PreparedMessageInput = {
	"name"?: string;
	"text": string;
	"ownerType"?: string;
	"ownerId"?: string;
	"attachments"?: Array<Attachment>;
	"buttons"?: SendButtons;
};

export type SendAttachment = {
	"channelFileId": string;
	"kind": AttachmentKind;
	"fileName"?: string;
	"fileSize"?: number;
	"mediaDuration"?: number;
	"mediaHeight"?: number;
	"mediaWidth"?: number;
	"mimeType"?: string;
	"publicUrl"?: string;
	"thumbnails"?: Array<Attachment>;
};

export type SendButton = {
	"type": "ActionButton" | "HyperLinkButton" | "GetContactButton";
	"text": string;
	"link"?: string;
	"payload"?: string;
	"oneTime"?: boolean;
	"removeKeyboard"?: boolean;
};

export type SendButtons = Array<SendButton>;

export type SendMessage = {
	"channel": ChannelType;
	"channelId": number | bigint | string;
	"chatId"?: string;
	"tbChatId"?: number | bigint | string;
	"remoteAddress"?: string;
	"text"?: string;
	"templateId"?: string;
	"substitutions"?: Record<string, string | number | boolean | null>;
	"attachments"?: Array<SendAttachment>;
	"buttons"?: SendButtons;
};

export type WebhookInput = {
	"url": string;
	"events": Array<string>;
};

export type WidgetChannel = {
	"channel": "vk" | "facebook" | "whatsapp" | "tg" | "viber" | "whatsappb" | "instagram";
	"id": string;
	"slug"?: string | null;
	"enabled"?: boolean;
};

export type WidgetInput = {
	"channels": Array<WidgetChannel>;
	"welcome-avatar-url"?: string;
	"welcome-name"?: string;
	"welcome-seconds"?: number;
	"welcome-tooltip"?: string;
	"show-welcome"?: boolean;
	"disable-welcome-cursor"?: boolean;
	"welcome-avatar"?: string;
	"widget-size"?: number;
	"bg-color"?: string;
	"show-waterdrop"?: boolean;
	"show-lightbox"?: boolean;
	"widget-desktop-icon"?: "desktopMessaging" | "desktopTelegram" | "desktopPhone" | "desktopBubble" | "desktopCarousel";
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
} & Record<string, unknown>;
