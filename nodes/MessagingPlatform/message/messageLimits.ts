import type { INodeProperties } from 'n8n-workflow';
import { channelTypeName } from '../../shared/channelTypes';
import { type JsonObject, objectOf } from '../../shared/json';
import { clip } from '../../shared/texts';
import type { ChannelFacts, ChannelKey } from '../run/channelBook';
import { type Advice, Failure } from '../../shared/failure';
import type { FileFacts } from './fileKind';
import { type TextMarkup, markupPlaces } from './markupPlaces';
import { splitText } from './splitText';
import { choice } from '../../shared/shapes';

/** Files per message (specification, "Limits"). */
const MAX_FILES = 10;

/** Messages that one item is split into: a text that was never meant for a chat must not flood it. */
const MAX_MESSAGES = 100;

/** The text of a message and how it is read. */
export interface MarkedText {
	text: string;
	markup: TextMarkup;
}

/** The values of {@link tooLargeProperties}. */
export const TEXT_CHOICES = ['platform', 'split', 'fail'] as const;
export const FILE_CHOICES = ['split', 'fail'] as const;
type TextChoice = (typeof TEXT_CHOICES)[number];
type FileChoice = (typeof FILE_CHOICES)[number];

/**
 * Reads a channel's limits for one kind of content (specification, "Capability object fields"; "Client requirements", 2: an
 * absent member is null).
 * @returns null if the channel doesn't take this kind; undefined if the platform says nothing about the channel: then it decides
 */
export function restrictionsOf(facts: ChannelFacts | undefined, field: string): JsonObject | null | undefined {
	if (facts?.capability === undefined) return undefined;
	const restrictions = facts.capability[field] ?? null;
	return restrictions === null ? null : objectOf(restrictions);
}

/** Says whether delivery statuses will come (specification, "Capability object fields", statusRestrictions; "Events", MessageDeliveryCommand). */
export function deliveryReportsOf(
	{ channel }: ChannelKey,
	facts: ChannelFacts | undefined,
): 'no' | 'unknown' | 'unreliable' | 'yes' {
	const restrictions = restrictionsOf(facts, 'statusRestrictions');
	if (restrictions === undefined) return 'unknown';
	if (restrictions === null || channel === 'instagram') return 'no';
	return channel === 'whatsapp' ? 'unreliable' : 'yes';
}

/** Counts code points; the platform's way to count isn't documented, and this is the more generous one. */
export function characters(text: string): number {
	return text.length - (text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0);
}

/** Names a channel in an error as lists do, for example: the Telegram channel "Shop bot". */
export function channelNamed({ channel, channelId }: ChannelKey, facts: ChannelFacts | undefined): string {
	const name = facts?.name || channelId;
	return `the ${channelTypeName(channel)} channel ${/^\+?\d+$/.test(name) ? name : `"${name}"`}`;
}

/** Only people can choose another channel. */
export function orElsewhere(advice: string): Advice {
	return { people: `${advice}, or send to another channel.`, model: `${advice}.` };
}

export function checkFileCount(count: number): void {
	if (count <= MAX_FILES) return;
	throw Failure.ofValue(
		`Attachments has ${count} files, but a message can have up to ${MAX_FILES}`,
		'Send the others in another message.',
	);
}

export function checkLocation(key: ChannelKey, facts: ChannelFacts | undefined): void {
	if (facts?.capability?.locationSupported !== false) return;
	throw Failure.ofValue(`Location isn't supported by ${channelNamed(key, facts)}`, orElsewhere('Leave the location out'));
}

/** Reads a limit; anything but a number from 0 on means none. */
const limitOf = (value: unknown): number | undefined => (typeof value === 'number' && value >= 0 ? Math.floor(value) : undefined);

/** The characters that a text may have; undefined if the platform doesn't say. */
export function maxTextSize(facts: ChannelFacts | undefined): number | undefined {
	return limitOf(restrictionsOf(facts, 'textRestrictions')?.maxSize);
}

/**
 * The texts that a text goes out as (specification, "Capability object fields", textRestrictions; "TbUniMessage",
 * childMessages: the platform splits what is too large).
 */
export function textsOf(
	key: ChannelKey,
	facts: ChannelFacts | undefined,
	{ text, markup }: MarkedText,
	choice: TextChoice,
): string[] {
	const channel = channelNamed(key, facts);
	if (text !== '' && restrictionsOf(facts, 'textRestrictions') === null) {
		throw Failure.ofValue(`Text isn't supported by ${channel}`, 'Send a file without a text, or send to another channel.');
	}
	const most = maxTextSize(facts);
	const size = characters(text);
	if (most === undefined || size <= most || choice === 'platform') return [text];
	const tooLong = `Text is too long: it has ${size} characters, and ${channel} allows up to ${most}`;
	const begin = `It begins with: ${clip(text, 60)}`;
	if (choice === 'fail') {
		throw Failure.ofValue(tooLong, `Shorten it, or set "If Text Is Too Long" to "Split Before Sending". ${begin}`);
	}
	const parts = size > most * MAX_MESSAGES ? undefined : splitText(text, most, markupPlaces(text, markup));
	if (parts !== undefined && parts.length <= MAX_MESSAGES) return parts.length === 0 ? [''] : parts;
	throw Failure.ofValue(`${tooLong}, so it would take more than ${MAX_MESSAGES} messages`, `Shorten it. ${begin}`);
}

/** Returns the number of files that go into one message, at least 1 (specification, "Capability object fields", maxAttachmentsPerMessage). */
function filesPerMessage(key: ChannelKey, facts: ChannelFacts | undefined, count: number, choice: FileChoice): number {
	const own = limitOf(facts?.capability?.maxAttachmentsPerMessage) ?? MAX_FILES;
	const most = Math.min(own, MAX_FILES);
	if (count <= (choice === 'split' ? most * MAX_MESSAGES : most)) return Math.max(most, 1);
	const who = own < MAX_FILES ? `${channelNamed(key, facts)} allows` : 'a message can have';
	throw Failure.ofValue(
		`Attachments has ${count} files, but ${who} up to ${most}${own < MAX_FILES ? ' per message' : ''}`,
		most === 0 || choice === 'split'
			? 'Leave them out, or send them another way.'
			: 'Send the others in another message, or set "If There Are Too Many Files" to "Send Several Messages".',
	);
}

/**
 * The files of each message, in their order: of one kind if the channel doesn't combine several (specification, "Capability object
 * fields", canCombineDifferentTypes).
 */
export function fileGroups(
	key: ChannelKey,
	facts: ChannelFacts | undefined,
	files: FileFacts[],
	choice: FileChoice,
): FileFacts[][] {
	const most = filesPerMessage(key, facts, files.length, choice);
	const isSeparate = facts?.capability?.canCombineDifferentTypes === false;
	const groups: FileFacts[][] = [];
	for (const file of files) {
		const last = groups.at(-1);
		if (last === undefined || last.length >= most || (isSeparate && last[0]?.kind !== file.kind)) groups.push([file]);
		else last.push(file);
	}
	if (groups.length <= (choice === 'split' ? MAX_MESSAGES : 1)) return groups;
	throw Failure.ofValue(
		`Attachments has files of several kinds, but ${channelNamed(key, facts)} accepts one kind per message`,
		choice === 'split'
			? `They would take more than ${MAX_MESSAGES} messages. Put files of one kind next to each other.`
			: 'Send the others in another message, or set "If There Are Too Many Files" to "Send Several Messages".',
	);
}

/** Send would send several messages; a question is one, with the buttons. */
export function checkOneMessage([first, ...further]: FileFacts[][]): void {
	if (first === undefined || further.length === 0) return;
	const count = first.length + further.flat().length;
	throw Failure.ofValue(
		`Attachments has ${count} files, but only ${first.length} of them fit into one message`,
		'Send the files first with Message: Send, and then ask.',
	);
}

/** For "Additional Fields". */
export const tooLargeProperties: INodeProperties[] = [
	choice('If Text Is Too Long', 'ifTextTooLong', {
		choices: {
			fail: ['Fail', 'Send nothing and stop with an error'],
			platform: ['Let the Platform Split It', 'Send the text unchanged'],
			split: ['Split Before Sending', 'Send several messages in a row. Files and buttons go with the last part of the text.'],
		},
		default: 'platform',
		description: `What to do if the text is longer than the channel allows. Split Before Sending breaks it into up to ${MAX_MESSAGES} messages, at the end of a paragraph, line, sentence or word. It never splits formatting (Text Markup). A part that can't be split is sent whole, and the platform splits it.`,
	}),
	choice('If There Are Too Many Files', 'ifTooManyFiles', {
		choices: {
			fail: ['Fail', 'Send nothing and stop with an error'],
			split: ['Send Several Messages', 'Send the text with the first files, and the buttons at the end'],
		},
		default: 'split',
		description: `What to do if there are more than ${MAX_FILES} files, or more than the channel accepts in one message. Also applies to files of several kinds if the channel accepts one kind per message.`,
	}),
];
