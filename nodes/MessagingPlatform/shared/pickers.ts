import type { INodeProperties } from 'n8n-workflow';

/** Whether a list operation returns everything. */
export const returnAll: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

/** The number of results of a list operation that does not return everything. */
export const limit: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	displayOptions: { show: { returnAll: [false] } },
	default: 50,
	description: 'Max number of results to return',
};

/** A chat by its composite address, for messages and memos. */
export const chatByRef: INodeProperties = {
	displayName: 'Chat',
	name: 'chat',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The dialog to use. People appear here once they have written to one of your channels.',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a chat…',
			typeOptions: { searchListMethod: 'searchChats', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. tg_12345_67890',
			hint: 'The chatRef that the trigger emits: channel type, channel number and chat ID, joined by underscores',
			validation: [
				{
					type: 'regex',
					properties: {
						regex: '^\\s*[^_\\s]+_\\d+_.+$',
						errorMessage: 'Enter a chat like tg_12345_67890: channel type, channel number and chat ID, joined by underscores',
					},
				},
			],
		},
	],
};
