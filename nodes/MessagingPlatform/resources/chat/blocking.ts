import type { INodePropertyRouting } from 'n8n-workflow';
import { acceptedRouting } from '../../engine/operation';
import { idForOutput, requireTbChatId } from '../../engine/values';

/**
 * Tells blocking and unblocking, which differ in one value: PATCH {base_url}/chats/{tbChatId} (specification, "Chats",
 * "Chat blocking"). The service answers 202 without a body; the output says what it accepted.
 *
 * @param blocked what the chat is to be
 * @returns the `routing` of the operation's option
 */
export function blocking(blocked: boolean): INodePropertyRouting {
	return acceptedRouting((item) => {
		const tbChatId = requireTbChatId(item);
		return {
			request: { method: 'PATCH', path: `/chats/${tbChatId}`, body: { blocked } },
			output: { accepted: true, tbChatId: idForOutput(tbChatId), blocked },
		};
	});
}
