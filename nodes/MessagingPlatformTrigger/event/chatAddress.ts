import { isJsonObject, textOrDigits, type JsonObject, type JsonValue } from '../../shared/json';
import { joinChatRef } from '../../shared/chatRef';

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

function readId(value: JsonValue | undefined): string | number | undefined {
	return typeof value === 'number' ? value : textOrDigits(value);
}

/**
 * Finds the address of an event's chat: among its own fields, or in its message, chatAddress, address, chat, firstMessage or
 * fullChannel (specification, Events).
 * @returns the parts it has; empty for an event that has no chat and no channel
 */
export function readChatAddress(fields: JsonObject): ChatAddress {
	const sources = [fields, ...SOURCES.map((name) => fields[name]).filter(isJsonObject)];
	const first = <Value>(name: string, read: (value: JsonValue | undefined) => Value | undefined): Value | undefined =>
		sources.map((source) => read(source[name])).find((value) => value !== undefined);
	const channel = first('channel', textOrDigits);
	const channelId = first('channelId', readId);
	const chatId = first('chatId', textOrDigits);
	const tbChatId = first('tbChatId', readId);
	const isWhole = channel !== undefined && channelId !== undefined && chatId !== undefined;
	const chatRef = isWhole ? joinChatRef({ channel, channelId: String(channelId), chatId }) : undefined;
	const address: ChatAddress = { channel, channelId, chatId, tbChatId, chatRef };
	return Object.fromEntries(Object.entries(address).filter(([, value]) => value !== undefined));
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
