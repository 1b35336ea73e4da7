import { resourceProperties } from '../../engine/operation';
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
	// the widget to change comes before what is changed
	[update, create, getAll],
);
