import type { Operation } from '../../run/operation';
import { numberedChatFields } from '../../fields/chat';
import { blocking } from './blocking';

/** PATCH {base_url}/chats/{tbChatId} with blocked: true (specification, "Chats", "Chat blocking"). */
export const block: Operation = {
	option: {
		name: 'Block',
		value: 'block',
		action: 'Block chat',
		description:
			'Stop all messages from and to a person. The person is also unsubscribed from mailings and bots, and unblocking does not subscribe them again.',
	},
	reach: 'conversation',
	prepare: blocking(true),
	fields: numberedChatFields,
};
