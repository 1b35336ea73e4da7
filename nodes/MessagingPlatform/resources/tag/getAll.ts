import { listing } from '../../engine/listing';
import type { Operation } from '../../engine/operation';
import { limit, returnAll } from '../../engine/pickers';

/** GET {base_url}/tags (specification, "Tags"). */
export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many tags',
		description: 'List the tags of the account',
		routing: listing('/tags'),
	},
	fields: [returnAll, limit],
};
