import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/json';
import type { Event } from './parse';

/** Where an event's chat and channel are; members without a value are left out. */
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

// Where the events of the specification keep the parts of an address, the most direct first.
const SOURCES = ['message', 'chatAddress', 'address', 'chat', 'firstMessage', 'fullChannel'];

function readText(value: JsonValue | undefined): string | undefined {
	if (typeof value === 'number') return String(value);
	return typeof value === 'string' && value !== '' ? value : undefined;
}

function readId(value: JsonValue | undefined): string | number | undefined {
	return typeof value === 'number' ? value : readText(value);
}

function first<Value>(sources: JsonObject[], read: (source: JsonObject) => Value | undefined): Value | undefined {
	for (const source of sources) {
		const value = read(source);
		if (value !== undefined) return value;
	}
	return undefined;
}

/**
 * Finds the address of an event's chat: beside its other fields, or in its message, chatAddress, address, chat,
 * firstMessage or fullChannel (specification, Events).
 *
 * @param event any event
 * @returns what there is of it; empty for an event that has no chat and no channel
 */
export function readAddress(event: Event): ChatAddress {
	const sources = [event.fields, ...SOURCES.map((name) => event.fields[name]).filter(isJsonObject)];
	const address: ChatAddress = {};
	const channel = first(sources, (source) => readText(source.channel));
	const channelId = first(sources, (source) => readId(source.channelId));
	const chatId = first(sources, (source) => readText(source.chatId));
	const tbChatId = first(sources, (source) => readId(source.tbChatId));
	if (channel !== undefined) address.channel = channel;
	if (channelId !== undefined) address.channelId = channelId;
	if (chatId !== undefined) address.chatId = chatId;
	if (tbChatId !== undefined) address.tbChatId = tbChatId;
	if (channel !== undefined && channelId !== undefined && chatId !== undefined) {
		address.chatRef = `${channel}_${channelId}_${chatId}`;
	}
	return address;
}
