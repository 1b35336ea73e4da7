import type { Operation } from '../../engine/operation';
import { chatFields, tagByName } from '../../engine/pickers';
import { chatTag } from './chatTag';

/** DELETE {base_url}/chats/{tbChatId}/tags/{tagName} (specification, "Tags"). */
export const remove: Operation = {
	option: {
		name: 'Remove From Chat',
		value: 'remove',
		action: 'Remove tag from chat',
		description: 'Take a tag off a chat. The tag itself stays in the account.',
		routing: chatTag('DELETE'),
	},
	fields: [...chatFields, tagByName],
};
