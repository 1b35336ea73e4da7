import { operation } from '../../run/operation';
import { chatTag, chatTagFields } from './chatTag';

/** DELETE {base_url}/chats/{tbChatId}/tags/{tagName} (specification, "Tags"). */
export const remove = operation({
	option: {
		name: 'Remove From Chat',
		value: 'remove',
		action: 'Remove tag from chat',
		description: 'Take a tag off a chat. The tag itself stays in the account.',
	},
	reach: 'conversation',
	fields: chatTagFields,
	prepare: chatTag('DELETE'),
});
