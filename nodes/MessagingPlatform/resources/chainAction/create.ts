import type { INodeProperties } from 'n8n-workflow';
import { type Parameter, group } from '../../../shared/parameter';
import { oneCall, operation } from '../../run/operation';
import { actionParts, changedAction } from './chainActions';

const { action, description, replyId, tags } = actionParts;

/** A part as a field of its own, which has no value if it isn't shown. */
function alone<Value>(one: Parameter<Value>, more: Partial<INodeProperties> = {}): Parameter<Value | undefined> {
	return one.with(more).as((field) => (field.value === undefined ? undefined : one.read(field)));
}

/** POST {base_url}/endUserNotifications/chainActions (specification, "Buttons: prepared messages and chain actions"). */
export const create = operation({
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create chain action',
		description: "Add an action for a button. To use it, enter its ID as the button's key (payload).",
	},
	reach: 'account',
	fields: {
		action: alone(action),
		tags: alone(tags, { required: true, displayOptions: { show: { actionType: ['tags.assign', 'tags.remove'] } } }),
		more: group('Additional Fields', 'additionalFields', 'Add Field', { description, replyId }),
	},
	prepare: oneCall((given) => ({
		method: 'POST',
		path: '/endUserNotifications/chainActions',
		body: changedAction({}, given, given.more),
	})),
});
