import { byId, phone, sending, TG, trouble, type Failure } from './failure';

/** Mistakes with the person, the text and the buttons of a message. */
export const MESSAGE_FAILURES: readonly Failure[] = [
	{
		name: 'No text',
		parameters: sending(TG, ''),
		title: 'The message is empty: it has no text, no attachment, no location and no contact',
		advice: 'Fill in Text, add an attachment',
	},
	{
		name: 'No text in one of three',
		parameters: sending(TG, '={{ $json.text }}'),
		from: 'Orders',
		title: 'Item 2 of 3: The message is empty',
		advice: 'Item 1 of 3 was already processed. Leave it out when you run the node again.',
	},
	{
		name: 'No chat to reply to',
		parameters: { resource: 'message', operation: 'send', sendTo: 'reply', text: 'Hello' },
		title: 'No chat to reply to',
		advice: 'set "Send To" to "A Chat" and choose one.',
	},
	{
		name: 'Chat by name from data',
		parameters: sending("={{ 'Zoë Müller' }}", 'Hello'),
		title: "Chat isn't a chatRef: Zoë Müller",
		advice: 'Choose a chat from the list, or enter the chatRef',
	},
	{
		name: 'Chat by number',
		parameters: sending("={{ '70001' }}", 'Hello'),
		title: 'Chat needs a chatRef, but it is the number 70001',
		advice: 'To use a tbChatId, set "Send To" to "A Chat by ID".',
	},
	{
		name: 'Chat unknown',
		parameters: sending('tg_4100_42', 'Hello'),
		title: "The platform didn't accept the message: There is no chat",
		advice: 'Check the recipient',
		details: ['INVALID_REQUEST', 'x-correlation-id'],
	},
	{
		name: 'Chat blocked',
		parameters: sending('facebook_104857600_6300000000000001', 'Hello'),
		title: 'The chat is blocked, so nothing can be sent to it',
		advice: 'Unblock it first',
	},
	{
		name: 'Text to a number on VK',
		parameters: phone('vk_4100', '+44 20 7946 0958'),
		title: 'On VK, only a template can be sent to a phone number',
		advice: 'Use Message: Send Template',
	},
	{
		name: 'Number without country',
		parameters: phone('whatsapp_79005550101', '020 7946 0958'),
		title: "Phone Number isn't valid: 020 7946 0958",
		advice: 'write it with a plus and the country code',
	},
	{
		name: 'Number on Telegram',
		parameters: phone('tg_4100', '+44 20 7946 0958'),
		title: "Channel can't write to a phone number: the Telegram channel 4100",
		advice: 'Only channels of Viber, VK, WhatsApp, WhatsApp Business can.',
	},
	{
		name: 'Lost digits',
		parameters: {
			resource: 'message',
			operation: 'send',
			sendTo: 'tbChatId',
			channel: byId('vk_4100'),
			tbChatId: '={{ 9007199254740993 }}',
			text: 'Hello',
		},
		title: 'Chat ID is a number that is too large to be stored exactly',
		advice: 'Pass it as text',
	},
	{
		name: 'Text too long',
		parameters: sending('sms_79005550103_79005550206', `={{ 'Hello '.repeat(200) }}`, {
			additionalFields: { ifTextTooLong: 'fail' },
		}),
		title: 'Text is too long: it has 1200 characters, and the SMS channel "SMS sender" allows up to 670',
		advice: 'set "If Text Is Too Long" to "Split Before Sending"',
	},
	{
		name: 'Second part fails',
		parameters: sending('sms_79005550103_79005550206', `={{ 'Part '.repeat(200) }}`, {
			additionalFields: { ifTextTooLong: 'split' },
		}),
		fault: trouble('error', 'Part Part', { skip: 1, status: 500 }),
		title: 'The platform failed to process the request',
		advice: "1 of this message's 2 parts had already been sent. Don't send it again.",
		details: ['x-correlation-id', 'sentMessageIds'],
	},
	{
		name: 'Eleven buttons',
		parameters: sending(TG, 'Choose', {
			buttonsInput: 'json',
			buttonsJson: `={{ JSON.stringify([...Array(11).keys()].map((one) => ({ text: 'Button ' + one }))) }}`,
		}),
		title: 'Buttons has 11 entries, but a message can have up to 10 buttons',
		advice: 'Send the others in another message.',
	},
	{
		name: 'Buttons that are no JSON',
		parameters: sending(TG, 'Choose', { buttonsInput: 'json', buttonsJson: '[{ "text": "Yes" }' }),
		title: "Buttons (JSON) isn't valid JSON:",
		advice: 'Check quotes, commas and brackets.',
	},
	{
		name: 'Buttons in an SMS',
		parameters: sending('sms_79005550103_79005550206', 'Choose', {
			buttonsInput: 'fields',
			buttons: { button: [{ text: 'Yes', whenPressed: 'payload' }] },
			ifButtonsUnsupported: 'fail',
		}),
		title: 'Buttons aren\'t supported by the SMS channel "SMS sender"',
		advice: '"Send as Numbered Text"',
	},
];
