import { resourceProperties } from '../../engine/operation';
import { create } from './create';
import { remove } from './delete';

export const webhook = resourceProperties(
	'webhook',
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		options: [create.option, remove.option],
		default: 'create',
	},
	[create, remove],
);
