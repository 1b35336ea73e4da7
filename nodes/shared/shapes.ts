import type { IDisplayOptions, INodeProperties, INodePropertyMode } from 'n8n-workflow';
import { alphabetically } from './texts';

/** A field that is empty, off or 0 at first, unless `more` says otherwise. */
export function field(
	displayName: string,
	name: string,
	type: 'boolean' | 'color' | 'dateTime' | 'json' | 'number' | 'string',
	description: string,
	more: Partial<INodeProperties> = {},
): INodeProperties {
	const empty = type === 'boolean' ? false : type === 'number' ? 0 : '';
	return { displayName, name, type, default: empty, ...more, description };
}

export function text(displayName: string, name: string, description: string, more?: Partial<INodeProperties>): INodeProperties {
	return field(displayName, name, 'string', description, more);
}

/** A list to choose from: the choices by their values, shown in the order of their names. */
export function choice<Value extends string>(
	displayName: string,
	name: string,
	{
		choices,
		default: chosen,
		...more
	}: Partial<INodeProperties> & {
		choices: Record<Value, [name: string, description?: string]>;
		default: NoInfer<Value>;
	},
): INodeProperties {
	const options = Object.entries<[name: string, description?: string]>(choices)
		.map(([value, [called, description]]) => ({ name: called, value, ...(description !== undefined && { description }) }))
		.sort((one, other) => alphabetically(one.name, other.name));
	return { displayName, name, type: 'options', options, default: chosen, ...more };
}

/** A list to choose several from, which a method of the node loads. */
export function several(
	displayName: string,
	name: string,
	description: string,
	typeOptions: INodeProperties['typeOptions'],
): INodeProperties {
	const how = 'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.';
	return { displayName, name, type: 'multiOptions', typeOptions, default: [], description: `${description} ${how}` };
}

/** A sentence among the fields. */
export function notice(name: string, displayName: string, displayOptions?: IDisplayOptions): INodeProperties {
	return { displayName, name, type: 'notice', default: '', ...(displayOptions && { displayOptions }) };
}

export function collection(
	displayName: string,
	name: string,
	placeholder: string,
	options: readonly INodeProperties[],
	description?: string,
): INodeProperties {
	const property: INodeProperties = { displayName, name, type: 'collection', placeholder, default: {}, options: [...options] };
	return description === undefined ? property : { ...property, description };
}

export function rows(
	displayName: string,
	name: string,
	row: [label: string, name: string],
	values: INodeProperties[],
	{ typeOptions, ...more }: Partial<INodeProperties> = {},
): INodeProperties {
	const add = `Add ${row[0]}`;
	return {
		displayName,
		name,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, multipleValueButtonText: add, ...typeOptions },
		placeholder: add,
		default: {},
		...more,
		options: [{ displayName: row[0], name: row[1], values }],
	};
}

/** A resource locator: a list to choose from, or an ID. */
export function picker(
	displayName: string,
	name: string,
	list: { method: string; placeholder: string },
	byId: Partial<INodePropertyMode>,
	more: Partial<INodeProperties>,
): INodeProperties {
	const typeOptions = { searchListMethod: list.method, searchable: true };
	return {
		displayName,
		name,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: true,
		...more,
		modes: [
			{ displayName: 'From List', name: 'list', type: 'list', placeholder: list.placeholder, typeOptions },
			{ displayName: 'By ID', name: 'id', type: 'string', ...byId },
		],
	};
}
