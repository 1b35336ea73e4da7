import type { Operation } from '../../run/operation';
import { listFields, listing } from '../../fields/list';

/** GET {base_url}/widgets/by_user/@me (specification, "Widgets"). */
export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many widgets',
		description: 'List the chat widgets of the user who issued the token',
	},
	reach: 'account',
	reads: true,
	prepare: listing('/widgets/by_user/@me'),
	fields: listFields,
};
