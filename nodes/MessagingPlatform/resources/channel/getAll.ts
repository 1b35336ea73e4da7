import type { Operation } from '../../engine/operation';
import { listFields, listing } from '../../fields/list';

/** GET {base_url}/channels (specification, "Channels", version 0.1.0). */
export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many channels',
		description: 'List the connected bots, groups and numbers',
	},
	reach: 'account',
	prepare: listing('/channels'),
	fields: listFields,
};
