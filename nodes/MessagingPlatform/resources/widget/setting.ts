import type { INodeProperties } from 'n8n-workflow';

/**
 * One setting of a widget: a field of the editor and, by its name, a key on the wire ({@link wireKey}).
 *
 * @param displayName its label
 * @param name its name
 * @param type the type that the specification gives its key
 * @param description what it is for
 * @param more what else the property has
 */
export function setting(
	displayName: string,
	name: string,
	type: 'boolean' | 'number' | 'string' | 'color' | 'options',
	description: string,
	more: Partial<INodeProperties> = {},
): INodeProperties {
	const fallback = type === 'boolean' ? false : type === 'number' ? 0 : type === 'color' ? '#4f46e5' : '';
	return { displayName, name, type, default: fallback, description, ...more };
}

/** How the platform writes a field's name: bgColor is bg-color. */
export function wireKey(name: string): string {
	return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
