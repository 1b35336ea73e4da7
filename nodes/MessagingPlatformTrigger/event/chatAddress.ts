import { isJsonObject, objectOf, textOrDigits, type JsonObject, type JsonValue } from '../../shared/json';
import { chatRefOf } from '../../shared/chatRef';
import type { ChatNames } from '../../shared/handOver';

/** The address of an event's chat and channel; members without a value are omitted. */
export interface ChatAddress {
	channel?: string;
	/** A number, or digits beyond 2^53. */
	channelId?: string | number;
	chatId?: string;
	/** A number, or digits beyond 2^53. */
	tbChatId?: string | number;
	/** The composite address channel_channelId_chatId, by which the action node finds the chat. */
	chatRef?: string;
}

// Members in which events keep the parts of an address (specification, Events), the most direct first.
const SOURCES = ['message', 'chatAddress', 'address', 'chat', 'firstMessage', 'fullChannel'];

/** The records of an event that may describe its chat: the event, these members, and the chats and addresses in them. */
export function placesOf(fields: JsonObject, names: readonly string[]): JsonObject[] {
	const members = names.map((name) => fields[name]).filter(isJsonObject);
	return [fields, ...members, ...members.flatMap(({ chat, address }) => [chat, address].filter(isJsonObject))];
}

/** Some records have an ID as text. */
function readId(value: JsonValue | undefined): string | number | undefined {
	const digits = textOrDigits(value);
	return String(Number(digits)) === digits && Number.isSafeInteger(Number(digits)) ? Number(digits) : digits;
}

/** Finds an event's chat (specification, Events). A record that contradicts one before it is about another chat. */
export function readChatAddress(fields: JsonObject): ChatAddress {
	const address: ChatAddress = {};
	for (const { channel, channelId, chatId, tbChatId } of [...placesOf(fields, SOURCES), objectOf(fields.substitutions)]) {
		const parts = {
			channel: textOrDigits(channel),
			channelId: readId(channelId),
			chatId: textOrDigits(chatId),
			tbChatId: readId(tbChatId),
		};
		const told = Object.entries(parts).filter(([, part]) => part !== undefined);
		const known = new Map(Object.entries(address));
		if (told.every(([name, part]) => (known.get(name) ?? part) === part)) Object.assign(address, Object.fromEntries(told));
	}
	const chatRef = chatRefOf(address);
	return chatRef === undefined ? address : { ...address, chatRef };
}

/** The names that a question's chat is compared by; `record` has the person's own address. */
export function chatNamesOf({ channel, channelId, chatId, tbChatId }: ChatAddress, { remoteAddress }: JsonObject): ChatNames {
	return {
		channel,
		channelId: textOrDigits(channelId),
		chatId,
		tbChatId: textOrDigits(tbChatId),
		remoteAddress: typeof remoteAddress === 'string' ? remoteAddress : undefined,
	};
}

/** Returns the chat's ID for the platform's paths, if the address has one. */
export function numberOf({ tbChatId }: ChatAddress): string | undefined {
	const digits = String(tbChatId);
	return /^-?\d+$/.test(digits) ? digits : undefined;
}

/** Checks whether an address is that of a chat, and not of a channel alone. */
export function hasChat({ chatId, tbChatId }: ChatAddress): boolean {
	return chatId !== undefined || tbChatId !== undefined;
}
