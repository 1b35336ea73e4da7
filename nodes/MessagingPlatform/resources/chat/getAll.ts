import { type JsonObject, type JsonValue, isJsonObject } from '../../../shared/json';
import { personOfChat } from '../../../shared/person';
import { tagsOf } from '../../../shared/tagNames';
import { chatPages, earliestFrom } from '../../../shared/api/chatPages';
import { clip } from '../../../shared/texts';
import { readDate } from '../../../shared/dates';
import type { Field } from '../../../shared/field';
import { choice, group, text } from '../../../shared/parameter';
import { independent, operation } from '../../run/operation';
import { keysOfChat, withChatKeys } from '../../fields/chatKeys';
import { chatFilter, chatFilters } from './chatFilters';
import { most } from '../../fields/list';
import { pick, simplifyField } from '../../fields/modes';

// Time by which the default start is later than the platform's limit, because clocks differ a little.
const MARGIN_MS = 5 * 60_000;

/** Reads a date in any form that expressions give. A text without a time zone is in the workflow's. */
function readTime(value: unknown, zone: string): number | undefined {
	const text = typeof value === 'string' ? value.trim() : value;
	const isMs = typeof text === 'number' || (typeof text === 'string' && /^\d{12,14}$/.test(text));
	const time = isMs ? Number(text) : readDate(typeof text === 'string' ? text.replace(' ', 'T') : text, zone)?.toMillis();
	return time === undefined || Number.isNaN(new Date(time).getTime()) ? undefined : time;
}

/** Reads Active Since with the time zone. It is three months ago if it isn't given, or `usual` if that is later. */
export function readFrom(field: Field) {
	return (zone: string, usual = 0): number => {
		const now = new Date();
		const earliest = earliestFrom(now).getTime();
		if (!field.isGiven) return Math.max(usual, earliest + MARGIN_MS);
		const time = readTime(field.value, zone);
		if (time === undefined) {
			throw field.refuse(
				`isn't a date: ${clip(String(field.value))}`,
				'Pick a date, or enter one like 2026-01-31T09:00:00 or as Unix milliseconds.',
			);
		}
		if (time >= earliest) return time;
		throw field.refuse(
			`is ${new Date(time).toISOString()}, but the platform lists only chats of the last 3 months`,
			`Choose a date after ${new Date(earliest).toISOString()}, or leave the field empty for the whole 3 months.`,
		);
	};
}

function readBlocked(field: Field): boolean | undefined {
	if (!field.isThere) return undefined;
	return typeof field.value === 'boolean' ? field.value : field.oneOf(['blocked', 'notBlocked']) === 'blocked';
}

/** Fields that identify a chat and its person, and its last message. They have no notes, and only the address that operations take. */
const SIMPLE = ['chatRef', 'tbChatId', 'channel', 'name', 'username', 'phone', 'lastMessage', 'unreadCount', 'tags', 'blocked'];

/** Length to which the last message is cut, in characters. */
const TEXT_SHOWN = 200;

function preview(lastMessage: JsonValue | undefined): JsonObject | undefined {
	if (!isJsonObject(lastMessage)) return undefined;
	const message = pick(lastMessage, ['direction', 'text', 'sentTimestamp']);
	const { text } = message;
	// half an emoji at the end isn't a character, and some models refuse to read it
	if (typeof text === 'string') message.text = clip(text, TEXT_SHOWN).replace(/[\uD800-\uDBFF](?=…$)/, '');
	return message;
}

/**
 * A chat with its keys, as this operation outputs it.
 * @param simple the fields to keep; all if there are none
 */
export function chatOutput(chat: JsonObject, simple?: readonly string[]): JsonObject {
	const found = withChatKeys(chat, keysOfChat(chat));
	if (simple === undefined) return found;
	const tags = tagsOf(chat);
	const hasTags = tags.length > 0 || [chat.tags, chat.tagSet].some(Array.isArray);
	const read = { ...personOfChat(chat), lastMessage: preview(chat.lastMessage), tags: hasTags ? tags : undefined };
	return pick({ ...found, ...read }, simple);
}

/** Shared by both operations, because n8n evaluates each property for every item. */
export const simplifyChat = simplifyField();

/** GET {base_url}/v1/chats (specification, "Chats"), all pages or as many as the limit needs. */
export const getAll = operation({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many chats',
		description: 'List the chats with people who wrote to you, and up to about 200 characters of each last message',
	},
	reach: 'account',
	reads: true,
	forModels:
		'List the chats with people who wrote: who they are, their tags, the last message, and the chatRef and tbChatId that other tools need. lastMessage.text is a preview of about 200 characters.',
	fields: {
		most,
		simplify: simplifyChat,
		filters: group('Filters', 'filters', 'Add Filter', {
			from: text(
				'Active Since',
				'from',
				'List only chats with a message since this time. It can be up to 3 months ago, which is also the default.',
				{ type: 'dateTime' },
			).as(readFrom),
			blocked: choice('Blocked', 'blocked', {
				choices: {
					blocked: ['Blocked Only'],
					notBlocked: ['Not Blocked Only'],
				},
				default: 'notBlocked',
				description: "List only blocked chats, or only chats that aren't blocked",
			}).as(readBlocked),
			...chatFilters,
		}),
	},
	prepare: independent(async (given, item) => {
		const { simplify, filters } = given;
		const from = filters.from(item.functions.getTimezone());
		const { blocked } = filters;
		const query = { from, ...(blocked !== undefined && { blocked }) };
		const { most: limit } = given;
		const fits = chatFilter(filters, Date.now());
		const output: JsonObject[] = [];
		for await (const chats of chatPages(item.platform, query, item.index)) {
			for (const chat of chats.filter(fits)) {
				output.push(chatOutput(chat, simplify ? SIMPLE : undefined));
				if (output.length >= limit) return output;
			}
		}
		return output;
	}),
});
