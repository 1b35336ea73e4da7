import type { INodeProperties } from 'n8n-workflow';
import { chatToWriteTo } from '../fields/chat';
import { picker, text } from '../fields/shapes';
import { defaultCountry } from './countries';

/** The fields that say who gets a message, for both operations that send one. */
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
