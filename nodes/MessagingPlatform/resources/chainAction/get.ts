import { type Item, requireText } from '../../engine/item';
import { type Operation, oneValue, routing } from '../../engine/operation';
import { pathPart } from '../../../shared/platform/apiRequest';
import { chainActionId } from './fields';

/**
 * Reads which action is meant.
 *
 * @param item the item
 * @returns its path below the base address
 * @throws NodeOperationError when the field is empty
 */
export function chainActionPath(item: Item): string {
	const id = requireText(item, item.located('chainActionId'), 'Chain Action');
	return `/endUserNotifications/chainActions/${pathPart(id)}`;
}

/** GET {base_url}/endUserNotifications/chainActions/:id (specification, "Buttons: prepared messages and chain actions"). */
export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get chain action',
		description: 'Read one action of a button',
		routing: routing((item) => ({ method: 'GET', path: chainActionPath(item) }), oneValue),
	},
	fields: [chainActionId],
};
