import type { Resource } from '../../run/operation';
import { create } from './create';
import { update } from './update';

export const preparedMessage: Resource = {
	option: { name: 'Prepared Message', value: 'preparedMessage', description: 'A reply to send when someone presses a button' },
	// the message to change comes before its fields
	operations: [update, create],
	first: 'create',
};
