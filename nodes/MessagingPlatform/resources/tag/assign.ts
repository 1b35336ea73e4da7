import type { Operation } from '../../engine/operation';
import { chatFields, tagByName } from '../../engine/pickers';
import { chatTag } from './chatTag';

/** POST {base_url}/chats/{tbChatId}/tags/{tagName} (specification, "Tags"). */
export const assign: Operation = {
	option: {
		name: 'Assign to Chat',
		value: 'assign',
		action: 'Assign tag to chat',
		description: 'Put a tag on a chat. The tag is created if there is none of this name.',
		routing: chatTag('POST'),
	},
	fields: [...chatFields, tagByName],
};
