import { listing } from '../../engine/listing';
import type { Operation } from '../../engine/operation';
import { limit, returnAll } from '../../engine/pickers';

/** GET {base_url}/endUserNotifications/chainActions (specification, "Buttons: prepared messages and chain actions"). */
export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many chain actions',
		description: 'List the actions of buttons that the account has',
		routing: listing('/endUserNotifications/chainActions'),
	},
	fields: [returnAll, limit],
};
