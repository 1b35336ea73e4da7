import type { INodeProperties } from 'n8n-workflow';
import { clip } from '../../shared/texts';
import type { Refuser } from '../../shared/field';
import type { Item } from '../run/item';
import type { TextMarkup } from './buttonText';
import type { ChannelFacts, ChannelKey } from '../run/channelBook';
import { type FileFacts, MAX_FILES, channelNamed, characters, restrictionsOf } from './messageLimits';
import { splitText } from './splitText';

/** Messages that one item is split into at most: a text that was never meant for a chat must not flood it. */
export const MAX_MESSAGES = 100;

const TEXT_CHOICES = ['platform', 'split', 'fail'] as const;
const FILE_CHOICES = ['split', 'fail'] as const;

/** What the user wants of a message that is larger than the channel takes. */
export interface TooLargeChoices {
	text: (typeof TEXT_CHOICES)[number];
	files: (typeof FILE_CHOICES)[number];
}

/**
 * Reads the fields of {@link tooLargeProperties}.
 *
 * @param item the item
 * @throws NodeOperationError for a choice that there is not
 */
export function readTooLarge(item: Item): TooLargeChoices {
	const more = item.field('additionalFields');
	return {
		text: more.member('ifTextTooLong').oneOf(TEXT_CHOICES, 'platform'),
		files: more.member('ifTooManyFiles').oneOf(FILE_CHOICES, 'split'),
	};
}

/** A whole number of at least 0; anything else says nothing. */
const limitOf = (value: unknown): number | undefined =>
	typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.floor(value) : undefined;

/** The text of a message and how it is read. */
export interface MarkedText {
	text: string;
	markup: TextMarkup;
}

/**
 * How long a text the channel takes (specification, "Capability object fields", textRestrictions).
 *
 * @param facts what is known of the channel
 * @returns the number of characters; undefined where the platform tells none
 */
export function maxTextSize(facts: ChannelFacts | undefined): number | undefined {
	return limitOf(restrictionsOf(facts, 'textRestrictions')?.maxSize);
}

/**
 * The texts that a text goes out as (specification, "Capability object fields", textRestrictions; "TbUniMessage",
 * childMessages: the platform splits what is too large).
 *
 * @param item the item, for errors
 * @param key the channel
 * @param facts what is known of the channel
 * @param message the text
 * @param choice what to do when it is too long
 * @returns one text or, where it is split, its parts in order
 * @throws NodeOperationError when the channel takes no text, or when it is too long and is not to be split or cannot be
 */
export function textsOf(
	item: Refuser,
	key: ChannelKey,
	facts: ChannelFacts | undefined,
	{ text, markup }: MarkedText,
	choice: TooLargeChoices['text'],
): string[] {
	const channel = channelNamed(key);
	if (text !== '' && restrictionsOf(facts, 'textRestrictions') === null) {
		throw item.refuse(`Text is not supported by ${channel}`, 'Send a file without a text, or send to another channel.');
	}
	const most = maxTextSize(facts);
	const size = characters(text);
	if (most === undefined || size <= most || choice === 'platform') return [text];
	const tooLong = `Text is too long: it has ${size} characters, and ${channel} allows at most ${most}`;
	const begin = `It begins with: ${clip(text, 60)}`;
	if (choice === 'fail') {
		throw item.refuse(tooLong, `Shorten it, or set "If Text Is Too Long" to "Split Before Sending". ${begin}`);
	}
	const parts = size > most * MAX_MESSAGES ? undefined : splitText(text, most, markup);
	if (parts !== undefined && parts.length <= MAX_MESSAGES) return parts.length === 0 ? [''] : parts;
	throw item.refuse(`${tooLong}, so it would take more than ${MAX_MESSAGES} messages`, `Shorten it. ${begin}`);
}

/**
 * How many files go into one message (specification, "Limits": files per message up to 10; "Capability object fields",
 * maxAttachmentsPerMessage).
 *
 * @param item the item, for errors
 * @param key the channel
 * @param facts what is known of the channel
 * @param count number of files
 * @param choice what to do when they are too many
 * @returns the number, at least 1
 * @throws NodeOperationError when the channel takes no files, or when they are too many and are not to be split
 */
function filesPerMessage(
	item: Refuser,
	key: ChannelKey,
	facts: ChannelFacts | undefined,
	count: number,
	choice: TooLargeChoices['files'],
): number {
	const own = limitOf(facts?.capability?.maxAttachmentsPerMessage) ?? MAX_FILES;
	const most = Math.min(own, MAX_FILES);
	if (count <= (choice === 'split' ? most * MAX_MESSAGES : most)) return Math.max(most, 1);
	const who = own < MAX_FILES ? `${channelNamed(key)} allows` : 'a message can have';
	throw item.refuse(
		`Attachments has too many files: ${count}, and ${who} at most ${most}${own < MAX_FILES ? ' in a message' : ''}`,
		most === 0 || choice === 'split'
			? 'Leave them out, or send them in another way.'
			: 'Send the others in a further message, or set "If There Are Too Many Files" to "Send Several Messages".',
	);
}

/**
 * The files of each message, in their order: no more than a message holds, and of one kind where the channel does not combine several
 * (specification, "Capability object fields", canCombineDifferentTypes).
 *
 * @param item the item, for errors
 * @param key the channel
 * @param facts what is known of the channel
 * @param files the files
 * @param choice what to do when they take several messages
 * @returns the groups, none without files
 * @throws NodeOperationError when the channel takes no files, or when they take too many messages or are not to be split
 */
export function fileGroups(
	item: Refuser,
	key: ChannelKey,
	facts: ChannelFacts | undefined,
	files: FileFacts[],
	choice: TooLargeChoices['files'],
): FileFacts[][] {
	const most = filesPerMessage(item, key, facts, files.length, choice);
	const isSeparate = facts?.capability?.canCombineDifferentTypes === false;
	const groups: FileFacts[][] = [];
	for (const file of files) {
		const last = groups.at(-1);
		if (last === undefined || last.length >= most || (isSeparate && last[0]?.kind !== file.kind)) groups.push([file]);
		else last.push(file);
	}
	if (groups.length <= (choice === 'split' ? MAX_MESSAGES : 1)) return groups;
	throw item.refuse(
		`Attachments has files of several kinds, and ${channelNamed(key)} takes one kind per message`,
		choice === 'split'
			? `They would take more than ${MAX_MESSAGES} messages. Put files of one kind next to each other.`
			: 'Send the others in a further message, or set "If There Are Too Many Files" to "Send Several Messages".',
	);
}

/** Send would send several messages; a question is one, which has the buttons. */
export function checkOneMessage(item: Refuser, [first, ...further]: FileFacts[][]): void {
	if (first === undefined || further.length === 0) return;
	const count = first.length + further.flat().length;
	throw item.refuse(
		`Attachments has too many files for one message: ${count}, and at most ${first.length} are allowed`,
		'Send them first, with the operation "Send", and ask then.',
	);
}

/** What to do with what is too large for one message, for "Additional Fields". */
export const tooLargeProperties: INodeProperties[] = [
	{
		displayName: 'If Text Is Too Long',
		name: 'ifTextTooLong',
		type: 'options',
		options: [
			{ name: 'Fail', value: 'fail', description: 'Send nothing and report an error' },
			{ name: 'Let the Platform Split It', value: 'platform', description: 'Send it as it is' },
			{
				name: 'Split Before Sending',
				value: 'split',
				description: 'Send several messages one after the other; files and buttons go with the last part of the text',
			},
		],
		default: 'platform',
		description: `What to do with a text that is longer than the channel takes. Split Before Sending cuts it at the end of a paragraph, else of a line, a sentence or a word, into at most ${MAX_MESSAGES} messages. Formatting (Text Markup) is not cut through: where it leaves no place to cut, the part goes out as it is and the platform splits it.`,
	},
	{
		displayName: 'If There Are Too Many Files',
		name: 'ifTooManyFiles',
		type: 'options',
		options: [
			{ name: 'Fail', value: 'fail', description: 'Send nothing and report an error' },
			{
				name: 'Send Several Messages',
				value: 'split',
				description: 'Send the text with the first files, and the buttons at the end',
			},
		],
		default: 'split',
		description: `What to do with more files than the channel takes in one message, more than ${MAX_FILES}, or files of several kinds where the channel takes one kind per message`,
	},
];
