import { operation } from '../../run/operation';
import { numberedChat } from '../../fields/whichChat';
import { blocking } from './block';

/** PATCH {base_url}/chats/{tbChatId} with blocked: false (specification, "Chats", "Chat blocking"). */
export const unblock = operation({
	option: {
		name: 'Unblock',
		value: 'unblock',
		action: 'Unblock chat',
		description: "Allow messages to and from a person again. Their subscriptions aren't restored.",
	},
	reach: 'conversation',
	fields: { chat: numberedChat },
	prepare: blocking(false),
});
