import type { INodeProperties } from 'n8n-workflow';
import { valueError } from '../../../shared/platform/errors';
import { type Item, readText, requireText } from '../../engine/item';
import { type Printable, type PrintableObject, isPrintableObject } from '../../../shared/json';
import { readCollection, readPrintable, readRows } from '../../engine/values';
import { checkCustomSettings, readCustomSettings } from './customSettings';
import { customChannelFields } from './customFields';
import { WIDGET_CHANNELS } from './fields';
import { settingGroups, wireKey } from './settings';

/** The family has an unsuffixed form and one with suffix 1 (specification, "Widget", "Custom channel buttons"). */
const SUFFIXES = ['', '1'];

function isOption(option: object): option is INodeProperties {
	return 'type' in option;
}

/** Reads what the user set of a list of fields, each with the type that the specification gives its key. */
function readFields(
	item: Item,
	given: { [key: string]: unknown },
	fields: readonly INodeProperties[],
	suffix = '',
): PrintableObject {
	const settings: PrintableObject = {};
	for (const { name, displayName, type } of fields) {
		const value = given[name];
		if (!(name in given) || value === undefined || value === null) continue;
		const key = wireKey(name) + suffix;
		if (type === 'boolean') settings[key] = value === true || value === 'true';
		else if (type === 'number') settings[key] = readInteger(item, value, displayName);
		else settings[key] = readText(item, value, displayName);
	}
	return settings;
}

function readInteger(item: Item, value: unknown, field: string): number {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	if (typeof number === 'number' && Number.isSafeInteger(number)) return number;
	throw valueError(item.node, item.index, `${field} must be a whole number, but it is ${String(value).slice(0, 100)}`);
}

function readButtons(item: Item, given: { [key: string]: unknown }): PrintableObject {
	const rows = readRows(given.buttons, 'button');
	if (rows.length > SUFFIXES.length) {
		throw valueError(
			item.node,
			item.index,
			`Custom Channel Buttons has ${rows.length} buttons, but the service documents ${SUFFIXES.length} at most`,
			'Remove the others, or set their keys as custom settings.',
		);
	}
	const parts = rows.map((row, index) => {
		const fields = readPrintable(item, row.fields, 'Custom Channel Buttons');
		return readFields(item, isPrintableObject(fields) ? fields : {}, customChannelFields, SUFFIXES[index]);
	});
	return Object.assign({}, ...parts) as PrintableObject;
}

function readChannels(item: Item): PrintableObject[] {
	const rows = readRows(item.parameter('channels'), 'channel');
	return rows.map((row, index) => {
		const channel = requireText(item, row.channel, `Channel Type of channel ${index + 1}`);
		if (!WIDGET_CHANNELS.includes(channel)) {
			throw valueError(
				item.node,
				item.index,
				`Channel Type of channel ${index + 1} must be one of ${WIDGET_CHANNELS.join(', ')}, but it is ${channel.slice(0, 100)}`,
			);
		}
		const slug = readText(item, row.slug, `Caption of channel ${index + 1}`).trim();
		return {
			channel,
			id: requireText(item, row.id, `ID of channel ${index + 1}`),
			slug: slug === '' ? undefined : slug,
			enabled: row.enabled !== false,
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
	const own = readCollection(item, 'custom');
	const settings = settingGroups.flatMap((group) =>
		Object.entries(readFields(item, readCollection(item, group.name), (group.options ?? []).filter(isOption))),
	);
	const customSettings = readCustomSettings(item, own);
	const total = own.customChannelsTotal;
	const body: PrintableObject = {
		...current,
		...Object.fromEntries(settings),
		...readButtons(item, own),
		...(total === undefined ? {} : { 'custom-channels-total': readInteger(item, total, 'Custom Channels Total') }),
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
	throw valueError(item.node, item.index, 'Channels is empty, but a widget needs at least 1 channel', 'Add a channel.');
}
