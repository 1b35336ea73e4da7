import type { INodeProperties } from 'n8n-workflow';
import { pathPart } from '../../../shared/api/apiRequest';
import { type Printable, type PrintableObject, isPrintableObject } from '../../../shared/json';
import { clip } from '../../../shared/texts';
import { Failure } from '../../../shared/failure';
import { replacesAll, updateMode } from '../../fields/modes';
import { choice, collection, several } from '../../../shared/shapes';
import type { Item } from '../../run/item';
import { type Operation, change } from '../../run/operation';
import { changedWidget } from './widgetBody';
import { widgetFields, widgetId } from './widgetFields';
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

/**
 * Reads the widget to update, without the parts that the user removes. An update deletes the parts it doesn't send
 * (specification, "Widgets"). A null counts as absent.
 */
async function readCurrent(item: Item, id: string): Promise<PrintableObject> {
	const widget = await findWidget(item, id);
	const changes = item.field('furtherChanges');
	const [settings, channels] = ['removeSettings', 'removeChannels'].map((name) => changes.member(name).names());
	const isKept = ([name, value]: [string, Printable]) =>
		value !== null && !PLATFORM_PARTS.includes(name) && !settings?.includes(name);
	const kept = Object.fromEntries(Object.entries(widget).filter(isKept));
	return 'channels' in kept ? { ...kept, channels: withoutChannels(kept.channels, channels ?? []) } : kept;
}

const KEEPS = { show: { updateMode: ['keep'] } };

const channelsMode: INodeProperties = choice('Channels Below', 'channelsMode', {
	choices: {
		add: [
			'Add to the Widget',
			'Keep the other channels. One of the same type and ID is updated. An empty caption changes nothing.',
		],
		replace: ['Replace All Channels', "Remove all channels that aren't listed below"],
	},
	displayOptions: KEEPS,
	default: 'add',
	description: "Choose what happens to the widget's current channels",
});

const OF_WIDGET = { loadOptionsDependsOn: ['widgetId.value'] };

const furtherChanges: INodeProperties = {
	...collection('Further Changes', 'furtherChanges', 'Add Change', [
		several(
			'Remove Channel Names or IDs',
			'removeChannels',
			'Channels to remove from the widget, each by its type and ID, like tg_our_shop_bot. The channels below are added after that.',
			{ loadOptionsMethod: 'getWidgetChannels', ...OF_WIDGET },
		),
		several(
			'Remove Setting Names or IDs',
			'removeSettings',
			'Settings to remove from the widget, including custom ones. Your settings below are applied after that.',
			{ loadOptionsMethod: 'getWidgetSettings', ...OF_WIDGET },
		),
	]),
	displayOptions: KEEPS,
};

/** PUT {base_url}/widgets/{widgetId} (specification, "Widgets": full replacement). */
export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update widget',
		description: "Change a chat widget. Anything you don't set stays unchanged, unless you choose to replace everything.",
	},
	reach: 'account',
	prepare: change((item) => {
		const id = item.field('widgetId').required();
		const path = `/widgets/${pathPart(id)}`;
		const run = async () => {
			const kept = replacesAll(item) ? undefined : await readCurrent(item, id);
			return [item.recordOf(await item.call({ method: 'PUT', path, body: changedWidget(item, kept) }))];
		};
		return { path, run };
	}),
	fields: [widgetId, updateMode, channelsMode, furtherChanges, ...widgetFields],
};
