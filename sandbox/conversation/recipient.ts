import type { Context } from '../core/context';
import { ApiError, refuse } from '../core/errors';
import type { JsonObject } from '../core/json';
import type { ChannelRecord, ChatRecord } from '../core/model';
import { allowsPhoneMailing } from './channelRules';
import { addChat } from './chats';

const PHONE_ADDRESS = /^tel:\+\d{5,15}$/;

/** Opens a chat by phone number, where the channel allows it. */
function openChat(context: Context, channel: ChannelRecord, body: JsonObject): ChatRecord {
	const remoteAddress = String(body.remoteAddress);
	if (!allowsPhoneMailing(channel.channel)) {
		throw new ApiError('INVALID_REQUEST', `On ${channel.channel} only the user can open a dialog`);
	}
	if (!PHONE_ADDRESS.test(remoteAddress)) {
		refuse([{ propertyPath: 'remoteAddress', name: 'pattern', invalidValue: remoteAddress }]);
	}
	if (channel.channel === 'vk' && !body.templateId) {
		throw new ApiError('INVALID_REQUEST', 'Phone mailing on vk is allowed only for templates');
	}
	const digits = remoteAddress.replace(/\D/g, '');
	return addChat(context, channel, { chatId: digits, remoteAddress });
}

/**
 * The chat that a send names by chatId, tbChatId or remoteAddress, within its channel; a phone number opens a new one
 * where the channel allows that.
 *
 * @param context the sandbox
 * @param channel the channel to send on
 * @param body a request that fits the contract
 * @returns the chat and whether it is new
 * @throws ApiError when there is no such chat and none can be opened
 */
export function chatToSendTo(context: Context, channel: ChannelRecord, body: JsonObject): { chat: ChatRecord; isNew: boolean } {
	const fields = ['chatId', 'tbChatId', 'remoteAddress'] as const;
	const given = fields.find((field) => body[field] !== undefined && body[field] !== '');
	if (!given) throw new ApiError('INVALID_REQUEST', 'One of chatId, tbChatId and remoteAddress is needed');
	const chat = context.state.chats.find(
		(one) =>
			one.channel === channel.channel &&
			String(one.channelId) === String(channel.channelId) &&
			String(one[given]) === String(body[given]),
	);
	if (chat) return { chat, isNew: false };
	if (given === 'remoteAddress') return { chat: openChat(context, channel, body), isNew: true };
	throw new ApiError('INVALID_REQUEST', `There is no chat with ${given} ${String(body[given])} on this channel`);
}
