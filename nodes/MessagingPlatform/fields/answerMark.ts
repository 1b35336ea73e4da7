/**
 * What the node writes at the end of a chain action's description (specification, "ChainAction": internal description), to
 * find the answers of buttons again that it has made.
 */
export interface AnswerMark {
	/** Names all that the answer holds: 16 characters of base64url. */
	fingerprint: string;
	/** Names what a list shows of the action as it was made: 8 characters of base64url. */
	seal: string;
}

// the number is for a day on which fingerprints are made in another way
const BEGIN = '[n8n:1:';
const MARK = /^\[n8n:1:([\w-]{16}):([\w-]{8})\]/;
const ANY_MARK = /(?<!\s)\s*\[n8n:\d{1,9}:[\w:-]{1,99}\]/g;

/**
 * Writes a description with a mark.
 *
 * @param words what people read
 * @param mark the mark
 * @returns for example `Answer of the button "Price" [n8n:1:q0xRk2mZp7cV4sTa:9dFh2_Lw]`
 */
export function withMark(words: string, { fingerprint, seal }: AnswerMark): string {
	return `${words} ${BEGIN}${fingerprint}:${seal}]`;
}

/**
 * Reads the mark of a description.
 *
 * @param description the description as the platform has it; anybody may have written it
 * @returns its last mark; undefined when it has none
 */
export function readMark(description: unknown): AnswerMark | undefined {
	if (typeof description !== 'string') return undefined;
	const at = description.lastIndexOf(BEGIN);
	const [, fingerprint, seal] = (at < 0 ? null : MARK.exec(description.slice(at))) ?? [];
	return fingerprint === undefined || seal === undefined ? undefined : { fingerprint, seal };
}

/**
 * Takes the marks out of a description.
 *
 * @param description the description as the platform has it
 * @returns what people read
 */
export function withoutMark(description: string): string {
	return description.replace(ANY_MARK, '').trim();
}
