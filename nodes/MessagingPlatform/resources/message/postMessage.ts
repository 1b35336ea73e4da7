import type { JsonObject, Printable } from '../../../shared/json';
import { joinChannelRef } from '../../../shared/chatRef';
import { type NodeFailure, asNodeError } from '../../../shared/failure';
import { RETRY_ADVICE } from '../../../shared/api/explain';
import { inOneParagraph } from '../../../shared/texts';
import type { Rest } from '../../run/lanes';
import type { Item } from '../../run/item';
import type { Prepare } from '../../run/operation';
import { type Recipient, readRecipient } from '../../message/recipient';
import { describeSent } from './sentMessage';

const DOUBT = 'The message may have been sent all the same, so look into the chat before you send it again.';

/** Says so where the platform may have the message although the call failed. */
function withDoubt(failure: NodeFailure): NodeFailure {
	if (failure.context.outcome !== 'unknown') return failure;
	const advice = failure.description?.replace(RETRY_ADVICE, '');
	failure.description = inOneParagraph([advice, DOUBT]);
	return failure;
}

/**
 * POST {base_url}/messages (specification, "Messages and files"), once: there is no idempotency key, so a message whose
 * answer got lost is not sent again.
 *
 * @param item the item
 * @param recipient where the message goes
 * @param body the request's fields
 * @returns the queued message as the platform answered it, with what {@link describeSent} adds
 * @throws NodeApiError when the call fails, NodeOperationError when the answer is empty; the description says so when the
 * message may have been sent nevertheless
 */
export async function postMessage(item: Item, recipient: Recipient, body: Printable): Promise<JsonObject> {
	try {
		const request = { method: 'POST', path: '/messages', body } as const;
		const { json, correlationId } = await item.platform.callTraced(request, item.index);
		return describeSent(item, recipient, item.recordOf(json), correlationId);
	} catch (error) {
		throw withDoubt(asNodeError(item.node, item.index, error));
	}
}

/**
 * An operation that sends: messages to one channel keep the order of the items and the channel's pace (specification,
 * "Capability object fields", messageSendIntervalMs).
 *
 * @param prepare makes an item's message ready, whoever else is sending meanwhile
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
