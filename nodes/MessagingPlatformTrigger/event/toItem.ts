import { MESSAGE_EVENT, STATUS_EVENT } from '../../shared/catalogue';
import { eventInOrder } from '../../shared/itemOrder';
import { readDelivery } from './deliveryStatus';
import type { Event, Message } from './event';
import { type JsonObject, type JsonValue, isJsonObject, objectOf } from '../../shared/json';

const isFilled = (value: JsonValue | undefined) => typeof value === 'object' && value !== null && Object.keys(value).length > 0;

/** Names the kind of a message by its first attachment, which is a document unless it says otherwise (specification, "Attachment"). */
export function messageKind({ attachments: [first], text, fields: { location, contact, contactCards } }: Message): string {
	if (first !== undefined) {
		const { kind } = objectOf(first);
		return typeof kind === 'string' && kind !== '' ? kind : 'document';
	}
	if (isFilled(location)) return 'location';
	if (isFilled(contact) || isFilled(contactCards)) return 'contact';
	return text.trim() === '' ? 'other' : 'text';
}

/**
 * Builds the trigger's output: one shape for both layouts, unknown fields included.
 *
 * - every event: `event`, `eventId`, `accountId`, its documented fields, and if it has a chat, `channel`, `channelId`, `chatId`,
 *   `tbChatId`, `chatRef` and `sender`
 * - new_message: also `direction`, `text` ('' if it has none), `kind`, `attachments` (a list), `message`
 * - a delivery status: also `outcome`, `isFinal`, and `failure` if the message failed
 */
export function toItem(event: Event): JsonObject {
	const { name, id, accountId, fields, address, sender, message } = event;
	const item: JsonObject = { event: name };
	if (id !== undefined) item.eventId = id;
	Object.assign(item, { accountId, ...address });
	const isMessage = name === MESSAGE_EVENT;
	if (isMessage) Object.assign(item, { direction: message.direction, text: message.text, kind: messageKind(message) });
	if (name === STATUS_EVENT) Object.assign(item, readDelivery(fields));
	if (sender !== undefined) item.sender = sender;
	if (isMessage) item.attachments = message.attachments.map((entry) => (isJsonObject(entry) ? { ...entry } : entry));
	for (const [key, value] of Object.entries(fields)) {
		// a member that every object has, such as "constructor", is a field like any other
		if (!Object.hasOwn(item, key) || item[key] === undefined) item[key] = value;
	}
	return eventInOrder(item);
}
