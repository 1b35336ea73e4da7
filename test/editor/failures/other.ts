import { attached, byId, sending, TG, type Failure } from './failure';

/** Mistakes with files, templates, questions, tags, notes and widgets. */
export const OTHER_FAILURES: readonly Failure[] = [
	{
		name: 'File that is not there',
		parameters: sending(TG, 'The invoice', attached({ binaryPropertyName: 'invoice' })),
		from: 'File',
		title: 'names a binary field that the item doesn\'t have: "invoice"',
		advice: 'Enter a field that the item has: data.',
	},
	{
		name: 'File in an SMS',
		parameters: sending('sms_79005550103_79005550206', 'The price list', attached({ binaryPropertyName: 'data' })),
		from: 'File',
		title: 'Attachments: the SMS channel "SMS sender" doesn\'t accept files (prices.csv)',
		advice: 'Leave the file out, or send to another channel.',
	},
	{
		name: 'File of a wrong kind',
		parameters: sending('viber_310_Qk9va1==', 'The price list', attached({ binaryPropertyName: 'data' })),
		from: 'File',
		title:
			'Attachments: the Viber channel "Viber bot" doesn\'t accept prices.csv (text/csv) as document (it accepts pdf, docx, xlsx, zip)',
		advice: 'Convert the file',
	},
	{
		name: 'Public link on Telegram',
		parameters: sending(TG, 'Tulips', attached({ source: 'publicUrl', publicUrl: 'https://example.com/tulips.jpg' })),
		title: "Attachment 1: Public URL can't be used on Telegram",
		advice: 'Only WhatsApp and WhatsApp Business do.',
	},
	{
		name: 'Download from elsewhere',
		parameters: { resource: 'file', operation: 'download', url: 'https://example.com/tulips.jpg', binaryPropertyName: 'data' },
		title: "File URL is outside the credential's addresses: https://example.com/tulips.jpg",
		advice: 'turn on "Download From Other Addresses".',
	},
	{
		name: 'Download of no address',
		parameters: { resource: 'file', operation: 'download', url: "={{ 'tulips.jpg' }}", binaryPropertyName: 'data' },
		title: "File URL isn't a web URL: tulips.jpg",
		advice: 'Use the publicUrl of an attachment',
	},
	{
		name: 'Template unknown',
		parameters: {
			resource: 'message',
			operation: 'sendTemplate',
			sendTo: 'chat',
			chat: byId('vk_4100_271828182'),
			templateId: 'no_such',
		},
		title: "The platform didn't accept the message: There is no template no_such",
		advice: 'Check the recipient',
	},
	{
		name: 'Template by name',
		parameters: {
			resource: 'message',
			operation: 'sendTemplate',
			sendTo: 'chat',
			chat: byId('whatsappb_9007199254740993_79005550203'),
			templateId: 'order_ready',
		},
		title: 'Template ID must be a number on a WhatsApp Business channel: order_ready',
		advice: 'Enter the number you received',
	},
	{
		name: 'Question without choices',
		parameters: {
			resource: 'message',
			operation: 'sendAndWait',
			sendTo: 'chat',
			chat: byId(TG),
			message: 'When shall we come?',
			responseType: 'choice',
			choices: {},
		},
		title: 'Choices is empty',
		advice: 'Add at least one choice.',
	},
	{
		name: 'Question until yesterday',
		parameters: {
			resource: 'message',
			operation: 'sendAndWait',
			sendTo: 'chat',
			chat: byId(TG),
			message: 'Shall we ship it?',
			options: { limitWaitTime: { values: { limitType: 'atSpecifiedTime', maxDateAndTime: '2020-01-01T12:00:00' } } },
		},
		from: 'Orders',
		title: 'Max Date and Time is in the past: 2020-01-01',
		advice: 'Choose a later date and time.',
	},
	{
		name: 'Question without Issuer',
		parameters: { resource: 'message', operation: 'sendAndWait', sendTo: 'chat', chat: byId(TG), message: 'Shall we ship it?' },
		credential: 'noIssuer',
		title: "The credential's Issuer is empty, so no answer could be verified",
		advice: 'enter the name or URL the platform signs its webhooks with',
	},
	{
		name: 'Tag for an address',
		parameters: { resource: 'tag', operation: 'assign', chatFrom: 'chat', chat: byId(`={{ '${TG}' }}`), tagName: byId('buyer') },
		title: 'Chat needs a tbChatId, but it is the chatRef tg_4100_271828182',
		advice: 'Set "Which Chat" to "From the Trigger"',
	},
	{
		name: 'Tag for an unknown chat',
		parameters: { resource: 'tag', operation: 'assign', chatFrom: 'chat', chat: byId('42'), tagName: byId('buyer') },
		title: "The platform doesn't know this chat",
		advice: 'Choose the chat from the list, or take it from the trigger.',
	},
	{
		name: 'Tag twice',
		parameters: { resource: 'tag', operation: 'create', newTagName: 'known' },
		title: 'Something with this name or ID already exists',
		advice: 'Use the existing one, or choose another name or ID. The platform says: The tag exists already.',
	},
	{
		name: 'Notes for no chat',
		parameters: { resource: 'memo', operation: 'update', chatFrom: 'trigger', updateFields: { memo: 'Likes tulips' } },
		title: 'No chat to take from the trigger',
		advice: 'set "Which Chat" to "Choose" and choose one.',
	},
	{
		name: 'Widget without channels',
		parameters: { resource: 'widget', operation: 'create' },
		title: 'Channels is empty, but a widget needs at least 1 channel',
		advice: 'Add a channel.',
	},
];
