import type { INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import type { JsonValue } from '../json';

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
