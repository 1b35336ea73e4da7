import type { Operation } from '../../run/operation';
import { chatTag, chatTagFields } from './chatTag';

/** POST {base_url}/chats/{tbChatId}/tags/{tagName} (specification, "Tags"). */
export const assign: Operation = {
	option: {
		name: 'Assign to Chat',
		value: 'assign',
		action: 'Assign tag to chat',
		description: "Put a tag on a chat. If the tag doesn't exist, it is created.",
	},
	reach: 'conversation',
	prepare: chatTag('POST'),
	fields: [...chatTagFields],
};
