import { REFUSALS, type RefusalCode, type RefusalStatus } from './refusals';

export type { RefusalStatus } from './refusals';

const MAX_DETAIL = 200;

/**
 * Makes a value that a stranger sent safe to stand in a log line: quoted, without control characters, shortened.
 *
 * @param value anything out of a token, a header or a body, never the token itself
 * @returns at most about 200 characters on one line
 */
export function quote(value: unknown): string {
	const text = typeof value === 'string' ? value : value === undefined ? 'nothing' : `a ${typeof value}`;
	if (typeof value !== 'string') return text;
	const clean = text.replace(/[^\x20-\x7e]/g, '?');
	return clean.length > MAX_DETAIL ? `"${clean.slice(0, MAX_DETAIL)}..."` : `"${clean}"`;
}

/**
 * A delivery that is not accepted. `code` is stable and for n8n's log only, `status` is the HTTP answer, the message is for the
 * log: what happened, what was seen, what to do. It never contains the token.
 */
export class Refusal extends Error {
	override readonly name = 'Refusal';

	/** HTTP status of the answer. */
	readonly status: RefusalStatus;

	/** True where a newer credential might change the verdict. */
	readonly dependsOnCredential: boolean;

	/**
	 * @param code which refusal
	 * @param detail what was seen and what was expected; values from outside must have gone through {@link quote}
	 */
	constructor(
		readonly code: RefusalCode,
		detail = '',
	) {
		const kind = REFUSALS[code];
		super(`${kind.message}${detail === '' ? '' : ` (${detail})`}. ${kind.advice}`);
		this.status = kind.status;
		this.dependsOnCredential = 'credential' in kind;
	}
}
