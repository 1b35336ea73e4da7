import { objectOf, type JsonObject, type JsonValue } from '../../shared/json';
import type { Event } from '../../shared/event/event';

function joinName(...parts: Array<JsonValue | undefined>): string | undefined {
	const name = parts.filter((part) => typeof part === 'string' && part !== '').join(' ');
	return name === '' ? undefined : name;
}

/** Who wrote a message: of an incoming one the contact, of an outgoing one what the platform says of the sender. */
function readSender(message: JsonObject): JsonObject {
	if (message.direction === 'outbound') return objectOf(message.senderInfo);
	const contact = objectOf(message.remoteContact);
	const names = [objectOf(contact.nationalName), objectOf(contact.internationalName)];
	const sender: JsonObject = {
		name:
			joinName(message.remoteFirstName, message.remoteLastName) ??
			names.map(({ displayName, firstName, lastName }) => joinName(displayName) ?? joinName(firstName, lastName)).find(Boolean),
		firstName: message.remoteFirstName,
		lastName: message.remoteLastName,
		username: message.remoteUsername ?? contact.channelUsername,
		address: message.remoteAddress,
		phone: contact.phone,
		email: contact.email,
		contact: message.remoteContact,
	};
	return Object.fromEntries(Object.entries(sender).filter(([, value]) => value !== undefined && value !== ''));
}

/**
 * Builds what the trigger gives to the next node: one shape for both layouts, with the chat's address at the top, so that
 * the next node needs no mapping. Unknown fields are kept.
 *
 * - every event: `event`, `eventId`, `accountId`, its documented fields, and wherever it has a chat `channel`,
 *   `channelId`, `chatId`, `tbChatId` and `chatRef`
 * - new_message also: `direction`, `text` ('' when it has none), `sender`, `attachments` (a list), `message`
 *
 * @param event any event
 * @returns the item's JSON
 */
export function toItem({ name, id, accountId, fields, address, message }: Event): JsonObject {
	const item: JsonObject = { event: name };
	if (id !== undefined) item.eventId = id;
	Object.assign(item, { accountId, ...address });
	if (name === 'new_message') {
		item.direction = message.direction;
		item.text = message.text;
		item.sender = readSender(message.fields);
		item.attachments = structuredClone(message.attachments);
	}
	for (const [key, value] of Object.entries(fields)) {
		// a member that every object has, such as "constructor", is a field like any other
		if (!Object.hasOwn(item, key) || item[key] === undefined) item[key] = value;
	}
	return item;
}
