import type { INodeExecutionData } from 'n8n-workflow';
import { chatRefOf } from '../../shared/chatRef';
import { Failure } from '../../shared/failure';
import { messageInOrder } from '../../shared/itemOrder';
import type { JsonObject, PrintableObject } from '../../shared/json';
import { clip, inOneParagraph } from '../../shared/texts';
import { withChatKeys } from '../fields/chatKeys';
import { pick } from '../fields/modes';
import type { Item } from '../run/item';
import type { InTurn } from '../run/lanes';
import { toOutput } from '../run/operation';
import { deliveryReportsOf } from './channelLimits';
import type { Ready } from './complete';
import { shownFiles } from './fileKind';
import type { Guard } from './guard';
import type { Recipient } from './recipient';

/** Fields of a message that later nodes need. */
const SIMPLE = ['text', 'chatRef', 'sentTimestamp', 'channel', 'id', 'tbChatId'];

/** Outputs the last of several messages, which has the buttons, and all of them in order as its parts. */
function outputOf(item: Item, recipient: Recipient, sent: JsonObject[]): INodeExecutionData[] {
	// the platform has queued the message (specification, "What the service does", general rule 5)
	const own = { outcome: 'sent', deliveryReports: deliveryReportsOf(item.execution.channels.recall(recipient)) };
	const message = sent.length > 1 ? { ...sent.at(-1), parts: sent } : { ...sent[0] };
	return toOutput([messageInOrder({ ...message, ...own })], item);
}

const DOUBT = 'The message may still have been sent. Check the chat before you send it again.';

function withDoubt(error: unknown): Failure {
	const failure = Failure.of(error);
	if (failure.outcome !== 'unknown') return failure;
	const advice = inOneParagraph([failure.advice, DOUBT]);
	return failure.with({ advice, remedy: 'later', model: "The platform didn't respond as expected." });
}

/**
 * POST {base_url}/messages (specification, "Messages and files"), once: there is no idempotency key. Adds the chat's keys, if known,
 * and the correlation ID, which the platform's support asks for.
 */
export async function postMessage(item: Item, recipient: Recipient, content: PrintableObject): Promise<JsonObject> {
	try {
		const request = { method: 'POST', path: '/messages', body: { ...recipient.to, ...content } } as const;
		const { json, correlationId } = await item.responseTo(request, 'POST /messages');
		const message = item.recordOf(json);
		const { channel, channelId, keys } = recipient;
		const told = chatRefOf({
			channel: message.channel ?? channel,
			channelId: message.channelId ?? channelId,
			chatId: message.chatId ?? undefined,
		});
		const output = withChatKeys(message, { chatRef: told ?? keys.chatRef, tbChatId: keys.tbChatId });
		return correlationId === undefined ? output : { ...output, correlationId };
	} catch (error) {
		throw withDoubt(error);
	}
}

/** Adds which parts went out before a failure, for people and for a model that called the node as its tool. */
function withSent(error: unknown, sent: JsonObject[], left: Ready[]): Failure {
	const failure = Failure.of(error);
	if (sent.length === 0) return failure;
	const ids = sent.map(({ id }) => (typeof id === 'string' || typeof id === 'number' ? clip(String(id)) : 'unknown'));
	const of = sent.length + left.length;
	const missing = left[0]?.draft.text ?? '';
	const begin = missing === '' ? 'The rest has no text.' : `The rest begins with: ${clip(missing, 60)}`;
	const told = `${sent.length} of this message's ${of} parts had already been sent. Don't send ${sent.length === 1 ? 'it' : 'them'} again. ${begin}`;
	return failure.with({
		advice: inOneParagraph([failure.advice, told]),
		outcome: 'unknown',
		sent: { ids, of, begin },
		data: { ...failure.data, sentMessageIds: ids },
	});
}

/**
 * Posts the parts of a message one after the other, each once and in its turn. The wanted output was read before, because an item that
 * was sent must not fail.
 * @returns the output; undefined if it was over before anything was sent
 */
export async function postAll(
	item: Item,
	recipient: Recipient,
	parts: Ready[],
	{ guard, inTurn, isSimple }: { guard: Guard; inTurn: InTurn; isSimple: boolean },
): Promise<INodeExecutionData[] | undefined> {
	const sent: JsonObject[] = [];
	for (const [index, { draft, content }] of parts.entries()) {
		try {
			const post = async () => await postMessage(item, recipient, content);
			const done = await inTurn(index > 0 ? post : async () => (await guard()) ?? (await post()));
			if (done === undefined && sent.length > 0) throw Failure.ofValue('The execution was canceled');
			if (done === undefined || Array.isArray(done)) return done;
			const files = shownFiles(draft.files);
			sent.push(isSimple ? { ...pick(done, SIMPLE), ...files } : { ...files, ...done });
		} catch (error) {
			throw withSent(error, sent, parts.slice(index));
		}
	}
	return outputOf(item, recipient, sent);
}
