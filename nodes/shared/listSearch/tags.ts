import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { itemsOf } from '../platform/envelope';
import { Platform } from '../platform/platform';
import { matching, text } from './options';

/** The chat that the user chose already, for "Remove": then only that chat's tags are of use. */
function chosenChat(context: ILoadOptionsFunctions): string | undefined {
	if (context.getCurrentNodeParameter('operation') !== 'remove') return undefined;
	const chat = context.getCurrentNodeParameter('chat', { extractValue: true });
	return typeof chat === 'string' && /^\d+$/.test(chat) ? chat : undefined;
}

/**
 * Dropdown of tags by name: those of the account, or for "Remove" those of the chat that is chosen.
 *
 * @param filter what the user typed; matched in any case
 * @returns all tags that match
 * @throws NodeApiError when the platform cannot be asked; n8n shows its message in the dropdown
 */
export async function searchTags(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
	const chat = chosenChat(this);
	const path = chat === undefined ? '/tags' : `/chats/${chat}/tags`;
	const tags = itemsOf(await new Platform(this).call({ method: 'GET', path }));
	const options = tags.map(({ name }) => ({ name: text(name), value: text(name) }));
	const empty = chat === undefined ? 'The account has no tags yet' : 'This chat has no tags';
	return matching(options, filter, empty);
}
