import { resourceProperties } from '../../shared/operation';
import { getAll } from './getAll';

export const chat = resourceProperties(
	'chat',
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		options: [getAll.option],
		default: 'getAll',
	},
	[getAll],
);
