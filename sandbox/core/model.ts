import type { Int64, Json, JsonObject } from './json';
import type { SigningKey } from '../security/signing';

export const CHANNEL_TYPES = 'tg sms vk facebook viber vibersm whatsapp whatsappb instagram tgp'.split(' ');
/** A channel type; the specification lists those that were seen, not all. */
export type ChannelType = string;
export type TextRestrictions = { maxSize?: number | null };
/** A restriction on files of one sort; null or nothing in its place means unsupported. */
export type FileRestrictions = { mimeMask?: string | null };

/** The specification's capability object; an absent member equals null (client requirement 2). */
export type Capability = {
	textRestrictions?: TextRestrictions | null;
	photoRestrictions?: FileRestrictions | null;
	audioRestrictions?: FileRestrictions | null;
	videoRestrictions?: FileRestrictions | null;
	filesRestrictions?: FileRestrictions | null;
	buttonsRestrictions?: JsonObject | null;
	statusRestrictions?: JsonObject | null;
	locationSupported?: boolean | null;
	configurablePushBehavior?: boolean | null;
	maxAttachmentsPerMessage?: number | null;
	messageSendIntervalMs?: number | null;
	shouldWrapIntoCompositeIfButtonsPresent?: boolean | null;
	channelTypeName?: string | null;
	isTemplate?: boolean | null;
	template?: boolean | null;
	canCombineDifferentTypes?: boolean | null;
};

export type ChannelRecord = {
	channel: ChannelType;
	channelId: Int64;
	title: string;
	botUsername?: string;
	phone?: string;
	webUrl?: string;
	connected: boolean;
	/** Its capabilities; without them, nothing is known of the channel. */
	capability?: Capability | null;
};

export type ChatTag = { id: Int64; tagId: Int64; name: string; reason: string; assignedTs: string };
export type MemoRecord = { memo: string; phones: string[]; emails: string[]; tbUserId?: string; changedTs?: string };
/** The person a message is from or to, beyond the address. */
export type ContactRecord = { id: string; displayName?: string; phone?: string; email?: string; gender?: string };

/** A message as it goes over the wire (TbUniMessage); only the fields the sandbox itself reads are named. */
export type Message = {
	id: string;
	direction: 'inbound' | 'outbound';
	channel: ChannelType;
	channelId: Int64;
	chatId: string;
	tbChatId: Int64;
	text?: string;
	buttons?: JsonObject[];
	attachments?: JsonObject[];
	childMessages?: Message[];
	compositeMessageType?: string;
	masterMessageId?: string;
	sentTimestamp?: number | string;
	[field: string]: Json;
};

/** A chat as the sandbox keeps it; conversation/apiChat.ts makes the specification's Chat of it. */
export type ChatRecord = {
	channel: ChannelType;
	channelId: Int64;
	chatId: string;
	tbChatId: Int64;
	remoteAddress: string;
	remoteUsername?: string;
	remoteFirstName?: string;
	remoteLastName?: string;
	contact: ContactRecord;
	createdMs: number;
	firstInboundMs?: number;
	lastInboundMs?: number;
	lastMessageMs?: number;
	unreadCount: number;
	blocked: boolean;
	blockedMs?: number;
	subscribed: boolean;
	tags: ChatTag[];
	memo: MemoRecord;
	conversationStartContext?: JsonObject;
	messages: Message[];
	/** The number of outbound messages: counting them every time would make long chats slow. */
	sentCount: number;
};

export type WebhookRecord = { id: string; url: string; events: string[]; createdTs: string };
export type TokenRecord = { token: string; expiresMs: number; revoked: boolean; rights: 'all' | 'none' | 'unpaid' };
export type TemplateRecord = { channel: ChannelType; templateId: string; name: string; category?: string; text: string };
/** An uploaded or received file; the bytes are in a temporary file. */
export type FileRecord = { id: string; fileName: string; mimeType: string; size: number; path: string };
export type TagRecord = { id: Int64; name: string; createdTs: string };

/** A press of a button, kept so that its result can be looked up. */
export type PressRecord = {
	index: number;
	eventId: string;
	pressedTs: string;
	receivers: number;
	/** Whether the platform itself replies or changes tags. */
	acts?: true;
	/** The presser, unless that is the person of the chat; empty when the channel does not say. */
	by?: string;
};

/** Everything the sandbox knows; saved to and loaded from the state file as one JSON object. */
export type SandboxState = {
	accountId: string;
	userId: string;
	tokens: TokenRecord[];
	keys: SigningKey[];
	currentKid: string;
	channels: ChannelRecord[];
	chats: ChatRecord[];
	tags: TagRecord[];
	templates: TemplateRecord[];
	files: FileRecord[];
	preparedMessages: JsonObject[];
	chainActions: JsonObject[];
	widgets: JsonObject[];
	webhooks: WebhookRecord[];
	plan: 'start' | 'pro';
	/** Presses of buttons by message id, oldest first. */
	presses: Record<string, PressRecord[]>;
	nextId: Int64;
};
