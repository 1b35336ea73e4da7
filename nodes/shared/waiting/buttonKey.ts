import { createHmac } from 'crypto';

/** Bytes of a payload that every messenger takes: Telegram allows no more. */
export const MAX_BUTTON_KEY_BYTES = 64;

/** Choices that a key can name, from 0 on (specification, "Limits": buttons per message). */
export const MAX_CHOICES = 10;

/** Characters of a question's tag. */
export const TAG_LENGTH = 4;

/** What the button of a question stands for. */
export interface ButtonKey {
	/** n8n's id of the execution that waits: up to 12 digits. */
	executionId: string;
	/** Which button, from 0 on. */
	choice: number;
	/** Tells the questions of one execution apart: {@link TAG_LENGTH} characters of base64url. */
	tag: string;
	/** When the question was asked, in ms since 1970; a key tells it to the minute. */
	askedAt: number;
	/** n8n's secret that opens the waiting execution: 64 hexadecimal digits. Never printed. */
	resumeToken: string;
}

/** Payloads that begin with it are keys. It is no beginning of a UUID, the platform's own payloads. */
const MARK = '~w1';

const EXECUTION_ID = /^[1-9]\d{0,11}$/;

const RESUME_TOKEN = /^[0-9a-f]{64}$/;

const MINUTE_MS = 60_000;

/** Digits of base 36 for the minutes since 1970: enough until 2084. */
const MINUTE_DIGITS = 5;

// mark, choice, tag, minute in base 36, masked token (32 bytes in base64url), execution id in base 36
const KEY = /^~w1(\d)([\w-]{4})([0-9a-z]{5})([\w-]{43})([1-9a-z][0-9a-z]{0,7})$/;

const TAG = /^[\w-]{4}$/;

/** What a secret is masked over. */
type Named = Omit<ButtonKey, 'resumeToken'>;

function minuteOf(askedAt: number): string {
	return Math.floor(askedAt / MINUTE_MS)
		.toString(36)
		.padStart(MINUTE_DIGITS, '0');
}

function maskOf({ executionId, choice, tag, askedAt }: Named, apiToken: string): Buffer {
	const named = [executionId, choice, tag, minuteOf(askedAt)].join('\n');
	return createHmac('sha256', apiToken).update(`answer to a question\n${named}`).digest();
}

function masked(token: Buffer, key: Named, apiToken: string): Buffer {
	const mask = maskOf(key, apiToken);
	return Buffer.from(token.map((byte, index) => byte ^ (mask[index] ?? 0)));
}

/**
 * Tells whether an execution can be named in a key.
 *
 * @param executionId n8n's id of it
 * @param resumeToken the secret in its resume address; undefined where n8n gives none
 */
export function canBeKeyed(executionId: string, resumeToken: string | undefined): resumeToken is string {
	return EXECUTION_ID.test(executionId) && resumeToken !== undefined && RESUME_TOKEN.test(resumeToken);
}

/**
 * Makes the payload of a question's button. Whoever gets the message can read it, and n8n's secret opens more than this button:
 * so the secret is masked with HMAC-SHA-256 (RFC 2104), keyed with the API token, over execution, choice, tag and minute. With
 * another of these, or another API token, what comes out is no secret of n8n's.
 *
 * @param key what the button stands for; see {@link canBeKeyed}
 * @param apiToken the credential's API token
 * @returns printable ASCII, at most {@link MAX_BUTTON_KEY_BYTES} bytes
 * @throws RangeError when a part of it does not fit
 */
export function makeButtonKey(key: ButtonKey, apiToken: string): string {
	const { executionId, choice, tag, askedAt, resumeToken } = key;
	const minute = minuteOf(askedAt);
	const isChoice = Number.isInteger(choice) && choice >= 0 && choice < MAX_CHOICES;
	const isMinute = askedAt >= 0 && minute.length === MINUTE_DIGITS;
	if (!canBeKeyed(executionId, resumeToken) || !isChoice || !TAG.test(tag) || !isMinute || apiToken === '') {
		throw new RangeError('This cannot be the key of a button');
	}
	const token = masked(Buffer.from(resumeToken, 'hex'), key, apiToken).toString('base64url');
	return `${MARK}${choice}${tag}${minute}${token}${Number(executionId).toString(36)}`;
}

/**
 * Reads the payload of a pressed button. Anybody may have made it up: only n8n tells whether the secret in it is one, and only
 * the waiting execution whether the tag is that of its question.
 *
 * @param payload the payload of a press, whatever it is
 * @param apiToken the credential's API token
 * @returns what the button stands for; undefined for a payload that {@link makeButtonKey} does not make
 */
export function readButtonKey(payload: unknown, apiToken: string): ButtonKey | undefined {
	if (typeof payload !== 'string' || payload.length > MAX_BUTTON_KEY_BYTES) return undefined;
	const [, choice, tag, minute, token, execution] = KEY.exec(payload) ?? [];
	if (choice === undefined || tag === undefined || minute === undefined || token === undefined || execution === undefined) {
		return undefined;
	}
	const bytes = Buffer.from(token, 'base64url');
	const executionId = Number.parseInt(execution, 36).toString();
	// of several ways to write the same, one is a key
	if (bytes.toString('base64url') !== token || !EXECUTION_ID.test(executionId)) return undefined;
	const key = { executionId, choice: Number(choice), tag, askedAt: Number.parseInt(minute, 36) * MINUTE_MS };
	return { ...key, resumeToken: masked(bytes, key, apiToken).toString('hex') };
}
