import type { Operation } from '../../run/operation';
import { numberedChatFields } from '../../fields/chat';
import { blocking } from './block';

/** PATCH {base_url}/chats/{tbChatId} with blocked: false (specification, "Chats", "Chat blocking"). */
export const unblock: Operation = {
	option: {
		name: 'Unblock',
		value: 'unblock',
		action: 'Unblock chat',
		description: "Allow messages to and from a person again. Their subscriptions aren't restored.",
	},
	reach: 'conversation',
	prepare: blocking(false),
	fields: numberedChatFields,
};
