import type { INodeProperties } from 'n8n-workflow';
import { Failure } from '../../../shared/failure';
import { textOrDigits } from '../../../shared/json';
import { readTagList } from '../../../shared/tagNames';
import { checkOwn } from '../../agent/ownFields';
import { withChatKeys } from '../../fields/chatKeys';
import { tagList } from '../../fields/tagLists';
import type { Recipient } from '../../message/recipient';
import type { Item } from '../../run/item';
import type { Rest } from '../../run/lanes';
import { toOutput } from '../../run/operation';

const UNREAD = "Nothing was sent, because the chat's tags couldn't be read";

/**
 * Reads Excluded Tag Names or IDs. The chat's ID comes from the recipient, or from an item that has it next to the same chatRef.
 * @returns a wrapper around sending: it reads the chat's tags first, and sends nothing if the chat has one of these
 * @throws Failure if the chat's ID isn't known
 */
export function readExcludedTags(item: Item, recipient: Recipient): (send: Rest['next']) => Rest {
	const field = item.field('additionalFields').find('excludedTags');
	checkOwn(item, 'additionalFields', 'excludedTags');
	const excluded = field?.names() ?? [];
	if (field === undefined || excluded.length === 0) return (next) => ({ next });
	const { tbChatId } = recipient.keys;
	if (tbChatId === undefined) {
		throw Failure.forOperator(
			`${field.label} needs the chat's ID (tbChatId), which isn't known${'remoteAddress' in recipient.address ? ' for a phone number' : ''}`,
			'Nothing was sent. Reply to an event that has a tbChatId, or send to "A Chat by ID". Outside of tools, an item with the tbChatId and the same chatRef works, too.',
		);
	}
	// they may have changed while the message waited for its turn
	const readTags = async () => {
		const tags = readTagList(await item.call({ method: 'GET', path: `/chats/${tbChatId}/tags` }));
		if (tags !== undefined) return tags;
		throw Failure.ofPlatform("The platform's response has no list of tags", "Report this to the platform's support.");
	};
	return (send) => ({
		next: async () => {
			const tags = await readTags().catch((error: unknown) => {
				const failure = Failure.of(error);
				const message = `${UNREAD}: ${failure.message}`;
				throw failure.with({ message, model: `${UNREAD}.`, remedy: 'operator' });
			});
			const tag = excluded.find((name) => tags.includes(name));
			if (tag === undefined) return await send();
			const output = { ...withChatKeys({}, recipient.keys), outcome: 'skipped', skippedBecause: 'tag', tag };
			const chatInput = `The tool wasn't run, because no one was asked. The chat has the tag "${tag}".`;
			return toOutput([item.execution.caller === 'review' ? { ...output, chatInput } : output], item);
		},
	});
}

/** The tags with which nothing more is sent to a chat after a question, and its ID. */
export function excludedFor(item: Item, { keys }: Recipient): { tbChatId: string; tags: string[] } | undefined {
	const tags = item.field('additionalFields').find('excludedTags')?.names() ?? [];
	const tbChatId = textOrDigits(keys.tbChatId);
	return tbChatId !== undefined && tags.length > 0 ? { tbChatId, tags } : undefined;
}

/** For "Additional Fields". */
export const excludedTags: INodeProperties = {
	...tagList(
		'Excluded Tag Names or IDs',
		'excludedTags',
		"Sends nothing if the chat has one of these tags, for example because a person has taken over. The tags are read right before each message. This needs the chat's ID (tbChatId), so it doesn't work with a phone number.",
	),
	hint: 'A tag that is assigned in the last few milliseconds before sending may be missed',
};
