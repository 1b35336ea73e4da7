import { type Printable, type PrintableObject, isPrintableObject, printJson } from '../../../shared/json';
import type { Field } from '../../../shared/field';
import { clip } from '../../../shared/texts';
import { Failure } from '../../../shared/failure';
import type { Item } from '../../run/item';
import { WIDGET_CHANNELS } from './widgetFields';
import { PLATFORM_PARTS, widgetChannelName } from './widgetLists';
import { customChannelFields, settingGroups, wireKey } from './widgetSettings';

/** Limits of custom widget settings (specification, "Limits"). */
const MAX_SETTINGS = 50;
const MAX_BYTES = 1024;

const BUILT_IN: ReadonlySet<string> = new Set([
	...PLATFORM_PARTS,
	'channels',
	'custom-channels-total',
	...settingGroups.flatMap((group) => (group.options ?? []).map(({ name }) => wireKey(name))),
	...customChannelFields.flatMap(({ name }) => [wireKey(name), `${wireKey(name)}1`]),
]);

function bytesOf(value: Printable): number {
	return Buffer.byteLength(typeof value === 'string' ? value : printJson(value), 'utf8');
}

/** Reads a value of any kind: expressions give any kind, and the platform keeps it. */
function readValue(field: Field): Printable {
	const { value } = field;
	return typeof value === 'string' || value === undefined || value === null ? field.text() : field.exact();
}

function readCustomSettings(own: Field): PrintableObject {
	const settings = { ...own.member('settingsJson').jsonObject() };
	for (const row of own.member('settings').rows('setting'))
		settings[row.member('name').required()] = readValue(row.member('value'));
	const taken = Object.keys(settings).find((name) => BUILT_IN.has(name));
	if (taken === undefined) return settings;
	throw Failure.ofValue(
		`The custom setting ${taken} has the same name as one of the platform's own settings`,
		'Set it with its own field, or give your setting a name with your own prefix.',
	);
}

/**
 * Checks the limits of custom settings (specification, "Limits"): their number if the user adds one, and the size of those
 * that the user gave. The platform already has the others.
 */
function checkCustomSettings(current: PrintableObject, widget: PrintableObject, given: PrintableObject): void {
	const names = Object.keys(widget).filter((name) => widget[name] !== undefined && !BUILT_IN.has(name));
	const adds = Object.keys(given).some((name) => !Object.hasOwn(current, name));
	if (adds && names.length > MAX_SETTINGS) {
		throw Failure.ofValue(
			`A widget can have up to ${MAX_SETTINGS} custom settings, but this one would have ${names.length}`,
			'Remove some, or put several values into one setting.',
		);
	}
	for (const [name, value] of Object.entries(given)) {
		const bytes = bytesOf(value);
		if (bytes > MAX_BYTES) {
			throw Failure.ofValue(
				`Custom setting ${clip(name)} is too large: the limit is ${MAX_BYTES} bytes (1 KB), but it has ${bytes}`,
				'Shorten it. Non-English letters count as 2 to 4 bytes each.',
			);
		}
	}
}

function readChannels(item: Item): PrintableObject[] {
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

/** Adds channels to a widget; one that it already has keeps the values that aren't given. */
function withChannels(current: Printable, added: PrintableObject[]): Printable[] {
	const channels: Printable[] = Array.isArray(current) ? [...current] : [];
	for (const channel of added) {
		const place = channels.findIndex((one) => widgetChannelName(one) === widgetChannelName(channel));
		const before = channels[place];
		if (isPrintableObject(before)) channels[place] = { ...before, ...channel };
		else channels.push(channel);
	}
	return channels;
}

/** Suffixes of the two buttons' keys (specification, "Widget", "Custom channel buttons"). */
const SUFFIXES = ['', '1'];

function readSettings(collection: Field, suffix = ''): PrintableObject {
	const settings: PrintableObject = {};
	for (const { name, type } of collection.choices) {
		const field = collection.member(name);
		// an expression without a value sets nothing
		if (field.value === undefined || field.value === null || (type === 'boolean' && field.value === '')) continue;
		const key = wireKey(name) + suffix;
		if (type === 'boolean') settings[key] = field.flag();
		else if (type === 'number') settings[key] = field.number(Number.isSafeInteger, 'a whole number');
		else settings[key] = field.text();
	}
	return settings;
}

function readButtons(own: Field): PrintableObject {
	const rows = own.member('buttons').rows('button');
	if (rows.length > SUFFIXES.length) {
		throw Failure.ofValue(
			`Custom Channel Buttons has ${rows.length} buttons, but the platform documents only ${SUFFIXES.length}`,
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

function channelsOf(item: Item, current: PrintableObject): Printable {
	const given = readChannels(item);
	if (given.length === 0) return current.channels;
	return item.field('channelsMode').oneOf(['add', 'replace'], 'add') === 'replace'
		? given
		: withChannels(current.channels, given);
}

/** Builds the whole widget to send, as flat keys (specification, "Widgets"). */
export function changedWidget(item: Item, kept?: PrintableObject): PrintableObject {
	const current = kept ?? {};
	const own = item.field('custom');
	const settings = settingGroups.flatMap(({ name }) => Object.entries(readSettings(item.field(name))));
	const customSettings = readCustomSettings(own);
	const total = own.member('customChannelsTotal');
	const body: PrintableObject = {
		...current,
		...Object.fromEntries(settings),
		...readButtons(own),
		...(total.value === undefined ? {} : { 'custom-channels-total': total.number(Number.isSafeInteger, 'a whole number') }),
		...customSettings,
	};
	body.channels = channelsOf(item, current);
	// the platform requires one only on creation
	if (!kept) checkChannels(body.channels);
	checkCustomSettings(current, body, customSettings);
	return body;
}

function checkChannels(channels: Printable): void {
	if (Array.isArray(channels) && channels.length > 0) return;
	throw Failure.ofValue('Channels is empty, but a widget needs at least 1 channel', 'Add a channel.');
}
