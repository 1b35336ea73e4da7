import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/json';
import { readAddress } from './address';
import { isChosen } from '../../shared/platform/events';
import type { Event } from './parse';
import type { Settings } from '../settings';

/** Why an event does not start the workflow; the body of the answer. */
export type FilterReason = 'event' | 'direction' | 'own_message' | 'content' | 'channel' | 'chat' | 'tag' | 'age';

/** The part of the settings that filters look at. */
export type FilterSettings = Pick<
	Settings,
	'events' | 'direction' | 'ignoreOwn' | 'content' | 'channels' | 'chats' | 'tags' | 'maxAgeMs'
>;

function checkMessage(message: JsonObject, settings: FilterSettings): FilterReason | undefined {
	if (settings.direction !== 'both' && message.direction !== settings.direction) return 'direction';
	const { senderInfo } = message;
	if (settings.ignoreOwn && isJsonObject(senderInfo) && senderInfo.endpointType === 'REST_API') return 'own_message';
	const hasText = typeof message.text === 'string' && message.text.trim() !== '';
	const hasAttachments = Array.isArray(message.attachments) && message.attachments.length > 0;
	if (settings.content === 'text' && !hasText) return 'content';
	if (settings.content === 'attachments' && !hasAttachments) return 'content';
	return undefined;
}

function checkPlace(event: Event, settings: FilterSettings): FilterReason | undefined {
	if (settings.channels.length === 0 && settings.chats.length === 0) return undefined;
	const { channel, channelId, chatRef, tbChatId } = readAddress(event);
	if (settings.channels.length > 0 && channel !== undefined) {
		const wanted = new Set(settings.channels);
		if (!wanted.has(channel) && !wanted.has(`${channel}_${channelId}`)) return 'channel';
	}
	if (settings.chats.length > 0 && (chatRef !== undefined || tbChatId !== undefined)) {
		const wanted = new Set(settings.chats);
		if (!wanted.has(chatRef ?? '') && !wanted.has(String(tbChatId))) return 'chat';
	}
	return undefined;
}

function readTagNames(value: JsonValue | undefined): string[] {
	if (typeof value === 'string') return [value];
	if (isJsonObject(value)) return readTagNames(value.name);
	return Array.isArray(value) ? value.flatMap(readTagNames) : [];
}

function checkTags(event: Event, settings: FilterSettings): FilterReason | undefined {
	if (settings.tags.length === 0) return undefined;
	const { fields } = event;
	const message = isJsonObject(fields.message) ? fields.message : {};
	const chats = [fields.chat, message.chat].filter(isJsonObject);
	const { chatRef, tbChatId } = readAddress(event);
	if (chats.length === 0 && chatRef === undefined && tbChatId === undefined) return undefined;
	const names = [readTagNames(fields.tag), ...chats.flatMap((chat) => [readTagNames(chat.tags), readTagNames(chat.tagSet)])];
	return names.flat().some((name) => settings.tags.includes(name)) ? undefined : 'tag';
}

function readTime(value: JsonValue | undefined): number | undefined {
	if (typeof value === 'number') return value;
	const time = typeof value === 'string' ? Date.parse(value) : NaN;
	return Number.isNaN(time) ? undefined : time;
}

/**
 * Tells when an event happened, from its own fields (specification: `timestamp` in ms, `sentTimestamp` and `createdTs`
 * as ISO-8601, a message's `sentTimestamp` as either).
 *
 * @param event any event
 * @returns ms since 1970, or undefined when the event does not tell
 */
export function readEventTime(event: Event): number | undefined {
	const { fields } = event;
	const message = isJsonObject(fields.message) ? fields.message : {};
	// A delivery or read status carries the message it is about, so that its own times come first.
	return (
		readTime(fields.timestamp) ?? readTime(fields.sentTimestamp) ?? readTime(fields.createdTs) ?? readTime(message.sentTimestamp)
	);
}

/**
 * Decides whether an event starts the workflow. Filters that ask for something which an event cannot have (the channel of
 * a widget, the text of a delivery status) let it pass.
 *
 * @param event any event
 * @param settings what the user wants
 * @param now the time in ms since 1970
 * @returns the first reason against it, or undefined when it passes
 */
export function findFilterReason(event: Event, settings: FilterSettings, now: number): FilterReason | undefined {
	if (!isChosen(settings.events, event.name)) return 'event';
	if (event.name === 'new_message') {
		const message = isJsonObject(event.fields.message) ? event.fields.message : {};
		const reason = checkMessage(message, settings);
		if (reason !== undefined) return reason;
	}
	const reason = checkPlace(event, settings) ?? checkTags(event, settings);
	if (reason !== undefined) return reason;
	if (settings.maxAgeMs > 0) {
		const time = readEventTime(event);
		if (time !== undefined && now - time > settings.maxAgeMs) return 'age';
	}
	return undefined;
}
