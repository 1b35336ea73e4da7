import type { Printable, PrintableObject } from '../../../shared/json';
import type { Field } from '../../engine/field';
import type { Item } from '../../engine/item';
import { checkCustomSettings, readCustomSettings } from './customSettings';
import { WIDGET_CHANNELS } from './fields';
import { wireKey } from './setting';
import { settingGroups } from './settings';

/** The family has an unsuffixed form and one with suffix 1 (specification, "Widget", "Custom channel buttons"). */
const SUFFIXES = ['', '1'];

/** Reads what the user set in a collection, each with the type that the specification gives its key. */
function readSettings(collection: Field, suffix = ''): PrintableObject {
	const settings: PrintableObject = {};
	for (const { name, type } of collection.choices) {
		const field = collection.member(name);
		if (field.value === undefined || field.value === null) continue;
		const key = wireKey(name) + suffix;
		if (type === 'boolean') settings[key] = field.value === true || field.value === 'true';
		else if (type === 'number') settings[key] = field.number(Number.isSafeInteger, 'a whole number');
		else settings[key] = field.text();
	}
	return settings;
}

function readButtons(item: Item, own: Field): PrintableObject {
	const rows = own.member('buttons').rows('button');
	if (rows.length > SUFFIXES.length) {
		throw item.refuse(
			`Custom Channel Buttons has ${rows.length} buttons, but the platform documents ${SUFFIXES.length} at most`,
			'Remove the others, or set their keys as custom settings.',
		);
	}
	const settings = rows.flatMap((row, index) => {
		// an expression may give JSON text
		const fields = row.member('fields');
		return Object.entries(readSettings(fields.with(fields.jsonObject()), SUFFIXES[index]));
	});
	return Object.fromEntries(settings);
}

function readChannels(item: Item): PrintableObject[] {
	return item
		.field('channels')
		.rows('channel')
		.map((row) => {
			const slug = row.member('slug').text().trim();
			return {
				channel: row.member('channel').oneOf(WIDGET_CHANNELS),
				id: row.member('id').required(),
				slug: slug === '' ? undefined : slug,
				enabled: row.member('enabled').value !== false,
			};
		});
}

/**
 * Makes the whole widget that is sent, of the widget so far and what the user set (specification, "Widgets").
 *
 * @param item the item
 * @param current the widget so far, without its ids; an empty object for a new or replaced one
 * @returns the request body: channels, display settings and custom settings as flat keys
 * @throws NodeOperationError without a channel, for a value of the wrong type, and beyond the limits of custom settings
 */
export function changedWidget(item: Item, current: PrintableObject): PrintableObject {
	const own = item.field('custom');
	const settings = settingGroups.flatMap(({ name }) => Object.entries(readSettings(item.field(name))));
	const customSettings = readCustomSettings(item, own);
	const total = own.member('customChannelsTotal');
	const body: PrintableObject = {
		...current,
		...Object.fromEntries(settings),
		...readButtons(item, own),
		...(total.value === undefined ? {} : { 'custom-channels-total': total.number(Number.isSafeInteger, 'a whole number') }),
		...customSettings,
	};
	const channels = readChannels(item);
	if (channels.length > 0) body.channels = channels;
	checkChannels(item, body.channels);
	checkCustomSettings(item, body, customSettings);
	return body;
}

function checkChannels(item: Item, channels: Printable): void {
	if (Array.isArray(channels) && channels.length > 0) return;
	throw item.refuse('Channels is empty, but a widget needs at least 1 channel', 'Add a channel.');
}
