import { channelTypeName } from '../../shared/channelTypes';
import { type Advice, Failure } from '../../shared/failure';
import { type JsonObject, objectOf } from '../../shared/json';
import { clip } from '../../shared/texts';
import type { Channel } from '../run/channelBook';
import { type TextMarkup, markupPlaces } from './markupPlaces';
import { splitText } from './splitText';

/** Messages that one item is split into: a text that was never meant for a chat must not flood it. */
export const MAX_MESSAGES = 100;

/** The text of a message and how it is read. */
export interface MarkedText {
	text: string;
	markup: TextMarkup;
}

/**
 * Reads a channel's limits for one kind of content (specification, "Capability object fields"; "Client requirements", 2: an
 * absent member is null).
 * @returns null if the channel doesn't take this kind; undefined if the platform says nothing about the channel: then it decides
 */
export function restrictionsOf({ capability }: Channel, field: string): JsonObject | null | undefined {
	if (capability === undefined) return undefined;
	const restrictions = capability[field] ?? null;
	return restrictions === null ? null : objectOf(restrictions);
}

/** Says whether delivery statuses will come (specification, "Capability object fields", statusRestrictions; "Events", MessageDeliveryCommand). */
export function deliveryReportsOf(channel: Channel): 'no' | 'unknown' | 'unreliable' | 'yes' {
	const restrictions = restrictionsOf(channel, 'statusRestrictions');
	if (restrictions === undefined) return 'unknown';
	if (restrictions === null || channel.channel === 'instagram') return 'no';
	return channel.channel === 'whatsapp' ? 'unreliable' : 'yes';
}

/** Counts code points; the platform's way to count isn't documented, and this is the more generous one. */
export function characters(text: string): number {
	return text.length - (text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0);
}

/** Names a channel in an error as lists do, for example: the Telegram channel "Shop bot". */
export function channelNamed({ channel, channelId, name: given }: Channel): string {
	const name = given || channelId;
	return `the ${channelTypeName(channel)} channel ${/^\+?\d+$/.test(name) ? name : `"${name}"`}`;
}

/** Only people can choose another channel. */
export function orElsewhere(advice: string): Advice {
	return { people: `${advice}, or send to another channel.`, model: `${advice}.` };
}

/** Reads a limit; anything but a number from 0 on means none. */
export const limitOf = (value: unknown): number | undefined =>
	typeof value === 'number' && value >= 0 ? Math.floor(value) : undefined;

/** The characters that a text may have; undefined if the platform doesn't say. */
export function maxTextSize(channel: Channel): number | undefined {
	return limitOf(restrictionsOf(channel, 'textRestrictions')?.maxSize);
}

/** The texts that a text goes out as (specification, "Capability object fields", textRestrictions; "TbUniMessage", childMessages). */
export function textsOf(channel: Channel, { text, markup }: MarkedText, choice: 'fail' | 'platform' | 'split'): string[] {
	if (text !== '' && restrictionsOf(channel, 'textRestrictions') === null) {
		throw Failure.ofValue(
			`Text isn't supported by ${channelNamed(channel)}`,
			'Send a file without a text, or send to another channel.',
		);
	}
	const most = maxTextSize(channel);
	const size = characters(text);
	if (most === undefined || size <= most || choice === 'platform') return [text];
	const tooLong = `Text is too long: it has ${size} characters, and ${channelNamed(channel)} allows up to ${most}`;
	const begin = `It begins with: ${clip(text, 60)}`;
	if (choice === 'fail') {
		throw Failure.ofValue(tooLong, `Shorten it, or set "If Text Is Too Long" to "Split Before Sending". ${begin}`);
	}
	const parts = size > most * MAX_MESSAGES ? undefined : splitText(text, most, markupPlaces(text, markup));
	if (parts !== undefined && parts.length <= MAX_MESSAGES) return parts.length === 0 ? [''] : parts;
	throw Failure.ofValue(`${tooLong}, so it would take more than ${MAX_MESSAGES} messages`, `Shorten it. ${begin}`);
}
