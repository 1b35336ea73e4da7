import { resourceProperties } from '../../engine/operation';
import { create } from './create';
import { get } from './get';
import { getAll } from './getAll';
import { update } from './update';

export const chainAction = resourceProperties(
	'chainAction',
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		options: [create.option, get.option, getAll.option, update.option],
		default: 'create',
	},
	[create, get, getAll, update],
);
