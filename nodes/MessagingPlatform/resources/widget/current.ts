import { type Printable, type PrintableObject, isPrintableObject } from '../../../shared/json';
import { isPlatformPart } from '../../fields/widgetNames';
import { clip } from '../../../shared/texts';
import type { Item } from '../../run/item';
import { withoutChannels } from './widgetChannels';

/** Reads the widget as it is; the platform has no call for a single one. */
async function findWidget(item: Item, id: string): Promise<PrintableObject> {
	const body = await item.readExact('/widgets/by_user/@me');
	const widgets = isPrintableObject(body) && Array.isArray(body.$items) ? body.$items : [];
	const found = widgets.filter(isPrintableObject).find((widget) => String(widget.id).toLowerCase() === id.toLowerCase());
	if (found) return found;
	throw item.refuse(
		`There is no widget ${clip(id)}`,
		'Only the widgets of the user who issued the token can be changed. Choose one from the list.',
	);
}

/**
 * Reads the widget that an update changes: everything that the platform returned goes back, except what the user removes
 * (specification, "Widgets": an update deletes what it does not send, and all settings that were returned must be supplied).
 *
 * @param item the item
 * @param id the widget's id
 * @returns the widget so far, ready to be sent back: without what the platform fills and without nulls, which equal absence
 * @throws NodeApiError when it cannot be read, NodeOperationError when the user has no such widget
 */
export async function readCurrent(item: Item, id: string): Promise<PrintableObject> {
	const widget = await findWidget(item, id);
	const changes = item.field('furtherChanges');
	const [settings, channels] = ['removeSettings', 'removeChannels'].map((name) => changes.member(name).names());
	const isKept = ([name, value]: [string, Printable]) => value !== null && !isPlatformPart(name) && !settings?.includes(name);
	const kept = Object.fromEntries(Object.entries(widget).filter(isKept));
	return 'channels' in kept ? { ...kept, channels: withoutChannels(kept.channels, channels ?? []) } : kept;
}
