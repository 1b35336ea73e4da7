import type { Event } from '../../shared/event/event';
import { type JsonObject, objectOf } from '../../shared/json';
import type { ButtonKey } from '../../shared/waiting/buttonKey';
import { type Presser, presserOf } from '../../shared/waiting/pressed';
import { type Question, type QuestionChat, approvalOf } from './question';

/** Where the person is who pressed, by the members that a chat is known by; the one that tells most comes first. */
const CHAT_IDS = ['chatId', 'tbChatId', 'remoteAddress'] as const;

function isFromChat(presser: Presser, chat: QuestionChat): boolean {
	if (presser.channel !== chat.channel || presser.channelId !== chat.channelId) return false;
	// the first that both name decides; where they have none in common, nothing shows that it is the same chat
	const common = CHAT_IDS.find((name) => chat[name] !== undefined && presser[name] !== undefined);
	return common !== undefined && presser[common] === chat[common];
}

function findFault(event: Event, key: ButtonKey, executionId: string, question: Question): string | undefined {
	if (event.accountId !== question.accountId) return 'it comes from another account';
	if (key.executionId !== executionId || key.tag !== question.tag) return 'its button belongs to another question';
	return question.values[key.choice] === undefined ? 'the question has no such button' : undefined;
}

function findStranger(presser: Presser, { chat, approverIds }: Question): string | undefined {
	if (!isFromChat(presser, chat)) return 'it comes from another chat';
	if (approverIds.length === 0) return undefined;
	const { channelUserId } = presser;
	if (channelUserId === undefined) return 'it does not tell who pressed, and only certain people may answer';
	return approverIds.includes(channelUserId) ? undefined : 'this person may not answer';
}

/** Why a press does not answer a question. */
export interface Reason {
	/** In words that follow "because". */
	words: string;
	/** Whether the chat or the person is wrong: this button will never count from there. */
	isFinal: boolean;
}

/**
 * Decides whether a verified press answers a question.
 *
 * @param event the press
 * @param key the key that it brought
 * @param executionId the execution that waits
 * @param question what it waits for
 * @returns why not; undefined when it does
 */
export function findObjection(event: Event, key: ButtonKey, executionId: string, question: Question): Reason | undefined {
	const words = findFault(event, key, executionId, question);
	if (words !== undefined) return { words, isFinal: false };
	const strange = findStranger(presserOf(event), question);
	return strange === undefined ? undefined : { words: strange, isFinal: true };
}

/** What a person answered, in the members that apply. */
function answerOf({ responseType, values }: Question, choice: number, contact: JsonObject): JsonObject {
	switch (responseType) {
		case 'approval':
			return approvalOf(values, choice);
		case 'choice':
			return { choice: values[choice] };
		default:
			return { contact: { ...contact, phone: contact.phone ?? null } };
	}
}

/** When it was pressed: as the platform says, else now. */
function timeOf({ fields }: Event, now: number): string {
	const { timestamp } = fields;
	const isTime = typeof timestamp === 'number' && Number.isFinite(timestamp) && Math.abs(timestamp) <= 8.64e15;
	return new Date(isTime ? timestamp : now).toISOString();
}

/**
 * Makes the output of an answered question.
 *
 * @param event the press
 * @param key the key that it brought
 * @param question what was asked
 * @param now the time in ms since 1970
 * @returns the JSON of the one item: `data` with `approved` (and, with a reason to decline, `chatInput`), `choice` or `contact` (whose `phone` is null where the channel told
 * none), `chatRef`, `sender`, `respondedAt` (ISO 8601) and `timedOut`
 */
export function describeAnswer(event: Event, key: ButtonKey, question: Question, now: number): JsonObject {
	const contact = objectOf(event.fields.remoteContact);
	const { remoteUsername, remoteAddress } = event.fields;
	const sender: JsonObject = {
		channelUserId: presserOf(event).channelUserId,
		username: contact.channelUsername ?? remoteUsername,
		name: objectOf(contact.nationalName).displayName ?? objectOf(contact.internationalName).displayName,
		address: remoteAddress,
		phone: contact.phone,
	};
	const told = Object.entries(sender).filter(([, value]) => value !== undefined && value !== '');
	return {
		data: {
			...answerOf(question, key.choice, contact),
			chatRef: event.address.chatRef,
			sender: Object.fromEntries(told),
			respondedAt: timeOf(event, now),
			timedOut: false,
		},
	};
}
