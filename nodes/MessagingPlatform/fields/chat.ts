import type { INodeProperties } from 'n8n-workflow';
import { toInt64 } from '../../shared/json';
import { operatorError } from '../../shared/platform/errors';
import { splitChatRef } from '../../shared/platform/chatRef';
import { clip } from '../../shared/words';
import type { Item } from '../engine/item';
import type { Conversation } from '../tool/conversation';
import { conversationOfTool } from '../tool/ownFields';
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
		hint: 'As the trigger outputs it: chatRef, like tg_12345_67890, for messages and notes; tbChatId, like 1234567, for blocking and tags',
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
			'The chat to use. People appear here once they have written to one of your channels. Messages take the chatRef that the trigger outputs, blocking and tags the tbChatId; notes take either.',
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

/**
 * Reads the platform's own number of a chat (tbChatId), for blocking and tags. A tool of an AI agent means the chat that
 * started the workflow where Chat is empty.
 *
 * @param item the item
 * @returns its exact digits, for a path
 * @throws NodeOperationError when the field is empty or holds something else, for example the composite address
 */
export function requireTbChatId(item: Item): string {
	const conversation = conversationOfTool(item);
	if (conversation) return numberOf(item, conversation);
	const field = item.field('chat');
	if (typeof field.value === 'string' && splitChatRef(field.value)) {
		throw field.refuse(
			`needs the chat's number (tbChatId), but it is the address ${clip(field.value.trim())}`,
			"Choose the chat from the list, or use the field tbChatId that the trigger outputs beside chatRef, like {{ $('Messaging Platform Trigger').item.json.tbChatId }}.",
		);
	}
	if (!field.isGiven) field.required();
	return field.int64().toString();
}

/**
 * Says what an id looks like in output: as parsed answers have it.
 *
 * @param digits an integer's digits
 * @returns a number, or the digits when a number cannot hold them
 */
export function idForOutput(digits: string): number | string {
	const number = Number(digits);
	return Number.isSafeInteger(number) ? number : digits;
}
