import type { Operation } from '../../run/operation';
import { chatTag, chatTagFields } from './chatTag';

/** POST {base_url}/chats/{tbChatId}/tags/{tagName} (specification, "Tags"). */
export const assign: Operation = {
	option: {
		name: 'Assign to Chat',
		value: 'assign',
		action: 'Assign tag to chat',
		description: 'Put a tag on a chat. The tag is created if there is none of this name.',
	},
	reach: 'conversation',
	prepare: chatTag('POST'),
	fields: [...chatTagFields],
};
