import { z } from 'zod';

/** The shapes of sandbox/README.md, "The snapshot" and "The live feed". Unknown members are left out, not refused. */

const text = z.string();
const words = z.array(text);

export const channelSchema = z.object({
	channel: text,
	channelId: text,
	title: text,
	connected: z.boolean(),
	maxTextSize: z.number().nullish(),
	buttons: z.boolean(),
	files: z.boolean(),
	reads: z.boolean(),
	statuses: z.boolean(),
});

const memoSchema = z.object({
	memo: text.default(''),
	phones: words.default([]),
	emails: words.default([]),
	changedTs: text.optional(),
});

export const chatSchema = z.object({
	chatRef: text,
	channel: text,
	channelId: text,
	chatId: text,
	tbChatId: text,
	name: text.default(''),
	remoteAddress: text.default(''),
	remoteUsername: text.optional(),
	blocked: z.boolean(),
	blockedTs: text.optional(),
	subscribed: z.boolean(),
	unreadCount: z.number(),
	tags: words,
	memo: memoSchema,
	createdTs: text,
	lastMessageTs: text.optional(),
	wabaWindowOpened: z.boolean().optional(),
});

/** A workflow of the demo's n8n, or one of its executions, with its URL in the editor. */
const workflowSchema = z.object({ name: text, url: text });

const attachmentSchema = z.object({
	kind: text.default('document'),
	fileName: text.optional(),
	mimeType: text.optional(),
	fileSize: z.number().optional(),
	url: text.optional(),
});

const buttonSchema = z.object({
	index: z.number(),
	type: text,
	text,
	link: text.optional(),
	payload: text.optional(),
	presses: z.number().default(0),
});

const pressSchema = z.object({
	index: z.number(),
	eventId: text,
	pressedTs: text,
	receivers: z.number(),
	/** The presser, unless that is the person of the chat; empty when the channel does not say. */
	by: text.optional(),
});

export const messageSchema = z.object({
	id: text,
	chatRef: text,
	direction: z.enum(['inbound', 'outbound']),
	text: text.optional(),
	textMarkup: text.optional(),
	sentTs: text,
	sender: text,
	attachments: z.array(attachmentSchema).default([]),
	buttons: z.array(buttonSchema).default([]),
	presses: z.array(pressSchema).default([]),
	contact: z.object({ phone: text.optional(), name: text.optional() }).optional(),
	location: z.object({ latitude: z.number(), longitude: z.number() }).optional(),
	templateId: text.optional(),
	compositeMessageType: text.optional(),
	masterMessageId: text.optional(),
	removeKeyboard: z.boolean().optional(),
	deliveryStatus: text.optional(),
	isFinal: z.boolean().optional(),
	isDelivered: z.boolean().optional(),
	readTs: text.optional(),
	/** The number of webhooks that a person's message went to; unknown for messages from before the sandbox's start. */
	receivers: z.number().optional(),
	/** The execution that sent it, in the demo; `waits` while it waits for the answer to it. */
	origin: workflowSchema.extend({ waits: z.boolean().optional() }).optional(),
});

export const comparedSchema = z.object({
	channel: text,
	/** The channels of this type that show the same. */
	titles: words,
	messages: z.array(messageSchema),
	/** Contents for which the node refuses the message. */
	refused: words,
	changed: words,
});

const attemptSchema = z.object({
	sentTs: text,
	durationMs: z.number(),
	status: z.number().optional(),
	response: text.optional(),
	error: text.optional(),
	/** Faults of the key server that struck meanwhile. */
	faults: words.default([]),
	/** The receiver's reason for refusing it, if the demo could read that in n8n's log. */
	reason: z.object({ codes: words, line: text.optional() }).optional(),
});

export const deliverySchema = z.object({
	id: text,
	webhookId: text,
	url: text,
	name: text,
	eventId: text.optional(),
	chatRef: text.optional(),
	about: z
		.object({ direction: text.optional(), status: text.optional(), text: text.optional(), messageId: text.optional() })
		.default({}),
	createdTs: text,
	status: z.enum(['pending', 'delivered', 'failed', 'cancelled']),
	faults: words.default([]),
	attempts: z.array(attemptSchema),
	workflow: workflowSchema.optional(),
});

export const webhookSchema = z.object({
	id: text,
	url: text,
	events: words,
	createdTs: text.optional(),
	workflow: workflowSchema.optional(),
});

export const faultSchema = z.object({ id: text, kind: text, count: z.number(), hits: z.number() });

const infoSchema = z.object({
	origin: text,
	baseUrl: text,
	notificationUrl: text,
	issuer: text,
	accountId: text,
	/** The URL of the demo's n8n; only the demo has one. */
	n8nUrl: text.optional(),
	n8nLogin: text.optional(),
	/** Whether the sandbox can restart that n8n. */
	restartsN8n: z.boolean().default(false),
});

export const snapshotSchema = z.object({
	seq: z.number(),
	info: infoSchema,
	channels: z.array(channelSchema),
	chats: z.array(chatSchema),
	messages: z.array(messageSchema),
	deliveries: z.array(deliverySchema),
	webhooks: z.array(webhookSchema),
	faults: z.array(faultSchema).default([]),
});

export type Channel = z.infer<typeof channelSchema>;
export type Chat = z.infer<typeof chatSchema>;
export type Memo = z.infer<typeof memoSchema>;
export type Attachment = z.infer<typeof attachmentSchema>;
export type Button = z.infer<typeof buttonSchema>;
export type Press = z.infer<typeof pressSchema>;
export type Message = z.infer<typeof messageSchema>;
export type Compared = z.infer<typeof comparedSchema>;
export type Attempt = z.infer<typeof attemptSchema>;
export type Delivery = z.infer<typeof deliverySchema>;
export type Webhook = z.infer<typeof webhookSchema>;
export type Fault = z.infer<typeof faultSchema>;
export type Info = z.infer<typeof infoSchema>;
export type Snapshot = z.infer<typeof snapshotSchema>;
