import type { INodeExecutionData } from 'n8n-workflow';
import { Failure } from '../../shared/failure';
import type { Field } from '../../shared/field';
import { textOrDigits } from '../../shared/json';
import { itself } from '../../shared/parameter';
import { readTagList } from '../../shared/tagNames';
import { checkOwn } from '../agent/ownFields';
import { withChatKeys } from '../fields/chatKeys';
import { tagList } from '../fields/tagLists';
import type { Item } from '../run/item';
import { toOutput } from '../run/operation';
import type { Recipient } from './recipient';

const UNREAD = "Nothing was sent, because the chat's tags couldn't be read";

export const excludedTags = tagList(
	'Excluded Tag Names or IDs',
	'excludedTags',
	"Sends nothing if the chat has one of these tags, for example because a person has taken over. The tags are read right before each message, so one that is assigned in the last few milliseconds may be missed. This needs the chat's ID (tbChatId), so it doesn't work with a phone number.",
).as(itself);

/** Gives the output of an item that isn't sent; undefined for one that may be. */
export type Guard = () => Promise<INodeExecutionData[] | undefined>;

async function readTags(item: Item, path: string): Promise<string[]> {
	const tags = readTagList(await item.call({ method: 'GET', path }));
	if (tags !== undefined) return tags;
	throw Failure.ofPlatform("The platform's response has no list of tags", "Report this to the platform's support.");
}

/**
 * Reads Excluded Tag Names or IDs. The chat's ID comes from the recipient, or from an item that has it next to the same chatRef.
 * @returns the check to make right before sending, because the tags may change while a message waits for its turn
 * @throws Failure if the chat's ID isn't known
 */
export function guardOf(item: Item, { keys, address }: Recipient, field: Field): Guard {
	checkOwn(item, field);
	const excluded = field.names();
	if (excluded.length === 0) return async () => undefined;
	const { tbChatId } = keys;
	if (tbChatId === undefined) {
		throw Failure.forOperator(
			`${field.label} needs the chat's ID (tbChatId), which isn't known${'remoteAddress' in address ? ' for a phone number' : ''}`,
			'Nothing was sent. Reply to an event that has a tbChatId, or send to "A Chat by ID". Outside of tools, an item with the tbChatId and the same chatRef works, too.',
		);
	}
	return async () => {
		const tags = await readTags(item, `/chats/${tbChatId}/tags`).catch((error: unknown) => {
			const failure = Failure.of(error);
			throw failure.with({ message: `${UNREAD}: ${failure.message}`, model: `${UNREAD}.`, remedy: 'operator' });
		});
		const tag = excluded.find((name) => tags.includes(name));
		if (tag === undefined) return undefined;
		const output = { ...withChatKeys({}, keys), outcome: 'skipped', skippedBecause: 'tag', tag };
		const chatInput = `The tool wasn't run, because no one was asked. The chat has the tag "${tag}".`;
		return toOutput([item.execution.caller === 'review' ? { ...output, chatInput } : output], item);
	};
}

/** The tags with which nothing more is sent to a chat after a question, and its ID. */
export function excludedAfter(field: Field, { keys }: Recipient): { tbChatId: string; tags: string[] } | undefined {
	const tags = field.names();
	const tbChatId = textOrDigits(keys.tbChatId);
	return tbChatId !== undefined && tags.length > 0 ? { tbChatId, tags } : undefined;
}
