import type { INodePropertyRouting } from 'n8n-workflow';
import { routing } from '../../shared/operation';
import { idForOutput, requireTbChatId } from '../../shared/values';

/**
 * Tells blocking and unblocking, which differ in one value: PATCH {base_url}/chats/{tbChatId} (specification, "Chats",
 * "Chat blocking"). The service answers 202 without a body; the output says what it accepted.
 *
 * @param blocked what the chat is to be
 * @returns the `routing` of the operation's option
 */
export function blocking(blocked: boolean): INodePropertyRouting {
	return routing(
		(item) => ({ method: 'PATCH', path: `/chats/${requireTbChatId(item)}`, body: { blocked } }),
		(_body, item) => [{ accepted: true, tbChatId: idForOutput(requireTbChatId(item)), blocked }],
	);
}
