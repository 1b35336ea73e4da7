import { type PrintableObject, isPrintableObject } from '../../../shared/json';
import { pathPart } from '../../../shared/platform/apiRequest';
import { clip } from '../../../shared/words';
import type { Item } from '../../engine/item';
import { type Operation, change, oneValue } from '../../engine/operation';
import { updateMode } from '../../fields/updateMode';
import { changedWidget } from './body';
import { widgetFields, widgetId } from './fields';

/** What an answer carries beside the settings; sent back, the platform would take it for custom settings. */
const ANSWER_ONLY: readonly string[] = ['id', 'userId', 'accountId'];

/** Reads the widget as it is; the platform has no call for a single one. */
async function readCurrent(item: Item, id: string): Promise<PrintableObject> {
	const body = await item.readExact('/widgets/by_user/@me');
	const widgets = isPrintableObject(body) && Array.isArray(body.$items) ? body.$items : [];
	const found = widgets.filter(isPrintableObject).find((widget) => String(widget.id).toLowerCase() === id.toLowerCase());
	if (!found) {
		throw item.refuse(
			`There is no widget ${clip(id)}`,
			'Only the widgets of the user who issued the token can be changed. Choose one from the list.',
		);
	}
	return Object.fromEntries(Object.entries(found).filter(([name, value]) => value !== null && !ANSWER_ONLY.includes(name)));
}

/** PUT {base_url}/widgets/{widgetId} (specification, "Widgets": full replacement). */
export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update widget',
		description: 'Change a chat widget. What you do not set stays as it is, unless you choose to replace everything.',
	},
	reach: 'account',
	prepare: change((item) => {
		const id = item.field('widgetId').required();
		const path = `/widgets/${pathPart(id)}`;
		const run = async () => {
			const current = item.parameter('updateMode') === 'replace' ? {} : await readCurrent(item, id);
			return oneValue(await item.call({ method: 'PUT', path, body: changedWidget(item, current) }));
		};
		return { path, run };
	}),
	fields: [widgetId, updateMode, ...widgetFields],
};
