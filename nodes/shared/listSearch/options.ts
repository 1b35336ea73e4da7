import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult, INodePropertyOptions } from 'n8n-workflow';
import { type JsonObject, type JsonValue, textOrDigits } from '../json';
import { itemsOf } from '../api/envelope';
import { nodeError } from '../failure';
import { Platform } from '../api/platform';
import { oneLine } from '../texts';

/** Lines that a list shows before n8n asks for more: it draws each of them at once. */
const SHOWN = 200;

/** Characters of a name that a line shows. */
const SHOWN_NAME = 60;

/** Text and numbers as text; '' for anything else. */
export const textOf = (value: JsonValue | undefined): string => textOrDigits(value) ?? '';

/** A name, which people choose themselves, on one line and cut. */
export function part(value: JsonValue | undefined): string {
	return oneLine(textOf(value).replace(/\s+/g, ' '), SHOWN_NAME);
}

/** Checks whether each word of the filter, in any case, is in the option's line, its value or one of the others. */
export function fits(option: INodeListSearchItems, filter: string, others: Array<JsonValue | undefined> = []): boolean {
	const searched = [option.name, String(option.value), ...others.map(textOf)].join(' ').toLocaleLowerCase();
	return filter
		.toLocaleLowerCase()
		.split(/\s+/)
		.every((word) => searched.includes(word));
}

/** The line of an empty account, not to be chosen: n8n's own "No results" leaves open whether something went wrong. */
export function nothing(line: string): INodeListSearchItems {
	return { name: line, value: '', disabled: true };
}

/** A dropdown that is read in one request. */
export interface Dropdown {
	/** Path of a list method below the base address. */
	path: string;
	/** Takes the records out of the response, if they are not all of its objects. */
	records?(body: JsonValue | undefined): JsonObject[];
	isOffered?(record: JsonObject): boolean;
	option(record: JsonObject): INodeListSearchItems;
	/** Further values by which a record is found. */
	alsoFoundBy?(record: JsonObject): Array<JsonValue | undefined>;
	/** The line for an account that has none. */
	empty: string;
}

/** Reads the options that match, or one line that says that the account has none. */
export async function readOptions(
	context: ILoadOptionsFunctions,
	{ path, records: read = itemsOf, isOffered = () => true, option, alsoFoundBy = () => [], empty }: Dropdown,
	filter = '',
): Promise<INodeListSearchItems[]> {
	const { json } = await new Platform(context).call({ method: 'GET', path });
	const records = read(json).filter(isOffered);
	if (records.length === 0 && filter.trim() === '') return [nothing(empty)];
	return records.flatMap((record) => {
		const line = option(record);
		return fits(line, filter, alsoFoundBy(record)) ? [line] : [];
	});
}

/** Adds the values that multi-selects already have to those that are offered: the editor marks any other as wrong. */
export function withChosen(
	context: ILoadOptionsFunctions,
	fields: readonly string[],
	offered: INodePropertyOptions[],
	description: string,
): INodePropertyOptions[] {
	const chosen = fields.flatMap((field) => {
		const value: unknown = context.getCurrentNodeParameter(field);
		return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string' && one !== '') : [];
	});
	const missing = [...new Set(chosen)].filter((one) => !offered.some(({ value }) => value === one));
	return [...offered, ...missing.map((value) => ({ name: value, value, description }))];
}

/** Makes a method of the node from a dropdown, which may depend on the node's other fields. */
export function search(dropdown: Dropdown | ((context: ILoadOptionsFunctions) => Dropdown)) {
	return async function (this: ILoadOptionsFunctions, filter?: string, token = '0'): Promise<INodeListSearchResult> {
		const options = await readOptions(this, typeof dropdown === 'function' ? dropdown(this) : dropdown, filter);
		const end = Number(token) + SHOWN;
		return { results: options.slice(Number(token), end), ...(options.length > end && { paginationToken: String(end) }) };
	};
}

type Method<Args extends unknown[], Result> = (this: ILoadOptionsFunctions, ...args: Args) => Promise<Result>;

/** The methods of a node that fill its dropdowns, which throw n8n's errors. */
export function dropdowns<Name extends string, Args extends unknown[], Result>(methods: Record<Name, Method<Args, Result>>) {
	const shown = (method: Method<Args, Result>): Method<Args, Result> =>
		async function (...args) {
			return await method.apply(this, args).catch((error: unknown) => {
				throw nodeError(this.getNode(), error);
			});
		};
	const entries = Object.entries<Method<Args, Result>>(methods).map(([name, method]) => [name, shown(method)]);
	return Object.fromEntries(entries) as Record<Name, Method<Args, Result>>;
}
