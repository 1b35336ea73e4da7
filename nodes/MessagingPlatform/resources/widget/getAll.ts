import type { Operation } from '../../shared/operation';
import { manyItems, routing } from '../../shared/operation';
import { limit, returnAll } from '../../shared/pickers';
import { withinLimit } from '../../shared/values';

/** GET {base_url}/widgets/by_user/@me (specification, "Widgets"). */
export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many widgets',
		description: 'List the chat widgets of the user who issued the token',
		routing: routing(
			() => ({ method: 'GET', path: '/widgets/by_user/@me' }),
			(body, item, request) => withinLimit(item, manyItems(body, item, request)),
		),
	},
	fields: [returnAll, limit],
};
