import { resourceProperties } from '../../engine/operation';
import { get } from './get';
import { update } from './update';

export const memo = resourceProperties(
	'memo',
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		options: [get.option, update.option],
		default: 'get',
	},
	[get, update],
);
