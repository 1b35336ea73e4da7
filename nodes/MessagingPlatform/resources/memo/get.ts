import { pathPart } from '../../../shared/api/apiRequest';
import { valueOf } from '../../../shared/api/envelope';
import { type Operation, independent } from '../../run/operation';
import { notedChatFields } from '../../fields/chat';
import { type ChatKeys, withChatKeys } from '../../fields/chatKeys';
import { readAddressedChat } from '../../fields/whichChat';
import type { Item } from '../../run/item';

export function memoOf(item: Item): { path: string; keys: ChatKeys } {
	const { part, keys } = readAddressedChat(item);
	return { path: `/chats/${pathPart(part)}/memo`, keys };
}

/** GET {base_url}/chats/{chatRef}/memo (specification, "Notes (memo)"). */
export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get notes of chat',
		description: "Read the notes on a chat: the text, and the person's phone numbers and emails",
	},
	reach: 'conversation',
	reads: true,
	prepare: independent(async (item) => {
		const { path, keys } = memoOf(item);
		return [withChatKeys(valueOf(await item.call({ method: 'GET', path })), keys)];
	}),
	fields: notedChatFields,
};
