import { resourceProperties } from '../../engine/operation';
import { create } from './create';
import { update } from './update';

export const preparedMessage = resourceProperties(
	'preparedMessage',
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		options: [create.option, update.option],
		default: 'create',
	},
	// the message to change comes before what is changed
	[update, create],
);
