import { resourceProperties } from '../../engine/operation';
import { getAll } from './getAll';
import { getCapabilities } from './getCapabilities';

export const channel = resourceProperties(
	'channel',
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		options: [getCapabilities.option, getAll.option],
		default: 'getAll',
	},
	[getAll, getCapabilities],
);
