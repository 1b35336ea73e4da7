import { listing } from '../../engine/listing';
import type { Operation } from '../../engine/operation';
import { limit, returnAll } from '../../engine/pickers';

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
