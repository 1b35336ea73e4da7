import type { ChannelFacts, ChannelKey } from '../run/channelBook';
import { type AttachmentKind, maskAllows } from './fileKind';
import type { Refuser } from '../../shared/field';
import { type JsonObject, objectOf } from '../../shared/json';
import { clip } from '../../shared/texts';
import { joinChannelRef } from '../../shared/chatRef';

/** Files per message (specification, "Limits"). */
export const MAX_FILES = 10;

/** What is known of a file before it is sent. */
export interface FileFacts {
	kind: AttachmentKind;
	/** Known for files of the item. */
	mimeType?: string;
	name?: string;
}

/** The kinds that a capability speaks of; whether a channel takes stickers, voice messages or thumbnails, it does not say. */
const RESTRICTION: Partial<Record<AttachmentKind, { field: string; what: string }>> = {
	image: { field: 'photoRestrictions', what: 'images' },
	audio: { field: 'audioRestrictions', what: 'audio' },
	video: { field: 'videoRestrictions', what: 'videos' },
	document: { field: 'filesRestrictions', what: 'documents' },
};

/**
 * What a channel says of one kind of content (specification, "Capability object fields"; "Client requirements", 2: what is
 * absent is null).
 *
 * @param facts what is known of the channel
 * @param field for example textRestrictions
 * @returns the restrictions; null when the channel does not take this kind; undefined when the platform tells nothing of the
 * channel, so that it decides itself
 */
export function restrictionsOf(facts: ChannelFacts | undefined, field: string): JsonObject | null | undefined {
	if (facts?.capability === undefined) return undefined;
	const restrictions = facts.capability[field] ?? null;
	return restrictions === null ? null : objectOf(restrictions);
}

/**
 * Counts characters as people do, an emoji of one code point as one.
 *
 * @param text any text
 * @returns number of code points; the platform's own count is not shown, and this is the more generous one
 */
export function characters(text: string): number {
	return text.length - (text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0);
}

/**
 * Names a channel in an error.
 *
 * @param key the channel
 * @returns for example "channel tg_4100"
 */
export function channelNamed({ channel, channelId }: ChannelKey): string {
	return `channel ${joinChannelRef(channel, channelId)}`;
}

/**
 * Holds the number of files against the limit of every message (specification, "Limits": files per message up to 10).
 *
 * @param item the item, for the error
 * @param count number of files
 * @throws NodeOperationError for more than 10
 */
export function checkFileCount(item: Refuser, count: number): void {
	if (count <= MAX_FILES) return;
	throw item.refuse(
		`Attachments has too many files: ${count}, and a message can have at most ${MAX_FILES}`,
		'Send the others in a further message.',
	);
}

/**
 * Tells that a channel shows no location (specification, "Capability object fields", locationSupported).
 *
 * @param item the item, for the error
 * @param key the channel
 * @param facts what is known of the channel
 * @throws NodeOperationError when the channel is known to show none
 */
export function checkLocation(item: Refuser, key: ChannelKey, facts: ChannelFacts | undefined): void {
	if (facts?.capability?.locationSupported !== false) return;
	throw item.refuse(`Location is not supported by ${channelNamed(key)}`, 'Leave the location out, or send to another channel.');
}

function checkFile(item: Refuser, key: ChannelKey, facts: ChannelFacts | undefined, { kind, mimeType, name }: FileFacts): void {
	const restriction = RESTRICTION[kind];
	if (restriction === undefined) return;
	const restrictions = restrictionsOf(facts, restriction.field);
	if (Object.values(RESTRICTION).every((one) => restrictionsOf(facts, one.field) === null)) {
		throw item.refuse(
			`Attachments: ${channelNamed(key)} does not take files${name ? ` (${clip(name)})` : ''}`,
			'Leave the file out, or send to another channel.',
		);
	}
	if (restrictions === null) {
		throw item.refuse(
			`Attachments: ${channelNamed(key)} does not support ${restriction.what}${name ? ` (${clip(name)})` : ''}`,
			'Choose another kind for this file, or send to another channel.',
		);
	}
	const mask = restrictions?.mimeMask;
	if (typeof mask !== 'string' || mimeType === undefined || maskAllows(mask, mimeType, name ?? '')) return;
	throw item.refuse(
		`Attachments: ${channelNamed(key)} does not take ${clip(name ?? 'this file')} (${mimeType}) as ${kind}; it takes ${clip(mask.split(';').join(', '), 200)}`,
		'Convert the file, or choose another kind for it.',
	);
}

/**
 * Holds files against what the channel takes (specification, "Limits": differ per channel, given by capability).
 *
 * @param item the item, for the error
 * @param key the channel
 * @param facts what is known of the channel
 * @param files the files
 * @throws NodeOperationError naming the file that the channel does not take
 */
export function checkFiles(item: Refuser, key: ChannelKey, facts: ChannelFacts | undefined, files: FileFacts[]): void {
	for (const file of files) checkFile(item, key, facts, file);
}
