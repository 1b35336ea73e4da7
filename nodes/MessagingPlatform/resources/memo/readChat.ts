import { conversationOfTool } from '../../tool/chatField';
import { joinChatRef, splitChatRef } from '../../../shared/platform/chatRef';
import { valueError } from '../../../shared/platform/errors';
import { type Item, requireInt64, requireText } from '../../engine/item';
import { pathPart } from '../../../shared/platform/apiRequest';

/**
 * Reads which chat's notes are meant (specification, "Notes (memo)": chatRef is tbChatId or the composite address). A tool of
 * an AI agent means the chat that started the workflow where Chat is empty.
 *
 * @param item the item
 * @returns path of the notes below the base address
 * @throws NodeOperationError when the field is empty or neither of the two
 */
export function memoPath(item: Item): string {
	const conversation = conversationOfTool(item);
	if (conversation) return `/chats/${pathPart(joinChatRef(conversation.chat))}/memo`;
	const value = item.located('chat');
	if (typeof value === 'number') return `/chats/${requireInt64(item, value, 'Chat').toString()}/memo`;
	const text = requireText(item, value, 'Chat');
	if (/^\d+$/.test(text)) return `/chats/${requireInt64(item, text, 'Chat').toString()}/memo`;
	if (splitChatRef(text)) return `/chats/${pathPart(text)}/memo`;
	throw valueError(
		item.node,
		item.index,
		`Chat is not a chat address: ${text.slice(0, 100)}`,
		'Choose one from the list, or enter the chatRef that the trigger emits, like tg_12345_67890, or the number tbChatId.',
	);
}
