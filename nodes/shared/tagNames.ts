import { type JsonObject, type JsonValue, isJsonObject } from './json';

/** Reads the names of tags, which come as texts, as objects with a name, or as lists of both (specification, "Chat", "Tag"). */
export function readTagNames(value: JsonValue | undefined): string[] {
	if (typeof value === 'string') return value === '' ? [] : [value];
	if (isJsonObject(value)) return readTagNames(value.name);
	return Array.isArray(value) ? value.flatMap(readTagNames) : [];
}

/** Reads the tags of a chat: the platform has them in `tags`, in `tagSet` or in both. */
export function tagsOf({ tags, tagSet }: JsonObject): string[] {
	return [...new Set(readTagNames([tags ?? null, tagSet ?? null]))];
}

/** Reads the tags in a response, if it has a list of them; a missing list is empty if the platform counts none. */
export function readTagList(body: JsonValue | undefined): string[] | undefined {
	const { $items = null, $count } = isJsonObject(body) ? body : {};
	if (Array.isArray($items)) return readTagNames($items);
	return $items === null && $count === 0 ? [] : undefined;
}
