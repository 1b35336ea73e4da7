import { pathPart } from '../../../shared/api/apiRequest';
import { type Prepare, accepted } from '../../run/operation';
import { readNumberedChat } from '../../fields/whichChat';

/**
 * Tells assigning and removing, which differ in the method: {base_url}/chats/{tbChatId}/tags/{tagName} (specification,
 * "Tags"). The platform answers 202 without a body; the output says what it accepted for which chat.
 *
 * @param method POST assigns, DELETE removes
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
