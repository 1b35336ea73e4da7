import { resourceProperties } from '../../shared/operation';
import { getAll } from './getAll';

export const channel = resourceProperties(
	'channel',
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
