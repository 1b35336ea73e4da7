import { type INodeExecutionData, NodeApiError } from 'n8n-workflow';
import { toOutput } from '../../engine/declared';
import { type NodeFailure, asNodeError, valueError } from '../../../shared/platform/errors';
import type { Item } from '../../engine/item';
import { type Printable, isJsonObject } from '../../../shared/json';
import { apiCall } from '../../../shared/platform/calls';
import { valueOf } from '../../../shared/platform/envelope';

const DOUBT =
	'The message may have been sent all the same. Look into the chat before you send it again: the service does not recognise a repeated message.';

/** Whether the service may have the message although the call failed: the request went out, and its answer got lost. */
function isDoubtful(failure: NodeFailure): boolean {
	if (!(failure instanceof NodeApiError)) return false;
	if (failure.httpCode === '502' || failure.httpCode === '504') return true;
	// a success that cannot be read: a refusal would carry the service's $error
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
		const answer = await apiCall(item.functions, { method: 'POST', path: '/messages', body }, item.index);
		if (isJsonObject(answer)) return toOutput([valueOf(answer)], item.index);
		throw valueError(item.node, item.index, 'The service confirmed nothing: its answer to the message is empty', DOUBT);
	} catch (error) {
		throw withDoubt(asNodeError(item.node, item.index, error));
	}
}
