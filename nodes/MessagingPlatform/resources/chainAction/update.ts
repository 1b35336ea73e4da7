import { valueError } from '../../../shared/platform/errors';
import type { Item } from '../../engine/item';
import { type PrintableObject, isPrintableObject } from '../../../shared/json';
import { type Operation, oneValue, routingOf } from '../../engine/operation';
import { updateMode } from '../../engine/pickers';
import { apiCall, apiCallExact } from '../../../shared/platform/calls';
import { readCollection } from '../../engine/values';
import { changedAction } from './body';
import { actionType, chainActionId, description, preparedMessageId, tags } from './fields';
import { chainActionPath } from './get';

/** Reads the action and leaves out what only an answer carries: ids in the path, the message's content. */
async function readCurrent(item: Item, path: string): Promise<PrintableObject> {
	const body = await apiCallExact(item.functions, { method: 'GET', path }, item.index);
	const value = isPrintableObject(body) && isPrintableObject(body.$value) ? body.$value : body;
	if (!isPrintableObject(value)) return {};
	const current: PrintableObject = {};
	for (const [name, part] of Object.entries(value)) {
		if (part !== null && name !== 'id' && name !== 'accountId') current[name] = part;
	}
	if (isPrintableObject(current.message)) {
		current.message = current.message.id === undefined ? undefined : { id: current.message.id };
	}
	return current;
}

/** PUT {base_url}/endUserNotifications/chainActions/:id (specification, "Buttons: …": full new action object). */
export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update chain action',
		description: 'Change an action; this also changes buttons that were already delivered',
		routing: routingOf(async (item, inTurn) => {
			const path = chainActionPath(item);
			const fields = readCollection(item, 'actionFields');
			const replaces = item.parameter('updateMode') === 'replace';
			if (!replaces && Object.keys(fields).length === 0) {
				throw valueError(item.node, item.index, 'There is nothing to update', 'Add at least one field to change.');
			}
			return await inTurn(path, async () => {
				const current = replaces ? {} : await readCurrent(item, path);
				const request = { method: 'PUT', path, body: changedAction(item, current, fields) } as const;
				return oneValue(await apiCall(item.functions, request, item.index), item, request);
			});
		}),
	},
	fields: [
		chainActionId,
		updateMode,
		{
			displayName: 'Action Fields',
			name: 'actionFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			description: 'The parts to change. A part that you add and leave empty is removed.',
			options: [actionType, description, preparedMessageId, tags],
		},
	],
};
