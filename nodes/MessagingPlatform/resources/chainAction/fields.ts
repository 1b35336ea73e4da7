import type { INodeProperties } from 'n8n-workflow';

/** What happens when the button is pressed. */
export const actionType: INodeProperties = {
	displayName: 'Action',
	name: 'actionType',
	type: 'options',
	options: [
		{ name: 'Assign Tags', value: 'tags.assign', description: 'Put tags on the chat' },
		{ name: 'Nothing', value: 'nothing', description: 'Only send the prepared message' },
		{ name: 'Remove Tags', value: 'tags.remove', description: 'Take tags off the chat' },
		{ name: 'Subscribe', value: 'notifications.subscribe', description: 'Subscribe the person to notifications' },
		{ name: 'Unsubscribe', value: 'notifications.unsubscribe', description: 'Unsubscribe the person from notifications' },
	],
	default: 'nothing',
	description: 'What the service does when a person presses the button',
};

/** The tags of a tag action. */
export const tags: INodeProperties = {
	displayName: 'Tags',
	name: 'tags',
	type: 'string',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Tag' },
	default: [],
	placeholder: 'e.g. VIP',
	description: 'The names of the tags to assign or remove. An expression may give a list, or names separated by commas.',
};

/** The reply that the service sends. */
export const preparedMessageId: INodeProperties = {
	displayName: 'Prepared Message ID',
	name: 'preparedMessageId',
	type: 'string',
	default: '',
	placeholder: 'e.g. 8f14e45f-ceea-467f-a1d4-0242ac120002',
	description: 'The message to send as an answer, by the ID that "Prepared Message: Create" gave. None is sent when empty.',
};

/** A note for the account's own people. */
export const description: INodeProperties = {
	displayName: 'Description',
	name: 'description',
	type: 'string',
	default: '',
	placeholder: 'e.g. Button "More" of the spring campaign',
	description: 'A note for yourself; people in the chat do not see it',
};

/** An action that exists. */
export const chainActionId: INodeProperties = {
	displayName: 'Chain Action',
	name: 'chainActionId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The action to use',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select an action…',
			typeOptions: { searchListMethod: 'searchChainActions', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 8f14e45f-ceea-467f-a1d4-0242ac120002',
		},
	],
};
