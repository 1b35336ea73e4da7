import { listing } from '../../shared/listing';
import type { Operation } from '../../shared/operation';
import { limit, returnAll } from '../../shared/pickers';

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
