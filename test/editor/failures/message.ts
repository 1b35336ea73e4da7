import { byId, phone, sending, TG, trouble, type Failure } from './failure';

/** Mistakes with the person, the text and the buttons of a message. */
export const MESSAGE_FAILURES: readonly Failure[] = [
	{
		name: 'No text',
		parameters: sending(TG, ''),
		title: 'The message is empty: it has no text, no attachment, no location and no contact',
		advice: 'Fill in Text, or add an attachment',
	},
	{
		name: 'No text in one of three',
		parameters: sending(TG, '={{ $json.text }}'),
		from: 'Orders',
		title: 'Item 2 of 3: The message is empty',
		advice: 'Item 1 went through before that: leave it out when you run the node again.',
	},
	{
		name: 'No chat to reply to',
		parameters: { resource: 'message', operation: 'send', sendTo: 'reply', text: 'Hello' },
		title: 'There is no chat to reply to',
		advice: 'set "Send To" to "A Chat" and choose one.',
	},
	{
		name: 'Chat by name from data',
		parameters: sending("={{ 'Zoë Müller' }}", 'Hello'),
		title: 'Chat is not a chat address: Zoë Müller',
		advice: 'Choose one from the list, or enter the chatRef',
	},
	{
		name: 'Chat by number',
		parameters: sending("={{ '70001' }}", 'Hello'),
		title: "Chat needs the chat's address (chatRef), but it is the number 70001",
		advice: 'or set "Send To" to "A Chat by Its Number"',
	},
	{
		name: 'Chat unknown',
		parameters: sending('tg_4100_42', 'Hello'),
		title: 'The platform did not accept the message: There is no chat',
		advice: 'Check whom it goes to',
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
		title: 'On VK only a template can be sent to a phone number',
		advice: 'Use the operation "Send Template"',
	},
	{
		name: 'Number without country',
		parameters: phone('whatsapp_79005550101', '020 7946 0958'),
		title: 'Phone Number is not valid: 020 7946 0958',
		advice: 'write it with a plus and the country code',
	},
	{
		name: 'Number on Telegram',
		parameters: phone('tg_4100', '+44 20 7946 0958'),
		title: 'Channel cannot write to a phone number: tg_4100',
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
		title: 'Chat Number is a number that is too large to be exact',
		advice: 'Pass it as text',
	},
	{
		name: 'Text too long',
		parameters: sending('sms_79005550103_79005550206', `={{ 'Hello '.repeat(200) }}`, {
			additionalFields: { ifTextTooLong: 'fail' },
		}),
		title: 'Text is too long: it has 1200 characters, and channel sms_79005550103 allows at most 670',
		advice: 'set "If Text Is Too Long" to "Split Before Sending"',
	},
	{
		name: 'Second part fails',
		parameters: sending('sms_79005550103_79005550206', `={{ 'Part '.repeat(200) }}`, {
			additionalFields: { ifTextTooLong: 'split' },
		}),
		fault: trouble('error', 'Part Part', { skip: 1, status: 500 }),
		title: 'The platform failed while it handled the request',
		advice: '1 of the 2 parts of this message went out before that: do not send it again.',
		details: ['x-correlation-id', 'sentMessageIds'],
	},
	{
		name: 'Eleven buttons',
		parameters: sending(TG, 'Choose', {
			buttonsInput: 'json',
			buttonsJson: `={{ JSON.stringify([...Array(11).keys()].map((one) => ({ text: 'Button ' + one }))) }}`,
		}),
		title: 'Buttons has too many buttons: 11, and a message can have at most 10',
		advice: 'Send the others in a further message.',
	},
	{
		name: 'Buttons that are no JSON',
		parameters: sending(TG, 'Choose', { buttonsInput: 'json', buttonsJson: '[{ "text": "Yes" }' }),
		title: 'Buttons (JSON) is not valid JSON:',
		advice: 'Check quotes, commas and brackets.',
	},
	{
		name: 'Buttons in an SMS',
		parameters: sending('sms_79005550103_79005550206', 'Choose', {
			buttonsInput: 'fields',
			buttons: { button: [{ type: 'ActionButton', text: 'Yes' }] },
		}),
		title: 'Buttons are not supported by channel sms_79005550103',
		advice: '"Send as Numbered Text"',
	},
];
