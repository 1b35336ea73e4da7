import type { INodeProperties } from 'n8n-workflow';
import type { Int64 } from '../../../shared/json';
import { PHONE_CHANNELS } from '../../../shared/platform/channels';
import { splitChannelRef, splitChatRef } from '../../../shared/platform/chatRef';
import { clip } from '../../../shared/words';
import type { ChannelKey } from '../../content/channelBook';
import type { Item } from '../../engine/item';
import { chat } from '../../fields/chat';
import { checkOwn } from '../../tool/ownFields';
import { defaultCountry, readDefaultCountry } from './countries';
import { readPhoneNumber } from './phone';
import { findReplyChat } from './replyChat';
import { picker, text } from '../../fields/shapes';

/** Where a message goes: a channel, and one of the three ways to name the person (specification, "POST /messages request fields"). */
export interface Recipient extends ChannelKey {
	address: { chatId: string } | { tbChatId: Int64 } | { remoteAddress: string };
	/** The number that an event told of its chat; for the output alone. */
	tbChatId?: unknown;
}

/**
 * Reads the fields that say who gets a message.
 *
 * @param item the item
 * @returns channel and address
 * @throws NodeOperationError naming the field that is empty or wrong
 */
export function readRecipient(item: Item): Recipient {
	for (const name of ['sendTo', 'chat', 'channel', 'phoneNumber', 'defaultCountry']) checkOwn(item, name);
	switch (item.field('sendTo').oneOf(['chat', 'phone', 'reply'])) {
		case 'chat':
			return readChat(item);
		case 'phone':
			return readPhone(item);
		default: {
			const { chat, tbChatId } = findReplyChat(item);
			const { channel, channelId, chatId } = chat;
			return { channel, channelId, address: { chatId }, tbChatId };
		}
	}
}

function readChat(item: Item): Recipient {
	const field = item.field('chat');
	const value = field.required();
	const ref = splitChatRef(value);
	if (!ref) {
		throw field.refuse(
			`is not a chat address: ${clip(value)}`,
			'Choose one from the list, or enter the chatRef that the trigger outputs, like tg_12345_67890.',
		);
	}
	const { channel, channelId, chatId } = ref;
	checkOwn(item, 'additionalFields', 'tbChatId');
	const number = item.field('additionalFields').member('tbChatId');
	const digits = number.text().trim();
	return { channel, channelId, address: digits === '' ? { chatId } : { tbChatId: number.with(digits).int64() } };
}

function readPhone(item: Item): Recipient {
	const field = item.field('channel');
	const value = field.required();
	const channel = splitChannelRef(value);
	if (!channel) {
		throw field.refuse(
			`is not a channel's address: ${clip(value)}`,
			'Choose one from the list, or enter channel type and number joined by an underscore, like whatsappb_12345.',
		);
	}
	if (!PHONE_CHANNELS.includes(channel.channel)) {
		throw field.refuse(
			`cannot write to a phone number: ${clip(value)}`,
			`Only channels of the types ${PHONE_CHANNELS.join(', ')} can. In others the person has to write first; then send to the chat.`,
		);
	}
	const number = item.field('phoneNumber');
	const reading = readPhoneNumber(number.required(), readDefaultCountry(item));
	if ('address' in reading) return { ...channel, address: { remoteAddress: reading.address } };
	throw number.refuse(`is not valid: ${clip(number.text().trim(), 60)}`, `Nothing was sent, because ${reading.problem}.`);
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
	return { channel, channelId: item.field('channel').with(channelId).int64(), ...address };
}

/** The fields that say who gets a message, for both operations that send one. */
export const recipientProperties: INodeProperties[] = [
	{
		displayName: 'Send To',
		name: 'sendTo',
		type: 'options',
		options: [
			{ name: 'A Chat', value: 'chat', description: 'Choose an existing chat' },
			{
				name: 'A Phone Number',
				value: 'phone',
				description: 'Write first, by number: only on Viber, VK, WhatsApp and WhatsApp Business',
			},
			{ name: 'Reply', value: 'reply', description: 'Answer the chat that started the workflow; nothing to fill in' },
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
	picker(
		'Channel',
		'channel',
		{ method: 'searchPhoneChannels', placeholder: 'Select a channel…' },
		{
			placeholder: 'e.g. whatsappb_12345',
			hint: 'As Channel: Get Many outputs it: channelRef, like whatsappb_12345',
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
		{
			displayOptions: { show: { sendTo: ['phone'] } },
			description: 'The connected account that writes to the number. Only Viber, VK, WhatsApp and WhatsApp Business can.',
		},
	),
	text('Phone Number', 'phoneNumber', 'The number with a plus and its country code. Spaces, dashes and brackets are ignored.', {
		required: true,
		displayOptions: { show: { sendTo: ['phone'] } },
		placeholder: 'e.g. +44 20 7946 0958',
	}),
	defaultCountry,
];

/** The rare way to name a chat, for "Additional Fields". */
export const platformChatNumber: INodeProperties = text(
	'Platform Chat Number',
	'tbChatId',
	"The chat's tbChatId. If set, the message goes to this chat, and only the channel of the chat chosen above is used.",
	{ displayOptions: { show: { '/sendTo': ['chat'] } }, placeholder: 'e.g. 9007199254740993' },
);
