import type { Resource } from '../../run/operation';
import { create } from './create';
import { update } from './update';

export const preparedMessage: Resource = {
	option: { name: 'Prepared Message', value: 'preparedMessage', description: 'The reply that a pressed button sends' },
	// the message to change comes before what is changed
	operations: [update, create],
	first: 'create',
};
