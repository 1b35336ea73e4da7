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

/**
 * A chat, wherever one is chosen. It is one property for all resources, since n8n evaluates the expression in a field for
 * every property of the field's name: messages and notes take its composite address, blocking and tags its number, and
 * the dropdown gives the one that the resource takes.
 */
export const chat: INodeProperties = {
	displayName: 'Chat',
	name: 'chat',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description:
		'The dialog to use. People appear here once they have written to one of your channels. Messages and memos take the chatRef that the trigger emits, blocking and tags the tbChatId; memos take either.',
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
			hint: 'As the trigger emits it: chatRef, like tg_12345_67890, for messages and memos; tbChatId, like 1234567, for blocking and tags',
			validation: [
				{
					type: 'regex',
					properties: {
						regex: '^\\s*([^_\\s]+_\\d+_.+|\\d+|)\\s*$',
						errorMessage:
							"Enter a chat like tg_12345_67890 (channel type, channel number and chat ID, joined by underscores), or for blocking and tags the chat's number (tbChatId)",
					},
				},
			],
		},
	],
};

/**
 * The chat of an operation on one chat. A tool of an AI agent is bound to the conversation that started the workflow, so there
 * the field may stay empty.
 */
export const chatFields: INodeProperties[] = [
	{ ...chat, displayOptions: { hide: { '@tool': [true] } } },
	{
		...chat,
		required: false,
		displayOptions: { show: { '@tool': [true] } },
		hint: 'Leave it empty for the chat that started the workflow',
		description:
			'Left empty, the tool acts on the chat that started the workflow and on no other. A chat that you choose here is used every time. If you let the AI model define this field, whoever writes to you can talk it into any chat.',
	},
];

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
