import { type Operation, oneCall } from '../../run/operation';
import { changedWidget } from './widgetBody';
import { newWidgetFields } from './widgetFields';

/** POST {base_url}/widgets (specification, "Widgets"). */
export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create widget',
		description: 'Add a chat widget for a website. An account may have 2 widgets on plan Start and 10 on plan PRO.',
	},
	reach: 'account',
	prepare: oneCall((item) => ({ method: 'POST', path: '/widgets', body: changedWidget(item) })),
	fields: [...newWidgetFields],
};
