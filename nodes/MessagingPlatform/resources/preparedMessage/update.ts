import { requireText } from '../../engine/item';
import { type Operation, oneValue, routingOf } from '../../engine/operation';
import { pathPart } from '../../../shared/platform/apiRequest';
import { apiCall } from '../../../shared/platform/calls';
import { preparedMessageBody, preparedMessageFields } from './body';

/** PUT {base_url}/preparedMessages/:id (specification, "Buttons: …": full new PreparedMessage object). */
export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update prepared message',
		description:
			'Replace a reply, for buttons that were already delivered too. The service cannot read a prepared message, so everything that is left empty below is removed from it.',
		routing: routingOf(async (item, inTurn, execution) => {
			const id = requireText(item, item.parameter('preparedMessageId'), 'Prepared Message ID');
			const path = `/preparedMessages/${pathPart(id)}`;
			return await inTurn(path, async () => {
				const request = { method: 'PUT', path, body: await preparedMessageBody(item, execution) } as const;
				return oneValue(await apiCall(item.functions, request, item.index), item, request);
			});
		}),
	},
	fields: [
		{
			displayName: 'Prepared Message ID',
			name: 'preparedMessageId',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. 8f14e45f-ceea-467f-a1d4-0242ac120002',
			description: 'The ID that "Create" gave. The service has no list of prepared messages.',
		},
		...preparedMessageFields,
	],
};
