import { type Printable, isPrintableObject } from '../../shared/json';

/** The parts of a widget that are neither channels nor settings: the platform fills them (specification, "Widget", top-level). */
const PLATFORM_PARTS: readonly string[] = ['id', 'userId', 'accountId'];

/**
 * Checks whether the platform fills a member of a widget. Every other member, whatever its name, is part of the widget, and an
 * update that leaves it out deletes it (specification, "Widgets": full replacement).
 *
 * @param name name of a member of a widget
 */
export function isPlatformPart(name: string): boolean {
	return PLATFORM_PARTS.includes(name);
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
