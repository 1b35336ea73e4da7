import type { INodeProperties } from 'n8n-workflow';
import { pathPart } from '../../../shared/api/apiRequest';
import { type Prepare, accepted } from '../../run/operation';
import { numberedChatFields } from '../../fields/chat';
import { picker } from '../../../shared/shapes';
import { readNumberedChat } from '../../fields/whichChat';

/**
 * Assigns or removes a tag: {base_url}/chats/{tbChatId}/tags/{tagName} (specification, "Tags"); the response is 202 without a
 * body.
 */
export function chatTag(method: 'POST' | 'DELETE'): Prepare {
	return accepted((item) => {
		const { digits, keys } = readNumberedChat(item);
		const tagName = item.field('tagName').name();
		return {
			request: { method, path: `/chats/${digits}/tags/${pathPart(tagName)}` },
			output: { accepted: true, ...keys, tagName, assigned: method === 'POST' },
		};
	});
}

const tagByName: INodeProperties = picker(
	'Tag',
	'tagName',
	{ method: 'searchTags', placeholder: 'Select a tag…' },
	{ displayName: 'By Name', name: 'name', placeholder: 'e.g. VIP' },
	{ description: 'The tag, by its name. Spaces before or after the name count.' },
);

export const chatTagFields: readonly INodeProperties[] = [...numberedChatFields, tagByName];
