import type { Operation } from '../../run/operation';
import { listFields, listing } from '../../fields/list';

/** GET {base_url}/endUserNotifications/chainActions (specification, "Buttons: prepared messages and chain actions"). */
export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many chain actions',
		description: 'List the button actions of the account',
	},
	reach: 'account',
	reads: true,
	prepare: listing('/endUserNotifications/chainActions'),
	fields: listFields,
};
