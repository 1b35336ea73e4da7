import { pathPart } from '../../../shared/api/apiRequest';
import { valueOf } from '../../../shared/api/envelope';
import type { Item } from '../../run/item';
import { type Operation, independent } from '../../run/operation';
import { chainActionId } from './actionFields';

/**
 * Reads which action is meant.
 *
 * @param item the item
 * @returns its path below the base address
 * @throws NodeOperationError when the field is empty
 */
export function chainActionPath(item: Item): string {
	return `/endUserNotifications/chainActions/${pathPart(item.field('chainActionId').required())}`;
}

/** GET {base_url}/endUserNotifications/chainActions/:id (specification, "Buttons: prepared messages and chain actions"). */
export const get: Operation = {
	option: { name: 'Get', value: 'get', action: 'Get chain action', description: 'Read one action of a button' },
	reach: 'account',
	reads: true,
	prepare: independent(async (item) => [valueOf(await item.call({ method: 'GET', path: chainActionPath(item) }))]),
	fields: [chainActionId],
};
