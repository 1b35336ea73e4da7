import type { Operation } from '../../run/operation';
import { chatTag, chatTagFields } from './chatTag';

/** DELETE {base_url}/chats/{tbChatId}/tags/{tagName} (specification, "Tags"). */
export const remove: Operation = {
	option: {
		name: 'Remove From Chat',
		value: 'remove',
		action: 'Remove tag from chat',
		description: 'Take a tag off a chat. The tag itself stays in the account.',
	},
	reach: 'conversation',
	prepare: chatTag('DELETE'),
	fields: [...chatTagFields],
};
