import { pathPart } from '../../../shared/api/apiRequest';
import { type Printable, type PrintableObject, isPrintableObject } from '../../../shared/json';
import { clip } from '../../../shared/texts';
import { Failure } from '../../../shared/failure';
import { type ValuesOf, choice, group, picker, several } from '../../../shared/parameter';
import { updateMode } from '../../fields/modes';
import type { Item } from '../../run/item';
import { change, operation } from '../../run/operation';
import { changedWidget, widgetFields } from './widgetBody';
import { PLATFORM_PARTS, widgetChannelName } from './widgetLists';

function withoutChannels(current: Printable, removed: string[]): Printable {
	if (!Array.isArray(current) || removed.length === 0) return current;
	return current.filter((one) => !removed.includes(widgetChannelName(one) ?? ''));
}

/** Finds a widget in the list, because the platform has no request for a single one. */
async function findWidget(item: Item, id: string): Promise<PrintableObject> {
	const body = await item.readExact('/widgets/by_user/@me');
	const widgets = isPrintableObject(body) && Array.isArray(body.$items) ? body.$items : [];
	if (widgets.length === 0) {
		throw Failure.ofValue(
			`Widget ${clip(id)} wasn't changed: the platform lists no widgets for the user who issued the token`,
			'Use a credential with a token of the user who made the widget. If this is that user, try again later.',
		);
	}
	const found = widgets.filter(isPrintableObject).find((widget) => String(widget.id).toLowerCase() === id.toLowerCase());
	if (found) return found;
	throw Failure.ofValue(
		`Widget ${clip(id)} doesn't exist or belongs to another user`,
		'You can change only the widgets of the user who issued the token. Choose one from the list.',
	);
}

const KEEPS = { show: { updateMode: ['keep'] } };

const OF_WIDGET = { loadOptionsDependsOn: ['widgetId.value'] };

const updateFields = {
	id: picker(
		'Widget',
		'widgetId',
		{ method: 'searchWidgets', placeholder: 'Select a widget…' },
		{ placeholder: 'e.g. 8f14e45f-ceea-467f-a1d4-0242ac120002' },
		{ description: 'The widget to change. You can choose only widgets of the user who issued the token.' },
	),
	updateMode,
	channelsMode: choice('Existing Channels', 'channelsMode', {
		choices: {
			add: ['Keep', 'Keep the other channels. One of the same type and ID is updated. An empty caption changes nothing.'],
			replace: ['Remove', "Remove all channels that aren't listed below"],
		},
		displayOptions: KEEPS,
		default: 'add',
		description: "Choose what happens to the widget's current channels",
	}),
	removed: group(
		'Further Changes',
		'furtherChanges',
		'Add Change',
		{
			channels: several(
				'Removed Channel Names or IDs',
				'removeChannels',
				'Channels to remove from the widget, each by its type and ID, like tg_our_shop_bot. The channels below are added after that.',
				{ loadOptionsMethod: 'getWidgetChannels', ...OF_WIDGET },
			),
			settings: several(
				'Removed Setting Names or IDs',
				'removeSettings',
				'Settings to remove from the widget, including custom ones. Your settings below are applied after that.',
				{ loadOptionsMethod: 'getWidgetSettings', ...OF_WIDGET },
			),
		},
		{ displayOptions: KEEPS },
	),
	...widgetFields,
};

/** Reads the widget to update, without what the user removes: an update deletes what it doesn't send (specification, "Widgets"). */
async function readCurrent(item: Item, { id, removed }: ValuesOf<typeof updateFields>): Promise<PrintableObject> {
	const widget = await findWidget(item, id);
	const { settings, channels } = removed;
	const isKept = ([name, value]: [string, Printable]) =>
		value !== null && !PLATFORM_PARTS.includes(name) && !settings.includes(name);
	const kept = Object.fromEntries(Object.entries(widget).filter(isKept));
	return 'channels' in kept ? { ...kept, channels: withoutChannels(kept.channels, channels) } : kept;
}

/** PUT {base_url}/widgets/{widgetId} (specification, "Widgets": full replacement). */
export const update = operation({
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update widget',
		description: "Change a chat widget. Anything you don't set stays unchanged, unless you choose to replace everything.",
	},
	reach: 'account',
	fields: updateFields,
	prepare: change((given, item) => {
		const path = `/widgets/${pathPart(given.id)}`;
		const run = async () => {
			const kept = given.updateMode === 'replace' ? undefined : await readCurrent(item, given);
			return [item.recordOf(await item.call({ method: 'PUT', path, body: changedWidget(given, kept) }))];
		};
		return { path, run };
	}),
});
