import { oneCall, operation } from '../../run/operation';
import { changedWidget, widgetFields } from './widgetBody';

/** POST {base_url}/widgets (specification, "Widgets"). */
export const create = operation({
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create widget',
		description: 'Add a chat widget for a website. An account can have 2 widgets on the Start plan and 10 on the PRO plan.',
	},
	reach: 'account',
	fields: {
		...widgetFields,
		// a new widget has no buttons yet, and needs one (specification, "Limits", "Widgets per account")
		channels: widgetFields.channels.with({ displayName: 'Channels (At Least One)', required: true }),
	},
	prepare: oneCall((given) => ({ method: 'POST', path: '/widgets', body: changedWidget(given) })),
});
