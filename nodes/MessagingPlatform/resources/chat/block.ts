import { type NumberedChat, numberedChat } from '../../fields/whichChat';
import { type Prepare, accepted, operation } from '../../run/operation';

/** PATCH {base_url}/chats/{tbChatId} (specification, "Chats", "Chat blocking"); the response is 202 without a body. */
export function blocking(blocked: boolean): Prepare<{ chat: NumberedChat }> {
	return accepted(({ chat: { digits, keys } }) => ({
		request: { method: 'PATCH', path: `/chats/${digits}`, body: { blocked } },
		output: { accepted: true, ...keys, blocked },
	}));
}

/** PATCH {base_url}/chats/{tbChatId} with blocked: true (specification, "Chats", "Chat blocking"). */
export const block = operation({
	option: {
		name: 'Block',
		value: 'block',
		action: 'Block chat',
		description: 'Stop messages to and from a person, and end their subscriptions for good, even if you unblock them',
	},
	reach: 'conversation',
	fields: { chat: numberedChat },
	prepare: blocking(true),
});
