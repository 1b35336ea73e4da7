import type { INodeProperties } from 'n8n-workflow';
import type { ChannelKey } from '../../content/channelBook';
import { checkOwn } from '../../tool/chatField';
import { splitChannelRef, splitChatRef } from '../../../shared/platform/chatRef';
import { valueError } from '../../../shared/platform/errors';
import { type Item, readText, requireInt64, requireText } from '../../engine/item';
import { type Int64, isObject } from '../../../shared/json';
import { readPhoneNumber } from './phone';
import { chat } from '../../engine/pickers';
import { findReplyChat } from './replyChat';
import { clip } from '../../../shared/words';

/** Where a message goes: a channel, and one of the three ways to name the person (specification, "POST /messages request fields"). */
export interface Recipient extends ChannelKey {
	address: { chatId: string } | { tbChatId: Int64 } | { remoteAddress: string };
}

/** Channel types in which a dialog may be opened by phone number (specification, "What the service does", 6). */
export const PHONE_CHANNELS: readonly string[] = ['viber', 'vk', 'whatsapp', 'whatsappb'];

/** The fields that say where a message goes. */
const WHERE_TO = [
	['sendTo', 'Send To'],
	['chat', 'Chat'],
	['channel', 'Channel'],
	['phoneNumber', 'Phone Number'],
] as const;

/**
 * Reads the fields that say who gets a message.
 *
 * @param item the item
 * @returns channel and address
 * @throws NodeOperationError naming the field that is empty or wrong
 */
export function readRecipient(item: Item): Recipient {
	for (const [name, field] of WHERE_TO) checkOwn(item, field, item.node.parameters[name]);
	const sendTo = readText(item, item.parameter('sendTo'), 'Send To').trim();
	switch (sendTo) {
		case 'chat':
			return readChat(item);
		case 'phone':
			return readPhone(item);
		case 'reply': {
			const { channel, channelId, chatId } = findReplyChat(item);
			return { channel, channelId, address: { chatId } };
		}
		default:
			throw valueError(item.node, item.index, `Send To cannot be "${clip(sendTo)}"`, 'It is one of: chat, phone, reply.');
	}
}

function readChat(item: Item): Recipient {
	const value = requireText(item, item.located('chat'), 'Chat');
	const chat = splitChatRef(value);
	if (!chat) {
		throw valueError(
			item.node,
			item.index,
			`Chat is not a chat address: ${clip(value)}`,
			'Choose one from the list, or enter the chatRef that the trigger emits, like tg_12345_67890.',
		);
	}
	const { channel, channelId, chatId } = chat;
	const more = item.parameter('additionalFields');
	const saved: unknown = item.node.parameters.additionalFields;
	checkOwn(item, 'Service Chat Number', isObject(saved) ? saved.tbChatId : saved);
	const tbChatId = isObject(more) ? readText(item, more.tbChatId, 'Service Chat Number').trim() : '';
	if (tbChatId === '') return { channel, channelId, address: { chatId } };
	return { channel, channelId, address: { tbChatId: requireInt64(item, tbChatId, 'Service Chat Number') } };
}

function readPhone(item: Item): Recipient {
	const value = requireText(item, item.located('channel'), 'Channel');
	const channel = splitChannelRef(value);
	if (!channel) {
		throw valueError(
			item.node,
			item.index,
			`Channel is not a channel's address: ${clip(value)}`,
			'Choose one from the list, or enter channel type and number joined by an underscore, like whatsappb_12345.',
		);
	}
	if (!PHONE_CHANNELS.includes(channel.channel)) {
		throw valueError(
			item.node,
			item.index,
			`Channel cannot write to a phone number: ${clip(value)}`,
			`Only channels of the types ${PHONE_CHANNELS.join(', ')} can. In others the person has to write first; then send to the chat.`,
		);
	}
	const number = requireText(item, item.parameter('phoneNumber'), 'Phone Number');
	const reading = readPhoneNumber(number);
	if ('address' in reading) return { ...channel, address: { remoteAddress: reading.address } };
	throw valueError(
		item.node,
		item.index,
		`Phone Number is not a phone number: ${clip(number, 60)}`,
		`Nothing was sent, because ${reading.problem}.`,
	);
}

/**
 * The request fields that say who gets a message.
 *
 * @param item the item, for the error
 * @param recipient where the message goes
 * @returns channel, channelId as an exact number, and chatId, tbChatId or remoteAddress
 * @throws NodeOperationError when the channel's number is not an int64
 */
export function recipientFields(item: Item, { channel, channelId, address }: Recipient) {
	return { channel, channelId: requireInt64(item, channelId, 'Channel'), ...address };
}

/**
 * The lane of a recipient's channel for the send loop.
 *
 * @param recipient where the message goes
 * @returns channel_channelId
 */
export function laneOf({ channel, channelId }: Recipient): string {
	return `${channel}_${channelId}`;
}

/** The fields that say who gets a message, for both operations that send one. */
export const recipientProperties: INodeProperties[] = [
	{
		displayName: 'Send To',
		name: 'sendTo',
		type: 'options',
		options: [
			{
				name: 'A Chat',
				value: 'chat',
				description: 'Choose an existing chat',
			},
			{
				name: 'A Phone Number',
				value: 'phone',
				description: 'Write first, by number: only on Viber, VK, WhatsApp and WhatsApp Business',
			},
			{
				name: 'Reply',
				value: 'reply',
				description: 'Answer the chat that started the workflow; nothing to fill in',
			},
		],
		default: 'reply',
		description: 'Who gets the message',
	},
	{
		displayName:
			'This tool writes to whoever you choose here. If you let the AI model define the chat, the channel or the phone number, whoever writes to you can talk it into writing to anybody.',
		name: 'recipientNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { '@tool': [true], sendTo: ['chat', 'phone'] } },
	},
	{ ...chat, displayOptions: { show: { sendTo: ['chat'] } } },
	{
		displayName: 'Channel',
		name: 'channel',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: true,
		displayOptions: { show: { sendTo: ['phone'] } },
		description: 'The connected account that writes to the number. Only Viber, VK, WhatsApp and WhatsApp Business can.',
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Select a channel…',
				typeOptions: { searchListMethod: 'searchPhoneChannels', searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. whatsappb_12345',
				hint: 'Channel type and channel number, joined by an underscore',
				validation: [
					{
						type: 'regex',
						properties: {
							regex: '^\\s*[^_\\s]+_\\d+\\s*$',
							errorMessage: 'Enter a channel like whatsappb_12345: channel type and channel number, joined by an underscore',
						},
					},
				],
			},
		],
	},
	{
		displayName: 'Phone Number',
		name: 'phoneNumber',
		type: 'string',
		default: '',
		required: true,
		displayOptions: { show: { sendTo: ['phone'] } },
		placeholder: 'e.g. +44 20 7946 0958',
		description: 'The number with its country code. Spaces, dashes and brackets do no harm.',
	},
];

/** The rare way to name a chat, for "Additional Fields". */
export const serviceChatNumber: INodeProperties = {
	displayName: 'Service Chat Number',
	name: 'tbChatId',
	type: 'string',
	default: '',
	displayOptions: { show: { '/sendTo': ['chat'] } },
	placeholder: 'e.g. 9007199254740993',
	description: "The chat's tbChatId. If set, the message is addressed by it, and of the chosen chat only the channel is used.",
};
