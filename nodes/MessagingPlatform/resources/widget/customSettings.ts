import { valueError } from '../../../shared/platform/errors';
import { type Item, readText } from '../../engine/item';
import { type JsonValue, type Printable, type PrintableObject, isObject, printJson } from '../../../shared/json';
import { readPrintableObject, readRows } from '../../engine/values';
import { customChannelFields } from './customFields';
import { settingGroups, wireKey } from './settings';

/** Specification, "Limits": custom widget settings. */
const MAX_SETTINGS = 50;
const MAX_BYTES = 1024;

const WIDGET_PARTS = ['id', 'userId', 'accountId', 'channels'];

const BUILT_IN: ReadonlySet<string> = new Set([
	...WIDGET_PARTS,
	'custom-channels-total',
	...settingGroups.flatMap((group) => (group.options ?? []).map(({ name }) => wireKey(name))),
	...customChannelFields.flatMap(({ name }) => [wireKey(name), `${wireKey(name)}1`]),
]);

/** Bytes of a setting's value in UTF-8: of a text itself, of anything else as JSON. */
function bytesOf(value: Printable): number {
	return Buffer.byteLength(typeof value === 'string' ? value : printJson(value), 'utf8');
}

/** Expressions give values of any kind, and the service keeps any kind. */
function readValue(item: Item, value: unknown, name: string): Printable {
	if (typeof value === 'boolean' || typeof value === 'number') return value;
	return isObject(value) || Array.isArray(value) ? (value as JsonValue) : readText(item, value, `Custom setting ${name}`);
}

/**
 * Reads the custom settings that the user gave, as fields and as JSON.
 *
 * @param item the item
 * @param own the collection "Custom Buttons and Settings"
 * @returns the settings by name
 * @throws NodeOperationError for a setting without a name or with the name of a built-in one
 */
export function readCustomSettings(item: Item, own: { [key: string]: unknown }): PrintableObject {
	const settings = readPrintableObject(item, own.settingsJson, 'Custom Settings (JSON)');
	for (const row of readRows(own.settings, 'setting')) {
		const name = readText(item, row.name, 'Name of a custom setting').trim();
		if (name === '')
			throw valueError(item.node, item.index, 'Name of a custom setting is empty', 'Enter one, or remove the setting.');
		settings[name] = readValue(item, row.value, name);
	}
	const taken = Object.keys(settings).find((name) => BUILT_IN.has(name));
	if (taken === undefined) return settings;
	throw valueError(
		item.node,
		item.index,
		`The custom setting ${taken} has the name of a setting of the service itself`,
		'Set it with its own field, or give your setting a name with a prefix of your own.',
	);
}

/**
 * Checks the limits of custom settings (specification, "Limits"): their number on the whole widget, their size on those
 * that the user gave, since the others are the service's already.
 *
 * @param item the item
 * @param widget the widget that is to be sent
 * @param given the settings that the user gave
 * @throws NodeOperationError beyond 50 settings or 1 KB (1,024 bytes in UTF-8) of one of them
 */
export function checkCustomSettings(item: Item, widget: PrintableObject, given: PrintableObject): void {
	const names = Object.keys(widget).filter((name) => widget[name] !== undefined && !BUILT_IN.has(name));
	if (names.length > MAX_SETTINGS) {
		throw valueError(
			item.node,
			item.index,
			`Custom Settings may be ${MAX_SETTINGS} at most, but the widget would have ${names.length}`,
			'Remove some, or put several values into one setting.',
		);
	}
	for (const [name, value] of Object.entries(given)) {
		const bytes = bytesOf(value);
		if (bytes > MAX_BYTES) {
			throw valueError(
				item.node,
				item.index,
				`Custom setting ${name.slice(0, 100)} may have ${MAX_BYTES} bytes (1 KB) at most, but it has ${bytes}`,
				'Shorten it. Letters outside English count 2 to 4 bytes each.',
			);
		}
	}
}
