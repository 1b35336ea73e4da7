import type { Operation } from '../../run/operation';
import { numberedChatFields } from '../../fields/chat';
import { blocking } from './block';

/** PATCH {base_url}/chats/{tbChatId} with blocked: false (specification, "Chats", "Chat blocking"). */
export const unblock: Operation = {
	option: {
		name: 'Unblock',
		value: 'unblock',
		action: 'Unblock chat',
		description: 'Let messages from and to a person through again. Their subscriptions do not come back by themselves.',
	},
	reach: 'conversation',
	prepare: blocking(false),
	fields: numberedChatFields,
};
