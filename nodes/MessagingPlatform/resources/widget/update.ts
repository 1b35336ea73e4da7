import { pathPart } from '../../../shared/api/apiRequest';
import { type Operation, change } from '../../run/operation';
import { updateMode } from '../../fields/updateMode';
import { changedWidget } from './widgetBody';
import { channelsMode, furtherChanges } from './changeFields';
import { readCurrent } from './current';
import { widgetFields, widgetId } from './widgetFields';

/** PUT {base_url}/widgets/{widgetId} (specification, "Widgets": full replacement). */
export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update widget',
		description: "Change a chat widget. What you don't set stays unchanged, unless you choose to replace everything.",
	},
	reach: 'account',
	prepare: change((item) => {
		const id = item.field('widgetId').required();
		const path = `/widgets/${pathPart(id)}`;
		const run = async () => {
			const kept = item.parameter('updateMode') === 'replace' ? undefined : await readCurrent(item, id);
			return [item.recordOf(await item.call({ method: 'PUT', path, body: changedWidget(item, kept) }))];
		};
		return { path, run };
	}),
	fields: [widgetId, updateMode, channelsMode, furtherChanges, ...widgetFields],
};
