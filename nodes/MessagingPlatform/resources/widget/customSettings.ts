import { type Printable, type PrintableObject, printJson } from '../../../shared/json';
import { clip } from '../../../shared/texts';
import type { Field } from '../../../shared/field';
import type { Item } from '../../run/item';
import { customChannelFields } from './customFields';
import { wireKey } from './setting';
import { settingGroups } from './widgetSettings';

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

/** Expressions give values of any kind, and the platform keeps any kind. */
function readValue(field: Field): Printable {
	const { value } = field;
	return typeof value === 'string' || value === undefined || value === null ? field.text() : field.exact();
}

/**
 * Reads the custom settings that the user gave, as fields and as JSON.
 *
 * @param item the item
 * @param own the collection "Custom Buttons and Settings"
 * @returns the settings by name
 * @throws NodeOperationError for a setting without a name or with the name of a built-in one
 */
export function readCustomSettings(item: Item, own: Field): PrintableObject {
	const settings = { ...own.member('settingsJson').jsonObject() };
	for (const row of own.member('settings').rows('setting'))
		settings[row.member('name').required()] = readValue(row.member('value'));
	const taken = Object.keys(settings).find((name) => BUILT_IN.has(name));
	if (taken === undefined) return settings;
	throw item.refuse(
		`The custom setting ${taken} has the name of a setting of the platform itself`,
		'Set it with its own field, or give your setting a name with a prefix of your own.',
	);
}

/**
 * Checks the limits of custom settings (specification, "Limits"): their number on the whole widget where the user adds one, their
 * size on those that the user gave, since the others are the platform's already.
 *
 * @param item the item
 * @param current what stays of the widget so far
 * @param widget the widget that is to be sent
 * @param given the settings that the user gave
 * @throws NodeOperationError beyond 50 settings or 1 KB (1,024 bytes in UTF-8) of one of them
 */
export function checkCustomSettings(item: Item, current: PrintableObject, widget: PrintableObject, given: PrintableObject): void {
	const names = Object.keys(widget).filter((name) => widget[name] !== undefined && !BUILT_IN.has(name));
	const adds = Object.keys(given).some((name) => !Object.hasOwn(current, name));
	if (adds && names.length > MAX_SETTINGS) {
		throw item.refuse(
			`Custom Settings may be ${MAX_SETTINGS} at most, but the widget would have ${names.length}`,
			'Remove some, or put several values into one setting.',
		);
	}
	for (const [name, value] of Object.entries(given)) {
		const bytes = bytesOf(value);
		if (bytes > MAX_BYTES) {
			throw item.refuse(
				`Custom setting ${clip(name)} may have ${MAX_BYTES} bytes (1 KB) at most, but it has ${bytes}`,
				'Shorten it. Letters outside English count 2 to 4 bytes each.',
			);
		}
	}
}
