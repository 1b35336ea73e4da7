import type { INodeProperties } from 'n8n-workflow';
import { toInt64 } from '../../shared/json';
import { operatorError } from '../../shared/platform/errors';
import { joinChatRef, splitChatRef } from '../../shared/platform/chatRef';
import { clip } from '../../shared/words';
import type { Item } from '../engine/item';
import type { Conversation } from '../tool/conversation';
import { conversationOfTool } from '../tool/ownFields';
import { type ChatKeys, idForOutput, withItemKeys } from './chatKeys';
import { picker } from './shapes';

/**
 * A chat, wherever one is chosen. It is one property for all resources, since n8n evaluates the expression in a field for
 * every property of the field's name: messages and notes take its composite address, blocking and tags its number, and
 * the dropdown gives the one that the resource takes.
 */
export const chat: INodeProperties = picker(
	'Chat',
	'chat',
	{ method: 'searchChats', placeholder: 'Select a chat…' },
	{
		placeholder: 'e.g. tg_12345_67890',
		hint: 'As the trigger and Chat: Get Many output it: chatRef, like tg_12345_67890, for messages and notes; tbChatId, like 1234567, for blocking and tags',
		validation: [
			{
				type: 'regex',
				properties: {
					regex: '^\\s*([^_\\s]+_\\d+_.+|\\d+|)\\s*$',
					errorMessage:
						"Enter a chat like tg_12345_67890 (channel type, channel number and chat ID, joined by underscores), or for blocking and tags the chat's number (tbChatId)",
				},
			},
		],
	},
	{
		description:
			'The chat to use. People appear here once they have written to one of your channels. Messages take the chatRef that the trigger and Chat: Get Many output, blocking and tags the tbChatId; notes take either.',
	},
);

/**
 * The chat of an operation on one chat. A tool of an AI agent is bound to the conversation that started the workflow, so there
 * the field may stay empty.
 */
export const chatFields: INodeProperties[] = [
	{ ...chat, displayOptions: { hide: { '@tool': [true] } } },
	{
		...chat,
		required: false,
		displayOptions: { show: { '@tool': [true] } },
		hint: 'Leave it empty for the chat that started the workflow',
		description:
			'Leave empty to let the tool act only on the chat that started the workflow. A chat that you choose here is used every time. If you let the AI model define this field, whoever writes to you can talk it into any chat.',
	},
];

/** The number of a tool's conversation; the platform does not tell it with every event. */
function numberOf(item: Item, { tbChatId }: Conversation): string {
	const integer = toInt64(tbChatId);
	if (integer !== undefined) return integer.toString();
	throw operatorError(
		item,
		'The event that started this execution does not tell the number of its chat',
		'Fill in Chat, or start the workflow with an event that has a tbChatId.',
	);
}

/** A chat by the platform's own number. */
export interface NumberedChat {
	/** Exact digits of tbChatId, for a path. */
	digits: string;
	/** What an output says of the chat. */
	keys: ChatKeys;
}

/**
 * Reads the platform's own number of a chat (tbChatId), for blocking and tags. A tool of an AI agent means the chat that
 * started the workflow where Chat is empty.
 *
 * @param item the item
 * @returns the chat
 * @throws NodeOperationError when the field is empty or holds something else, for example the composite address
 */
export function readNumberedChat(item: Item): NumberedChat {
	const conversation = conversationOfTool(item);
	if (conversation) {
		const digits = numberOf(item, conversation);
		return { digits, keys: { tbChatId: idForOutput(digits), chatRef: joinChatRef(conversation.chat) } };
	}
	const field = item.field('chat');
	if (typeof field.value === 'string' && splitChatRef(field.value)) {
		throw field.refuse(
			`needs the chat's number (tbChatId), but it is the address ${clip(field.value.trim())}`,
			"Choose the chat from the list, or use the field tbChatId that the trigger and Chat: Get Many output beside chatRef, like {{ $('Messaging Platform Trigger').item.json.tbChatId }}.",
		);
	}
	if (!field.isGiven) field.required();
	const digits = field.int64().toString();
	return { digits, keys: withItemKeys(item, { tbChatId: idForOutput(digits) }) };
}
