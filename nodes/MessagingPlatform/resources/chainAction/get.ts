import { valueOf } from '../../../shared/api/envelope';
import { type Operation, independent } from '../../run/operation';
import { chainActionId, chainActionPath } from './chainActions';

/** GET {base_url}/endUserNotifications/chainActions/:id (specification, "Buttons: prepared messages and chain actions"). */
export const get: Operation = {
	option: { name: 'Get', value: 'get', action: 'Get chain action', description: 'Read one action of a button' },
	reach: 'account',
	reads: true,
	prepare: independent(async (item) => [valueOf(await item.call({ method: 'GET', path: chainActionPath(item) }))]),
	fields: [chainActionId],
};
