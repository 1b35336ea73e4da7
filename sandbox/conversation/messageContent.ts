import type { Context } from '../core/context';
import { contract } from '../contract/validator';
import { ApiError, refuse, type Violation } from '../core/errors';
import { isJsonObject, type Json, type JsonObject, toInt64 } from '../core/json';
import type { ChannelRecord, TemplateRecord, ChatRecord } from '../core/model';
import { publicUri } from '../files/fileStore';
import { allowsPublicLinks, knowsContactButton, allowsPhoneMailing } from './channelRules';
import { addChat } from './chats';

const PHONE_ADDRESS = /^tel:\+\d+$/;

/** Opens a chat by phone number, if the channel allows it. */
function openByNumber(context: Context, channel: ChannelRecord, body: JsonObject): ChatRecord {
	const remoteAddress = String(body.remoteAddress);
	if (context.holds('phoneMailing') && !allowsPhoneMailing(channel.channel)) {
		throw new ApiError('INVALID_REQUEST', `On ${channel.channel} only the user can open a dialog`);
	}
	if (context.holds('phoneAddress') && !PHONE_ADDRESS.test(remoteAddress)) {
		refuse([{ propertyPath: 'remoteAddress', name: 'pattern', invalidValue: remoteAddress }]);
	}
	if (context.holds('vkTemplates') && channel.channel === 'vk' && !body.templateId) {
		throw new ApiError('INVALID_REQUEST', 'Phone mailing on vk is allowed only for templates');
	}
	return addChat(context, channel, { chatId: remoteAddress.replace(/^tel:\+/, ''), remoteAddress });
}

/** Opens the chat that a send names but the channel does not have, unless a rule forbids it. */
function openUnknown(context: Context, channel: ChannelRecord, { chatId, tbChatId }: JsonObject): ChatRecord {
	const id = chatId === undefined || chatId === '' ? String(tbChatId ?? context.nextId()) : String(chatId);
	return addChat(context, channel, { chatId: id, remoteAddress: id, tbChatId: toInt64(tbChatId) });
}

/**
 * The chat that a send names by chatId, tbChatId or remoteAddress, within its channel; a phone number opens a new one if the
 * channel allows that.
 */
export function chatToSendTo(context: Context, channel: ChannelRecord, body: JsonObject): { chat: ChatRecord; isNew: boolean } {
	const fields = ['chatId', 'tbChatId', 'remoteAddress'] as const;
	const given = fields.find((field) => body[field] !== undefined && body[field] !== '');
	if (!given && context.holds('recipient')) {
		throw new ApiError('INVALID_REQUEST', 'One of chatId, tbChatId and remoteAddress is needed');
	}
	const chat = context.state.chats.find(
		(one) =>
			given !== undefined &&
			one.channel === channel.channel &&
			String(one.channelId) === String(channel.channelId) &&
			String(one[given]) === String(body[given]),
	);
	if (chat) return { chat, isNew: false };
	if (given === 'remoteAddress') return { chat: openByNumber(context, channel, body), isNew: true };
	if (given && context.holds('knownChat')) {
		throw new ApiError('INVALID_REQUEST', `There is no chat with ${given} ${String(body[given])} on this channel`);
	}
	// A tbChatId is unique in the service: the chat of another channel is still that chat.
	const elsewhere = given === 'tbChatId' ? context.findChat(String(body.tbChatId)) : undefined;
	return elsewhere ? { chat: elsewhere, isNew: false } : { chat: openUnknown(context, channel, body), isNew: true };
}

/** The rules for substitution values (specification, "Template send variants"). */
function substitutionViolations(channel: ChannelRecord, substitutions: JsonObject): Violation[] {
	return Object.entries(substitutions).flatMap(([name, value]): Violation[] => {
		const propertyPath = `substitutions.${name}`;
		if (channel.channel === 'vk' && !/^[A-Za-z]+$/.test(name)) return [{ propertyPath, name: 'pattern', invalidValue: name }];
		const broken = channel.channel === 'whatsappb' && /[\r\n]| {5}/.test(String(value));
		return broken ? [{ propertyPath, name: 'pattern', invalidValue: value }] : [];
	});
}

function templateOf(context: Context, channel: ChannelRecord, body: JsonObject): TemplateRecord | undefined {
	if (!body.templateId) return undefined;
	const template = context.state.templates.find((one) => one.channel === channel.channel && one.templateId === body.templateId);
	if (!template && context.holds('knownTemplate')) {
		throw new ApiError('INVALID_REQUEST', `There is no template ${String(body.templateId)} on this channel`);
	}
	return template;
}

/** Attachments as the message shows them; each must be an upload, or a public link if the channel allows that. */
function attachmentsOf(context: Context, channel: ChannelRecord, attachments: JsonObject[]): JsonObject[] {
	const violations: Violation[] = [];
	const shown = attachments.map((one, index) => {
		const link = String(one.channelFileId);
		const [, id] = /^https?:\/\/[^/]+\/files\/([\w-]+)(?:\/[^/]*)?$/.exec(link) ?? [];
		const file = context.state.files.find((known) => known.id === id);
		if (file)
			return {
				fileName: file.fileName,
				...one,
				fileSize: file.size,
				mimeType: file.mimeType,
				publicUrl: publicUri(context, file),
			};
		const isTaken = allowsPublicLinks(channel.channel) && /^https?:\/\//.test(link);
		if (context.holds('uploadedFiles') && !isTaken) {
			violations.push({ propertyPath: `attachments[${index}].channelFileId`, name: 'upload', invalidValue: link });
		}
		return { ...one, publicUrl: link };
	});
	refuse(violations);
	return shown;
}

/** Buttons as they reach the channel: only tg knows the GetContactButton, and an ActionButton needs a payload. */
function buttonsOf(context: Context, channel: ChannelRecord, buttons: JsonObject[]): JsonObject[] {
	return buttons.map((one, index) => {
		if (one.type !== 'GetContactButton' || knowsContactButton(channel.channel)) return one;
		if (context.holds('contactKey') && !one.payload) refuse([{ propertyPath: `buttons[${index}].payload`, name: 'required' }]);
		return { ...one, type: 'ActionButton' };
	});
}

/** Fields of the message model that a send may carry too: the complete list of request fields is not shown. */
const ALSO_ECHOED = [
	...['textMarkup', 'subject', 'pushType', 'removeKeyboard', 'replyToChannelMessageId', 'replyToMessage', 'deliveryTimeout'],
	...['location', 'contact', 'contactCards', 'headers', 'actionNumbers', 'notificationId', 'wabaMenu'],
];

/** Fields that only say how a message goes and to whom; any other field of a request may be content. */
const MANNER = new Set([
	...['channel', 'channelId', 'chatId', 'tbChatId', 'remoteAddress', 'substitutions', 'buttons'],
	...['textMarkup', 'pushType', 'removeKeyboard', 'replyToChannelMessageId', 'replyToMessage', 'deliveryTimeout'],
]);

function saysSomething(body: JsonObject): boolean {
	const isEmpty = (value: Json) =>
		value === '' || value === null || value === undefined || (Array.isArray(value) && value.length === 0);
	return Object.entries(body).some(([name, value]) => !MANNER.has(name) && !isEmpty(value));
}

/** Picks those that the request has, in the model's types. */
function echoedOf(context: Context, body: JsonObject): JsonObject {
	const sent = ALSO_ECHOED.filter((name) => body[name] !== undefined);
	const violations = sent.flatMap((name) => contract().fieldViolations('Message', name, body[name]));
	if (context.holds('messageFields')) refuse(violations);
	const right = sent.filter((name) => !violations.some((one) => one.propertyPath === name));
	return contract().known('Message', Object.fromEntries(right.map((name) => [name, body[name]])));
}

/** The message that a send asks for: checked against the rules of its channel, files and template filled in. */
export function contentOf(context: Context, channel: ChannelRecord, body: JsonObject): JsonObject {
	const objects = (value: unknown) => (Array.isArray(value) ? value.filter(isJsonObject) : []);
	const known = contract().known('SendMessage', body);
	const attachments = attachmentsOf(context, channel, objects(known.attachments));
	const buttons = buttonsOf(context, channel, objects(known.buttons));
	const template = templateOf(context, channel, body);
	const substitutions = isJsonObject(body.substitutions) ? body.substitutions : {};
	refuse(substitutionViolations(channel, substitutions));
	if (context.holds('content') && !saysSomething(body)) {
		throw new ApiError('INVALID_REQUEST', 'There is nothing to send: no text, no files, no template');
	}
	const filled = template?.text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(substitutions[name] ?? whole));
	return {
		...echoedOf(context, body),
		text: filled ?? body.text,
		templateId: body.templateId,
		templateName: template?.channel === 'whatsappb' ? template.name : undefined,
		templateCategory: template?.category,
		substitutions: body.substitutions,
		attachments: attachments.length > 0 ? attachments : undefined,
		buttons: buttons.length > 0 ? buttons : undefined,
	};
}
