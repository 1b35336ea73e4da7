import { listing } from '../../shared/listing';
import type { Operation } from '../../shared/operation';
import { limit, returnAll } from '../../shared/pickers';

/** GET {base_url}/widgets/by_user/@me (specification, "Widgets"). */
export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many widgets',
		description: 'List the chat widgets of the user who issued the token',
		routing: listing('/widgets/by_user/@me'),
	},
	fields: [returnAll, limit],
};
