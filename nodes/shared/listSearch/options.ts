import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import type { JsonObject, JsonValue } from '../json';
import { itemsOf } from '../api/envelope';
import { Platform } from '../api/platform';
import { oneLine } from '../texts';

/** Lines that a list shows before n8n asks for more: it draws each of them at once. */
const SHOWN = 200;

/** Characters of a name that a line shows. */
const SHOWN_NAME = 60;

/**
 * A value of an option.
 *
 * @param value a field of the platform's answer
 * @returns text and numbers as text; '' for anything else
 */
export function text(value: JsonValue | undefined): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/**
 * A name as part of an option's line: people choose their names themselves.
 *
 * @param value a field of the platform's answer
 * @returns as {@link text}, on one line and not too long
 */
export function part(value: JsonValue | undefined): string {
	return oneLine(text(value).replace(/\s+/g, ' '), SHOWN_NAME);
}

/**
 * Tells whether an option fits what the user typed, in any case.
 *
 * @param option the option
 * @param filter what the user typed; '' fits every option
 * @param others what else it is found by
 * @returns true when each word of the filter is in the option's line, its value or one of the others
 */
export function fits(option: INodeListSearchItems, filter: string, others: Array<JsonValue | undefined> = []): boolean {
	const searched = [option.name, String(option.value), ...others.map(text)].join(' ').toLocaleLowerCase();
	return filter
		.toLocaleLowerCase()
		.split(/\s+/)
		.every((word) => searched.includes(word));
}

/**
 * The line of an empty account, since n8n's own "No results" leaves open whether something went wrong.
 *
 * @param line what it says
 */
export function nothing(line: string): INodeListSearchItems {
	return { name: line, value: '' };
}

/** What a dropdown that is read in one go shows. */
export interface Dropdown {
	/** Path of a list method below the base address. */
	path: string;
	/** Which records are offered; all of them otherwise. */
	isOffered?(record: JsonObject): boolean;
	/** The line and the value of a record. */
	option(record: JsonObject): INodeListSearchItems;
	/** What a record is found by besides its line and its value. */
	alsoFoundBy?(record: JsonObject): Array<JsonValue | undefined>;
	/** The line for an account that has none. */
	empty: string;
}

/**
 * Reads all that a dropdown may show.
 *
 * @param context n8n's context of the editor
 * @param dropdown what it shows
 * @param filter what the user typed; '' fits every option
 * @returns the options that match, or one line that says that the account has none
 * @throws NodeApiError when the platform cannot be asked; n8n shows its message in the dropdown
 */
export async function readOptions(
	context: ILoadOptionsFunctions,
	{ path, isOffered = () => true, option, alsoFoundBy = () => [], empty }: Dropdown,
	filter = '',
): Promise<INodeListSearchItems[]> {
	const records = itemsOf(await new Platform(context).call({ method: 'GET', path })).filter(isOffered);
	if (records.length === 0 && filter.trim() === '') return [nothing(empty)];
	return records.flatMap((record) => {
		const line = option(record);
		return fits(line, filter, alsoFoundBy(record)) ? [line] : [];
	});
}

/**
 * Reads a part of a dropdown that one can scroll and search.
 *
 * @param context n8n's context of the editor
 * @param dropdown what it shows
 * @param filter what the user typed; all records are searched
 * @param paginationToken how many options that match were shown before, from the result before
 * @returns the next options that match, and the token for more
 * @throws NodeApiError when the platform cannot be asked; n8n shows its message in the dropdown
 */
export async function readDropdown(
	context: ILoadOptionsFunctions,
	dropdown: Dropdown,
	filter?: string,
	paginationToken = '0',
): Promise<INodeListSearchResult> {
	const options = await readOptions(context, dropdown, filter);
	const begin = Number(paginationToken);
	const end = begin + SHOWN;
	return { results: options.slice(begin, end), ...(options.length > end && { paginationToken: String(end) }) };
}

/**
 * Makes a dropdown's method of the node, which reads it as {@link readDropdown}.
 *
 * @param dropdown what it shows
 */
export function search(dropdown: Dropdown) {
	return async function (this: ILoadOptionsFunctions, filter?: string, paginationToken?: string): Promise<INodeListSearchResult> {
		return await readDropdown(this, dropdown, filter, paginationToken);
	};
}
