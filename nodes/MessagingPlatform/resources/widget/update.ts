import { valueError } from '../../../shared/platform/errors';
import { type Item, requireText } from '../../engine/item';
import { type PrintableObject, isPrintableObject } from '../../../shared/json';
import { type Operation, oneValue, routingOf } from '../../engine/operation';
import { updateMode } from '../../engine/pickers';
import { pathPart } from '../../../shared/platform/apiRequest';
import { apiCall, apiCallExact } from '../../../shared/platform/calls';
import { changedWidget } from './body';
import { widgetFields, widgetId } from './fields';

/** What an answer carries beside the settings; sent back, the service would take it for custom settings. */
const ANSWER_ONLY: readonly string[] = ['id', 'userId', 'accountId'];

/** Reads the widget as it is; the service has no call for a single one. */
async function readCurrent(item: Item, id: string): Promise<PrintableObject> {
	const body = await apiCallExact(item.functions, { method: 'GET', path: '/widgets/by_user/@me' }, item.index);
	const widgets = isPrintableObject(body) && Array.isArray(body.$items) ? body.$items : [];
	const found = widgets.filter(isPrintableObject).find((widget) => String(widget.id).toLowerCase() === id.toLowerCase());
	if (!found) {
		throw valueError(
			item.node,
			item.index,
			`There is no widget ${id.slice(0, 100)}`,
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
		routing: routingOf(async (item, inTurn) => {
			const id = requireText(item, item.located('widgetId'), 'Widget');
			const path = `/widgets/${pathPart(id)}`;
			return await inTurn(path, async () => {
				const current = item.parameter('updateMode') === 'replace' ? {} : await readCurrent(item, id);
				const request = { method: 'PUT', path, body: changedWidget(item, current) } as const;
				return oneValue(await apiCall(item.functions, request, item.index), item, request);
			});
		}),
	},
	fields: [widgetId, updateMode, ...widgetFields],
};
