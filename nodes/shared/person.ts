import { partOfChat } from './chatRef';
import { isJsonObject, objectOf, type JsonObject, type JsonValue } from './json';

const MEMBERS = ['name', 'firstName', 'lastName', 'username', 'phone', 'email', 'picture'] as const;

/** The known details of the person in a chat; `picture` is a URL. */
export type Person = { [Member in (typeof MEMBERS)[number]]?: string };

function readText(value: JsonValue | undefined): string | undefined {
	return (typeof value === 'string' ? value.trim() : '') || undefined;
}

function joinName(...parts: Array<JsonValue | undefined>): string | undefined {
	return readText(parts.flatMap((part) => readText(part) ?? []).join(' '));
}

const readPhone = (value: JsonValue | undefined) => readText(readText(value)?.replace(/^tel:/i, ''));

/** A record names the person itself (specification, "Chat", "TbUniMessage"). */
function ofRecord({ remoteFirstName, remoteLastName, remoteUsername, userPicUrl }: JsonObject): Person {
	return {
		name: joinName(remoteFirstName, remoteLastName),
		firstName: readText(remoteFirstName),
		lastName: readText(remoteLastName),
		username: readText(remoteUsername),
		picture: readText(userPicUrl),
	};
}

function ofName({ displayName, firstName, lastName }: JsonObject): Person {
	const name = readText(displayName) ?? joinName(firstName, lastName);
	return { name, firstName: readText(firstName), lastName: readText(lastName) };
}

/** Some contacts have a list of numbers instead of `phone`. */
function ofContact({ nationalName, internationalName, phone, phoneNumbers, ...contact }: JsonObject): Person {
	// the international name is a text or a record of its parts
	const international = isJsonObject(internationalName) ? internationalName : { displayName: internationalName };
	const numbers = [phoneNumbers ?? null].flat().map((one) => (isJsonObject(one) ? one.number : one));
	return {
		// of one spelling, because a first name and a last name in two scripts don't belong together
		...[objectOf(nationalName), international].map(ofName).find(({ name }) => name !== undefined),
		username: readText(contact.channelUsername),
		phone: [phone, ...numbers].map(readPhone).find((number) => number !== undefined),
		email: readText(contact.email),
		picture: readText(contact.userPicUrl),
	};
}

/**
 * Reads the person in a chat, alike for chats, events and lists: from the records that name the person, then from their
 * `remoteContact`, then from the event's substitutions. Members of another type than text don't count.
 * @param places records about one chat, the most direct first
 */
export function personOf(places: JsonObject[], substitutions: JsonObject = {}): Person {
	const contacts = places.map(({ remoteContact }) => ofContact(objectOf(remoteContact)));
	const sources = [...places.map(ofRecord), ...contacts, ofRecord(substitutions)];
	const person: Person = {};
	for (const member of MEMBERS) person[member] = sources.find((source) => source[member] !== undefined)?.[member];
	return person;
}

/** Reads the person of a chat in the chat list. On phone channels, the address is a number (specification, "Chat", remoteAddress). */
export function personOfChat(chat: JsonObject): Person {
	const person = personOf([chat]);
	const address = partOfChat(chat, 'remoteAddress');
	const isNumber = typeof address === 'string' && /^tel:\+\d+$/.test(address);
	return person.phone === undefined && isNumber ? { ...person, phone: readPhone(address) } : person;
}
