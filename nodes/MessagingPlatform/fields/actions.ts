import type { INodePropertyOptions } from 'n8n-workflow';

/** What a pressed button can do besides its reply (specification, "ChainAction", action). */
const ACTIONS = {
	'tags.assign': { name: 'Assign Tags', description: 'Put tags on the chat' },
	nothing: { name: 'Nothing', description: 'Only send the reply' },
	'tags.remove': { name: 'Remove Tags', description: 'Take tags off the chat' },
	'notifications.subscribe': { name: 'Subscribe to Notifications', description: 'Subscribe the person to notifications' },
	'notifications.unsubscribe': {
		name: 'Unsubscribe From Notifications',
		description: 'Unsubscribe the person from notifications',
	},
};

/** Value of an action. */
export type ActionValue = keyof typeof ACTIONS;

function isActionValue(value: string): value is ActionValue {
	return Object.hasOwn(ACTIONS, value);
}

/** The values of all actions. */
export const ACTION_VALUES: readonly ActionValue[] = Object.keys(ACTIONS).filter(isActionValue).sort();

/** The choices of a field for an action. */
export const ACTION_OPTIONS: INodePropertyOptions[] = Object.entries(ACTIONS).map(([value, words]) => ({ value, ...words }));

/**
 * Names an action in words.
 *
 * @param value value of an action, or anything else
 * @returns its name in the editor; the value itself where it is none that is known
 */
export function actionName(value: string): string {
	return isActionValue(value) ? ACTIONS[value].name : value;
}

/**
 * Tells whether an action needs tags.
 *
 * @param action value of an action, or anything else
 */
export function usesTags(action: unknown): boolean {
	return typeof action === 'string' && action.startsWith('tags.');
}

/**
 * Tells whether an action is switched on (specification, "ChainAction", enabled).
 *
 * @param enabled what the platform, a saved workflow or an expression says; an absent one is on
 * @returns false for false and for the word "false"
 */
export function isEnabled(enabled: unknown): boolean {
	return enabled !== false && !(typeof enabled === 'string' && enabled.trim().toLowerCase() === 'false');
}
