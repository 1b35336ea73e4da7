import { isJsonObject, type JsonObject } from '../core/json';
import type { Capability } from '../core/model';

/**
 * Cuts a text into pieces that a channel can take, at white space where there is some, never inside a surrogate pair.
 * @param maxSize the longest piece in characters (UTF-16 units), at least 2
 */
export function splitText(text: string, maxSize: number): string[] {
	const pieces: string[] = [];
	let rest = text;
	while (rest.length > maxSize) {
		const space = rest.slice(0, maxSize).search(/\s\S*$/);
		let end = space > maxSize / 2 ? space + 1 : maxSize;
		if (/[\uD800-\uDBFF]/.test(rest[end - 1] ?? '')) end -= 1;
		pieces.push(rest.slice(0, end));
		rest = rest.slice(end);
	}
	return [...pieces, rest];
}

/** Groups of up to `size` elements. */
function chunk<Item>(items: Item[], size: number): Item[][] {
	const count = Math.ceil(items.length / Math.max(1, size));
	return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}

/**
 * The parts that a message is sent in: one, or several when it is too large for the channel (specification, TbUniMessage
 * childMessages). Buttons go with the last part.
 */
export function partsOf(content: JsonObject, capability: Capability): JsonObject[] {
	const { text, attachments, buttons, ...common } = content;
	// Room for a surrogate pair at least, whatever a test makes of the channel.
	const maxSize = Math.max(2, capability.textRestrictions?.maxSize ?? Infinity);
	const texts = typeof text === 'string' && text !== '' ? splitText(text, maxSize) : [];
	const files = Array.isArray(attachments) ? attachments.filter(isJsonObject) : [];
	const groups = chunk(files, capability.maxAttachmentsPerMessage ?? files.length);
	const parts: JsonObject[] = texts.map((piece) => ({ ...common, text: piece }));
	const last = parts.at(-1);
	if (last && groups[0] && capability.canCombineDifferentTypes) last.attachments = groups.shift();
	for (const group of groups) parts.push({ ...common, attachments: group });
	if (parts.length === 0) parts.push({ ...common, text });
	const end = parts.at(-1);
	if (end && buttons) end.buttons = buttons;
	return parts;
}
