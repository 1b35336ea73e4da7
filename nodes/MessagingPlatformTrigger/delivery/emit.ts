import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/json';
import { readAddress } from './address';
import type { Event } from './parse';

/** Drops members that are null (specification, client requirement 2), at any depth; elements of lists stay. */
function withoutNulls(value: JsonValue): JsonValue {
	if (Array.isArray(value)) return value.map(withoutNulls);
	if (!isJsonObject(value)) return value;
	const kept: JsonObject = {};
	for (const [key, member] of Object.entries(value)) {
		if (member !== null && member !== undefined && key !== '__proto__') kept[key] = withoutNulls(member);
	}
	return kept;
}

function readObject(value: JsonValue | undefined): JsonObject {
	return isJsonObject(value) ? value : {};
}

function joinName(...parts: Array<JsonValue | undefined>): string | undefined {
	const name = parts.filter((part) => typeof part === 'string' && part !== '').join(' ');
	return name === '' ? undefined : name;
}

/** Who wrote a message: of an incoming one the end user, of an outgoing one what the service says of the sender. */
function readSender(message: JsonObject): JsonObject {
	if (message.direction === 'outbound') return readObject(message.senderInfo);
	const contact = readObject(message.remoteContact);
	const names = [contact.nationalName, contact.internationalName].map(readObject);
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
 * the next node needs no mapping. Unknown fields are kept, null ones dropped.
 *
 * - every event: `event`, `eventId`, `accountId`, its documented fields, and wherever it has a chat `channel`,
 *   `channelId`, `chatId`, `tbChatId` and `chatRef`
 * - new_message also: `direction`, `text` ('' when it has none), `sender`, `attachments` (a list), `message`
 *
 * @param event any event
 * @returns the item's JSON
 */
export function toItem(event: Event): JsonObject {
	const fields = readObject(withoutNulls(event.fields));
	const item: JsonObject = { event: event.name };
	if (event.id !== undefined) item.eventId = event.id;
	item.accountId = event.accountId;
	Object.assign(item, readAddress(event));
	if (event.name === 'new_message') {
		const message = readObject(fields.message);
		item.direction = message.direction;
		item.text = typeof message.text === 'string' ? message.text : '';
		item.sender = readSender(message);
		item.attachments = Array.isArray(message.attachments) ? message.attachments.map((entry) => withoutNulls(entry)) : [];
	}
	for (const [key, value] of Object.entries(fields)) {
		// a member that every object has, such as "constructor", is a field like any other
		if (!Object.hasOwn(item, key) || item[key] === undefined) item[key] = value;
	}
	return item;
}
