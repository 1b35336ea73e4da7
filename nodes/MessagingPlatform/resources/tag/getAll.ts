import type { Operation } from '../../run/operation';
import { listFields, listing } from '../../fields/list';

/** GET {base_url}/tags (specification, "Tags"). */
export const getAll: Operation = {
	option: { name: 'Get Many', value: 'getAll', action: 'Get many tags', description: 'List the tags of the account' },
	reach: 'account',
	reads: true,
	prepare: listing('/tags'),
	fields: listFields,
};
