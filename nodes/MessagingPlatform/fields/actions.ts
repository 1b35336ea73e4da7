/** Actions of a pressed button in addition to its reply (specification, "ChainAction", action). */
export const ACTIONS = {
	'tags.assign': ['Assign Tags', 'Put tags on the chat'],
	nothing: ['Nothing', 'Only send the reply'],
	'tags.remove': ['Remove Tags', 'Take tags off the chat'],
	'notifications.subscribe': ['Subscribe to Notifications', 'Subscribe the person to notifications'],
	'notifications.unsubscribe': ['Unsubscribe From Notifications', 'Unsubscribe the person from notifications'],
} satisfies Record<string, [name: string, description: string]>;

export type ActionValue = keyof typeof ACTIONS;

function isActionValue(value: string): value is ActionValue {
	return Object.hasOwn(ACTIONS, value);
}

export const ACTION_VALUES: readonly ActionValue[] = Object.keys(ACTIONS).filter(isActionValue).sort();

/** Returns an action's name in the editor; an unknown value stays. */
export function actionName(value: string): string {
	return isActionValue(value) ? ACTIONS[value][0] : value;
}

export function usesTags(action: unknown): boolean {
	return typeof action === 'string' && action.startsWith('tags.');
}

/** Checks whether an action is on; a missing switch means on (specification, "ChainAction", enabled). */
export function isEnabled(enabled: unknown): boolean {
	return enabled !== false && !(typeof enabled === 'string' && enabled.trim().toLowerCase() === 'false');
}

/**
 * The mark at the end of a chain action's description, by which the node finds its automatic replies again, like
 * `Answer of the button "Price" [n8n:1:q0xRk2mZp7cV4sTa:9dFh2_Lw]` (specification, "ChainAction": internal description).
 */
export interface AnswerMark {
	/** Names everything in the reply: 16 characters of base64url. */
	fingerprint: string;
	/** Names the parts of the action that a list shows: 8 characters of base64url. */
	seal: string;
}

const BEGIN = '[n8n:1:';
const MARK = /^\[n8n:1:([\w-]{16}):([\w-]{8})\]/;
const ANY_MARK = /(?<!\s)\s*\[n8n:\d{1,9}:[\w:-]{1,99}\]/g;

export function withMark(words: string, { fingerprint, seal }: AnswerMark): string {
	return `${words} ${BEGIN}${fingerprint}:${seal}]`;
}

/** Reads a description's last mark; anyone may have written it. */
export function readMark(description: unknown): AnswerMark | undefined {
	if (typeof description !== 'string') return undefined;
	const at = description.lastIndexOf(BEGIN);
	const [, fingerprint, seal] = (at < 0 ? null : MARK.exec(description.slice(at))) ?? [];
	return fingerprint === undefined || seal === undefined ? undefined : { fingerprint, seal };
}

export function withoutMark(description: string): string {
	return description.replace(ANY_MARK, '').trim();
}
