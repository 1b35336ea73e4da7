import { type JsonObject, type Printable, isJsonObject } from '../../../shared/json';
import { chatRefOf, joinChannelRef } from '../../../shared/chatRef';
import { Failure } from '../../../shared/failure';
import { inOneParagraph } from '../../../shared/texts';
import { type ChatKeys, idForOutput, readTbChatId, withChatKeys, withItemKeys } from '../../fields/chatKeys';
import { isSimplified, pick } from '../../fields/modes';
import { restrictionsOf } from '../../message/messageLimits';
import type { Rest } from '../../run/lanes';
import type { Item } from '../../run/item';
import type { Prepare } from '../../run/operation';
import { type Recipient, readRecipient } from '../../message/recipient';

/** Finds the chat's keys before the platform has responded: from the recipient, and from the item. */
export function keysOfRecipient(item: Item, { channel, channelId, address, tbChatId }: Recipient): ChatKeys {
	if ('tbChatId' in address) return withItemKeys(item, { tbChatId: idForOutput(address.tbChatId.toString()) });
	if ('remoteAddress' in address) return {};
	const chatRef = chatRefOf({ channel, channelId, chatId: address.chatId });
	const number = readTbChatId(tbChatId);
	return number === undefined ? withItemKeys(item, { chatRef }) : { chatRef, tbChatId: number };
}

/** Adds the chat's keys, if known, and the correlation ID, which the platform's support asks for. */
function describeSent(item: Item, recipient: Recipient, message: JsonObject, correlationId?: string): JsonObject {
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

/** Fields of a message that later nodes need; its contents are known already. */
const SIMPLE = ['id', 'chatRef', 'tbChatId', 'channel', 'channelId', 'chatId', 'sentTimestamp', 'correlationId'];

/**
 * Says whether delivery statuses will come (specification, "Capability object fields", statusRestrictions; "Events",
 * MessageDeliveryCommand).
 */
function deliveryReportsOf(item: Item, recipient: Recipient): 'no' | 'unknown' | 'unreliable' | 'yes' {
	const restrictions = restrictionsOf(item.execution.channels.recall(recipient), 'statusRestrictions');
	if (restrictions === undefined) return 'unknown';
	if (restrictions === null || recipient.channel === 'instagram') return 'no';
	return recipient.channel === 'whatsapp' ? 'unreliable' : 'yes';
}

function simplified({ parts, ...message }: JsonObject): JsonObject {
	const simple = pick(message, SIMPLE);
	return Array.isArray(parts) ? { ...simple, parts: parts.filter(isJsonObject).map((part) => pick(part, SIMPLE)) } : simple;
}

/** Reads the wanted output before the message goes out, because an item that was sent must not fail. */
export function sentOutput(item: Item, recipient: Recipient): (message: JsonObject) => JsonObject {
	const isSimple = isSimplified(item);
	return (message) => {
		// the platform has queued the message (specification, "What the service does", general rule 5)
		const own = { outcome: 'sent', deliveryReports: deliveryReportsOf(item, recipient) };
		return { ...own, ...(isSimple ? simplified(message) : message), ...own };
	};
}

const DOUBT = 'The message may still have been sent. Check the chat before you send it again.';

function withDoubt(error: unknown): Failure {
	const failure = Failure.of(error);
	if (failure.outcome !== 'unknown') return failure;
	const advice = inOneParagraph([failure.advice, DOUBT]);
	return failure.with({ advice, remedy: 'later', model: "The platform didn't respond as expected." });
}

/** POST {base_url}/messages (specification, "Messages and files"), once: there is no idempotency key. */
export async function postMessage(item: Item, recipient: Recipient, body: Printable): Promise<JsonObject> {
	try {
		const request = { method: 'POST', path: '/messages', body } as const;
		const { json, correlationId } = await item.platform.call(request, { itemIndex: item.index });
		return describeSent(item, recipient, item.recordOf(json), correlationId);
	} catch (error) {
		throw withDoubt(error);
	}
}

/**
 * Runs an operation that sends. Messages to one channel keep the order of the items and the channel's pace (specification,
 * "Capability object fields", messageSendIntervalMs). `prepare` doesn't wait for its turn.
 */
export function toChannel(prepare: (item: Item, recipient: Recipient) => Promise<Rest>): Prepare {
	return (item) => {
		const recipient = readRecipient(item);
		return {
			lane: joinChannelRef(recipient.channel, recipient.channelId),
			pace: async () => await item.execution.channels.paceOf(recipient, item.index),
			run: async () => await prepare(item, recipient),
		};
	};
}
