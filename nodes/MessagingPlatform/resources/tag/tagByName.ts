import type { INodeProperties } from 'n8n-workflow';

/** A tag that exists, or the name of a new one. */
export const tagByName: INodeProperties = {
	displayName: 'Tag',
	name: 'tagName',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The tag, by its name',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a tag…',
			typeOptions: { searchListMethod: 'searchTags', searchable: true },
		},
		{ displayName: 'By Name', name: 'name', type: 'string', placeholder: 'e.g. VIP' },
	],
};
