import { pathPart } from '../../../shared/platform/apiRequest';
import { joinChatRef, splitChatRef } from '../../../shared/platform/chatRef';
import { clip } from '../../../shared/words';
import type { Item } from '../../engine/item';
import { conversationOfTool } from '../../tool/ownFields';

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
	const field = item.field('chat');
	const text = typeof field.value === 'number' ? field.int64().toString() : field.required();
	if (/^\d+$/.test(text)) return `/chats/${field.with(text).int64().toString()}/memo`;
	if (splitChatRef(text)) return `/chats/${pathPart(text)}/memo`;
	throw field.refuse(
		`is not a chat address: ${clip(text)}`,
		'Choose one from the list, or enter the chatRef that the trigger outputs, like tg_12345_67890, or the number tbChatId.',
	);
}
