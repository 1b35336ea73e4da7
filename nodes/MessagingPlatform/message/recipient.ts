import type { Int64, PrintableObject } from '../../shared/json';
import { PHONE_CHANNELS, channelTypeName } from '../../shared/channelTypes';
import { chatRefOf, splitChannelRef, splitChatRef } from '../../shared/chatRef';
import { Failure } from '../../shared/failure';
import { clip } from '../../shared/texts';
import type { ChannelKey } from '../run/channelBook';
import type { Composite, Item } from '../run/item';
import { chatToWriteTo } from '../fields/chat';
import { type ChatKeys, idForOutput, readTbChatId, withItemKeys } from '../fields/chatKeys';
import { findEventChat } from '../fields/eventChat';
import { choice, itself, notice, picker, text } from '../../shared/parameter';
import { checkOwn } from '../agent/ownFields';
import { channelNamed } from './channelLimits';
import { defaultCountry, readPhoneNumber } from './phone';

/** A channel, and one of the three ways to name the person (specification, "POST /messages request fields"). */
interface Addressed extends ChannelKey {
	address: { chatId: string } | { tbChatId: Int64 } | { remoteAddress: string };
	/** The chat's ID from an event; for the output alone. */
	tbChatId?: unknown;
}

export interface Recipient extends Addressed {
	/** The chat's keys before the platform has responded: from the address, and from the item. */
	keys: ChatKeys;
	/** The request fields that say who gets a message; the channel's ID has to be an int64. */
	to: PrintableObject;
}

const sendTo = choice('Send To', 'sendTo', {
	choices: {
		chat: ['A Chat', 'Choose an existing chat'],
		phone: ['A Phone Number', 'Write first, to a phone number. Works only on Viber, VK, WhatsApp and WhatsApp Business.'],
		reply: ['Reply', 'Reply to the chat that started the workflow. Nothing to fill in.'],
		tbChatId: ['A Chat by ID', 'An existing chat, by its channel and its tbChatId'],
	},
	default: 'reply',
	builderHint: {
		propertyHint:
			'Keep "reply" if the workflow starts with the Messaging Platform Trigger: then no chat, channel or phone number is needed. "phone" writes first, and works only on viber, vk, whatsapp and whatsappb.',
	},
	description: 'The recipient of the message',
});

const toolNotice = notice(
	'recipientNotice',
	'This tool always writes to the recipient you choose here. If you let the AI model choose the recipient, anyone who writes to you could trick it into messaging someone else.',
	{ show: { '@tool': [true], sendTo: ['chat', 'phone', 'tbChatId'] } },
);

const channelFrom = picker(
	'Channel',
	'channel',
	{ method: 'searchSendingChannels', placeholder: 'Select a channel…' },
	{
		placeholder: 'e.g. whatsappb_12345',
		hint: 'The channelRef from Channel: Get Many, for example whatsappb_12345',
		validation: [
			{
				type: 'regex',
				properties: {
					regex: '^\\s*[^_\\s]+_-?\\d+\\s*$',
					errorMessage: 'Enter a channelRef like whatsappb_12345: channel type and channel ID, joined by an underscore',
				},
			},
		],
	},
	{
		displayOptions: { show: { sendTo: ['phone', 'tbChatId'] } },
		description:
			'The connected bot, group or number that sends the message. Only Viber, VK, WhatsApp and WhatsApp Business can write to a phone number.',
	},
).as(itself);

const chatNumber = text(
	'Chat ID',
	'tbChatId',
	"The platform's ID of the chat: the tbChatId from the trigger or from the other operations",
	{
		required: true,
		displayOptions: { show: { sendTo: ['tbChatId'] } },
		placeholder: 'e.g. 1234567',
	},
).as(itself);

const phoneNumber = text(
	'Phone Number',
	'phoneNumber',
	'The number with a plus and its country code. Spaces, dashes and brackets are ignored.',
	{
		required: true,
		displayOptions: { show: { sendTo: ['phone'] } },
		placeholder: 'e.g. +44 20 7946 0958',
	},
).as(itself);

const NOBODY_TO_REPLY_TO = {
	message: 'No chat to reply to',
	advice:
		'"Reply" goes to the chat of the Messaging Platform Trigger that started this workflow, or of an item with a chatRef field. Start the workflow with the trigger, or set "Send To" to "A Chat" and choose one.',
};

function readRecipient(item: Item): Recipient {
	const addressed = readAddress(item);
	const { channel, channelId, address } = addressed;
	const to = { channel, channelId: item.read(channelFrom).with(channelId).int64(), ...address };
	return { ...addressed, keys: keysOf(item, addressed), to };
}

function keysOf(item: Item, { channel, channelId, address, tbChatId }: Addressed): ChatKeys {
	if ('tbChatId' in address) return withItemKeys(item, { tbChatId: idForOutput(address.tbChatId.toString()) });
	if ('remoteAddress' in address) return {};
	const chatRef = chatRefOf({ channel, channelId, chatId: address.chatId });
	const number = readTbChatId(tbChatId);
	return number === undefined ? withItemKeys(item, { chatRef }) : { chatRef, tbChatId: number };
}

function readAddress(item: Item): Addressed {
	// only then: a field is expensive
	if (item.isTool) for (const { property } of parts) checkOwn(item, item.field(property));
	switch (item.read(sendTo)) {
		case 'chat':
			return readChat(item);
		case 'phone':
			return readPhone(item);
		case 'tbChatId':
			return readChatNumber(item);
		default: {
			const { channel, channelId, chatId, tbChatId } = findEventChat(item, NOBODY_TO_REPLY_TO);
			if (chatId !== undefined) return { channel, channelId, address: { chatId }, tbChatId };
			return { channel, channelId, address: { tbChatId: item.read(chatNumber).with(tbChatId).int64() } };
		}
	}
}

function readChat(item: Item): Addressed {
	const field = item.read(chatToWriteTo);
	const value = field.required();
	const ref = splitChatRef(value);
	if (!ref && /^-?\d+$/.test(value)) {
		throw field.refuse(`needs a chatRef, but it is the number ${clip(value)}`, {
			people:
				'Choose the chat from the list, or use the chatRef from the trigger or from Chat: Get Many. To use a tbChatId, set "Send To" to "A Chat by ID".',
		});
	}
	if (!ref) {
		throw field.refuse(
			`isn't a chatRef: ${clip(value)}`,
			'Choose a chat from the list, or enter the chatRef from the trigger, for example tg_12345_67890.',
		);
	}
	const { channel, channelId, chatId } = ref;
	return { channel, channelId, address: { chatId } };
}

function readChannel(item: Item): ChannelKey {
	const field = item.read(channelFrom);
	const value = field.required();
	const channel = splitChannelRef(value);
	if (channel) return channel;
	throw field.refuse(
		`isn't a channelRef: ${clip(value)}`,
		'Choose a channel from the list, or enter its channelRef: type and ID joined by an underscore, like whatsappb_12345.',
	);
}

function readChatNumber(item: Item): Addressed {
	const channel = readChannel(item);
	const field = item.read(chatNumber);
	field.required();
	return { ...channel, address: { tbChatId: field.int64() } };
}

function readPhone(item: Item): Addressed {
	const channel = readChannel(item);
	if (!PHONE_CHANNELS.includes(channel.channel)) {
		throw item.read(channelFrom).refuse(`can't write to a phone number: ${channelNamed(channel)}`, {
			people: `Only channels of ${PHONE_CHANNELS.map(channelTypeName).join(', ')} can. On other channels, the person must write to you first. Then send to that chat.`,
			model: `Only channels of ${PHONE_CHANNELS.map(channelTypeName).join(', ')} can.`,
		});
	}
	const number = item.read(phoneNumber);
	const reading = readPhoneNumber(number.required(), item.read(defaultCountry));
	if ('address' in reading) return { ...channel, address: { remoteAddress: reading.address } };
	throw number.refuse(`isn't valid: ${clip(number.text().trim(), 60)}`, `Nothing was sent, because ${reading.problem}.`);
}

/** Refuses free text to a VK phone number, which takes only templates (specification, "Template send variants"). */
export function checkTakesText({ channel, address }: Recipient): void {
	if (channel !== 'vk' || !('remoteAddress' in address)) return;
	throw Failure.ofValue(
		'On VK, only a template can be sent to a phone number',
		'Use Message: Send Template, or send to a chat that the person has started.',
	);
}

const parts = [sendTo, toolNotice, chatToWriteTo, channelFrom, chatNumber, phoneNumber, defaultCountry];

export const recipient: Composite<Recipient> = { parts, readItem: readRecipient };
