import { type Operation, manyItems, oneCall } from '../../engine/operation';
import { chatFields, requireTbChatId } from '../../fields/chat';

/** GET {base_url}/chats/{tbChatId}/tags (specification, "Tags"). */
export const getForChat: Operation = {
	option: {
		name: 'Get for Chat',
		value: 'getForChat',
		action: 'Get tags of chat',
		description: 'List the tags that are on one chat, with when and why each was assigned',
	},
	reach: 'conversation',
	prepare: oneCall((item) => ({ method: 'GET', path: `/chats/${requireTbChatId(item)}/tags` }), manyItems),
	fields: chatFields,
};
