import type { INodeParameters } from 'n8n-workflow';

type Value = INodeParameters[string];

/** Values that a user might enter, by the field's name. */
export const SAMPLES: Record<string, Value> = {
	activeSince: '={{ $json.since }}',
	binaryPropertyName: 'data',
	bgColor: '#123456',
	buttonsJson:
		'[{"type":"ActionButton","text":"Yes","payload":"yes"},{"type":"HyperLinkButton","text":"Site","link":"https://example.com"}]',
	channelFileId: 'https://cloud.example/7',
	emails: ['ada@example.com', 'zoe@example.com'],
	from: '={{ $json.since }}',
	'file url': 'BASE/files/report.pdf',
	furtherEvents: 'Zeta, Alpha',
	furtherFields: '{"subject":"Hello","replyToChannelMessageId":"9007199254740993"}',
	jsonOutput: '[{"fieldLabel":"Guests","fieldType":"number"}]',
	latitude: '52.5',
	link: 'https://example.com/page?a=1&b=2',
	list: '[{"kind":"image","channelFileId":"https://cloud.example/7"}]',
	longitude: '13.4',
	maxDateAndTime: '2099-01-01T00:00:00.000Z',
	newTagName: 'VIP / 100%',
	ownerId: 'account-7',
	phoneNumber: '+44 20 7946 0958',
	phones: ['+442079460958'],
	publicUrl: 'https://example.com/picture.jpg',
	settingsJson: '{"my-flag":true,"my-count":3}',
	substitutionsJson: '{"name":"Zoë","sum":12.5}',
	tagName: 'VIP / 100%',
	tags: ['VIP', 'new customer'],
	tbChatId: '9007199254740993',
	text: '={{ $json.text }}',
	url: 'https://n8n.example.com/webhook/1',
	value: 'Zoë',
};

/** Values of a locator that were chosen from the list, or given as an ID. */
export const LOCATED: Record<string, string[]> = {
	chainActionId: ['action-7'],
	channel: ['whatsappb_7', 'viber_9'],
	chat: ['tg_4100_271828182', 'whatsapp_5_1_2'],
	tagName: ['VIP / 100%'],
	widgetId: ['0b6e9a52-6c7e-4d2b-9a53-2f0a6a9d0001'],
};

/** Blocking and tags take the platform's own number of a chat. */
export const BY_NUMBER: Record<string, string[]> = { chat: ['70001', '9007199254740993'], tag: ['70001', '9007199254740993'] };

/** Values that the first row of a list must have. */
export const ROW: INodeParameters = {
	answerTags: ['VIP'],
	answerText: 'Thank you',
	removedTags: ['VIP'],
	fieldLabel: 'Guests',
	fieldOptions: { values: [{ option: 'One' }, { option: 'Two' }] },
	id: 'my_bot',
	latitude: '52.5',
	longitude: '13.4',
	maxDateAndTime: '2099-01-01T00:00:00.000Z',
	name: 'my-name',
};

/** Values that another value needs around it: in the same collection, or in the fields around its row. */
export const BESIDE: Record<string, INodeParameters> = {
	'attachment.uploadFile': { publicUrl: 'http://localhost/picture.jpg' },
	'attachment.source = publicUrl': { sendTo: 'chat', chat: { __rl: true, mode: 'id', value: 'whatsapp_5_1_2' } },
	'chainAction actionFields.actionType': { tags: ['VIP'] },
	'chainAction updateMode': { actionFields: { actionType: 'tags.assign', tags: ['VIP'] } },
};

const buttons = { button: [{ text: 'Yes' }] };

/** Enough for a field that must not be empty. */
export const REQUIRED: Record<string, INodeParameters> = {
	'chainAction create': { additionalFields: { preparedMessageId: 'prepared-7' } },
	'chainAction update': { actionFields: { description: 'After the order' } },
	'file download': { url: 'BASE/files/report.pdf' },
	'memo update': { updateFields: { memo: 'Call in the afternoon' } },
	'message sendAndWait': {
		choices: { choice: [{ label: 'Red', value: 'red' }] },
		formFields: { values: [{ fieldLabel: 'Guests' }] },
	},
	'message send': { text: 'Hello', buttons },
	'message sendTemplate': { templateId: '1234', buttons },
	'preparedMessage create': { buttons },
	'preparedMessage update': { preparedMessageId: 'prepared-7', buttons },
	'webhook delete': { webhookId: 'webhook-7' },
	'widget create': { channels: { channel: [{ channel: 'tg', id: 'my_bot', slug: '', enabled: true }] } },
	'widget update': { channels: { channel: [{ channel: 'tg', id: 'my_bot', slug: '', enabled: true }] } },
};
