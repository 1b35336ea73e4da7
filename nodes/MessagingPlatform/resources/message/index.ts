import { resourceProperties } from '../../engine/operation';
import { send } from './send';
import { sendTemplate } from './sendTemplate';

export const message = resourceProperties(
	'message',
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		options: [send.option, sendTemplate.option],
		default: 'send',
	},
	[send, sendTemplate],
);
