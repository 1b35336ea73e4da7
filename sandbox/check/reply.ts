import { type Json, type JsonObject, parseJson } from '../core/json';
import { type Asked, type Question, CHAT_REF, eventFields, listOf, objectOf } from './ask';
import { type Awaited, whileRegistered } from './delivery';
import type { Pseudonyms } from './pseudonyms';
import type { Report } from './report';

type Ask = (question: Question) => Promise<Asked>;

/** Fields of a message in which an answer could find the question that it belongs to. */
const MARKED = {
	headers: { check: 'platform' },
	subject: 'check',
	buttons: [{ type: 'ActionButton', text: 'OK', payload: 'check' }],
};

const has = (value: Json) => (Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== '');

/** Says which of the sent fields a message has. */
function marksOf(message: JsonObject): string {
	return Object.keys(MARKED)
		.map((name) => `${name}: ${has(message[name]) ? 'yes' : 'no'}`)
		.join(', ');
}

/** Assigns a tag that the chat has once more, and compares the times. */
async function assignAgain(tbChatId: Json, base: string, ask: Ask): Promise<string> {
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
 * @param base {base_url} of the specification, without a slash at its end
 */
export async function checkReply(
	awaited: Awaited,
	chat: string,
	base: string,
	ask: Ask,
	pseudonyms: Pseudonyms,
): Promise<NonNullable<Report['reply']>> {
	const [, channel = '', channelId = '', chatId = ''] = CHAT_REF.exec(chat) ?? [];
	return await whileRegistered(awaited, ['MessageDeliveryCommand', 'new_message'], ask, async (deliveries) => {
		const { body, answer } = await ask({
			what: 'sending a message to reply to',
			operation: 'sendMessage',
			method: 'POST',
			url: `${base}/messages`,
			body: { channel, channelId: parseJson(channelId), chatId, text: 'Please reply to this message.', ...MARKED },
		});
		const sent = objectOf(objectOf(body).$value);
		if (typeof sent.id !== 'string')
			throw new Error(`The message could not be sent: ${answer.status ?? answer.differences.join()}`);
		awaited.print(`Sent. Reply to this very message in your messenger, within ${awaited.timeoutMs / 60_000} minutes.`);
		let status = 'no delivery status arrived in time';
		let reply = 'no reply arrived in time';
		for await (const { text } of deliveries) {
			const fields = eventFields(text);
			const message = objectOf(fields.message);
			const repliedTo = objectOf(message.replyToMessage);
			if (fields.messageId === sent.id || message.id === sent.id) status = marksOf(message);
			if (repliedTo.id === sent.id) reply = marksOf(repliedTo);
			if (status.includes(':') && reply.includes(':')) break;
		}
		return {
			...answer,
			shape: pseudonyms.of(body),
			findings: {
				'the delivery status brings back': status,
				'the message that was replied to has': reply,
				'a tag assigned once more': await assignAgain(sent.tbChatId, base, ask),
			},
		};
	});
}
