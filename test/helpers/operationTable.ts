import type { INodeParameters } from 'n8n-workflow';
import {
	accepted,
	ANSWER,
	blocked,
	CAPABILITIES,
	CHANNEL_REF,
	CHAT_KEYS,
	DELIVERY,
	FILE,
	flag,
	chatWith,
	message,
	object,
	of,
	type Output,
	SKIPPED,
	tagged,
	text,
	WAITING,
} from '../schemas/outputs';

interface OperationRow {
	/** The calls of the specification that it makes: method and path. */
	calls: string[];
	/** Parameters for its requests. The chat is one of the sandbox's. */
	parameters: INodeParameters;
	/** Its output, for the schema preview. */
	output: Output;
	/** Its fields in the editor below Credential, Resource and Operation. A star marks a value that n8n demands. */
	form: string[];
}

const byId = (value: string, mode = 'id') => ({ __rl: true, mode, value });

const chat: INodeParameters = { chatFrom: 'chat', chat: byId('70001') };

/** The operations of the design by resource, for every test of all of them. Workflows that users save depend on these names. */
export const OPERATIONS: Record<string, Record<string, OperationRow>> = {
	channel: {
		getAll: {
			calls: ['GET /channels'],
			parameters: {},
			output: of('Channel', { channelRef: CHANNEL_REF }),
			form: ['Return All', 'Limit'],
		},
		getCapabilities: { calls: ['GET /channels'], parameters: {}, output: { own: CAPABILITIES }, form: ['Channel', 'Simplify'] },
	},
	chat: {
		getAll: {
			calls: ['GET /v1/chats'],
			parameters: {},
			output: chatWith(CHAT_KEYS, 'channel', 'unreadCount', 'blocked'),
			form: ['Return All', 'Limit', 'Simplify', 'Filters'],
		},
		get: {
			calls: ['GET /v1/chats'],
			parameters: chat,
			output: chatWith({ ...CHAT_KEYS, ...WAITING }),
			form: ['Which Chat', 'Simplify', 'Options'],
		},
		block: { calls: ['PATCH /chats/{tbChatId}'], parameters: chat, output: blocked, form: ['Which Chat'] },
		unblock: { calls: ['PATCH /chats/{tbChatId}'], parameters: chat, output: blocked, form: ['Which Chat'] },
	},
	message: {
		send: {
			calls: ['POST /messages'],
			parameters: { sendTo: 'chat', chat: byId('tg_4100_271828182'), text: 'Hello' },
			output: message,
			form: ['Send To', 'Text', 'Attachments', 'Buttons', 'Simplify', 'Additional Fields'],
		},
		sendTemplate: {
			calls: ['POST /messages'],
			parameters: { sendTo: 'chat', chat: byId('tg_4100_271828182'), templateId: '1001' },
			output: message,
			form: ['Send To', 'Template ID *', 'Substitutions', 'Values', 'Attachments', 'Buttons', 'Simplify', 'Additional Fields'],
		},
		sendAndWait: {
			calls: ['POST /messages'],
			parameters: { sendTo: 'chat', chat: byId('tg_4100_271828182'), message: 'Shall we?', responseType: 'freeText' },
			output: { own: { data: object(ANSWER), ...CHAT_KEYS, ...SKIPPED } },
			form: ['Send To', 'Message *', 'Response Type', 'Answer With', 'Approval Options', 'Attachments', 'Options'],
		},
	},
	file: {
		upload: {
			calls: ['POST /upload'],
			parameters: { binaryPropertyName: 'data' },
			output: of('UploadedFile', FILE),
			form: ['Input Binary Field', 'File Name'],
		},
		// The URL of a file comes from an attachment, so it is not a call of the specification.
		download: {
			calls: [],
			parameters: { url: 'https://elsewhere.example/a.txt' },
			output: { own: FILE },
			form: ['File URL *', 'Put Output File in Field', 'Options'],
		},
	},
	preparedMessage: {
		create: {
			calls: ['POST /preparedMessages'],
			parameters: { text: 'Hello', additionalFields: { ownerId: 'account-1' } },
			output: of('PreparedMessage'),
			form: ['Text', 'Attachments', 'Buttons', 'Additional Fields'],
		},
		update: {
			calls: ['PUT /preparedMessages/{id}'],
			parameters: { preparedMessageId: 'p1', text: 'Hello', additionalFields: { ownerId: 'account-1' } },
			output: of('PreparedMessage'),
			form: ['Prepared Message ID *', 'Text', 'Attachments', 'Buttons', 'Additional Fields'],
		},
	},
	chainAction: {
		create: {
			calls: ['POST /endUserNotifications/chainActions'],
			parameters: { actionType: 'nothing' },
			output: of('ChainAction'),
			form: ['Action', 'Additional Fields'],
		},
		get: {
			calls: ['GET /endUserNotifications/chainActions/{id}'],
			parameters: { chainActionId: byId('a1') },
			output: of('ChainAction'),
			form: ['Button Action *'],
		},
		getAll: {
			calls: ['GET /endUserNotifications/chainActions'],
			parameters: {},
			output: of('ChainAction'),
			form: ['Return All', 'Limit'],
		},
		update: {
			calls: ['PUT /endUserNotifications/chainActions/{id}'],
			parameters: { chainActionId: byId('a1'), actionFields: { actionType: 'nothing' } },
			output: of('ChainAction'),
			form: ['Button Action *', 'Update Mode', 'Action Fields'],
		},
	},
	tag: {
		create: {
			calls: ['POST /tags/{tagName}'],
			parameters: { newTagName: 'VIP' },
			output: accepted({ tagName: text() }),
			form: ['Tag Name *'],
		},
		getAll: { calls: ['GET /tags'], parameters: {}, output: of('Tag'), form: ['Return All', 'Limit'] },
		assign: {
			calls: ['POST /chats/{tbChatId}/tags/{tagName}'],
			parameters: { ...chat, tagName: byId('VIP', 'name') },
			output: tagged,
			form: ['Which Chat', 'Tag *'],
		},
		remove: {
			calls: ['DELETE /chats/{tbChatId}/tags/{tagName}'],
			parameters: { ...chat, tagName: byId('VIP', 'name') },
			output: tagged,
			form: ['Which Chat', 'Tag *'],
		},
		getForChat: {
			calls: ['GET /chats/{tbChatId}/tags'],
			parameters: chat,
			output: of('ChatTag', CHAT_KEYS),
			form: ['Which Chat'],
		},
	},
	memo: {
		get: { calls: ['GET /chats/{chatRef}/memo'], parameters: chat, output: of('Memo', CHAT_KEYS), form: ['Which Chat'] },
		update: {
			calls: ['POST /chats/{chatRef}/memo'],
			parameters: { ...chat, updateFields: { memo: 'x' } },
			output: of('Memo', CHAT_KEYS),
			form: ['Which Chat', 'Update Fields', 'Note'],
		},
	},
	widget: {
		create: {
			calls: ['POST /widgets'],
			parameters: { channels: { channel: [{ channel: 'tg', id: 'bot' }] } },
			output: of('Widget'),
			form: ['Channels (At Least One)', 'Greeting', 'Appearance', 'Tooltips', 'Placement', 'Custom Buttons and Settings'],
		},
		getAll: { calls: ['GET /widgets/by_user/@me'], parameters: {}, output: of('Widget'), form: ['Return All', 'Limit'] },
		update: {
			calls: ['PUT /widgets/{widgetId}'],
			parameters: { widgetId: byId('w1'), channels: { channel: [{ channel: 'tg', id: 'bot' }] } },
			output: of('Widget'),
			form: [
				'Widget *',
				'Update Mode',
				'Existing Channels',
				'Further Changes',
				'Channels',
				'Greeting',
				'Appearance',
				'Tooltips',
				'Placement',
				'Custom Buttons and Settings',
			],
		},
	},
	webhook: {
		create: {
			calls: ['POST /webhooks'],
			parameters: { url: 'https://receiver.example/', events: ['new_message'] },
			output: of('Webhook'),
			form: ['URL *', 'Events', 'Other Events'],
		},
		delete: {
			calls: ['DELETE /webhooks/{id}'],
			parameters: { webhookId: 'h1' },
			output: { own: { deleted: flag, id: text() } },
			form: ['Webhook ID *'],
		},
		getDeliveries: { calls: ['GET /channels'], parameters: {}, output: { own: DELIVERY }, form: ['Return All', 'Limit'] },
	},
};

/** The specification names a second path for the chat list; one of the two is enough for a client. */
export const SECOND_NAMES: readonly string[] = ['GET /chats'];
