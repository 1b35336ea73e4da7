import { operation } from '../../run/operation';
import { listing, most } from '../../fields/list';

/** GET {base_url}/tags (specification, "Tags"). */
export const getAll = operation({
	option: { name: 'Get Many', value: 'getAll', action: 'Get many tags', description: 'List the tags of the account' },
	reach: 'account',
	reads: true,
	fields: { most },
	prepare: listing('/tags'),
});
