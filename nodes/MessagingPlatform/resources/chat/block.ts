import { numberedChatFields } from '../../fields/chat';
import { readNumberedChat } from '../../fields/whichChat';
import { type Operation, type Prepare, accepted } from '../../run/operation';

/** PATCH {base_url}/chats/{tbChatId} (specification, "Chats", "Chat blocking"); the response is 202 without a body. */
export function blocking(blocked: boolean): Prepare {
	return accepted((item) => {
		const { digits, keys } = readNumberedChat(item);
		return {
			request: { method: 'PATCH', path: `/chats/${digits}`, body: { blocked } },
			output: { accepted: true, ...keys, blocked },
		};
	});
}

/** PATCH {base_url}/chats/{tbChatId} with blocked: true (specification, "Chats", "Chat blocking"). */
export const block: Operation = {
	option: {
		name: 'Block',
		value: 'block',
		action: 'Block chat',
		description: 'Stop messages to and from a person, and end their subscriptions for good, even if you unblock them',
	},
	reach: 'conversation',
	prepare: blocking(true),
	fields: numberedChatFields,
};
