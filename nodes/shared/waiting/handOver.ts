import { createHash, createHmac, timingSafeEqual } from 'crypto';
import { isJsonObject, parseJson, printJson } from '../json';
import type { ExpectedHost } from '../verification/claims';

/** Where a waiting execution takes what the trigger hands over: the end of its address. */
export const ANSWER_PATH = 'messaging-platform-answer';

/** The header of the trigger's note. */
export const NOTE_HEADER = 'x-messaging-platform-note';

/** How a trigger verified the delivery that it hands over; its options belong to it, so the waiting node cannot know them. */
export interface Note {
	/** The host that the delivery was meant for. */
	host: ExpectedHost;
	/** By how much clocks may differ, in ms. */
	toleranceMs: number;
}

/** What a note belongs to: it is worth nothing beside another delivery or execution. */
export interface HandedOver {
	executionId: string;
	/** The body as the platform sent it. */
	body: Uint8Array;
}

const MAX_LENGTH = 1_024;

function signatureOf(text: string, { executionId, body }: HandedOver, apiToken: string): Buffer {
	const digest = createHash('sha256').update(body).digest('hex');
	return createHmac('sha256', apiToken).update(`handed over to a question\n${executionId}\n${digest}\n${text}`).digest();
}

/**
 * Writes a note that only somebody with the API token can write. The platform's own token does not cover the body; this does.
 *
 * @param note how the delivery was verified
 * @param handedOver what it belongs to
 * @param apiToken the credential's API token
 * @returns the value of a header
 */
export function writeNote({ host, toleranceMs }: Note, handedOver: HandedOver, apiToken: string): string {
	const text = Buffer.from(printJson({ ...host, toleranceMs })).toString('base64url');
	return `${text}.${signatureOf(text, handedOver, apiToken).toString('base64url')}`;
}

/**
 * Reads a note.
 *
 * @param header the header's value, whatever it is
 * @param handedOver what it must belong to
 * @param apiToken the credential's API token
 * @returns undefined for anything that {@link writeNote} did not write for this delivery and execution
 */
export function readNote(header: unknown, handedOver: HandedOver, apiToken: string): Note | undefined {
	if (typeof header !== 'string' || header.length > MAX_LENGTH) return undefined;
	const [, text, signature] = /^([\w-]+)\.([\w-]+)$/.exec(header) ?? [];
	if (text === undefined || signature === undefined) return undefined;
	const given = Buffer.from(signature, 'base64url');
	const expected = signatureOf(text, handedOver, apiToken);
	if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
	const note = parseJson(Buffer.from(text, 'base64url').toString('utf8'));
	if (!isJsonObject(note)) return undefined;
	const { hostname, port, toleranceMs } = note;
	if (typeof hostname !== 'string' || typeof port !== 'string' || typeof toleranceMs !== 'number') return undefined;
	return { host: { hostname, port }, toleranceMs };
}

/**
 * Marks the waiting node's answer to a press from the wrong chat or by the wrong person, which the trigger then need not offer
 * again. Only someone with the API token can write the mark.
 *
 * @param handedOver the press
 * @param apiToken the credential's API token
 * @returns text for the answer's member `refused`
 */
export function markRefusal(handedOver: HandedOver, apiToken: string): string {
	// no note's text has a space
	return signatureOf('wrong chat or person', handedOver, apiToken).toString('base64url');
}
