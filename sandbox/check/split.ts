import type { Json, JsonObject } from '../core/json';
import { eventFields, listOf, objectOf } from './ask';
import { addressIn, type Awaited, sendMessage, whileRegistered } from './delivery';
import type { Report } from './report';

const SENTENCE = 'This text is too long for one message, to check how the platform splits it. ';
const BEYOND = 40;
/** No platform makes this tool send a text that is longer. */
const LONGEST = 100_000;

/** The message to send: a text that is longer than the chat's channel takes (specification, "Capability object fields", maxSize). */
async function tooLong(chat: string, { base, ask }: Awaited): Promise<JsonObject> {
	const { channel, channelId, chatId } = addressIn(chat);
	const url = `${base}/channels?v=1.0.0`;
	const { body } = await ask({ what: 'the longest text', operation: 'getChannels', url, alternative: 1 });
	const entry = listOf(objectOf(body)[String(channel)]).find(
		(one) => String(objectOf(one.channel).channelId) === String(channelId),
	);
	if (entry === undefined) throw new Error('The account has no channel for the chat of --split-to');
	const { maxSize } = objectOf(objectOf(entry.freeTextCapability).textRestrictions);
	if (typeof maxSize !== 'number' || maxSize < 1 || maxSize > LONGEST)
		throw new Error(`The channel has no text limit of ${LONGEST} characters or less, so nothing was sent`);
	const text = SENTENCE.repeat(Math.ceil((maxSize + BEYOND) / SENTENCE.length));
	return { channel, channelId, chatId, text };
}

interface Status {
	messageId: Json;
	isWhole: boolean;
	isFinal: boolean;
	told: JsonObject;
}

/** Reads a status; undefined if it isn't one of this message. Both the event and its message may say which one it is of. */
function statusOf(text: string, id: Json, parts: Json[]): Status | undefined {
	const fields = eventFields(text);
	const message = objectOf(fields.message);
	const messageId = fields.messageId ?? message.id;
	const isWhole = messageId === id;
	if (!isWhole && (fields.masterMessageId ?? message.masterMessageId) !== id && !parts.includes(messageId)) return undefined;
	const { compositeMessageType, masterMessageId, deliveryStatus, isDelivered, isFinal } = fields;
	const told = {
		...{ messageId, compositeMessageType, masterMessageId, deliveryStatus, isDelivered, isFinal },
		message: {
			id: message.id,
			compositeMessageType: message.compositeMessageType,
			masterMessageId: message.masterMessageId,
			childMessages: listOf(message.childMessages).length,
		},
	};
	return { messageId, isWhole, isFinal: isFinal !== false, told };
}

/** Checks that nothing more is expected: the whole message and each of its parts have a final status. */
function isComplete(statuses: Status[], parts: number): boolean {
	const final = statuses.filter(({ isFinal }) => isFinal);
	const finalParts = new Set(final.filter(({ isWhole }) => !isWhole).map(({ messageId }) => messageId));
	return final.some(({ isWhole }) => isWhole) && finalParts.size >= Math.max(2, parts);
}

function findingOf(statuses: Status[], sent: JsonObject, parts: number): string {
	if (statuses.length === 0) return 'no delivery status arrived in time';
	const types = [sent, ...statuses.map(({ told }) => told)].map(({ compositeMessageType }) => compositeMessageType);
	const isSplit = parts > 0 || types.includes('MASTER_MESSAGE') || statuses.some(({ isWhole }) => !isWhole);
	if (!isSplit) return "the platform didn't split the text";
	return statuses.some(({ isWhole }) => isWhole)
		? 'the whole message has a delivery status of its own'
		: 'only the parts of the message have delivery statuses';
}

/**
 * Sends a text that is too long for its channel, and records which of its messages have delivery statuses: the whole one (a
 * MASTER_MESSAGE), or its parts alone (CHILD_MESSAGE). Statuses of other messages are left out.
 */
export async function checkSplit(awaited: Awaited, chat: string): Promise<NonNullable<Report['split']>> {
	const message = await tooLong(chat, awaited);
	return await whileRegistered(awaited, ['MessageDeliveryCommand'], async (deliveries) => {
		const { answer, sent } = await sendMessage(awaited, 'sending a text that is too long', message);
		awaited.print(`Sent. Waiting up to ${awaited.timeoutMs / 60_000} minutes for its statuses.`);
		const parts = listOf(sent.childMessages).map(({ id }) => id);
		const statuses: Status[] = [];
		for await (const { text } of deliveries) {
			const status = statusOf(text, sent.id, parts);
			if (status !== undefined) statuses.push(status);
			if (isComplete(statuses, parts.length)) break;
		}
		const shown = statuses.map(({ isWhole, told }) => ({
			of: isWhole ? 'the whole message' : 'a part',
			...objectOf(awaited.pseudonyms.of(told)),
		}));
		return { ...answer, finding: findingOf(statuses, sent, parts.length), statuses: shown };
	});
}
