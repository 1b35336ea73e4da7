import { type Prepare, accepted } from '../../run/operation';
import { readNumberedChat } from '../../fields/whichChat';

/**
 * Tells blocking and unblocking, which differ in one value: PATCH {base_url}/chats/{tbChatId} (specification, "Chats",
 * "Chat blocking"). The platform answers 202 without a body; the output says what it accepted.
 *
 * @param blocked what the chat is to be
 */
export function blocking(blocked: boolean): Prepare {
	return accepted((item) => {
		const { digits, keys } = readNumberedChat(item);
		return {
			request: { method: 'PATCH', path: `/chats/${digits}`, body: { blocked } },
			output: { accepted: true, ...keys, blocked },
		};
	});
}
