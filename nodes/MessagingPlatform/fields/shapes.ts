import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';

/**
 * A field for a text, empty at first.
 *
 * @param displayName its label
 * @param name its name
 * @param description what it is for
 * @param more what else the property has
 */
export function text(
	displayName: string,
	name: string,
	description: string,
	more: Partial<INodeProperties> = {},
): INodeProperties {
	return { displayName, name, type: 'string', default: '', ...more, description };
}

/**
 * A collection: fields that a user adds one by one.
 *
 * @param displayName its label
 * @param name its name
 * @param placeholder what the button that adds a field says
 * @param options the fields
 * @param description what they are for, where the label does not say it
 */
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

/**
 * A fixed collection of rows with the same fields.
 *
 * @param displayName its label
 * @param name its name
 * @param row label and name of one row; errors call a row by its label
 * @param values the fields of a row
 * @param more what else the property has
 */
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

/**
 * A resource locator: a list to choose from, and an ID beside it.
 *
 * @param displayName its label
 * @param name its name
 * @param list the method that fills the list, and what the list says before a choice
 * @param byId the way to enter the ID
 * @param more what else the property has
 */
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
