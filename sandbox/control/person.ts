import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../core/context';
import { addressOf, chatRefOf, contactOf, addressFields, chatFields } from '../conversation/apiChat';
import { givesReadStatus } from '../conversation/channelRules';
import { addChat, announceChat, subscribe, unsubscribe, raiseAbout } from '../conversation/chats';
import { receive } from '../conversation/receive';
import { press, otherPerson } from '../conversation/press';
import { listOf, single, bodyOf, formFileName, optionalBodyOf, paramOf } from '../http/requests';
import { ApiError } from '../core/errors';
import { raise } from '../events/raise';
import { isJsonObject, type Json, type JsonObject } from '../core/json';
import type { ChatRecord, Message } from '../core/model';
import { attachmentOf, type FileStore } from '../files/fileStore';

/** Stores the files of a control call's body and makes attachments of them. */
async function attachmentsOf(context: Context, files: FileStore, value: Json): Promise<JsonObject[] | undefined> {
	if (!Array.isArray(value) || value.length === 0) return undefined;
	const stored = value.map(async (one): Promise<JsonObject> => {
		if (!isJsonObject(one) || typeof one.contentBase64 !== 'string') {
			throw new ApiError('INVALID_REQUEST', 'Each of attachments needs contentBase64');
		}
		const content = Buffer.from(one.contentBase64, 'base64');
		const mimeType = String(one.mimeType ?? 'application/octet-stream');
		const record = await files.store(content, String(one.fileName ?? 'file'), mimeType);
		return attachmentOf(context, record, typeof one.kind === 'string' ? one.kind : undefined);
	});
	return await Promise.all(stored);
}

/** Reads the content of a person's message from the body of POST /sandbox/chats/:chatRef/messages. */
export async function personContent(context: Context, files: FileStore, chat: ChatRecord, body: JsonObject): Promise<JsonObject> {
	const { text, contact, location, replyToMessageId } = body;
	const attachments = await attachmentsOf(context, files, body.attachments);
	if (text !== undefined && typeof text !== 'string') throw new ApiError('INVALID_REQUEST', 'text must be a string');
	if (text === undefined && !attachments && !isJsonObject(contact) && !isJsonObject(location)) {
		throw new ApiError('INVALID_REQUEST', 'One of text, attachments, contact and location is needed');
	}
	const repliedTo = chat.messages.find((one) => one.id === replyToMessageId);
	return {
		text,
		attachments,
		contact,
		location,
		replyToChannelMessageId: repliedTo?.channelMessageId,
		replyToMessage: repliedTo,
	};
}

const textOf = (value: Json) => (typeof value === 'string' && value !== '' ? value : undefined);

function read(context: Context, chat: ChatRecord, message: Message): void {
	const { id, compositeMessageType, channelMessageId: channelMessageIdExact } = message;
	const channelRead = { readKind: 'BY_EXACT_MESSAGE_ID', channelMessageIdExact };
	Object.assign(message, { chanReadTs: context.isoNow(), channelRead });
	const ids = { id, messageId: id, message, compositeMessageType, ...channelRead };
	const fields = { ...chatFields(context, chat), ...ids, timestamp: context.now() };
	raise(context, 'ChannelMessageReadCommand', fields, chatRefOf(chat));
	context.changed({ kind: 'message', data: message });
}

function openChat(context: Context, body: JsonObject): ChatRecord {
	const channel = context.findChannel(body.channel, body.channelId);
	if (!channel) throw new ApiError('INVALID_REQUEST', 'channel and channelId must name a channel of GET /sandbox/state');
	const phone = textOf(body.phone)?.replace(/\D/g, '');
	const chatId = textOf(body.chatId) ?? phone ?? String(context.nextId());
	const chat = addChat(context, channel, {
		chatId,
		remoteAddress: phone ? `tel:+${phone}` : chatId,
		firstName: textOf(body.firstName),
		lastName: textOf(body.lastName),
		username: textOf(body.username),
		email: textOf(body.email),
	});
	const text = textOf(body.text);
	if (text === undefined) announceChat(context, chat);
	else receive(context, chat, { text }, true);
	return chat;
}

function followDeepLink(context: Context, chat: ChatRecord, body: JsonObject): void {
	const { commandName = 'start_chat', parameters = {}, deepLinkId = 'sandbox', deepLink } = body;
	const fields = {
		...chatFields(context, chat),
		address: addressOf(context, chat),
		commandName,
		deepLink,
		deepLinkId,
		parameters,
		remoteContact: contactOf(context, chat),
	};
	raise(context, 'EndUserActivatedNotificationDeepLink', fields, chatRefOf(chat));
	if (commandName === 'subscribe') subscribe(context, chat);
}

/** Control calls that play the person in a chat (README.md, "Playing the person in a chat"). */
export function personControls(app: FastifyInstance, context: Context, files: FileStore): void {
	const chatOf = (request: FastifyRequest) => context.requireChat(paramOf(request, 'chatRef'));
	app.post('/chats', (request) => {
		const chat = openChat(context, bodyOf(request));
		return single({ ...addressFields(chat), chatRef: chatRefOf(chat) });
	});
	app.get('/chats/:chatRef/messages', (request) => listOf(chatOf(request).messages));
	app.post('/chats/:chatRef/messages', async (request) => {
		const chat = chatOf(request);
		return single(receive(context, chat, await personContent(context, files, chat, bodyOf(request))) ?? null);
	});

	void app.register(async (forms) => {
		await forms.register(multipart, { limits: { files: 10, fileSize: context.options.uploadLimitBytes } });
		forms.post('/chats/:chatRef/attachments', async (request) => {
			const chat = chatOf(request);
			const fields = new Map<string, string>();
			const attachments: JsonObject[] = [];
			for await (const part of request.parts()) {
				if (part.type === 'field') fields.set(part.fieldname, String(part.value));
				else {
					const record = await files.store(part.file, formFileName(part.filename), part.mimetype);
					attachments.push(attachmentOf(context, record, fields.get('kind')));
				}
			}
			if (attachments.length === 0) throw new ApiError('INVALID_REQUEST', 'The form has no file');
			return single(receive(context, chat, { text: fields.get('text'), attachments }) ?? null);
		});
	});

	app.post('/chats/:chatRef/press', (request) => {
		const { messageId, index, by } = bodyOf(request);
		const chat = chatOf(request);
		return single(press(context, chat, messageId, index ?? 0, otherPerson(chat, by)));
	});

	app.post('/chats/:chatRef/read', (request) => {
		const chat = chatOf(request);
		if (!givesReadStatus(chat.channel)) {
			throw new ApiError('INVALID_REQUEST', `The channel ${chat.channel} doesn't report reads`);
		}
		const { messageId } = optionalBodyOf(request);
		const outbound = chat.messages.filter((one) => one.direction === 'outbound');
		const message = messageId ? outbound.find((one) => one.id === messageId) : outbound.at(-1);
		if (!message) throw new ApiError('NOT_FOUND', 'This chat has no such outbound message');
		read(context, chat, message);
		return single({ messageId: message.id });
	});

	app.post('/chats/:chatRef/subscribe', (request) => {
		subscribe(context, chatOf(request));
		return single({ subscribed: true });
	});
	app.post('/chats/:chatRef/unsubscribe', (request) => {
		const { initiator } = optionalBodyOf(request);
		unsubscribe(context, chatOf(request), initiator === 'OPERATOR' ? 'OPERATOR' : 'USER_ACTION');
		return single({ subscribed: false });
	});
	app.post('/chats/:chatRef/deepLink', (request) => {
		followDeepLink(context, chatOf(request), optionalBodyOf(request));
		return single({});
	});

	app.post('/chats/:chatRef/conversationStartContext', (request) => {
		const chat = chatOf(request);
		const sent = optionalBodyOf(request);
		const conversationStartContext = isJsonObject(sent) ? { visitDate: context.isoNow(), ...sent } : {};
		chat.conversationStartContext = conversationStartContext;
		const fields = { chatAddress: addressOf(context, chat), conversationStartContext };
		raiseAbout(context, chat, 'ConversationStartContextUpdateCommand', fields);
		return single({});
	});
}
