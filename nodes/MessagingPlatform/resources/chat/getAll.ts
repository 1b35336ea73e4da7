import { type JsonObject, isJsonObject } from '../../../shared/json';
import { type ChatQuery, chatPages, earliestFrom } from '../../fields/chatPages';
import { clip } from '../../../shared/texts';
import { readDate } from '../../run/dates';
import type { Field } from '../../../shared/field';
import type { Item } from '../../run/item';
import { type Operation, independent } from '../../run/operation';
import { keysOfChat, withChatKeys } from '../../fields/chatKeys';
import { listFields, readLimit } from '../../fields/list';
import { collection } from '../../fields/shapes';
import { isSimplified, pick, simplifyFields } from '../../fields/modes';

// The default start is this much later than the platform's limit, so that clocks may differ a little.
const MARGIN_MS = 5 * 60_000;

/** Expressions give dates in many forms; a text without a time zone is meant in the workflow's. */
function readTime(value: unknown, zone: string): number | undefined {
	const text = typeof value === 'string' ? value.trim() : value;
	const isMs = typeof text === 'number' || (typeof text === 'string' && /^\d{12,14}$/.test(text));
	const time = isMs ? Number(text) : readDate(typeof text === 'string' ? text.replace(' ', 'T') : text, zone)?.toMillis();
	return time === undefined || Number.isNaN(new Date(time).getTime()) ? undefined : time;
}

function readFrom(item: Item, field: Field): number {
	const now = new Date();
	const earliest = earliestFrom(now).getTime();
	if (!field.isGiven) return earliest + MARGIN_MS;
	const time = readTime(field.value, item.functions.getTimezone());
	if (time === undefined) {
		throw field.refuse(
			`is not a date: ${clip(String(field.value))}`,
			'Pick a date, or enter one like 2026-01-31T09:00:00 or as Unix milliseconds.',
		);
	}
	if (time >= earliest) return time;
	throw field.refuse(
		`is ${new Date(time).toISOString()}, but the platform lists chats of the last 3 months at most`,
		`Choose a date after ${new Date(earliest).toISOString()}, or leave the field empty for the whole 3 months.`,
	);
}

function readQuery(item: Item): ChatQuery {
	const filters = item.field('filters');
	const query: ChatQuery = { from: readFrom(item, filters.member('from')) };
	const { value: blocked } = filters.member('blocked');
	if (blocked === 'blocked' || blocked === true) query.blocked = true;
	if (blocked === 'notBlocked' || blocked === false) query.blocked = false;
	return query;
}

/** What tells a chat from others and what happened in it last. No notes, and no address but the one that operations take. */
const SIMPLE = [
	'chatRef',
	'tbChatId',
	'channel',
	'remoteFirstName',
	'remoteLastName',
	'lastMessage',
	'unreadCount',
	'tags',
	'blocked',
];

/** Characters that are shown of the last message. */
const TEXT_SHOWN = 200;

function simplified(chat: JsonObject): JsonObject {
	const { lastMessage, ...simple } = pick(chat, SIMPLE);
	if (!isJsonObject(lastMessage)) return simple;
	const message = pick(lastMessage, ['direction', 'text', 'sentTimestamp']);
	const { text } = message;
	// half an emoji at the end is no character, and some models refuse to read it
	if (typeof text === 'string') message.text = clip(text, TEXT_SHOWN).replace(/[\uD800-\uDBFF](?=…$)/, '');
	return { ...simple, lastMessage: message };
}

async function listChats(item: Item): Promise<JsonObject[]> {
	const isSimple = isSimplified(item);
	const output: JsonObject[] = [];
	for await (const chats of chatPages(item.platform, readQuery(item), readLimit(item), item.index)) {
		for (const chat of chats) {
			const found = withChatKeys(chat, keysOfChat(chat));
			output.push(isSimple ? simplified(found) : found);
		}
	}
	return output;
}

/** GET {base_url}/v1/chats (specification, "Chats"), all pages or as many as the limit needs. */
export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many chats',
		description: 'List the chats with people who wrote to your channels',
	},
	reach: 'account',
	reads: true,
	forModels:
		'List the chats with people who wrote: who they are, their tags, the last message, and chatRef and tbChatId, by which other tools find a chat.',
	prepare: independent(listChats),
	fields: [
		...listFields,
		...simplifyFields(),
		collection('Filters', 'filters', 'Add Filter', [
			{
				displayName: 'Active Since',
				name: 'from',
				type: 'dateTime',
				default: '',
				description:
					'Only chats whose last message is from this time or later. At most 3 months ago; the whole 3 months when empty.',
			},
			{
				displayName: 'Blocked',
				name: 'blocked',
				type: 'options',
				options: [
					{ name: 'Blocked Only', value: 'blocked' },
					{ name: 'Not Blocked Only', value: 'notBlocked' },
				],
				default: 'notBlocked',
				description: 'Whether to list the chats that were blocked or those that were not',
			},
		]),
	],
};
