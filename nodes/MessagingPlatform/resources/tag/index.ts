import { resourceProperties } from '../../engine/operation';
import { assign } from './assign';
import { create } from './create';
import { getAll } from './getAll';
import { getForChat } from './getForChat';
import { remove } from './remove';

export const tag = resourceProperties(
	'tag',
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		options: [assign.option, create.option, getForChat.option, getAll.option, remove.option],
		default: 'assign',
	},
	[assign, create, getAll, getForChat, remove],
);
