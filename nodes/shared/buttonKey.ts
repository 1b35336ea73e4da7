import { createHmac } from 'crypto';

/** Every messenger takes a payload of so many bytes; Telegram takes no more. */
export const MAX_BUTTON_KEY_BYTES = 64;

/** Choices that a key can name, from 0 on (specification, "Limits": buttons per message). */
export const MAX_CHOICES = 10;

/** A connection: it derives keys from its API token. */
export interface KeySource {
	deriveKey(label: string): Buffer;
}

/** The meaning of a question's button. */
export interface ButtonKey {
	/** n8n's id of the waiting execution: up to 12 digits. */
	executionId: string;
	/** The button, from 0 on. */
	choice: number;
	/** Distinguishes the questions of one execution: four characters of base64url. */
	tag: string;
	/** ms since 1970; a key has it to the minute. */
	askedAt: number;
	/** n8n's secret that opens the waiting execution: 64 hexadecimal digits. Never printed. */
	resumeToken: string;
}

const EXECUTION_ID = /^[1-9]\d{0,11}$/;

const RESUME_TOKEN = /^[0-9a-f]{64}$/;

const TAG = /^[\w-]{4}$/;

const MINUTE_MS = 60_000;

/** Digits of base 36 for the minutes since 1970: enough until 2084. */
const MINUTE_DIGITS = 5;

// mark, choice, tag, minute in base 36, masked token (32 bytes in base64url), execution id in base 36; no UUID begins like this
const KEY = /^~w1(\d)([\w-]{4})([0-9a-z]{5})([\w-]{43})([1-9a-z][0-9a-z]{0,7})$/;

const minuteOf = (askedAt: number): string =>
	Math.floor(askedAt / MINUTE_MS)
		.toString(36)
		.padStart(MINUTE_DIGITS, '0');

/** Masks n8n's secret, and takes the mask off: HMAC-SHA-256 (RFC 2104) over all that the key names. */
function mask(token: Buffer, { executionId, choice, tag, askedAt }: Omit<ButtonKey, 'resumeToken'>, keys: KeySource): Buffer {
	const named = [executionId, choice, tag, minuteOf(askedAt)].join('\n');
	const stream = createHmac('sha256', keys.deriveKey('button of a question')).update(named).digest();
	return Buffer.from(token.map((byte, index) => byte ^ (stream[index] ?? 0)));
}

/** Checks whether a key can name an execution. */
export function canBeKeyed(executionId: string, resumeToken?: string | null): resumeToken is string {
	return EXECUTION_ID.test(executionId) && RESUME_TOKEN.test(resumeToken ?? '');
}

/**
 * Makes the payload of a question's button. Everyone who gets the message can read it, so n8n's secret is masked. With another
 * execution, choice, tag, minute or API token, the mask doesn't come off.
 * @returns printable ASCII, up to {@link MAX_BUTTON_KEY_BYTES} bytes
 * @throws RangeError when a part of it doesn't fit
 */
export function makeButtonKey(key: ButtonKey, keys: KeySource): string {
	const { executionId, choice, tag, askedAt, resumeToken } = key;
	const minute = minuteOf(askedAt);
	const isChoice = Number.isInteger(choice) && choice >= 0 && choice < MAX_CHOICES;
	const isMinute = askedAt >= 0 && minute.length === MINUTE_DIGITS;
	if (!canBeKeyed(executionId, resumeToken) || !isChoice || !TAG.test(tag) || !isMinute) {
		throw new RangeError("This can't be the key of a button");
	}
	const token = mask(Buffer.from(resumeToken, 'hex'), key, keys).toString('base64url');
	return `~w1${choice}${tag}${minute}${token}${Number(executionId).toString(36)}`;
}

/**
 * Reads the payload of a pressed button, which anyone may have made up: only n8n knows whether its secret is right, and only the
 * waiting execution whether its tag is.
 * @returns undefined for a payload that {@link makeButtonKey} does not make
 */
export function readButtonKey(payload: unknown, keys: KeySource): ButtonKey | undefined {
	if (typeof payload !== 'string') return undefined;
	const [, choice, tag = '', minute = '', token = '', execution = ''] = KEY.exec(payload) ?? [];
	const bytes = Buffer.from(token, 'base64url');
	const executionId = Number.parseInt(execution, 36).toString();
	// only one of several spellings of the same bytes is a key
	if (bytes.toString('base64url') !== token || !EXECUTION_ID.test(executionId)) return undefined;
	const key = { executionId, choice: Number(choice), tag, askedAt: Number.parseInt(minute, 36) * MINUTE_MS };
	return { ...key, resumeToken: mask(bytes, key, keys).toString('hex') };
}
