import { createHmac, timingSafeEqual } from 'crypto';
import type { ButtonKey, KeySource } from './buttonKey';
import { type JsonObject, isObject, parseJson, printJson } from './json';

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

/** A pressed button of a question, which a trigger has verified. */
export interface Press extends Pick<ButtonKey, 'executionId' | 'tag' | 'choice'> {
	accountId: string;
	chat: ChatNames;
	/** channel_channelId_chatId, if the event names all three. */
	chatRef?: string;
	/** As the trigger outputs it, with the channelUserId of the person who pressed. */
	sender: JsonObject;
	/** ISO 8601. */
	pressedAt: string;
}

const signatureOf = (body: Uint8Array, keys: KeySource): Buffer =>
	createHmac('sha256', keys.deriveKey('press for a question')).update(body).digest();

/** Writes a trigger's message to a waiting execution, as only someone with the API token can; `now` is in ms since 1970. */
export function writeMessage(press: Press, now: number, keys: KeySource): { body: Buffer; signature: string } {
	const body = Buffer.from(printJson({ ...press, chat: { ...press.chat }, offeredAt: now }));
	return { body, signature: signatureOf(body, keys).toString('base64url') };
}

function isOffer(value: unknown): value is Press & { offeredAt: number } {
	if (!isObject(value)) return false;
	const { accountId, executionId, tag, choice, chat, sender, pressedAt, offeredAt } = value;
	const areTexts = [accountId, executionId, tag, pressedAt].every((one) => typeof one === 'string');
	return areTexts && [choice, offeredAt].every(Number.isFinite) && [chat, sender].every(isObject);
}

/**
 * Reads a message. Its signature is compared first, in constant time.
 * @param body the bytes that came, if there are any
 * @param now ms since 1970
 * @returns undefined for anything that {@link writeMessage} did not write; 'stale' for a message of another time
 */
export function readMessage(
	body: Uint8Array | undefined,
	signature: unknown,
	now: number,
	keys: KeySource,
): Press | 'stale' | undefined {
	if (body === undefined || body.length > MAX_BYTES || typeof signature !== 'string') return undefined;
	const given = Buffer.from(signature, 'base64url');
	const expected = signatureOf(body, keys);
	if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
	const offer: unknown = parseJson(Buffer.from(body).toString('utf8'));
	if (!isOffer(offer)) return undefined;
	return Math.abs(now - offer.offeredAt) < VALID_MS ? offer : 'stale';
}
