import { operation } from '../../run/operation';
import { chatTag, chatTagFields } from './chatTag';

/** POST {base_url}/chats/{tbChatId}/tags/{tagName} (specification, "Tags"). */
export const assign = operation({
	option: {
		name: 'Assign to Chat',
		value: 'assign',
		action: 'Assign tag to chat',
		description: "Put a tag on a chat. If the tag doesn't exist, it is created.",
	},
	reach: 'conversation',
	fields: chatTagFields,
	prepare: chatTag('POST'),
});
