import { itemsOf } from '../../../shared/api/envelope';
import { chatRefOf, splitChatRef } from '../../../shared/chatRef';
import type { JsonValue } from '../../../shared/json';
import { independent, operation } from '../../run/operation';
import { withChatKeys } from '../../fields/chatKeys';
import { numberedChat } from '../../fields/whichChat';

/** Reads the chatRef from a tag's chatId, which is the composite address (specification, "Tag"). */
function chatRefOfTag(chatId: JsonValue | undefined): { chatRef?: string } {
	const parts = typeof chatId === 'string' ? splitChatRef(chatId) : undefined;
	return parts && chatRefOf(parts) === chatId ? { chatRef: chatId } : {};
}

/** GET {base_url}/chats/{tbChatId}/tags (specification, "Tags"). */
export const getForChat = operation({
	option: {
		name: 'Get for Chat',
		value: 'getForChat',
		action: 'Get tags of chat',
		description: 'List the tags of a chat, with the time and reason each was assigned',
	},
	reach: 'conversation',
	reads: true,
	fields: { chat: numberedChat },
	prepare: independent(async ({ chat: { digits, keys } }, item) => {
		const tags = itemsOf(await item.call({ method: 'GET', path: `/chats/${digits}/tags` }));
		return tags.map((tag) => withChatKeys(tag, { ...keys, ...chatRefOfTag(tag.chatId) }));
	}),
});
