import type { Operation } from '../../shared/operation';
import { manyItems, routing } from '../../shared/operation';
import { limit, returnAll } from '../../shared/pickers';
import { withinLimit } from '../../shared/values';

/** GET {base_url}/channels (specification, "Channels", version 0.1.0). */
export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many channels',
		description: 'List the connected bots, groups and numbers',
		routing: routing(
			() => ({ method: 'GET', path: '/channels' }),
			(body, item, request) => withinLimit(item, manyItems(body, item, request)),
		),
	},
	fields: [returnAll, limit],
};
