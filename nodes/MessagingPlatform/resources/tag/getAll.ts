import type { Operation } from '../../shared/operation';
import { manyItems, routing } from '../../shared/operation';
import { limit, returnAll } from '../../shared/pickers';
import { withinLimit } from '../../shared/values';

/** GET {base_url}/tags (specification, "Tags"). */
export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many tags',
		description: 'List the tags of the account',
		routing: routing(
			() => ({ method: 'GET', path: '/tags' }),
			(body, item, request) => withinLimit(item, manyItems(body, item, request)),
		),
	},
	fields: [returnAll, limit],
};
