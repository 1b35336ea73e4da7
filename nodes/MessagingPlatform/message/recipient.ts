import type { INodeProperties } from 'n8n-workflow';
import type { Int64 } from '../../shared/json';
import { PHONE_CHANNELS, channelTypeName } from '../../shared/channelTypes';
import { joinChannelRef, splitChannelRef, splitChatRef } from '../../shared/chatRef';
import { clip } from '../../shared/texts';
import type { ChannelKey } from '../run/channelBook';
import type { Item } from '../run/item';
import { chatToWriteTo } from '../fields/chat';
import { findEventChat } from '../fields/eventChat';
import { picker, text } from '../fields/shapes';
import { checkOwn } from '../agent/ownFields';
import { defaultCountry, readDefaultCountry, readPhoneNumber } from './phone';

/** A channel, and one of the three ways to name the person (specification, "POST /messages request fields"). */
export interface Recipient extends ChannelKey {
	address: { chatId: string } | { tbChatId: Int64 } | { remoteAddress: string };
	/** The chat's number, as an event gives it; for the output alone. */
	tbChatId?: unknown;
}

const NOBODY_TO_REPLY_TO = {
	message: 'There is no chat to reply to',
	advice:
		'"Reply" answers the chat of a Messaging Platform Trigger that started this workflow, or of an item with a chatRef field. Start the workflow with the trigger, or set "Send To" to "A Chat" and choose one.',
};

/** Reads the {@link recipientProperties}. */
export function readRecipient(item: Item): Recipient {
	for (const name of ['sendTo', 'chat', 'channel', 'phoneNumber', 'defaultCountry', 'tbChatId']) checkOwn(item, name);
	switch (item.field('sendTo').oneOf(['chat', 'phone', 'reply', 'tbChatId'])) {
		case 'chat':
			return readChat(item);
		case 'phone':
			return readPhone(item);
		case 'tbChatId':
			return readChatNumber(item);
		default: {
			const { channel, channelId, chatId, tbChatId } = findEventChat(item, NOBODY_TO_REPLY_TO);
			if (chatId !== undefined) return { channel, channelId, address: { chatId }, tbChatId };
			return { channel, channelId, address: { tbChatId: item.field('tbChatId').with(tbChatId).int64() } };
		}
	}
}

function readChat(item: Item): Recipient {
	const field = item.field('chat');
	const value = field.required();
	const ref = splitChatRef(value);
	if (!ref && /^-?\d+$/.test(value)) {
		throw field.refuse(`needs the chat's address (chatRef), but it is the number ${clip(value)}`, {
			people:
				'Choose the chat from the list, use the field chatRef that the trigger and Chat: Get Many output beside tbChatId, or set "Send To" to "A Chat by Its Number".',
		});
	}
	if (!ref) {
		throw field.refuse(
			`is not a chat address: ${clip(value)}`,
			'Choose one from the list, or enter the chatRef that the trigger outputs, like tg_12345_67890.',
		);
	}
	const { channel, channelId, chatId } = ref;
	return { channel, channelId, address: { chatId } };
}

function readChannel(item: Item): ChannelKey {
	const field = item.field('channel');
	const value = field.required();
	const channel = splitChannelRef(value);
	if (channel) return channel;
	throw field.refuse(
		`is not a channel's address: ${clip(value)}`,
		'Choose one from the list, or enter channel type and number joined by an underscore, like whatsappb_12345.',
	);
}

function readChatNumber(item: Item): Recipient {
	const channel = readChannel(item);
	const field = item.field('tbChatId');
	field.required();
	return { ...channel, address: { tbChatId: field.int64() } };
}

function readPhone(item: Item): Recipient {
	const channel = readChannel(item);
	if (!PHONE_CHANNELS.includes(channel.channel)) {
		throw item.field('channel').refuse(`cannot write to a phone number: ${joinChannelRef(channel.channel, channel.channelId)}`, {
			people: `Only channels of ${PHONE_CHANNELS.map(channelTypeName).join(', ')} can. In others the person has to write first; then send to the chat.`,
			model: `Only channels of ${PHONE_CHANNELS.map(channelTypeName).join(', ')} can.`,
		});
	}
	const number = item.field('phoneNumber');
	const reading = readPhoneNumber(number.required(), readDefaultCountry(item));
	if ('address' in reading) return { ...channel, address: { remoteAddress: reading.address } };
	throw number.refuse(`is not valid: ${clip(number.text().trim(), 60)}`, `Nothing was sent, because ${reading.problem}.`);
}

/** The request fields that say who gets a message; the channel's number has to be an int64. */
export function recipientFields(item: Item, { channel, channelId, address }: Recipient) {
	return { channel, channelId: item.field('channel').with(channelId).int64(), ...address };
}

/** The fields that say who gets a message. */
export const recipientProperties: INodeProperties[] = [
	{
		displayName: 'Send To',
		name: 'sendTo',
		type: 'options',
		options: [
			{ name: 'A Chat', value: 'chat', description: 'Choose an existing chat' },
			{
				name: 'A Chat by Its Number',
				value: 'tbChatId',
				description: "An existing chat, by its channel and the platform's own number for it (tbChatId)",
			},
			{
				name: 'A Phone Number',
				value: 'phone',
				description: 'Write first, by number: only on Viber, VK, WhatsApp and WhatsApp Business',
			},
			{ name: 'Reply', value: 'reply', description: 'Answer the chat that started the workflow; nothing to fill in' },
		],
		default: 'reply',
		builderHint: {
			propertyHint:
				'Keep "reply" wherever the workflow starts with the Messaging Platform Trigger: no chat, channel or phone number is needed then. "phone" writes first, and works on viber, vk, whatsapp and whatsappb alone.',
		},
		description: 'Who gets the message',
	},
	{
		displayName:
			'This tool writes to whoever you choose here. If you let the AI model define the chat, the channel or the phone number, whoever writes to you can talk it into writing to anybody.',
		name: 'recipientNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { '@tool': [true], sendTo: ['chat', 'phone', 'tbChatId'] } },
	},
	chatToWriteTo,
	picker(
		'Channel',
		'channel',
		{ method: 'searchSendingChannels', placeholder: 'Select a channel…' },
		{
			placeholder: 'e.g. whatsappb_12345',
			hint: 'As Channel: Get Many outputs it: channelRef, like whatsappb_12345',
			validation: [
				{
					type: 'regex',
					properties: {
						regex: '^\\s*[^_\\s]+_-?\\d+\\s*$',
						errorMessage: 'Enter a channel like whatsappb_12345: channel type and channel number, joined by an underscore',
					},
				},
			],
		},
		{
			displayOptions: { show: { sendTo: ['phone', 'tbChatId'] } },
			description:
				'The connected bot, group or number that sends. To a phone number only Viber, VK, WhatsApp and WhatsApp Business can write.',
		},
	),
	text(
		'Chat Number',
		'tbChatId',
		"The platform's own number for the chat: tbChatId, as the trigger and the other operations output it",
		{
			required: true,
			displayOptions: { show: { sendTo: ['tbChatId'] } },
			placeholder: 'e.g. 1234567',
		},
	),
	text('Phone Number', 'phoneNumber', 'The number with a plus and its country code. Spaces, dashes and brackets are ignored.', {
		required: true,
		displayOptions: { show: { sendTo: ['phone'] } },
		placeholder: 'e.g. +44 20 7946 0958',
	}),
	defaultCountry,
];
