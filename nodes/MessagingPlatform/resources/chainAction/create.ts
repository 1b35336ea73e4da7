import { type Operation, oneCall } from '../../run/operation';
import { actionType, changedAction, description, preparedMessageId, tags } from './chainActions';
import { collection } from '../../../shared/shapes';

/** POST {base_url}/endUserNotifications/chainActions (specification, "Buttons: prepared messages and chain actions"). */
export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create chain action',
		description: "Add an action for a button. To use it, enter its ID as the button's key (payload).",
	},
	reach: 'account',
	prepare: oneCall((item) => {
		const more = item.field('additionalFields');
		const body = changedAction({}, (name) => item.find(name) ?? more.find(name));
		return { method: 'POST', path: '/endUserNotifications/chainActions', body };
	}),
	fields: [
		actionType,
		{ ...tags, required: true, displayOptions: { show: { actionType: ['tags.assign', 'tags.remove'] } } },
		collection('Additional Fields', 'additionalFields', 'Add Field', [description, preparedMessageId]),
	],
};
