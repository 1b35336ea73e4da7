import { createHmac, timingSafeEqual } from 'crypto';
import { type KeySource, MAX_CHOICES } from '../../shared/buttonKey';

/** What a link was sent for: the page with all ways to answer, or one choice, from 0 on. */
export type LinkAim = 'page' | number;

/** Where a link belongs: it is worth nothing anywhere else. */
export interface LinkPlace {
	/** n8n's id of the execution that waits. */
	executionId: string;
	/** n8n's id of the node that asked. */
	nodeId: string;
}

/** What a link stands for. */
export interface LinkKey {
	/** Tells the questions of one execution apart: four characters of base64url. */
	tag: string;
	aim: LinkAim;
}

/** Bytes of the signature: 128 bits cannot be guessed, and a link stays short enough for an SMS. */
const SIGNATURE_BYTES = 16;

// tag in hexadecimal digits, aim, signature: no sign in it means anything in Markdown or HTML
const KEY = /^([0-9a-f]{6})(p|\d)([0-9a-f]{32})$/;

function signatureOf(tagAndAim: string, { executionId, nodeId }: LinkPlace, keys: KeySource): Buffer {
	return createHmac('sha256', keys.deriveKey('link to a question'))
		.update(`${executionId}\n${nodeId}\n${tagAndAim}`)
		.digest()
		.subarray(0, SIGNATURE_BYTES);
}

/**
 * Makes the part of a link that says what it was sent for, and that only somebody with the API token can make: HMAC-SHA-256
 * (RFC 2104), cut to 128 bits, over execution, node, question and aim.
 *
 * @param key what the link stands for
 * @param place where it belongs
 * @returns 39 letters and digits
 * @throws RangeError when the aim is no choice that a question can have
 */
export function makeLinkKey({ tag, aim }: LinkKey, place: LinkPlace, keys: KeySource): string {
	const isAim = aim === 'page' || (Number.isInteger(aim) && aim >= 0 && aim < MAX_CHOICES);
	if (!isAim) throw new RangeError('This cannot be the key of a link');
	const tagAndAim = `${Buffer.from(tag, 'base64url').toString('hex')}${aim === 'page' ? 'p' : aim}`;
	return `${tagAndAim}${signatureOf(tagAndAim, place, keys).toString('hex')}`;
}

/**
 * Reads that part of a link.
 *
 * @param text what stands there, whatever it is
 * @param place where it was opened
 * @returns undefined for anything that {@link makeLinkKey} did not make for this place
 */
export function readLinkKey(text: unknown, place: LinkPlace, keys: KeySource): LinkKey | undefined {
	const [, tag, aim, signature] = (typeof text === 'string' && KEY.exec(text)) || [];
	if (tag === undefined || aim === undefined || signature === undefined) return undefined;
	const expected = signatureOf(`${tag}${aim}`, place, keys);
	if (!timingSafeEqual(Buffer.from(signature, 'hex'), expected)) return undefined;
	return { tag: Buffer.from(tag, 'hex').toString('base64url'), aim: aim === 'p' ? 'page' : Number(aim) };
}
