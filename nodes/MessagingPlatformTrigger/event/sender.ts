import { isJsonObject, objectOf, textOrDigits, type JsonObject, type JsonValue } from '../../shared/json';
import { MESSAGE_EVENT } from '../../shared/catalogue';
import { type ChatAddress, hasChat, placesOf } from './chatAddress';
import { originOf } from '../../shared/origin';
import { personOf } from '../../shared/person';

/** Members with details of the person in a chat, the most direct first (specification, Events). */
const PLACES = ['message', 'firstMessage', 'chat', 'subscription', 'chatAddress', 'address'];

function readText(value: JsonValue | undefined): string | undefined {
	return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Reads a time zone unchanged: it is an offset whose form the specification leaves open. */
function readOffset(value: JsonValue | undefined): string | number | undefined {
	return typeof value === 'number' ? value : readText(value);
}

function filled(members: JsonObject): JsonObject {
	return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined && value !== ''));
}

/** Collects everything the event has about the person in the chat. */
function readContact(fields: JsonObject): JsonObject {
	const places = placesOf(fields, PLACES);
	const contacts = places.map(({ remoteContact }) => remoteContact).filter(isJsonObject);
	const visits = places.flatMap((place) => [place.conversationStartContext, place.lastConversationStartContext]);
	function first<Value>(of: JsonObject[], read: (place: JsonObject) => Value | undefined): Value | undefined {
		return of.map(read).find((value) => value !== undefined);
	}
	return {
		...personOf(places, objectOf(fields.substitutions)),
		address: first(places, ({ remoteAddress }) => readText(remoteAddress)),
		channelUserId: first(contacts, ({ channelUserId }) => textOrDigits(channelUserId)),
		preferredLanguage: first(contacts, ({ preferredLanguage }) => readText(preferredLanguage)),
		timezone: first(contacts, ({ timezone }) => readOffset(timezone)),
		timezoneOffset: first(visits.filter(isJsonObject), ({ timezoneOffset }) => readOffset(timezoneOffset)),
		contact: contacts[0],
	};
}

/**
 * Reads an event's sender, in one shape for all events: `type` is 'contact' for the person in the chat, and for an outgoing message the
 * kind of sender on the account's side (see {@link originOf}).
 *
 * - for a person, if the event has them: `name`, `firstName`, `lastName`, `username`, `address`, `channelUserId`, `phone`,
 *   `email`, `picture`, `preferredLanguage`, `timezone` (Contact), `timezoneOffset` (of the last visit to a page with a widget), `contact`
 * - for an outgoing message: the members of its `senderInfo` (specification, "SenderInfo") that are not empty
 *
 * @returns undefined for an event that is neither a message nor has a chat
 */
export function readSender(name: string, fields: JsonObject, address: ChatAddress): JsonObject | undefined {
	const isMessage = name === MESSAGE_EVENT;
	const message = objectOf(fields.message);
	if (isMessage && message.direction === 'outbound') {
		return { ...filled(objectOf(message.senderInfo)), type: originOf(message) };
	}
	if (!isMessage && !hasChat(address)) return undefined;
	return { type: 'contact', ...filled(readContact(fields)) };
}

/** The sender of an answer, named by the part of the event that is the answer: in a group, another part may name someone else. */
export function senderIn({ sender }: { sender: JsonObject | undefined }, { remoteContact }: JsonObject) {
	return { ...sender, channelUserId: textOrDigits(objectOf(remoteContact).channelUserId) };
}
