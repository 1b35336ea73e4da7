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
export interface ChatNames {
	channel?: string;
	channelId?: string;
	chatId?: string;
	/** The platform's own ID of the chat. */
	tbChatId?: string;
	remoteAddress?: string;
}

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
export interface Press extends Pick<ButtonKey, 'executionId' | 'tag'> {
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
}

const signatureOf = (body: Uint8Array, label: string, keys: KeySource): Buffer =>
	createHmac('sha256', keys.deriveKey(label)).update(body).digest();

/** Signs a message to another part of this n8n, as only someone with the API token can; `now` is in ms since 1970. */
export function sign(message: PrintableObject, label: string, now: number, keys: KeySource): { body: Buffer; signature: string } {
	const body = Buffer.from(printJson({ ...message, offeredAt: now }));
	return { body, signature: signatureOf(body, label, keys).toString('base64url') };
}

/**
 * Reads a message. Its signature is compared first, in constant time.
 * @param body the bytes that came, if there are any
 * @param now ms since 1970
 * @returns undefined for anything that {@link sign} did not write with this label; 'stale' for a message of another time
 */
export function readSigned(
	body: Uint8Array | undefined,
	signature: unknown,
	label: string,
	now: number,
	keys: KeySource,
): JsonObject | 'stale' | undefined {
	if (body === undefined || body.length > MAX_BYTES || typeof signature !== 'string') return undefined;
	const given = Buffer.from(signature, 'base64url');
	const expected = signatureOf(body, label, keys);
	if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
	const message = parseJson(Buffer.from(body).toString('utf8'));
	if (!isJsonObject(message) || typeof message.offeredAt !== 'number') return undefined;
	return Math.abs(now - message.offeredAt) < VALID_MS ? message : 'stale';
}

const PRESS = 'press for a question';

/** Writes a trigger's message to a waiting execution. */
export function writeMessage(press: Press, now: number, keys: KeySource): { body: Buffer; signature: string } {
	return sign({ ...press, chat: { ...press.chat } }, PRESS, now, keys);
}

function isPress(value: object): value is Press {
	if (!isObject(value)) return false;
	const { accountId, executionId, tag, given, chat, sender, pressedAt } = value;
	const areTexts = [accountId, executionId, tag, pressedAt].every((one) => typeof one === 'string');
	return areTexts && [given, chat, sender].every(isObject);
}

/** Reads a trigger's message to a waiting execution; see {@link readSigned}. */
export function readMessage(
	body: Uint8Array | undefined,
	signature: unknown,
	now: number,
	keys: KeySource,
): Press | 'stale' | undefined {
	const message = readSigned(body, signature, PRESS, now, keys);
	return message === undefined || message === 'stale' || isPress(message) ? message : undefined;
}
