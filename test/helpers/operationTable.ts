import type { INodeParameters } from 'n8n-workflow';
import { byId } from './runAction';
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
	output: Output;
	/** Its fields in the editor below Credential, Resource and Operation. A star marks a value that n8n demands. */
	form: string[];
}

/** A row. The fields of the form are separated by commas. */
const row = (call: string, parameters: INodeParameters, output: Output, form: string): OperationRow => ({
	...{ calls: call === '' ? [] : [call], parameters, output, form: form.split(', ') },
});

const listOf = (call: string, output: Output): OperationRow => row(call, {}, output, 'Return All, Limit');

const chat: INodeParameters = { chatFrom: 'chat', chat: byId('70001') };

const tag: INodeParameters = { ...chat, tagName: byId('VIP', 'name') };

const to: INodeParameters = { sendTo: 'chat', chat: byId('tg_4100_271828182') };

const prepared: INodeParameters = { text: 'Hello', additionalFields: { ownerId: 'account-1' } };

const inWidget: INodeParameters = { channels: { channel: [{ channel: 'tg', id: 'bot' }] } };

const LOOKS = 'Greeting, Appearance, Tooltips, Placement, Custom Buttons and Settings';

/** The operations of the design by resource, for every test of all of them. Workflows that users save depend on these names. */
export const OPERATIONS: Record<string, Record<string, OperationRow>> = {
	channel: {
		getAll: listOf('GET /channels', of('Channel', { channelRef: CHANNEL_REF })),
		getCapabilities: row('GET /channels', {}, { own: CAPABILITIES }, 'Channel, Simplify'),
	},
	chat: {
		getAll: row(
			'GET /v1/chats',
			{},
			chatWith(CHAT_KEYS, 'channel', 'unreadCount', 'blocked'),
			'Return All, Limit, Simplify, Filters',
		),
		get: row('GET /v1/chats', chat, chatWith({ ...CHAT_KEYS, ...WAITING }), 'Which Chat, Simplify, Options'),
		block: row('PATCH /chats/{tbChatId}', chat, blocked, 'Which Chat'),
		unblock: row('PATCH /chats/{tbChatId}', chat, blocked, 'Which Chat'),
	},
	message: {
		send: row(
			'POST /messages',
			{ ...to, text: 'Hello' },
			message,
			'Send To, Text, Attachments, Buttons, Simplify, Additional Fields',
		),
		sendTemplate: row(
			'POST /messages',
			{ ...to, templateId: '1001' },
			message,
			'Send To, Template ID *, Substitutions, Values, Attachments, Buttons, Simplify, Additional Fields',
		),
		sendAndWait: row(
			'POST /messages',
			{ ...to, message: 'Shall we?', responseType: 'freeText' },
			{ own: { data: object(ANSWER), ...CHAT_KEYS, ...SKIPPED } },
			'Send To, Message *, Response Type, Answer With, Approval Options, Attachments, Options',
		),
	},
	file: {
		upload: row('POST /upload', { binaryPropertyName: 'data' }, of('UploadedFile', FILE), 'Input Binary Field, File Name'),
		// The URL of a file comes from an attachment, so it is not a call of the specification.
		download: row('', { url: 'https://elsewhere.example/a.txt' }, { own: FILE }, 'File URL *, Put Output File in Field, Options'),
	},
	preparedMessage: {
		create: row('POST /preparedMessages', prepared, of('PreparedMessage'), 'Text, Attachments, Buttons, Additional Fields'),
		update: row(
			'PUT /preparedMessages/{id}',
			{ preparedMessageId: 'p1', ...prepared },
			of('PreparedMessage'),
			'Prepared Message ID *, Text, Attachments, Buttons, Additional Fields',
		),
	},
	chainAction: {
		create: row(
			'POST /endUserNotifications/chainActions',
			{ actionType: 'nothing' },
			of('ChainAction'),
			'Action, Additional Fields',
		),
		get: row('GET /endUserNotifications/chainActions/{id}', { chainActionId: byId('a1') }, of('ChainAction'), 'Button Action *'),
		getAll: listOf('GET /endUserNotifications/chainActions', of('ChainAction')),
		update: row(
			'PUT /endUserNotifications/chainActions/{id}',
			{ chainActionId: byId('a1'), actionFields: { actionType: 'nothing' } },
			of('ChainAction'),
			'Button Action *, Update Mode, Action Fields',
		),
	},
	tag: {
		create: row('POST /tags/{tagName}', { newTagName: 'VIP' }, accepted({ tagName: text() }), 'Tag Name *'),
		getAll: listOf('GET /tags', of('Tag')),
		assign: row('POST /chats/{tbChatId}/tags/{tagName}', tag, tagged, 'Which Chat, Tag *'),
		remove: row('DELETE /chats/{tbChatId}/tags/{tagName}', tag, tagged, 'Which Chat, Tag *'),
		getForChat: row('GET /chats/{tbChatId}/tags', chat, of('ChatTag', CHAT_KEYS), 'Which Chat'),
	},
	memo: {
		get: row('GET /chats/{chatRef}/memo', chat, of('Memo', CHAT_KEYS), 'Which Chat'),
		update: row(
			'POST /chats/{chatRef}/memo',
			{ ...chat, updateFields: { memo: 'x' } },
			of('Memo', CHAT_KEYS),
			'Which Chat, Update Fields, Note',
		),
	},
	widget: {
		create: row('POST /widgets', inWidget, of('Widget'), `Channels (At Least One), ${LOOKS}`),
		getAll: listOf('GET /widgets/by_user/@me', of('Widget')),
		update: row(
			'PUT /widgets/{widgetId}',
			{ widgetId: byId('w1'), ...inWidget },
			of('Widget'),
			`Widget *, Update Mode, Existing Channels, Further Changes, Channels, ${LOOKS}`,
		),
	},
	webhook: {
		create: row(
			'POST /webhooks',
			{ url: 'https://receiver.example/', events: ['new_message'] },
			of('Webhook'),
			'URL *, Events, Other Events',
		),
		delete: row('DELETE /webhooks/{id}', { webhookId: 'h1' }, { own: { deleted: flag, id: text() } }, 'Webhook ID *'),
		getDeliveries: listOf('GET /channels', { own: DELIVERY }),
	},
};
