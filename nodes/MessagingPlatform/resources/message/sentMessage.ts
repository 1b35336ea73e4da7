import { type JsonObject, isJsonObject } from '../../../shared/json';
import { chatRefOf } from '../../../shared/chatRef';
import type { Item } from '../../run/item';
import { type ChatKeys, idForOutput, readTbChatId, withChatKeys, withItemKeys } from '../../fields/chatKeys';
import { isSimplified, pick } from '../../fields/simplify';
import type { Recipient } from '../../message/recipient';

/** What is known of the chat before the platform has answered: what the message was sent to, and what the item says of it. */
function keysOfRecipient(item: Item, { channel, channelId, address, tbChatId }: Recipient): ChatKeys {
	if ('tbChatId' in address) return withItemKeys(item, { tbChatId: idForOutput(address.tbChatId.toString()) });
	if ('remoteAddress' in address) return {};
	const chatRef = chatRefOf({ channel, channelId, chatId: address.chatId });
	const number = readTbChatId(tbChatId);
	return number === undefined ? withItemKeys(item, { chatRef }) : { chatRef, tbChatId: number };
}

/**
 * Makes the output of a send, so that the next node needs nothing glued together: beside what the platform answered it has
 * `chatRef` and `tbChatId`, as far as they are known, and the id of the call, which the platform's support asks for.
 *
 * @param item the item
 * @param recipient where the message went
 * @param message `$value` of the answer (specification, "Messages and files")
 * @param correlationId the header x-correlation-id of the answer
 * @returns the message with chatRef, tbChatId and correlationId; members that are not known are left out
 */
export function describeSent(item: Item, recipient: Recipient, message: JsonObject, correlationId?: string): JsonObject {
	const sent = keysOfRecipient(item, recipient);
	const { channel, channelId } = recipient;
	const told = chatRefOf({
		channel: message.channel ?? channel,
		channelId: message.channelId ?? channelId,
		chatId: message.chatId ?? undefined,
	});
	const output = withChatKeys(message, { chatRef: told ?? sent.chatRef, tbChatId: sent.tbChatId });
	return correlationId === undefined ? output : { ...output, correlationId };
}

/** What a later step needs of a message that was sent; what was written into it is known already. */
const SIMPLE = ['id', 'chatRef', 'tbChatId', 'channel', 'channelId', 'chatId', 'sentTimestamp', 'correlationId'];

/** The platform has queued the message (specification, "What the service does", general rule 5). */
const SENT = { outcome: 'sent' };

function simplified({ parts, ...message }: JsonObject): JsonObject {
	const simple = pick(message, SIMPLE);
	return Array.isArray(parts) ? { ...simple, parts: parts.filter(isJsonObject).map((part) => pick(part, SIMPLE)) } : simple;
}

/**
 * Reads which output of a send the user wants. Read before the message goes out: an item that was sent must not fail.
 *
 * @param item the item
 * @returns makes the output: the outcome first, then the message whole, or with "Simplify" its IDs and those of its chat. It takes
 * the result of {@link describeSent}, and with several messages all of them as `parts`.
 * @throws NodeOperationError when "Simplify" is neither true nor false
 */
export function sentOutput(item: Item): (message: JsonObject) => JsonObject {
	const isSimple = isSimplified(item);
	return (message) => ({ ...SENT, ...(isSimple ? simplified(message) : message), ...SENT });
}
