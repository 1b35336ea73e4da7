import { type Operation, manyItems, routing } from '../../engine/operation';
import { chatFields } from '../../engine/pickers';
import { requireTbChatId } from '../../engine/values';

/** GET {base_url}/chats/{tbChatId}/tags (specification, "Tags"). */
export const getForChat: Operation = {
	option: {
		name: 'Get for Chat',
		value: 'getForChat',
		action: 'Get tags of chat',
		description: 'List the tags that are on one chat, with when and why each was assigned',
		routing: routing((item) => ({ method: 'GET', path: `/chats/${requireTbChatId(item)}/tags` }), manyItems),
	},
	fields: chatFields,
};
