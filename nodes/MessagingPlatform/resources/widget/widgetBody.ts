import type { Printable, PrintableObject } from '../../../shared/json';
import type { Field } from '../../../shared/field';
import type { Item } from '../../run/item';
import { checkCustomSettings, readCustomSettings } from './customSettings';
import { readChannels, withChannels } from './widgetChannels';
import { wireKey } from './setting';
import { settingGroups } from './widgetSettings';

/** The family has an unsuffixed form and one with suffix 1 (specification, "Widget", "Custom channel buttons"). */
const SUFFIXES = ['', '1'];

/** Reads what the user set in a collection, each with the type that the specification gives its key. */
function readSettings(collection: Field, suffix = ''): PrintableObject {
	const settings: PrintableObject = {};
	for (const { name, type } of collection.choices) {
		const field = collection.member(name);
		if (field.value === undefined || field.value === null) continue;
		// an expression that gives nothing sets nothing
		if (type === 'boolean' && field.flag() === undefined) continue;
		const key = wireKey(name) + suffix;
		if (type === 'boolean') settings[key] = field.flag();
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

/** The channels of the whole widget: added to those so far, or in place of them. */
function channelsOf(item: Item, current: PrintableObject): Printable {
	const given = readChannels(item);
	if (given.length === 0) return current.channels;
	return item.parameter('channelsMode') === 'replace' ? given : withChannels(current.channels, given);
}

/**
 * Makes the whole widget that is sent, of the widget so far and what the user set (specification, "Widgets").
 *
 * @param item the item
 * @param kept what stays of the widget so far; nothing for a new or replaced one
 * @returns the request body: channels, display settings and custom settings as flat keys
 * @throws NodeOperationError for a new or replaced widget without a channel, for a value of the wrong type, and beyond the
 * limits of custom settings
 */
export function changedWidget(item: Item, kept?: PrintableObject): PrintableObject {
	const current = kept ?? {};
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
	body.channels = channelsOf(item, current);
	// the platform asks for one on creation; what it says to a widget that loses its last one is up to it
	if (!kept) checkChannels(item, body.channels);
	checkCustomSettings(item, current, body, customSettings);
	return body;
}

function checkChannels(item: Item, channels: Printable): void {
	if (Array.isArray(channels) && channels.length > 0) return;
	throw item.refuse('Channels is empty, but a widget needs at least 1 channel', 'Add a channel.');
}
