import type { INodeExecutionData } from 'n8n-workflow';
import type { JsonObject, PrintableObject } from '../../../shared/json';
import { chatRefOf, joinChannelRef } from '../../../shared/chatRef';
import { Failure } from '../../../shared/failure';
import { messageInOrder } from '../../../shared/itemOrder';
import { clip, inOneParagraph } from '../../../shared/texts';
import { withChatKeys } from '../../fields/chatKeys';
import { pick } from '../../fields/modes';
import type { Rest } from '../../run/lanes';
import type { Item } from '../../run/item';
import { type Prepare, toOutput } from '../../run/operation';
import { type FileFacts, shownFiles } from '../../message/fileKind';
import { deliveryReportsOf } from '../../message/messageLimits';
import { type Recipient, readRecipient } from '../../message/recipient';
import { type Draft, draftOutput, isDryRun, tryOut } from './dryRun';
import { readExcludedTags } from './excludedTags';

/** A message whose values are accepted, before anything is uploaded or made for it. */
export interface Prepared {
	/** The messages that it would be sent as; none for an operation without a dry run. */
	drafts?: Draft[];
	/** The number of buttons that the item gives. */
	buttonsGiven?: number;
	/** Uploads the files and creates the buttons' replies. Returns the function that sends the message in its turn. */
	complete(): Promise<Rest['next']>;
}

/** One of the messages that an item is sent as. */
interface MessagePart {
	content: PrintableObject;
	/** The text, for errors; empty if it has none. */
	text?: string;
	files?: FileFacts[];
}

const OF_EVERY_PART = ['pushType', 'deliveryTimeout', 'headers', 'notificationId', 'subject'];
const OF_FIRST_PART = ['replyToChannelMessageId', 'replyToMessage'];

/**
 * Picks the fields for one of several messages that an item is sent as: settings go with each, the reply reference with the
 * first, and everything else, such as a location, with the last.
 */
export function furtherOfPart(fields: PrintableObject, index: number, count: number): PrintableObject {
	const belongs = (name: string) => {
		if (OF_EVERY_PART.includes(name)) return true;
		return OF_FIRST_PART.includes(name) ? index === 0 : index === count - 1;
	};
	return Object.fromEntries(Object.entries(fields).filter(([name]) => belongs(name)));
}

/** Fields of a message that later nodes need; its contents are known already, except for the kinds of its files. */
const SIMPLE = ['chatRef', 'channel', 'sentTimestamp', 'id', 'channelId', 'tbChatId', 'correlationId'];

/** Outputs the last of several messages, which has the buttons, and all of them in order as its parts. */
function outputOf(item: Item, recipient: Recipient, sent: JsonObject[], isSimple: boolean): INodeExecutionData[] {
	// the platform has queued the message (specification, "What the service does", general rule 5)
	const own = { outcome: 'sent', deliveryReports: deliveryReportsOf(recipient, item.execution.channels.recall(recipient)) };
	const message = sent.length > 1 ? { ...sent.at(-1), parts: sent } : { ...sent[0] };
	return toOutput([isSimple ? { ...own, ...message } : messageInOrder({ ...message, ...own })], item);
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
		const { json, correlationId } = await item.answerTo(request, 'POST /messages');
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
function withSent(error: unknown, sent: JsonObject[], left: MessagePart[]): Failure {
	const failure = Failure.of(error);
	if (sent.length === 0) return failure;
	const ids = sent.map(({ id }) => (typeof id === 'string' || typeof id === 'number' ? clip(String(id)) : 'unknown'));
	const of = sent.length + left.length;
	const missing = left[0]?.text ?? '';
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
 * Sends the parts of a message one after the other, each once, at the channel's interval. The wanted output was read before, because
 * an item that was sent must not fail.
 */
export async function sendParts(
	item: Item,
	recipient: Recipient,
	parts: MessagePart[],
	isSimple: boolean,
	sent: JsonObject[] = [],
): Promise<INodeExecutionData[] | Rest> {
	const [part, ...left] = parts;
	try {
		if (sent.length > 0 && item.execution.signal?.aborted) throw Failure.ofValue('The execution was canceled');
		if (part !== undefined) {
			const message = await postMessage(item, recipient, part.content);
			const files = shownFiles(part.files);
			sent.push(isSimple ? { ...pick(message, SIMPLE), ...files } : { ...files, ...message });
		}
	} catch (error) {
		throw withSent(error, sent, parts);
	}
	if (left.length > 0) return { next: async () => await sendParts(item, recipient, left, isSimple, sent) };
	return outputOf(item, recipient, sent, isSimple);
}

/**
 * Runs an operation that sends. Messages to one channel keep the order of the items and the channel's pace (specification,
 * "Capability object fields", messageSendIntervalMs). `prepare` doesn't wait for its turn.
 */
export function toChannel(prepare: (item: Item, recipient: Recipient) => Promise<Prepared>): Prepare {
	const ready = async (item: Item, recipient: Recipient, isDry = false) => {
		const unlessTagged = readExcludedTags(item, recipient);
		const { drafts, buttonsGiven, complete } = await prepare(item, recipient);
		return unlessTagged(isDry && drafts ? async () => draftOutput(item, recipient, drafts, buttonsGiven) : await complete());
	};
	return (item) => {
		if (isDryRun(item)) return { run: async () => await tryOut(item, async () => await ready(item, readRecipient(item), true)) };
		const recipient = readRecipient(item);
		return {
			lane: joinChannelRef(recipient.channel, recipient.channelId),
			pace: async () => await item.execution.channels.paceOf(recipient, item.index),
			run: async () => await ready(item, recipient),
		};
	};
}
