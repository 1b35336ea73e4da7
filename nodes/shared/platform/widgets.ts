import { type Printable, isPrintableObject } from '../json';

/** What the platform itself fills of a widget (specification, "Widget", top-level), and the list of channels beside them. */
const PARTS: readonly string[] = ['id', 'userId', 'accountId', 'channels'];

/**
 * Tells whether a name in a widget's answer is that of a setting, which an update has to send back. The platform documents no
 * setting without a hyphen in its name, and asks for a prefix before custom ones, while the fields of its records (userId,
 * createdTs) are one word; a name of one word that it does not document may be either, and is taken for a field.
 *
 * @param name name of a member of a widget (specification, "Widget", "Custom settings")
 * @returns true for a name with a hyphen or any other sign in it, or with letters beyond A-Z
 */
export function isSettingName(name: string): boolean {
	return !/^[$_]?[A-Za-z0-9]*$/.test(name);
}

/**
 * Tells whether a member of a widget's answer is neither a documented part nor by its name a setting.
 *
 * @param name name of a member of a widget
 */
export function isUnknownName(name: string): boolean {
	return !PARTS.includes(name) && !isSettingName(name);
}

/**
 * Names a channel of a widget by what the platform tells it from the others by (specification, "Widget", "Channels element").
 *
 * @param element an element of the widget's channels
 * @returns type and ID joined by an underscore, for example tg_our_bot; undefined for what is no channel
 */
export function widgetChannelName(element: Printable): string | undefined {
	if (!isPrintableObject(element)) return undefined;
	const { channel, id } = element;
	const isNamed = [channel, id].every((part) => typeof part === 'string' || typeof part === 'number');
	return isNamed ? `${String(channel)}_${String(id)}` : undefined;
}
