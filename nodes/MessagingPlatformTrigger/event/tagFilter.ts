import { hasChat } from '../event/chatAddress';
import { TAG_REMOVED_EVENT, isAboutChat } from '../../shared/catalogue';
import type { Event } from '../event/event';
import { isJsonObject } from '../../shared/json';
import { readTagNames, tagsOf } from '../../shared/tagNames';
import type { Settings } from '../settings/settings';

/** The tags of its chat that an event carries; undefined if it leaves them out, or if one has no name. */
function carriedTags({ fields, message }: Event): string[] | undefined {
	const chats = [fields.chat, message.fields.chat].filter(isJsonObject);
	const lists = chats.flatMap(({ tags, tagSet }) => [tags, tagSet]).filter(Array.isArray);
	const isTold = lists.length > 0 && lists.flat().every((tag) => readTagNames(tag).length > 0);
	return isTold ? chats.flatMap(tagsOf) : undefined;
}

/** Checks whether an event has a chat, by its address or by its kind: half an address is not that of another kind. */
export function isOfChat({ name, address }: Event): boolean {
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
