import { type INodeExecutionData, NodeApiError } from 'n8n-workflow';
import { type Printable, isJsonObject } from '../../../shared/json';
import { valueOf } from '../../../shared/platform/envelope';
import { joinChannelRef } from '../../../shared/platform/chatRef';
import { type NodeFailure, asNodeError } from '../../../shared/platform/errors';
import { ChannelBook } from '../../content/channelBook';
import type { Item } from '../../engine/item';
import { type Prepare, toOutput } from '../../engine/operation';
import { type Recipient, readRecipient } from './recipient';

const DOUBT =
	'The message may have been sent all the same. Look into the chat before you send it again: the platform does not recognise a repeated message.';

/** Whether the platform may have the message although the call failed: the request went out, and its answer got lost. */
function isDoubtful(failure: NodeFailure): boolean {
	if (!(failure instanceof NodeApiError)) return false;
	if (failure.httpCode === '502' || failure.httpCode === '504') return true;
	// a success that cannot be read: a refusal would carry the platform's $error
	if (failure.httpCode?.startsWith('2')) return Object.keys(failure.context.data ?? {}).length === 0;
	return failure.httpCode === 'none' && /code: (ECONNABORTED|ETIMEDOUT|ECONNRESET|EPIPE)\)/.test(failure.description ?? '');
}

function withDoubt(failure: NodeFailure): NodeFailure {
	if (isDoubtful(failure)) failure.description = [failure.description, DOUBT].filter(Boolean).join('\n');
	return failure;
}

/**
 * POST {base_url}/messages (specification, "Messages and files"), once: there is no idempotency key, so a message whose
 * answer got lost is not sent again.
 *
 * @param item the item
 * @param body the request's fields
 * @returns the queued message as the item's output
 * @throws NodeApiError when the call fails, NodeOperationError when the answer is empty; the description says so when the
 * message may have been sent nevertheless
 */
export async function postMessage(item: Item, body: Printable): Promise<INodeExecutionData[]> {
	try {
		const answer = await item.call({ method: 'POST', path: '/messages', body });
		if (isJsonObject(answer)) return toOutput([valueOf(answer)], item);
		throw item.refuse('The platform confirmed nothing: its answer to the message is empty', DOUBT);
	} catch (error) {
		throw withDoubt(asNodeError(item.node, item.index, error));
	}
}

/**
 * Tells an operation that sends: the messages to one channel keep the order of the items and the channel's pace (specification,
 * "Capability object fields", messageSendIntervalMs).
 *
 * @param send sends one item to its recipient
 */
export function toChannel(send: (item: Item, recipient: Recipient) => Promise<INodeExecutionData[]>): Prepare {
	return (item) => {
		const recipient = readRecipient(item);
		return {
			lane: joinChannelRef(recipient.channel, recipient.channelId),
			intervalMs: async () => await item.execution.part(ChannelBook).intervalMs(recipient, item.index),
			run: async () => await send(item, recipient),
		};
	};
}
