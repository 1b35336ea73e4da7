import { operation } from '../../run/operation';
import { listing, most } from '../../fields/list';

/** GET {base_url}/widgets/by_user/@me (specification, "Widgets"). */
export const getAll = operation({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many widgets',
		description: 'List the chat widgets of the user who issued the token',
	},
	reach: 'account',
	reads: true,
	fields: { most },
	prepare: listing('/widgets/by_user/@me'),
});
