import type { Context } from '../core/context';
import { ApiError } from '../core/errors';
import { isJsonObject, type Json, type JsonObject } from '../core/json';
import type { ChatRecord } from '../core/model';
import { attachmentOf } from '../files/attachments';
import type { FileStore } from '../files/fileStore';

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
