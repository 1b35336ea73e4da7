import type { Resource } from '../../run/operation';
import { create } from './create';
import { remove } from './delete';

export const webhook: Resource = {
	option: {
		name: 'Webhook',
		value: 'webhook',
		description: 'An address that gets events',
		displayOptions: { hide: { '@tool': [true] } },
	},
	operations: [create, remove],
	first: 'create',
};
