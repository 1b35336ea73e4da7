import { type JsonObject, toInt64 } from '../../../shared/json';
import { chatRefOf } from '../../../shared/platform/chatRef';
import { idForOutput } from '../../fields/chatKeys';
import type { Recipient } from './recipient';

/** The address of the chat that has the message: as the platform answered, else as it was sent. */
function addressOf(message: JsonObject, { channel, channelId, address }: Recipient): string | undefined {
	const chatId = 'chatId' in address ? address.chatId : undefined;
	const told = {
		channel: message.channel ?? channel,
		channelId: message.channelId ?? channelId,
		chatId: message.chatId ?? chatId,
	};
	return chatRefOf(told) ?? chatRefOf({ channel, channelId, chatId });
}

/** The platform's own number of the chat that the message was sent to, as far as the node knows it. */
function numberOf({ address, tbChatId }: Recipient): number | string | undefined {
	const number = 'tbChatId' in address ? address.tbChatId : toInt64(tbChatId);
	return number === undefined ? undefined : idForOutput(number.toString());
}

/**
 * Makes the output of a send, so that the next node needs nothing glued together: beside what the platform answered it has
 * `chatRef` and `tbChatId`, as far as they are known, and the id of the call, which the platform's support asks for.
 *
 * @param message `$value` of the answer (specification, "Messages and files")
 * @param recipient where the message went
 * @param correlationId the header x-correlation-id of the answer
 * @returns the message with chatRef, tbChatId and correlationId; members that are not known are left out
 */
export function describeSent(message: JsonObject, recipient: Recipient, correlationId: string | undefined): JsonObject {
	const known = { chatRef: addressOf(message, recipient), tbChatId: message.tbChatId ?? numberOf(recipient), correlationId };
	const told = Object.entries(known).filter(([, value]) => value !== undefined);
	return { ...message, ...Object.fromEntries(told) };
}
