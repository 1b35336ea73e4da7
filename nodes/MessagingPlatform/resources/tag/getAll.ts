import { listing } from '../../shared/listing';
import type { Operation } from '../../shared/operation';
import { limit, returnAll } from '../../shared/pickers';

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
