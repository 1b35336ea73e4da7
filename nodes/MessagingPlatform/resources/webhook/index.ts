import type { Resource } from '../../run/operation';
import { create } from './create';
import { remove } from './delete';
import { getDeliveries } from './getDeliveries';

export const webhook: Resource = {
	option: {
		name: 'Webhook',
		value: 'webhook',
		description: 'A URL that receives events',
		displayOptions: { hide: { '@tool': [true] } },
	},
	operations: [create, remove, getDeliveries],
	first: 'create',
};
