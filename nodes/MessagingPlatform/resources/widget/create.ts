import { type Operation, oneCall } from '../../run/operation';
import { changedWidget } from './widgetBody';
import { newWidgetFields } from './widgetFields';

/** POST {base_url}/widgets (specification, "Widgets"). */
export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create widget',
		description: 'Add a chat widget for a website. An account can have 2 widgets on the Start plan and 10 on the PRO plan.',
	},
	reach: 'account',
	prepare: oneCall((item) => ({ method: 'POST', path: '/widgets', body: changedWidget(item) })),
	fields: [...newWidgetFields],
};
