import type { Context } from '../core/context';
import { ApiError } from '../core/errors';
import { raise } from '../events/raise';
import { isJsonObject, type JsonObject } from '../core/json';
import type { Capability, ChatRecord, Message, ChannelRecord } from '../core/model';
import { strike } from '../faults/faults';
import { RESTRICTIONS, supports, windowOpened } from './channelRules';
import { chatRefOf, messageIn, messageInEvent } from './apiChat';
import { reportProgress, stepsTo } from './deliveryStatus';

/**
 * Cuts a text into pieces that a channel can take, at white space where there is some, never inside a surrogate pair.
 * @param maxSize the longest piece in characters (UTF-16 units), at least 2
 */
export function splitText(text: string, maxSize: number): string[] {
	const pieces: string[] = [];
	let rest = text;
	while (rest.length > maxSize) {
		const space = rest.slice(0, maxSize).search(/\s\S*$/);
		let end = space > maxSize / 2 ? space + 1 : maxSize;
		if (/[\uD800-\uDBFF]/.test(rest[end - 1] ?? '')) end -= 1;
		pieces.push(rest.slice(0, end));
		rest = rest.slice(end);
	}
	return [...pieces, rest];
}

/** Groups of up to `size` elements. */
function chunk<Item>(items: Item[], size: number): Item[][] {
	const count = Math.ceil(items.length / Math.max(1, size));
	return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}

/**
 * The parts that a message is sent in: one, or several when it is too large for the channel (specification, TbUniMessage
 * childMessages). Buttons go with the last part.
 */
export function partsOf(content: JsonObject, capability: Capability): JsonObject[] {
	const { text, attachments, buttons, ...common } = content;
	// Room for a surrogate pair at least, whatever a test makes of the channel.
	const maxSize = Math.max(2, capability.textRestrictions?.maxSize ?? Infinity);
	const texts = typeof text === 'string' && text !== '' ? splitText(text, maxSize) : [];
	const files = Array.isArray(attachments) ? attachments.filter(isJsonObject) : [];
	const groups = chunk(files, capability.maxAttachmentsPerMessage ?? files.length);
	const parts: JsonObject[] = texts.map((piece) => ({ ...common, text: piece }));
	const last = parts.at(-1);
	if (last && groups[0] && capability.canCombineDifferentTypes) last.attachments = groups.shift();
	for (const group of groups) parts.push({ ...common, attachments: group });
	if (parts.length === 0) parts.push({ ...common, text });
	const end = parts.at(-1);
	if (end && buttons) end.buttons = buttons;
	return parts;
}

/**
 * Keeps a channel's minimum interval between sends (specification, "Capability object fields", messageSendIntervalMs). What the
 * platform does with a send that comes too soon is not shown; this refuses it while the rule minimumInterval holds.
 */
export function keepInterval(context: Context, channel: ChannelRecord): void {
	const interval = channel.capability?.messageSendIntervalMs ?? 0;
	const key = `${channel.channel}_${channel.channelId}`;
	const last = context.lastSendMs.get(key) ?? -Infinity;
	const now = context.now();
	if (context.holds('minimumInterval') && now - last < interval) {
		const message = `Sent ${now - last} ms after the last message on ${key}, which takes one every ${interval} ms`;
		throw new ApiError('INVALID_REQUEST', message);
	}
	context.lastSendMs.set(key, now);
}

/** The sender and the reason, unless the API sends. */
export type SendOrigin = {
	endpointType: 'REST_API' | 'SERVICE_WEB' | 'END_USER_NOTIFICATION_API';
	reason: 'operator_sent_message' | 'tb_sent_interactive_action_response';
};

const FROM_API: SendOrigin = { endpointType: 'REST_API', reason: 'operator_sent_message' };

const outboundMessage = (context: Context, chat: ChatRecord, content: JsonObject, origin: SendOrigin): Message =>
	messageIn(context, chat, {
		direction: 'outbound',
		reason: origin.reason,
		senderInfo: { endpointType: origin.endpointType, tbUserId: context.state.userId },
		wabaWindowOpened: chat.channel === 'whatsappb' ? windowOpened(context, chat) : undefined,
		...content,
	});

/** The status that a send is bound to end in by the rules of its channel. */
function ruledStatus(context: Context, chat: ChatRecord, content: JsonObject): string | undefined {
	if (chat.blocked) return 'BLOCKED';
	const isFreeForm = chat.channel === 'whatsappb' && !content.templateId;
	if (context.holds('window') && isFreeForm && !windowOpened(context, chat)) return 'MESSAGE_OUTSIDE_OF_ALLOWED_WINDOW';
	if (!context.holds('unsupportedContent')) return undefined;
	const capability = context.findChannel(chat.channel, chat.channelId)?.capability;
	const attachments = Array.isArray(content.attachments) ? content.attachments.filter(isJsonObject) : [];
	const restrictions = attachments.map(({ kind }) => RESTRICTIONS.get(kind));
	const tooMuch = restrictions.some((one) => one !== undefined && !supports(capability, one));
	const isMixed = capability?.canCombineDifferentTypes === false && new Set(attachments.map(({ kind }) => kind)).size > 1;
	if (tooMuch || isMixed) return 'ATTACHMENT_TYPE_NOT_SUPPORTED_BY_CHANNEL';
	// A template's text is not the sender's: the restriction is about free-form messages.
	const isText = Boolean(content.text) && !content.templateId;
	return isText && !supports(capability, 'textRestrictions') ? 'ERROR' : undefined;
}

/** Makes the message, and its children if it is too large to go out as one. */
function compose(context: Context, chat: ChatRecord, content: JsonObject, origin: SendOrigin): [Message, Message[]] {
	const capability = context.findChannel(chat.channel, chat.channelId)?.capability;
	const parts = capability ? partsOf(content, capability) : [content];
	const message = outboundMessage(context, chat, content, origin);
	if (parts.length < 2) return [message, []];
	const composite = { compositeMessageType: 'CHILD_MESSAGE', masterMessageId: message.id };
	const children = parts.map((part) => ({ ...outboundMessage(context, chat, part, origin), ...composite }));
	return [{ ...message, compositeMessageType: 'MASTER_MESSAGE', childMessages: children }, children];
}

/** Says what is sent: the message, or its children in its stead, because a parent is not sent itself. */
function announce(context: Context, chat: ChatRecord, message: Message, children: Message[]): void {
	for (const one of [message, ...children]) {
		chat.messages.push(one);
		chat.sentCount += 1;
		context.changed({ kind: 'message', data: one });
	}
	const parts = context.holds('partEvents') ? children : [];
	for (const one of parts.length > 0 ? parts : [message]) {
		raise(context, 'new_message', { message: messageInEvent(context, chat, one) }, chatRefOf(chat));
	}
	context.changed({ kind: 'chat', data: chat });
}

/**
 * Sends a message into a chat: it joins the chat, raises new_message and then the MessageDeliveryCommands up to DELIVERED or the
 * status that the channel's rules or a fault decide.
 * @returns the message as the API answers it, sentTimestamp in ms
 */
export function send(context: Context, chat: ChatRecord, content: JsonObject, origin = FROM_API): Message {
	if (chat.blocked && origin.endpointType !== 'SERVICE_WEB') throw new ApiError('INVALID_REQUEST', 'The user is blocked');
	const [message, children] = compose(context, chat, content, origin);
	const { deliveryStatus, ...more } =
		strike(context, 'send', { chatRef: chatRefOf(chat), body: message.text }).get('deliveryStatus') ?? {};
	const ruled = ruledStatus(context, chat, content);
	const failure = typeof deliveryStatus === 'string' ? deliveryStatus : ruled;
	chat.lastMessageMs = context.now();
	announce(context, chat, message, children);
	context.track(reportProgress(context, chat, message, children, stepsTo(failure, more), stepsTo(ruled)));
	return { ...message, childMessages: children.length > 0 ? children : undefined, sentTimestamp: context.now() };
}
