import { resourceProperties } from '../../shared/operation';
import { send } from './send';

export const message = resourceProperties(
	'message',
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		options: [send.option],
		default: 'send',
	},
	[send],
);
