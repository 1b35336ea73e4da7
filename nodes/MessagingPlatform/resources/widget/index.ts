import { resourceProperties } from '../../shared/operation';
import { create } from './create';
import { getAll } from './getAll';
import { update } from './update';

export const widget = resourceProperties(
	'widget',
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		options: [create.option, getAll.option, update.option],
		default: 'create',
	},
	[create, getAll, update],
);
