import type { JsonObject } from '../../../shared/json';
import { type ValuesOf, chosen, parameter } from '../../../shared/parameter';
import { field } from '../../../shared/shapes';
import { tagsOf } from '../../../shared/tagNames';
import { tagList } from '../../fields/tagLists';
import { isWaiting, lastMessageAt } from './lastMessage';

const MINUTE_MS = 60_000;

/** For "Filters", in the order of their names. The platform doesn't have them, so the node applies them to each page. */
export const chatFilters = {
	excluded: tagList('Excluded Tag Names or IDs', 'excludedTags', 'List only chats with none of these tags.'),
	idleMinutes: parameter(
		field(
			'Idle Minutes',
			'idleMinutes',
			'number',
			'List only chats whose last message is at least this many minutes old. 0 means no limit.',
			{ typeOptions: { minValue: 0 } },
		),
		(one) => one.number((value) => value >= 0 && Number.isFinite(value), 'a number of 0 or more', 0),
	),
	wanted: tagList('Tag Names or IDs', 'tags', 'List only chats with at least one of these tags. Leave empty for all.'),
	waiting: chosen('Waiting for Reply', 'waitingForReply', {
		choices: {
			any: ['Any'],
			yes: ['Yes', 'The last message is from the person'],
			no: ['No', "The last message isn't from the person"],
		},
		default: 'any',
		description: 'List only chats in which the person is waiting for a reply, or only the others',
	}),
};

/**
 * @param now milliseconds since 1970
 * @returns a check for chats that match all {@link chatFilters}
 */
export function chatFilter(
	{ wanted, excluded, waiting, idleMinutes }: ValuesOf<typeof chatFilters>,
	now: number,
): (chat: JsonObject) => boolean {
	return (chat) => {
		const tags = tagsOf(chat);
		if (wanted.length > 0 && !wanted.some((name) => tags.includes(name))) return false;
		if (excluded.some((name) => tags.includes(name))) return false;
		if (waiting !== 'any' && isWaiting(chat) !== (waiting === 'yes')) return false;
		return idleMinutes === 0 || now - lastMessageAt(chat) >= idleMinutes * MINUTE_MS;
	};
}
