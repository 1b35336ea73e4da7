import type { INodePropertyRouting } from 'n8n-workflow';
import { requireText } from '../../engine/item';
import { acceptedRouting } from '../../engine/operation';
import { pathPart } from '../../../shared/platform/apiRequest';
import { idForOutput, requireTbChatId } from '../../engine/values';

/**
 * Tells assigning and removing, which differ in the method: {base_url}/chats/{tbChatId}/tags/{tagName} (specification,
 * "Tags"). The service answers 202 without a body; the output says what it accepted for which chat.
 *
 * @param method POST assigns, DELETE removes
 * @returns the `routing` of the operation's option
 */
export function chatTag(method: 'POST' | 'DELETE'): INodePropertyRouting {
	return acceptedRouting((item) => {
		const tbChatId = requireTbChatId(item);
		const tagName = requireText(item, item.located('tagName'), 'Tag');
		return {
			request: { method, path: `/chats/${tbChatId}/tags/${pathPart(tagName)}` },
			output: { accepted: true, tbChatId: idForOutput(tbChatId), tagName, assigned: method === 'POST' },
		};
	});
}
