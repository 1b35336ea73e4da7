import { type Operation, oneValue, routingOf } from '../../engine/operation';
import { apiCall } from '../../../shared/platform/calls';
import { preparedMessageBody, preparedMessageFields } from './body';

/** POST {base_url}/preparedMessages (specification, "Buttons: prepared messages and chain actions"). */
export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create prepared message',
		description: 'Add a reply that a pressed button sends. One message can serve several buttons.',
		routing: routingOf(async (item, _inTurn, execution) => {
			const body = await preparedMessageBody(item, execution);
			const request = { method: 'POST', path: '/preparedMessages', body } as const;
			return oneValue(await apiCall(item.functions, request, item.index), item, request);
		}),
	},
	fields: [...preparedMessageFields],
};
