import { type PrintableObject, isPrintableObject } from '../../../shared/json';
import { ACTION_VALUES, usesTags } from '../../fields/actions';
import type { Field } from '../../../shared/field';
import type { Item } from '../../run/item';

function checkTags(item: Item, body: PrintableObject): void {
	if (!usesTags(body.action)) return;
	const tags = isPrintableObject(body.actionParameters) ? body.actionParameters.tags : undefined;
	if (Array.isArray(tags) && tags.length > 0) return;
	throw item.refuse(`Tags is empty, but the action ${String(body.action)} needs at least one tag`, 'Add the names of the tags.');
}

/**
 * Changes an action by what the user set (specification, "ChainAction").
 *
 * @param item the item
 * @param current the action so far; an empty object for a new one
 * @param find gives what the user set of actionType, description, preparedMessageId and tags; an empty one removes that part
 * @returns the full action for the request body
 * @throws NodeOperationError for an unknown action or a tag action without tags
 */
export function changedAction(item: Item, current: PrintableObject, find: (name: string) => Field | undefined): PrintableObject {
	const body: PrintableObject = { ...current };
	const action = find('actionType');
	if (action) body.action = action.oneOf(ACTION_VALUES);
	if (body.action === undefined) throw item.refuse('Action is empty', 'Choose what happens when the button is pressed.');
	const description = find('description');
	if (description) body.description = description.text() || undefined;
	const id = find('preparedMessageId')?.text().trim();
	if (id !== undefined) body.message = id === '' ? undefined : { id };
	const tags = find('tags')?.names();
	if (tags) body.actionParameters = tags.length === 0 ? undefined : { tags };
	// parameters are only for tag actions
	if (!usesTags(body.action)) body.actionParameters = undefined;
	checkTags(item, body);
	return body;
}
