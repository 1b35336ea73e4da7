import type { Context } from '../core/context';
import { ApiError, refuse } from '../core/errors';
import { toInt64, type JsonObject } from '../core/json';
import type { ChannelRecord, ChatRecord } from '../core/model';
import { allowsPhoneMailing } from './channelRules';
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
