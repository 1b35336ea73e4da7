import { pathPart } from '../../../shared/api/apiRequest';
import { picker } from '../../../shared/parameter';
import { type NumberedChat, numberedChat } from '../../fields/whichChat';
import { type Prepare, accepted } from '../../run/operation';

/**
 * Assigns or removes a tag: {base_url}/chats/{tbChatId}/tags/{tagName} (specification, "Tags"); the response is 202 without a
 * body.
 */
export function chatTag(method: 'POST' | 'DELETE'): Prepare<{ chat: NumberedChat; tagName: string }> {
	return accepted(({ chat: { digits, keys }, tagName }) => ({
		request: { method, path: `/chats/${digits}/tags/${pathPart(tagName)}` },
		output: { accepted: true, ...keys, tagName, assigned: method === 'POST' },
	}));
}

const tagName = picker(
	'Tag',
	'tagName',
	{ method: 'searchTags', placeholder: 'Select a tag…' },
	{ displayName: 'By Name', name: 'name', placeholder: 'e.g. VIP' },
	{ description: 'The tag, by its name. Spaces at its start or end are part of it.' },
).as((field) => field.name());

export const chatTagFields = { chat: numberedChat, tagName };
