import type { INodeProperties } from 'n8n-workflow';
import type { Field } from '../../../shared/field';
import type { JsonObject } from '../../../shared/json';
import { tagsOf } from '../../../shared/tagNames';
import { tagList } from '../../fields/tagLists';
import { isWaiting, lastMessageAt } from './lastMessage';
import { choice, field } from '../../../shared/shapes';

const MINUTE_MS = 60_000;

/**
 * Reads the {@link chatFilters}. The platform doesn't have them, so the node applies them to each page.
 * @param now milliseconds since 1970
 * @returns a check for chats that match all of them
 */
export function readChatFilter(filters: Field, now: number): (chat: JsonObject) => boolean {
	const wanted = filters.member('tags').names();
	const excluded = filters.member('excludedTags').names();
	const waiting = filters.member('waitingForReply').oneOf(['any', 'yes', 'no'], 'any');
	const isMinutes = (value: number) => value >= 0 && Number.isFinite(value);
	const minutes = filters.member('idleMinutes').number(isMinutes, 'a number of 0 or more', 0);
	return (chat) => {
		const tags = tagsOf(chat);
		if (wanted.length > 0 && !wanted.some((name) => tags.includes(name))) return false;
		if (excluded.some((name) => tags.includes(name))) return false;
		if (waiting !== 'any' && isWaiting(chat) !== (waiting === 'yes')) return false;
		return minutes === 0 || now - lastMessageAt(chat) >= minutes * MINUTE_MS;
	};
}

/** For "Filters", in the order of their names. */
export const chatFilters: readonly INodeProperties[] = [
	tagList('Excluded Tag Names or IDs', 'excludedTags', 'List only chats with none of these tags.'),
	field(
		'Idle Minutes',
		'idleMinutes',
		'number',
		'List only chats whose last message is at least this many minutes old. 0 means no limit.',
		{ typeOptions: { minValue: 0 } },
	),
	tagList('Tag Names or IDs', 'tags', 'List only chats with at least one of these tags. Leave empty for all.'),
	choice('Waiting for Reply', 'waitingForReply', {
		choices: {
			any: ['Any'],
			no: ['No', "The last message isn't from the person"],
			yes: ['Yes', 'The last message is from the person'],
		},
		default: 'any',
		description: 'List only chats in which the person is waiting for a reply, or only the others',
	}),
];
