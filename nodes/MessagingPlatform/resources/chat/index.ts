import { resourceProperties } from '../../engine/operation';
import { block } from './block';
import { getAll } from './getAll';
import { unblock } from './unblock';

export const chat = resourceProperties(
	'chat',
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		options: [block.option, getAll.option, unblock.option],
		default: 'getAll',
	},
	[block, getAll, unblock],
);
