import type { INodeExecutionData } from 'n8n-workflow';
import { type JsonObject, type Printable, objectOf } from '../../../shared/json';
import { type NodeFailure, asNodeError, withOutcome } from '../../../shared/failure';
import { clip, inOneParagraph } from '../../../shared/texts';
import type { Rest } from '../../run/lanes';
import type { Item } from '../../run/item';
import { toOutput } from '../../run/operation';
import { postMessage } from './postMessage';
import type { Recipient } from '../../message/recipient';

/** One of the messages that an item is sent as. */
export interface MessagePart {
	body: Printable;
	/** Its text, for errors. */
	text: string;
}

/** Several messages: the item is the last one, which has the buttons, and lists all of them in order. */
function describe(sent: JsonObject[]): JsonObject {
	return sent.length > 1 ? { ...sent.at(-1), parts: sent } : { ...sent[0] };
}

/** Says which parts went out before a failure, for people and for a model that called the node as its tool. */
function withSent(failure: NodeFailure, sent: JsonObject[], left: MessagePart[]): NodeFailure {
	if (sent.length === 0) return failure;
	const ids = sent.map(({ id }) => (typeof id === 'string' || typeof id === 'number' ? clip(String(id)) : 'unknown'));
	const of = sent.length + left.length;
	const missing = left[0]?.text ?? '';
	const begin = missing === '' ? 'What is missing has no text.' : `What is missing begins with: ${clip(missing, 60)}`;
	const told = `${sent.length} of the ${of} parts of this message went out before that: do not send ${sent.length === 1 ? 'it' : 'these'} again. ${begin}`;
	failure.description = inOneParagraph([failure.description, told]);
	failure.context.data = { ...objectOf(failure.context.data), sentMessageIds: ids };
	failure.context.partly = { sent: sent.length, of, begin, ids };
	return withOutcome(failure, 'unknown');
}

/**
 * Sends the parts of a message one after the other, each once; between two of them the channel's interval passes.
 *
 * @param item the item
 * @param recipient where they go
 * @param parts the messages in order, at least one
 * @param output makes the output of the message that went out
 * @param sent what went out already, as the platform answered it
 * @returns after the last one the output: the last message, and where there were several, all of them in `parts`; before that
 * what is left to do
 * @throws NodeApiError or NodeOperationError of the part that failed, with the ids of those that went out
 */
export async function sendParts(
	item: Item,
	recipient: Recipient,
	parts: MessagePart[],
	output: (message: JsonObject) => JsonObject,
	sent: JsonObject[] = [],
): Promise<INodeExecutionData[] | Rest> {
	const [part, ...left] = parts;
	if (part === undefined) return toOutput([output(describe(sent))], item);
	if (sent.length > 0 && item.execution.signal?.aborted) {
		throw withSent(asNodeError(item.node, item.index, item.refuse('The execution was canceled')), sent, parts);
	}
	try {
		sent.push(await postMessage(item, recipient, part.body));
	} catch (error) {
		throw withSent(asNodeError(item.node, item.index, error), sent, parts);
	}
	if (left.length === 0) return toOutput([output(describe(sent))], item);
	return { next: async () => await sendParts(item, recipient, left, output, sent) };
}
