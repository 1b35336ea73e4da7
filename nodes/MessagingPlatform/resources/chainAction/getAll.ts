import { operation } from '../../run/operation';
import { listing, most } from '../../fields/list';

/** GET {base_url}/endUserNotifications/chainActions (specification, "Buttons: prepared messages and chain actions"). */
export const getAll = operation({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many chain actions',
		description: 'List the button actions of the account',
	},
	reach: 'account',
	reads: true,
	fields: { most },
	prepare: listing('/endUserNotifications/chainActions'),
});
