import { MESSAGE_EVENT } from '../../shared/catalogue';
import type { Event } from './event';
import { readSender } from './sender';
import { type JsonObject, isJsonObject } from '../../shared/json';

/**
 * Builds the trigger's output: one shape for both layouts, unknown fields included.
 *
 * - every event: `event`, `eventId`, `accountId`, its documented fields, and if it has a chat, `channel`, `channelId`, `chatId`,
 *   `tbChatId`, `chatRef` and `sender`
 * - new_message: also `direction`, `text` ('' if it has none), `attachments` (a list), `message`
 */
export function toItem(event: Event): JsonObject {
	const { name, id, accountId, fields, address, message } = event;
	const item: JsonObject = { event: name };
	if (id !== undefined) item.eventId = id;
	Object.assign(item, { accountId, ...address });
	const isMessage = name === MESSAGE_EVENT;
	if (isMessage) Object.assign(item, { direction: message.direction, text: message.text });
	const sender = readSender(event);
	if (sender !== undefined) item.sender = sender;
	if (isMessage) item.attachments = message.attachments.map((entry) => (isJsonObject(entry) ? { ...entry } : entry));
	for (const [key, value] of Object.entries(fields)) {
		// a member that every object has, such as "constructor", is a field like any other
		if (!Object.hasOwn(item, key) || item[key] === undefined) item[key] = value;
	}
	return item;
}
