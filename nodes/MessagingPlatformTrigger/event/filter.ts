import { isAboutChat, isChosen, MESSAGE_EVENT, PRESS_EVENT, STATUS_EVENT, TAG_REMOVED_EVENT } from '../../shared/catalogue';
import { joinChannelRef } from '../../shared/chatRef';
import { readDelivery } from './deliveryStatus';
import type { Event, Message } from './event';
import { originOf } from '../../shared/origin';
import { isJsonObject, objectOf, textOrDigits, type JsonObject } from '../../shared/json';
import { fold, level } from '../../shared/fold';
import { readTagNames, tagsOf } from '../../shared/tagNames';
import { hasChat } from './chatAddress';
import { readTimestamp } from '../../shared/timestamp';
import type { Settings } from '../settings/settings';
import { isPartOfAwaited } from './parts';

/** Why an event does not start the workflow: part of the answer's body. */
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
	| 'takeover'
	| 'tag'
	| 'excluded_tag';

/** The bot that a command is meant for: "/start@my_bot" is "/start" for it. */
const ADDRESSEE = /^(\/[^\s@]*)@\S*/;

/** A letter or digit, except in scripts that don't set words apart. */
const LETTER =
	'(?![\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}\\p{scx=Tale}\\p{scx=Talu}\\p{scx=Lana}\\p{scx=Tavt}\\p{scx=Java}\\p{scx=Bali}' +
	'\\p{scx=Hani}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Bopo}\\p{scx=Yiii}])[\\p{L}\\p{N}]';

/** A place between two letters, with or without invisible joiners, or before a letter's mark. The zero width space sets words apart. */
const WITHIN_WORD = `(?<=[\\p{L}\\p{N}]\\p{M}*)\\p{M}|(?<=${LETTER}\\p{M}*)(?:(?!\\u200b)\\p{Cf})*${LETTER}`;

let withinWord: RegExp | undefined;

function beginsWith(text: string, beginning: string): boolean {
	if (!text.startsWith(beginning)) return false;
	// "/start" doesn't begin "/started" or "/start-now", but "/" begins every command
	const isCommand = /^\/\S+$/.test(beginning);
	if (isCommand) return /^(\s|$)/.test(text.slice(beginning.length, beginning.length + 1));
	// made when it is needed, not when its file is loaded: that takes 1 ms
	withinWord ??= new RegExp(WITHIN_WORD, 'uy');
	withinWord.lastIndex = beginning.length;
	return !withinWord.test(text);
}

/** Ignores what {@link fold} does. A beginning ends with a whole word; a command, such as "/start", is the whole first word. */
function beginsWithAny(text: string, beginnings: readonly string[]): boolean {
	const whole = fold(text);
	const withoutAddressee = whole.replace(ADDRESSEE, '$1');
	return beginnings.map(fold).some((one) => one !== '' && beginsWith(/^\/\S*@/.test(one) ? whole : withoutAddressee, one));
}

/** Ignores what {@link fold} does, and punctuation around. "/start@my_bot" is "/start" here, too. */
function isAny(text: string, texts: readonly string[]): boolean {
	const whole = level(text);
	const withoutAddressee = whole.replace(ADDRESSEE, '$1');
	return texts.map(level).some((one) => one !== '' && (one === whole || one === withoutAddressee));
}

function containsAny(text: string, parts: readonly string[]): boolean {
	const whole = fold(text);
	return parts.map(fold).some((one) => one !== '' && whole.includes(one));
}

/** Finds the first of the text filters that a text doesn't pass, by its label. */
export function findTextFilter(text: string, { textBeginnings, textContains, textIs }: Settings): string | undefined {
	if (textIs.length > 0 && !isAny(text, textIs)) return 'Text Is';
	if (textContains.length > 0 && !containsAny(text, textContains)) return 'Text Contains';
	return textBeginnings.length > 0 && !beginsWithAny(text, textBeginnings) ? 'Text Begins With' : undefined;
}

function checkMessage({ direction, text, attachments, fields }: Message, settings: Settings): FilterReason | undefined {
	const { content, sentBy, ignoreOwn } = settings;
	if (settings.direction !== 'both' && direction !== settings.direction) return 'direction';
	// senders that the user chose also decide about the API's messages
	if (sentBy.length > 0) {
		if (direction === 'outbound' && !sentBy.includes(originOf(fields))) return 'sent_by';
	} else if (ignoreOwn && objectOf(fields.senderInfo).endpointType === 'REST_API') return 'own_message';
	if (content === 'text' && text.trim() === '') return 'content';
	if (content === 'attachments' && attachments.length === 0) return 'content';
	return findTextFilter(text, settings) === undefined ? undefined : 'text';
}

/** A UUID (RFC 9562, section 4): the platform answers a press with the id of a chain action itself ("EndUserActionCommand", "Button flow"). */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The key of the pressed button, which may stand in the button alone (specification, "EndUserActionCommand"). */
export function payloadOf({ payload, button }: JsonObject): unknown {
	return payload ?? objectOf(button).payload;
}

function checkPress(fields: JsonObject, { ignoreAnsweredPresses, buttonKeys }: Settings): FilterReason | undefined {
	const key = textOrDigits(payloadOf(fields)) ?? '';
	if (ignoreAnsweredPresses && UUID.test(key)) return 'answered_press';
	if (buttonKeys.length === 0) return undefined;
	// a button without a key of its own has its caption as the key
	const isCaption = /[^\x21-\x7e]/.test(key) || objectOf(fields.button).text === key;
	const isWanted = buttonKeys.includes(key) || (isCaption && buttonKeys.some((one) => fold(one) === fold(key)));
	return isWanted ? undefined : 'button';
}

function checkStatus(event: Event, settings: Settings): FilterReason | undefined {
	const { deliveryStatus } = settings;
	const { isFinal, outcome } = readDelivery(event.fields);
	// an unknown outcome counts as a failure, so that no failure goes unnoticed
	const isWanted = isFinal && (deliveryStatus === 'final' || outcome === 'failed' || outcome === 'unknown');
	if (deliveryStatus !== 'all' && !isWanted) return 'status';
	return isPartOfAwaited(event, settings) ? 'part' : undefined;
}

/** The filters that concern one kind of event. */
const CHECKS = new Map<string, (event: Event, settings: Settings) => FilterReason | undefined>([
	[MESSAGE_EVENT, ({ message }, settings) => checkMessage(message, settings)],
	[PRESS_EVENT, ({ fields }, settings) => checkPress(fields, settings)],
	[STATUS_EVENT, checkStatus],
]);

/** The tags of its chat that an event carries; undefined if it leaves them out, or if one has no name. */
function carriedTags({ fields, message }: Event): string[] | undefined {
	const chats = [fields.chat, message.fields.chat].filter(isJsonObject);
	const lists = chats.flatMap(({ tags, tagSet }) => [tags, tagSet]).filter(Array.isArray);
	const isTold = lists.length > 0 && lists.flat().every((tag) => readTagNames(tag).length > 0);
	return isTold ? chats.flatMap(tagsOf) : undefined;
}

/** Checks whether an event is about a chat, by its address or by its name: its address may be incomplete. */
function isOfChat({ name, address }: Event): boolean {
	return hasChat(address) || isAboutChat(name);
}

/**
 * Judges an event by the tags of its chat. A tag that was just assigned counts as one of them; one that was just removed excludes
 * nothing.
 * @returns 'unknown' if only the platform can say; undefined for an event that passes, such as one without a chat
 */
export function judgeTags(
	event: Event,
	{ tags, excludedTags }: Pick<Settings, 'tags' | 'excludedTags'>,
	asked?: readonly string[],
): 'tag' | 'excluded_tag' | 'unknown' | undefined {
	if (!hasChat(event.address)) return undefined;
	const own = readTagNames(event.fields.tag);
	const isRemoved = event.name === TAG_REMOVED_EVENT;
	const known = asked ?? carriedTags(event);
	const isExcluded = (name: string) => excludedTags.includes(name);
	if (!isRemoved && own.some(isExcluded)) return 'excluded_tag';
	const isWanted = tags.length === 0 || [...own, ...(known ?? [])].some((name) => tags.includes(name));
	if (known === undefined) return isWanted && excludedTags.length === 0 ? undefined : 'unknown';
	if (!isWanted) return 'tag';
	return known.some((name) => isExcluded(name) && !(isRemoved && own.includes(name))) ? 'excluded_tag' : undefined;
}

/** An incomplete address is in none of the channels and chats; an event that can't have one passes. */
function checkPlace(event: Event, { channels, chats }: Settings): FilterReason | undefined {
	const { channel = '', channelId = '', chatRef = '', tbChatId = '' } = event.address;
	const isInChannel = [channel, joinChannelRef(channel, channelId)].some((name) => channels.includes(name));
	const isInChat = [chatRef, String(tbChatId)].some((name) => chats.includes(name));
	if (channels.length > 0 && !isInChannel && (channel !== '' || isOfChat(event))) return 'channel';
	return chats.length > 0 && !isInChat && isOfChat(event) ? 'chat' : undefined;
}

/** Checks whether an operator takes a chat over with this message. It must be in the trigger's channels and chats. */
export function takesOver(event: Event, settings: Settings): boolean {
	const { name, message } = event;
	if (settings.takeoverTag === '' || name !== MESSAGE_EVENT || message.direction !== 'outbound') return false;
	return ['operator', 'messenger'].includes(originOf(message.fields)) && checkPlace(event, settings) === undefined;
}

/** When an event happened, in ms since 1970, from `timestamp`, `sentTimestamp` or `createdTs`; NaN if it doesn't say. */
function readEventTime({ fields, message }: Event): number {
	// a status carries the message that it is about, so its own times come first
	const times = [fields.timestamp, fields.sentTimestamp, fields.createdTs, message.fields.sentTimestamp];
	return times.map(readTimestamp).find((time) => !Number.isNaN(time)) ?? NaN;
}

function checkAge(event: Event, { maxAgeMs }: Settings, now: number): FilterReason | undefined {
	return maxAgeMs > 0 && now - readEventTime(event) > maxAgeMs ? 'age' : undefined;
}

/**
 * Decides whether an event starts the workflow; if the tags of its chat are missing, `judgeTags` says so. A filter for something
 * that an event can't have (the channel of a widget, the text of a delivery status) lets it pass.
 * @returns the first reason against it; undefined when it passes
 */
export function findFilterReason(event: Event, settings: Settings, now: number): FilterReason | undefined {
	if (!isChosen(settings.events, event.name)) return 'event';
	const reason = CHECKS.get(event.name)?.(event, settings) ?? checkPlace(event, settings) ?? checkAge(event, settings, now);
	if (reason !== undefined) return reason;
	const verdict = judgeTags(event, settings);
	return verdict === 'unknown' ? undefined : verdict;
}
