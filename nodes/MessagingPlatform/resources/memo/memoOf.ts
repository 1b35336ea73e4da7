import { pathPart } from '../../../shared/platform/apiRequest';
import { joinChatRef, splitChatRef } from '../../../shared/platform/chatRef';
import { clip } from '../../../shared/words';
import type { Item } from '../../engine/item';
import { type ChatKeys, idForOutput, readTbChatId, withItemKeys } from '../../fields/chatKeys';
import { conversationOfTool } from '../../tool/ownFields';

/** The notes of a chat. */
export interface Memo {
	/** Their path below the base address. */
	path: string;
	/** What an output says of the chat. */
	keys: ChatKeys;
}

/**
 * Reads which chat's notes are meant (specification, "Notes (memo)": chatRef is tbChatId or the composite address). A tool of
 * an AI agent means the chat that started the workflow where Chat is empty.
 *
 * @param item the item
 * @returns the notes
 * @throws NodeOperationError when the field is empty or neither of the two
 */
export function memoOf(item: Item): Memo {
	const memoAt = (part: string, keys: ChatKeys): Memo => ({ path: `/chats/${pathPart(part)}/memo`, keys });
	const conversation = conversationOfTool(item);
	if (conversation) {
		const chatRef = joinChatRef(conversation.chat);
		return memoAt(chatRef, { chatRef, tbChatId: readTbChatId(conversation.tbChatId) });
	}
	const field = item.field('chat');
	const text = typeof field.value === 'number' ? field.int64().toString() : field.required();
	if (/^\d+$/.test(text)) {
		const digits = field.with(text).int64().toString();
		return memoAt(digits, withItemKeys(item, { tbChatId: idForOutput(digits) }));
	}
	if (splitChatRef(text)) return memoAt(text, withItemKeys(item, { chatRef: text }));
	throw field.refuse(
		`is not a chat address: ${clip(text)}`,
		'Choose one from the list, or enter the chatRef that the trigger and Chat: Get Many output, like tg_12345_67890, or the number tbChatId.',
	);
}
