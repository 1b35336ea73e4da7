import { type Prepare, accepted } from '../../engine/operation';
import { idForOutput, requireTbChatId } from '../../fields/chat';

/**
 * Tells blocking and unblocking, which differ in one value: PATCH {base_url}/chats/{tbChatId} (specification, "Chats",
 * "Chat blocking"). The platform answers 202 without a body; the output says what it accepted.
 *
 * @param blocked what the chat is to be
 */
export function blocking(blocked: boolean): Prepare {
	return accepted((item) => {
		const tbChatId = requireTbChatId(item);
		return {
			request: { method: 'PATCH', path: `/chats/${tbChatId}`, body: { blocked } },
			output: { accepted: true, tbChatId: idForOutput(tbChatId), blocked },
		};
	});
}
