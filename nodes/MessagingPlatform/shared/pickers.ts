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

/** A chat for its notes: by its composite address or by the service's own number. */
export const chatByRefOrNumber: INodeProperties = {
	...chatByRef,
	modes: [
		...(chatByRef.modes ?? []).slice(0, 1),
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. tg_12345_67890',
			hint: 'The chatRef or the tbChatId that the trigger emits',
			validation: [
				{
					type: 'regex',
					properties: {
						regex: '^\\s*([^_\\s]+_\\d+_.+|\\d+)\\s*$',
						errorMessage: 'Enter a chat like tg_12345_67890, or its number (tbChatId)',
					},
				},
			],
		},
	],
};

/** A chat by the service's own number (tbChatId), for blocking and tags. */
export const chatByNumber: INodeProperties = {
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
			typeOptions: { searchListMethod: 'searchChatsByTbId', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 1234567890',
			hint: 'The tbChatId that the trigger emits',
			validation: [
				{
					type: 'regex',
					properties: {
						regex: '^\\s*\\d+\\s*$',
						errorMessage: "Enter the chat's number (tbChatId), digits only",
					},
				},
			],
		},
	],
};

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

/** What an update does to a record that the service can only replace as a whole. */
export const updateMode: INodeProperties = {
	displayName: 'Update Mode',
	name: 'updateMode',
	type: 'options',
	options: [
		{
			name: 'Change Only What Is Set Below',
			value: 'keep',
			description: 'Read the record first and keep everything else as it is',
		},
		{
			name: 'Replace Everything',
			value: 'replace',
			description: 'Send only what is set below; everything else is deleted',
		},
	],
	default: 'keep',
	description: 'The service can only replace the record as a whole. Choose what becomes of the parts that you do not set.',
};
