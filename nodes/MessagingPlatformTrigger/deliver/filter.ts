import { textOrDigits, objectOf, type JsonObject, type JsonValue } from '../../shared/json';
import { joinChannelRef } from '../../shared/chatRef';
import { isChosen, MESSAGE_EVENT, PRESS_EVENT, STATUS_EVENT } from '../../shared/catalogue';
import type { Event, Message } from '../event/event';
import { originOf } from '../event/origin';
import { isAnsweredByPlatform, payloadOf } from '../event/press';
import type { Settings } from '../settings/settings';
import { beginsWithAny } from './beginning';
import { isWantedStatus } from './deliveryStatus';
import { isPartOfAwaited } from './parts';
import { judgeTags } from './tagFilter';

/** Why an event does not start the workflow; the body of the answer. */
export type FilterReason =
	| 'event'
	| 'direction'
	| 'own_message'
	| 'sent_by'
	| 'content'
	| 'text'
	| 'answered_press'
	| 'button'
	| 'status'
	| 'part'
	| 'channel'
	| 'chat'
	| 'age'
	| 'tag'
	| 'excluded_tag';

/** The part of the settings that filters look at. */
export type FilterSettings = Pick<
	Settings,
	| 'events'
	| 'direction'
	| 'ignoreOwn'
	| 'sentBy'
	| 'content'
	| 'textBeginnings'
	| 'ignoreAnsweredPresses'
	| 'buttonKeys'
	| 'deliveryStatus'
	| 'eachPart'
	| 'channels'
	| 'chats'
	| 'tags'
	| 'excludedTags'
	| 'maxAgeMs'
>;

/** Who sent a message matters where outgoing ones are taken: who is named there decides, also about those of the API. */
function checkSentBy({ direction, fields }: Message, { sentBy, ignoreOwn }: FilterSettings): FilterReason | undefined {
	if (sentBy.length === 0) {
		return ignoreOwn && objectOf(fields.senderInfo).endpointType === 'REST_API' ? 'own_message' : undefined;
	}
	return direction === 'outbound' && !sentBy.includes(originOf(fields)) ? 'sent_by' : undefined;
}

function checkMessage(message: Message, settings: FilterSettings): FilterReason | undefined {
	const { direction, text, attachments } = message;
	const { content, textBeginnings } = settings;
	if (settings.direction !== 'both' && direction !== settings.direction) return 'direction';
	const sentBy = checkSentBy(message, settings);
	if (sentBy !== undefined) return sentBy;
	if (content === 'text' && text.trim() === '') return 'content';
	if (content === 'attachments' && attachments.length === 0) return 'content';
	return textBeginnings.length > 0 && !beginsWithAny(text, textBeginnings) ? 'text' : undefined;
}

function checkPress(fields: JsonObject, { ignoreAnsweredPresses, buttonKeys }: FilterSettings): FilterReason | undefined {
	if (ignoreAnsweredPresses && isAnsweredByPlatform(fields)) return 'answered_press';
	if (buttonKeys.length === 0) return undefined;
	return buttonKeys.includes(textOrDigits(payloadOf(fields)) ?? '') ? undefined : 'button';
}

/** The filters that speak of one event alone. */
function checkContent(event: Event, settings: FilterSettings): FilterReason | undefined {
	const { name, fields, message } = event;
	switch (name) {
		case MESSAGE_EVENT:
			return checkMessage(message, settings);
		case PRESS_EVENT:
			return checkPress(fields, settings);
		case STATUS_EVENT:
			if (!isWantedStatus(fields, settings.deliveryStatus)) return 'status';
			return isPartOfAwaited(event, settings) ? 'part' : undefined;
		default:
			return undefined;
	}
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

function checkAge(event: Event, { maxAgeMs }: FilterSettings, now: number): FilterReason | undefined {
	const time = maxAgeMs === 0 ? undefined : readEventTime(event);
	return time !== undefined && now - time > maxAgeMs ? 'age' : undefined;
}

/**
 * Decides whether an event starts the workflow, as far as the event itself tells: where the tags of its chat are missing,
 * `judgeTags` says so. Filters that ask for something which an event cannot have (the channel of a widget, the text of a
 * delivery status) let it pass.
 *
 * @param event any event
 * @param settings what the user wants
 * @param now the time in ms since 1970
 * @returns the first reason against it, or undefined when it passes
 */
export function findFilterReason(event: Event, settings: FilterSettings, now: number): FilterReason | undefined {
	if (!isChosen(settings.events, event.name)) return 'event';
	const reason = checkContent(event, settings) ?? checkPlace(event, settings) ?? checkAge(event, settings, now);
	if (reason !== undefined) return reason;
	const verdict = judgeTags(event, settings);
	return verdict === 'unknown' ? undefined : verdict;
}
