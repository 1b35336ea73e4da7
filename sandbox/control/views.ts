import type { Context } from '../core/context';
import { chatRefOf } from '../conversation/apiChat';
import { isJsonObject, type Json, type JsonObject } from '../core/json';
import type { Capability, ChannelRecord, ChatRecord, Message, WebhookRecord } from '../core/model';
import type { Delivery } from '../core/records';
import { fileIdIn } from '../files/fileStore';
import { givesReadStatus, givesStatus, supports, windowOpened } from '../conversation/channelRules';

/** ms since 1970 as ISO-8601, or nothing. */
const iso = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString());
const wordOf = (value: Json) => (typeof value === 'string' ? value : undefined);
const numberOf = (value: Json) => (typeof value === 'number' ? value : undefined);
const refOf = (message: Message) => `${message.channel}_${message.channelId}_${message.chatId}`;

/** A channel as the snapshot and the feed show it (README.md, "The snapshot"). */
export function channelView(channel: ChannelRecord) {
	const { capability } = channel;
	const supported = (restriction: keyof Capability) => supports(capability, restriction);
	return {
		...{ channel: channel.channel, channelId: String(channel.channelId) },
		...{ title: channel.title, connected: channel.connected },
		maxTextSize: capability?.textRestrictions?.maxSize ?? null,
		buttons: supported('buttonsRestrictions'),
		files: supported('filesRestrictions') || supported('photoRestrictions'),
		reads: givesReadStatus(channel.channel),
		statuses: givesStatus(channel.channel),
	};
}

/** A chat as the snapshot and the feed show it, without its messages. */
export function chatView(context: Context, chat: ChatRecord) {
	return {
		...{ chatRef: chatRefOf(chat), channel: chat.channel, channelId: String(chat.channelId) },
		...{ chatId: chat.chatId, tbChatId: String(chat.tbChatId) },
		name: chat.contact.displayName ?? chat.remoteUsername ?? chat.remoteAddress.replace(/^tel:/, ''),
		...{ remoteAddress: chat.remoteAddress, remoteUsername: chat.remoteUsername },
		...{ blocked: chat.blocked, blockedTs: iso(chat.blockedMs) },
		subscribed: chat.subscribed,
		unreadCount: chat.unreadCount,
		tags: chat.tags.map((tag) => tag.name),
		memo: { memo: chat.memo.memo, phones: chat.memo.phones, emails: chat.memo.emails, changedTs: chat.memo.changedTs },
		createdTs: new Date(chat.createdMs).toISOString(),
		lastMessageTs: iso(chat.lastMessageMs),
		wabaWindowOpened: chat.channel === 'whatsappb' ? windowOpened(context, chat) : undefined,
	};
}

function senderOf(message: Message): string {
	if (message.direction === 'inbound') return 'endUser';
	const info = isJsonObject(message.senderInfo) ? message.senderInfo.endpointType : undefined;
	if (info === 'SERVICE_WEB') return 'operator';
	return info === 'END_USER_NOTIFICATION_API' ? 'service' : 'api';
}

/** A file's address on the sandbox without a token: the id in its API address, or the public link itself. */
function fileUrl(attachment: JsonObject): string {
	const link = String(attachment.publicUrl ?? attachment.channelFileId ?? '');
	const id = fileIdIn(link);
	return id ? `/sandbox/files/${id}` : link;
}

/** A message as the snapshot and the feed show it. */
export function messageView(context: Context, message: Message) {
	const status = Array.isArray(message.currentDeliveryStatus) ? message.currentDeliveryStatus[0] : undefined;
	const { deliveryStatus, isFinal, isDelivered } = isJsonObject(status) ? status : {};
	const { contact, location } = message;
	const presses = context.state.presses[message.id] ?? [];
	return {
		...{ id: message.id, chatRef: refOf(message), direction: message.direction, text: message.text },
		...{ textMarkup: wordOf(message.textMarkup), sentTs: String(message.sentTimestamp) },
		sender: senderOf(message),
		attachments: (message.attachments ?? []).map((one) => ({
			kind: wordOf(one.kind) ?? 'document',
			fileName: wordOf(one.fileName),
			mimeType: wordOf(one.mimeType),
			fileSize: numberOf(one.fileSize),
			url: fileUrl(one),
		})),
		buttons: (message.buttons ?? []).map((one, index) => ({
			index,
			type: String(one.type),
			text: String(one.text),
			link: wordOf(one.link),
			payload: wordOf(one.payload),
			presses: presses.filter((press) => press.index === index).length,
		})),
		presses,
		contact: isJsonObject(contact) ? { phone: wordOf(contact.phone), name: wordOf(contact.name) } : undefined,
		location: isJsonObject(location) ? { latitude: Number(location.latitude), longitude: Number(location.longitude) } : undefined,
		templateId: wordOf(message.templateId),
		compositeMessageType: message.compositeMessageType ?? 'REGULAR_MESSAGE',
		masterMessageId: message.masterMessageId,
		removeKeyboard: message.removeKeyboard === true || undefined,
		deliveryStatus: wordOf(deliveryStatus),
		isFinal: isFinal === true || undefined,
		isDelivered: isDelivered === true || undefined,
		readTs: wordOf(message.chanReadTs),
		receivers: context.receivers.get(message.id),
		origin: context.origins.get(message.id),
	};
}

/** A delivery as the snapshot and the feed show it, without its body. */
export function deliveryView(context: Context, delivery: Delivery) {
	const attempts = delivery.attempts.map((one) => ({ ...one, token: undefined }));
	return { ...delivery, body: undefined, attempts, workflow: context.workflows.get(delivery.webhookId) };
}

/** A webhook as the snapshot and the feed show it. */
export function webhookView(context: Context, webhook: WebhookRecord) {
	return { ...webhook, workflow: context.workflows.get(webhook.id) };
}

const DELIVERIES_SHOWN = 200;

export function snapshot<Info>(context: Context, deliveries: Delivery[], info: Info) {
	const { channels, chats, webhooks, tags } = context.state;
	const newestFirst = [...chats].sort((one, other) => (other.lastMessageMs ?? 0) - (one.lastMessageMs ?? 0));
	return {
		seq: context.seq,
		nowTs: context.isoNow(),
		info,
		channels: channels.map(channelView),
		chats: newestFirst.map((chat) => chatView(context, chat)),
		messages: chats.flatMap((chat) => chat.messages.map((message) => messageView(context, message))),
		deliveries: deliveries.slice(-DELIVERIES_SHOWN).map((one) => deliveryView(context, one)),
		webhooks: webhooks.map((one) => webhookView(context, one)),
		faults: context.faults,
		tags: tags.map((tag) => tag.name),
	};
}
