import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { type JsonObject, isObject } from '../json';
import { readDropdown, text } from './options';

/** The chat that the user chose already, for "Remove": then only that chat's tags are of use. */
function chosenChat(context: ILoadOptionsFunctions): string | undefined {
	if (context.getCurrentNodeParameter('operation') !== 'remove') return undefined;
	// n8n would extract the value itself, but throws where the field is not shown, as for the chat of the trigger
	const chat: unknown = context.getCurrentNodeParameter('chatFrom') === 'trigger' ? '' : context.getCurrentNodeParameter('chat');
	const value = isObject(chat) ? chat.value : chat;
	return typeof value === 'string' && /^\d+$/.test(value) ? value : undefined;
}

/**
 * Dropdown of tags by name: those of the account, or for "Remove" those of the chat that is chosen; as {@link readDropdown}.
 *
 * @param filter what the user typed
 * @param paginationToken as {@link readDropdown}
 */
export async function searchTags(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const chat = chosenChat(this);
	const path = chat === undefined ? '/tags' : `/chats/${chat}/tags`;
	const empty = chat === undefined ? 'The account has no tags yet' : 'This chat has no tags';
	const option = ({ name }: JsonObject) => ({ name: text(name), value: text(name) });
	return await readDropdown(this, { path, option, empty }, filter, paginationToken);
}
