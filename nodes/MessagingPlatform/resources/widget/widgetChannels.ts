import { type Printable, type PrintableObject, isPrintableObject } from '../../../shared/json';
import { widgetChannelName } from '../../fields/widgetNames';
import type { Item } from '../../run/item';
import { WIDGET_CHANNELS } from './widgetFields';

/**
 * Reads the rows of "Channels".
 *
 * @param item the item
 * @returns the channels as they are sent; none where the user added none
 * @throws NodeOperationError naming the row and the field that is empty or wrong
 */
export function readChannels(item: Item): PrintableObject[] {
	const rows = item.field('channels').rows('channel');
	return rows.map((row) => {
		const slug = row.member('slug').text().trim();
		return {
			channel: row.member('channel').oneOf(WIDGET_CHANNELS),
			id: row.member('id').required(),
			...(slug === '' ? {} : { slug }),
			enabled: row.member('enabled').flag() ?? true,
		};
	});
}

/**
 * Adds channels to those of a widget. One that the widget has already is changed: what is not given stays.
 *
 * @param current the widget's channels
 * @param added the channels to add or to change
 * @returns all channels, in the order of the widget
 */
export function withChannels(current: Printable, added: PrintableObject[]): Printable[] {
	const channels: Printable[] = Array.isArray(current) ? [...current] : [];
	for (const channel of added) {
		const place = channels.findIndex((one) => widgetChannelName(one) === widgetChannelName(channel));
		const before = channels[place];
		if (isPrintableObject(before)) channels[place] = { ...before, ...channel };
		else channels.push(channel);
	}
	return channels;
}

/**
 * Takes channels out of those of a widget.
 *
 * @param current the widget's channels
 * @param removed type and ID of each, joined by an underscore; one that the widget does not have changes nothing
 * @returns the others
 */
export function withoutChannels(current: Printable, removed: string[]): Printable {
	if (!Array.isArray(current) || removed.length === 0) return current;
	return current.filter((one) => !removed.includes(widgetChannelName(one) ?? ''));
}
