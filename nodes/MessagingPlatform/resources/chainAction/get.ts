import { valueOf } from '../../../shared/api/envelope';
import { independent, operation } from '../../run/operation';
import { chainActionPath } from './chainActions';

/** GET {base_url}/endUserNotifications/chainActions/:id (specification, "Buttons: prepared messages and chain actions"). */
export const get = operation({
	option: { name: 'Get', value: 'get', action: 'Get chain action', description: 'Read one action of a button' },
	reach: 'account',
	reads: true,
	fields: { path: chainActionPath },
	prepare: independent(async ({ path }, item) => [valueOf(await item.call({ method: 'GET', path }))]),
});
