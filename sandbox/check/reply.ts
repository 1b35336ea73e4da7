import type { Json, JsonObject } from '../core/json';
import { eventFields, listOf, objectOf } from './ask';
import { addressIn, type Awaited, sendMessage, whileRegistered } from './delivery';
import type { Report } from './report';

/** Fields of a message in which an answer could find the question that it belongs to. */
const MARKED = {
	headers: { check: 'platform' },
	subject: 'check',
	buttons: [{ type: 'ActionButton', text: 'OK', payload: 'check' }],
};

const has = (value: Json) => (Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== '');

function marksOf(message: JsonObject): string {
	return Object.keys(MARKED)
		.map((name) => `${name}: ${has(message[name]) ? 'yes' : 'no'}`)
		.join(', ');
}

/** Assigns a tag that the chat has once more, and compares the times. */
async function assignAgain(tbChatId: Json, { base, ask }: Awaited): Promise<string> {
	const url = `${base}/chats/${String(tbChatId)}/tags`;
	const read = async () => listOf(objectOf((await ask({ what: "the chat's tags", operation: 'getChatTags', url })).body).$items);
	const [before] = await read();
	if (before === undefined) return "not checked, because the chat doesn't have a tag";
	const name = String(before.name);
	const again = { what: 'assigning a tag once more', operation: 'assignTag', method: 'POST' } as const;
	const { answer } = await ask({ ...again, url: `${url}/${encodeURIComponent(name)}` });
	if (answer.status !== 202) return `not checked: the platform responded with ${answer.status ?? answer.differences.join()}`;
	const after = (await read()).find((one) => one.name === name);
	return after?.assignedTs === before.assignedTs ? 'the time stays' : 'the time changes';
}

/**
 * Sends a message with headers, a subject and a button, and records whether its delivery status and the person's reply to it
 * bring them back. Then assigns a tag of the chat once more.
 */
export async function checkReply(awaited: Awaited, chat: string): Promise<NonNullable<Report['reply']>> {
	return await whileRegistered(awaited, ['MessageDeliveryCommand', 'new_message'], async (deliveries) => {
		const message = { ...addressIn(chat), text: 'Please reply to this message.', ...MARKED };
		const { answer, body, sent } = await sendMessage(awaited, 'sending a message to reply to', message);
		awaited.print(`Sent. Reply to this very message in your messenger, within ${awaited.timeoutMs / 60_000} minutes.`);
		let status = 'no delivery status arrived in time';
		let reply = 'no reply arrived in time';
		for await (const { text } of deliveries) {
			const fields = eventFields(text);
			const received = objectOf(fields.message);
			const repliedTo = objectOf(received.replyToMessage);
			if (fields.messageId === sent.id || received.id === sent.id) status = marksOf(received);
			if (repliedTo.id === sent.id) reply = marksOf(repliedTo);
			if (status.includes(':') && reply.includes(':')) break;
		}
		const findings = {
			'the delivery status brings back': status,
			'the message that was replied to has': reply,
			'a tag assigned once more': await assignAgain(sent.tbChatId, awaited),
		};
		return { ...answer, shape: awaited.pseudonyms.of(body), findings };
	});
}
