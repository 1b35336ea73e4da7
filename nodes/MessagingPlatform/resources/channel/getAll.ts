import { listing } from '../../engine/listing';
import type { Operation } from '../../engine/operation';
import { limit, returnAll } from '../../engine/pickers';

/** GET {base_url}/channels (specification, "Channels", version 0.1.0). */
export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many channels',
		description: 'List the connected bots, groups and numbers',
		routing: listing('/channels'),
	},
	fields: [returnAll, limit],
};
