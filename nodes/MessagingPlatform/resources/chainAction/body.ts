import { valueError } from '../../../shared/platform/errors';
import { type Item, readText } from '../../engine/item';
import { type PrintableObject, isPrintableObject } from '../../../shared/json';
import { readTexts } from '../../engine/values';

/** The specification's actions (section "ChainAction"). */
const ACTIONS: readonly string[] = [
	'notifications.subscribe',
	'notifications.unsubscribe',
	'tags.assign',
	'tags.remove',
	'nothing',
];

const usesTags = (action: unknown): boolean => typeof action === 'string' && action.startsWith('tags.');

function readAction(item: Item, value: unknown): string {
	const action = readText(item, value, 'Action').trim();
	if (ACTIONS.includes(action)) return action;
	throw valueError(
		item.node,
		item.index,
		`Action must be one of ${ACTIONS.join(', ')}, but it is ${action === '' ? 'empty' : action.slice(0, 100)}`,
	);
}

function checkTags(item: Item, body: PrintableObject): void {
	if (!usesTags(body.action)) return;
	const tags = isPrintableObject(body.actionParameters) ? body.actionParameters.tags : undefined;
	if (Array.isArray(tags) && tags.length > 0) return;
	throw valueError(
		item.node,
		item.index,
		`Tags is empty, but the action ${String(body.action)} needs at least one tag`,
		'Add the names of the tags.',
	);
}

/**
 * Changes an action by what the user set (specification, "ChainAction").
 *
 * @param item the item
 * @param current the action so far; an empty object for a new one
 * @param fields what the user set: actionType, description, preparedMessageId, tags; an empty one removes that part
 * @returns the full action for the request body
 * @throws NodeOperationError for an unknown action or a tag action without tags
 */
export function changedAction(item: Item, current: PrintableObject, fields: { [key: string]: unknown }): PrintableObject {
	const body: PrintableObject = { ...current };
	if ('actionType' in fields || body.action === undefined) body.action = readAction(item, fields.actionType);
	if ('description' in fields) body.description = readText(item, fields.description, 'Description') || undefined;
	if ('preparedMessageId' in fields) {
		const id = readText(item, fields.preparedMessageId, 'Prepared Message ID').trim();
		body.message = id === '' ? undefined : { id };
	}
	if ('tags' in fields) {
		const tags = readTexts(item, fields.tags, 'Tags');
		body.actionParameters = tags.length === 0 ? undefined : { tags };
	}
	// parameters are only for tag actions
	if (!usesTags(body.action)) body.actionParameters = undefined;
	checkTags(item, body);
	return body;
}
