import { createHmac } from 'crypto';

/** Bytes of a payload that every messenger takes: Telegram allows no more. */
export const MAX_BUTTON_KEY_BYTES = 64;

/** Choices that a key can name, from 0 on (specification, "Limits": buttons per message). */
export const MAX_CHOICES = 10;

/** Characters of a question's tag. */
export const TAG_LENGTH = 4;

/** What the button of a question stands for. */
export interface ButtonKey {
	/** n8n's id of the execution that waits: up to 19 digits. */
	executionId: string;
	/** Which button, from 0 on. */
	choice: number;
	/** Tells the questions of one execution apart: {@link TAG_LENGTH} characters of base64url. */
	tag: string;
	/** n8n's secret that opens the waiting execution: 64 hexadecimal digits. Never printed. */
	resumeToken: string;
}

/** Payloads that begin with it are keys. It is no beginning of a UUID, the platform's own payloads. */
const MARK = '~w1';

const EXECUTION_ID = /^[1-9]\d{0,18}$/;

const RESUME_TOKEN = /^[0-9a-f]{64}$/;

// mark, choice, tag, masked token (32 bytes in base64url), execution id in base 36
const KEY = /^~w1(\d)([\w-]{4})([\w-]{43})([1-9a-z][0-9a-z]{0,12})$/;

const TAG = /^[\w-]{4}$/;

function maskOf({ executionId, choice, tag }: Omit<ButtonKey, 'resumeToken'>, apiToken: string): Buffer {
	return createHmac('sha256', apiToken).update(`answer to a question\n${executionId}\n${choice}\n${tag}`).digest();
}

function masked(token: Buffer, key: Omit<ButtonKey, 'resumeToken'>, apiToken: string): Buffer {
	const mask = maskOf(key, apiToken);
	return Buffer.from(token.map((byte, index) => byte ^ (mask[index] ?? 0)));
}

/** The number that digits of base 36 stand for, in decimal digits. */
function decimalOf(digits: string): string {
	return [...digits].reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n).toString();
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
 * so the secret is masked with HMAC-SHA-256 (RFC 2104), keyed with the API token, over execution, choice and tag. With another
 * execution, choice, tag or API token what comes out is no secret of n8n's.
 *
 * @param key what the button stands for; see {@link canBeKeyed}
 * @param apiToken the credential's API token
 * @returns printable ASCII, at most {@link MAX_BUTTON_KEY_BYTES} bytes
 * @throws RangeError when a part of it does not fit
 */
export function makeButtonKey(key: ButtonKey, apiToken: string): string {
	const { executionId, choice, tag, resumeToken } = key;
	const isChoice = Number.isInteger(choice) && choice >= 0 && choice < MAX_CHOICES;
	if (!canBeKeyed(executionId, resumeToken) || !isChoice || !TAG.test(tag) || apiToken === '') {
		throw new RangeError('This cannot be the key of a button');
	}
	const token = masked(Buffer.from(resumeToken, 'hex'), key, apiToken).toString('base64url');
	return `${MARK}${choice}${tag}${token}${BigInt(executionId).toString(36)}`;
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
	const [, choice, tag, token, execution] = KEY.exec(payload) ?? [];
	if (choice === undefined || tag === undefined || token === undefined || execution === undefined) return undefined;
	const bytes = Buffer.from(token, 'base64url');
	const executionId = decimalOf(execution);
	// of several ways to write the same, one is a key
	if (bytes.toString('base64url') !== token || !EXECUTION_ID.test(executionId)) return undefined;
	const key = { executionId, choice: Number(choice), tag };
	return { ...key, resumeToken: masked(bytes, key, apiToken).toString('hex') };
}
