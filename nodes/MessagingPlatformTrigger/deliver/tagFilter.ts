import { hasChat } from '../event/chatAddress';
import type { Event } from '../event/event';
import { isJsonObject, type JsonValue } from '../../shared/json';
import type { Settings } from '../settings/settings';

/** The part of the settings that is about tags. */
export type TagSettings = Pick<Settings, 'tags' | 'excludedTags'>;

/** What the tags of an event's chat mean for it: nothing against it, a reason, or that the event comes without them. */
export type TagVerdict = 'tag' | 'excluded_tag' | 'unknown' | undefined;

/**
 * Reads the names of tags, which come as texts or as objects with a name (specification, "Chat", "Tag").
 *
 * @param value a name, a tag, or a list of them
 * @returns the names
 */
export function readTagNames(value: JsonValue | undefined): string[] {
	if (typeof value === 'string') return [value];
	if (isJsonObject(value)) return readTagNames(value.name);
	return Array.isArray(value) ? value.flatMap(readTagNames) : [];
}

/** The tags that an event carries of its chat; undefined where it carries none, which may be because it leaves them out. */
function carriedTags({ fields, message }: Event): string[] | undefined {
	const chats = [fields.chat, message.fields.chat].filter(isJsonObject);
	const lists = chats.flatMap(({ tags, tagSet }) => [tags, tagSet]).filter(Array.isArray);
	return lists.length === 0 ? undefined : lists.flatMap(readTagNames);
}

/** The tag that a tag event is about. */
function ownTags({ fields }: Event): string[] {
	return readTagNames(fields.tag);
}

/**
 * Judges an event by the tags of its chat. A tag that was just assigned counts as one of them, whatever else the event says; one that
 * was just removed does not stop an event from starting the workflow.
 *
 * @param event any event
 * @param settings `tags`, one of which the chat must have, and `excludedTags`, none of which it may have; empty for no filter
 * @param asked the names of the chat's tags, where the platform was asked for them
 * @returns 'unknown' where only the platform can tell; undefined for an event without a chat, and for one that nothing is against
 */
export function judgeTags(event: Event, { tags, excludedTags }: TagSettings, asked?: readonly string[]): TagVerdict {
	if (!hasChat(event.address)) return undefined;
	const own = ownTags(event);
	const isRemoved = event.name === 'TagRemovedFromChatCommand';
	const known = asked ?? carriedTags(event);
	const isExcluded = (name: string) => excludedTags.includes(name);
	if (!isRemoved && own.some(isExcluded)) return 'excluded_tag';
	const isWanted = tags.length === 0 || [...own, ...(known ?? [])].some((name) => tags.includes(name));
	if (known === undefined) return isWanted && excludedTags.length === 0 ? undefined : 'unknown';
	if (!isWanted) return 'tag';
	return known.some((name) => isExcluded(name) && !(isRemoved && own.includes(name))) ? 'excluded_tag' : undefined;
}
