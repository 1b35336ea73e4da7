import { pathPart } from '../../../shared/api/apiRequest';
import type { Item } from '../../run/item';
import type { ChatKeys } from '../../fields/chatKeys';
import { readAddressedChat } from '../../fields/whichChat';

/** The notes of a chat. */
export interface Memo {
	/** Their path below the base address. */
	path: string;
	/** What an output says of the chat. */
	keys: ChatKeys;
}

/**
 * Reads which chat's notes are meant (specification, "Notes (memo)").
 *
 * @param item the item
 * @returns the notes
 * @throws NodeOperationError as {@link readAddressedChat}
 */
export function memoOf(item: Item): Memo {
	const { part, keys } = readAddressedChat(item);
	return { path: `/chats/${pathPart(part)}/memo`, keys };
}
