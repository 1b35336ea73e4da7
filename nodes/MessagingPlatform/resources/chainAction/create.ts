import { type Operation, oneValue, routing } from '../../engine/operation';
import { readCollection } from '../../engine/values';
import { changedAction } from './body';
import { actionType, description, preparedMessageId, tags } from './fields';

/** POST {base_url}/endUserNotifications/chainActions (specification, "Buttons: prepared messages and chain actions"). */
export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create chain action',
		description: 'Add an action for a button. Its ID is what an action button carries as payload.',
		routing: routing((item) => {
			const fields: { [key: string]: unknown } = {
				...readCollection(item, 'additionalFields'),
				actionType: item.parameter('actionType'),
			};
			const given = item.parameter('tags');
			if (given !== undefined) fields.tags = given;
			return { method: 'POST', path: '/endUserNotifications/chainActions', body: changedAction(item, {}, fields) };
		}, oneValue),
	},
	fields: [
		actionType,
		{ ...tags, required: true, displayOptions: { show: { actionType: ['tags.assign', 'tags.remove'] } } },
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [description, preparedMessageId],
		},
	],
};
