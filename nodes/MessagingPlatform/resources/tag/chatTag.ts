import type { INodePropertyRouting } from 'n8n-workflow';
import type { Item } from '../../shared/item';
import { requireText } from '../../shared/item';
import { routing } from '../../shared/operation';
import { pathPart } from '../../shared/transport';
import { idForOutput, requireTbChatId } from '../../shared/values';

function readTag(item: Item): string {
	return requireText(item, item.located('tagName'), 'Tag');
}

/**
 * Tells assigning and removing, which differ in the method: {base_url}/chats/{tbChatId}/tags/{tagName} (specification,
 * "Tags"). The service answers 202 without a body; the output says what it accepted for which chat.
 *
 * @param method POST assigns, DELETE removes
 * @returns the `routing` of the operation's option
 */
export function chatTag(method: 'POST' | 'DELETE'): INodePropertyRouting {
	return routing(
		(item) => ({ method, path: `/chats/${requireTbChatId(item)}/tags/${pathPart(readTag(item))}` }),
		(_body, item) => [
			{
				accepted: true,
				tbChatId: idForOutput(requireTbChatId(item)),
				tagName: readTag(item),
				assigned: method === 'POST',
			},
		],
	);
}
