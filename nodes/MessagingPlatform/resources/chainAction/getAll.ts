import type { Operation } from '../../shared/operation';
import { manyItems, routing } from '../../shared/operation';
import { limit, returnAll } from '../../shared/pickers';
import { withinLimit } from '../../shared/values';

/** GET {base_url}/endUserNotifications/chainActions (specification, "Buttons: prepared messages and chain actions"). */
export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many chain actions',
		description: 'List the actions of buttons that the account has',
		routing: routing(
			() => ({ method: 'GET', path: '/endUserNotifications/chainActions' }),
			(body, item, request) => withinLimit(item, manyItems(body, item, request)),
		),
	},
	fields: [returnAll, limit],
};
