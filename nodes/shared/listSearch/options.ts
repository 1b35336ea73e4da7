import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import type { JsonObject, JsonValue } from '../json';
import { itemsOf } from '../platform/envelope';
import { Platform } from '../platform/platform';

/**
 * A value as part of an option's line.
 *
 * @param value a field of the platform's answer
 * @returns text and numbers as text; '' for anything else
 */
export function text(value: JsonValue | undefined): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/**
 * Tells whether an option fits what the user typed, in any case.
 *
 * @param option the option
 * @param filter what the user typed; '' fits every option
 * @returns true when the text is in the option's line or value
 */
export function fits(option: INodeListSearchItems, filter: string): boolean {
	return `${option.name} ${String(option.value)}`.toLocaleLowerCase().includes(filter.trim().toLocaleLowerCase());
}

/**
 * Makes the result of a dropdown that is read in one go. An empty account gets a line that says so, since n8n's own
 * "No results" leaves open whether something went wrong.
 *
 * @param options all options
 * @param filter what the user typed
 * @param empty the line for an account that has none
 * @returns the options that fit
 */
export function matching(options: INodeListSearchItems[], filter = '', empty = ''): INodeListSearchResult {
	if (options.length === 0 && filter.trim() === '' && empty !== '') return { results: [{ name: empty, value: '' }] };
	return { results: options.filter((option) => fits(option, filter)) };
}

/** What a dropdown that is read in one go shows. */
export interface Dropdown {
	/** Path of a list method below the base address. */
	path: string;
	/** Which records are offered; all of them otherwise. */
	isOffered?(record: JsonObject): boolean;
	/** The line and the value of a record. */
	option(record: JsonObject): INodeListSearchItems;
	/** The line for an account that has none. */
	empty: string;
}

/**
 * Reads a dropdown.
 *
 * @param context n8n's context of the editor
 * @param dropdown what it shows
 * @param filter what the user typed; matched against line and value, in any case
 * @returns all options that match
 * @throws NodeApiError when the platform cannot be asked; n8n shows its message in the dropdown
 */
export async function readDropdown(
	context: ILoadOptionsFunctions,
	{ path, isOffered = () => true, option, empty }: Dropdown,
	filter?: string,
): Promise<INodeListSearchResult> {
	const records = itemsOf(await new Platform(context).call({ method: 'GET', path }));
	return matching(records.filter(isOffered).map(option), filter, empty);
}

/**
 * Makes a dropdown's method of the node, which reads it as {@link readDropdown}.
 *
 * @param dropdown what it shows
 */
export function search(dropdown: Dropdown) {
	return async function (this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
		return await readDropdown(this, dropdown, filter);
	};
}
