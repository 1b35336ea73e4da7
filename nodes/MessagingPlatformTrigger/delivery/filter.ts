import { isJsonObject, objectOf, type JsonValue } from '../../shared/json';
import { joinChannelRef } from '../../shared/platform/chatRef';
import { isChosen } from '../../shared/platform/events';
import type { Event, Message } from '../../shared/event/event';
import type { Settings } from '../settings';

/** Why an event does not start the workflow; the body of the answer. */
export type FilterReason = 'event' | 'direction' | 'own_message' | 'content' | 'channel' | 'chat' | 'tag' | 'age';

/** The part of the settings that filters look at. */
export type FilterSettings = Pick<
	Settings,
	'events' | 'direction' | 'ignoreOwn' | 'content' | 'channels' | 'chats' | 'tags' | 'maxAgeMs'
>;

function checkMessage({ direction, text, attachments, fields }: Message, settings: FilterSettings): FilterReason | undefined {
	if (settings.direction !== 'both' && direction !== settings.direction) return 'direction';
	if (settings.ignoreOwn && objectOf(fields.senderInfo).endpointType === 'REST_API') return 'own_message';
	if (settings.content === 'text' && text.trim() === '') return 'content';
	if (settings.content === 'attachments' && attachments.length === 0) return 'content';
	return undefined;
}

function checkPlace({ address }: Event, { channels, chats }: FilterSettings): FilterReason | undefined {
	const { channel, channelId = '', chatRef, tbChatId } = address;
	if (channels.length > 0 && channel !== undefined) {
		if (!channels.includes(channel) && !channels.includes(joinChannelRef(channel, channelId))) return 'channel';
	}
	if (chats.length > 0 && (chatRef !== undefined || tbChatId !== undefined)) {
		if (!chats.includes(chatRef ?? '') && !chats.includes(String(tbChatId))) return 'chat';
	}
	return undefined;
}

function readTagNames(value: JsonValue | undefined): string[] {
	if (typeof value === 'string') return [value];
	if (isJsonObject(value)) return readTagNames(value.name);
	return Array.isArray(value) ? value.flatMap(readTagNames) : [];
}

function checkTags({ fields, address, message }: Event, { tags }: FilterSettings): FilterReason | undefined {
	if (tags.length === 0) return undefined;
	const chats = [fields.chat, message.fields.chat].filter(isJsonObject);
	if (chats.length === 0 && address.chatRef === undefined && address.tbChatId === undefined) return undefined;
	const names = [fields.tag, ...chats.flatMap((chat) => [chat.tags, chat.tagSet])].flatMap(readTagNames);
	return names.some((name) => tags.includes(name)) ? undefined : 'tag';
}

function readTime(value: JsonValue | undefined): number | undefined {
	if (typeof value === 'number') return value;
	const time = typeof value === 'string' ? Date.parse(value) : NaN;
	return Number.isNaN(time) ? undefined : time;
}

/**
 * When an event happened, in ms since 1970 (specification: `timestamp` in ms, `sentTimestamp` and `createdTs` as ISO-8601, a
 * message's `sentTimestamp` as either).
 */
function readEventTime({ fields, message }: Event): number | undefined {
	// A delivery or read status carries the message it is about, so that its own times come first.
	const times = [fields.timestamp, fields.sentTimestamp, fields.createdTs, message.fields.sentTimestamp];
	return times.map(readTime).find((time) => time !== undefined);
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
	const ofMessage = event.name === 'new_message' ? checkMessage(event.message, settings) : undefined;
	const reason = ofMessage ?? checkPlace(event, settings) ?? checkTags(event, settings);
	if (reason !== undefined || settings.maxAgeMs === 0) return reason;
	const time = readEventTime(event);
	return time !== undefined && now - time > settings.maxAgeMs ? 'age' : undefined;
}
