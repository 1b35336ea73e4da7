import { createHmac, timingSafeEqual } from 'crypto';
import type { ButtonKey, KeySource } from './buttonKey';
import { type JsonObject, type JsonValue, type PrintableObject, isJsonObject, isObject, parseJson, printJson } from './json';

/** The end of the URL at which a waiting execution takes what a trigger hands over. */
export const ANSWER_PATH = 'messaging-platform-answer';

/** The header with a message's signature. */
export const SIGNATURE_HEADER = 'x-messaging-platform-signature';

/** A message counts for so long, in ms. So the clocks of n8n's processes may differ by almost as much. */
const VALID_MS = 60_000;

/** As much as an event may have, because its contact is part of the message. */
const MAX_BYTES = 4 * 1_048_576;

/** The known names of a chat. Numbers are digits. */
export type ChatNames = {
	channel?: string;
	channelId?: string;
	chatId?: string;
	/** The platform's own ID of the chat. */
	tbChatId?: string;
	remoteAddress?: string;
};

/** A message of a person, as the trigger outputs it. */
export type TypedMessage = {
	text: string;
	kind: string;
	attachments: JsonValue[];
	/** The contact in it, if there is one. */
	contact?: JsonObject;
	messageId?: string;
	/** The answers to the same question before it that weren't of the right kind. */
	triesBefore: number;
};

/** An answer to a question, which a trigger has verified, or the end of its wait. */
export type Press = Pick<ButtonKey, 'executionId' | 'tag'> & {
	/** The pressed button, or the message, or why the wait ends; `asked` ends nothing. */
	given: { choice: number } | { typed: TypedMessage } | { end: 'replaced' | 'takenOver' | 'asked' };
	accountId: string;
	chat: ChatNames;
	/** channel_channelId_chatId, if the event names all three. */
	chatRef?: string;
	/** As the trigger outputs it, with the channelUserId of the person who answers. */
	sender: JsonObject;
	/** ISO 8601. */
	pressedAt: string;
};

/** A kind of message between parts of one n8n: what it is signed for, and its form. */
export interface Kind<Message> {
	label: string;
	has(this: void, message: JsonObject): message is JsonObject & Message;
}

/** A trigger's message to a waiting execution. */
export const PRESS: Kind<Press> = {
	label: 'press for a question',
	has: (message): message is JsonObject & Press => {
		const { accountId, executionId, tag, given, chat, sender, pressedAt } = message;
		const areTexts = [accountId, executionId, tag, pressedAt].every((one) => typeof one === 'string');
		return areTexts && [given, chat, sender].every(isObject);
	},
};

const signatureOf = (body: Uint8Array, label: string, keys: KeySource): Buffer =>
	createHmac('sha256', keys.deriveKey(label)).update(body).digest();

/** Signs a message to another part of this n8n, as only someone with the API token can; `now` is in ms since 1970. */
export function sign<Message>(
	message: Message & PrintableObject,
	{ label }: Kind<Message>,
	now: number,
	keys: KeySource,
): { body: Buffer; signature: string } {
	const body = Buffer.from(printJson({ ...message, offeredAt: now }));
	return { body, signature: signatureOf(body, label, keys).toString('base64url') };
}

/**
 * Reads a message. Its signature is compared first, in constant time.
 * @param body the bytes that came, if there are any
 * @param now ms since 1970
 * @returns undefined for anything that {@link sign} did not write as this kind; 'stale' for a message of another time
 */
export function readSigned<Message>(
	body: Uint8Array | undefined,
	signature: unknown,
	{ label, has }: Kind<Message>,
	now: number,
	keys: KeySource,
): Message | 'stale' | undefined {
	if (body === undefined || body.length > MAX_BYTES || typeof signature !== 'string') return undefined;
	const given = Buffer.from(signature, 'base64url');
	const expected = signatureOf(body, label, keys);
	if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
	const message = parseJson(Buffer.from(body).toString('utf8'));
	if (!isJsonObject(message) || typeof message.offeredAt !== 'number') return undefined;
	if (Math.abs(now - message.offeredAt) >= VALID_MS) return 'stale';
	return has(message) ? message : undefined;
}
